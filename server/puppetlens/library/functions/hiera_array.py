"""One array of the values that all levels of the hierarchy have for a key. Deprecated: use `lookup`."""

from __future__ import annotations

from ..hiera_functions import hiera_function

EXAMPLES = {"notice(hiera_array('no::such_key', ['a default']))": "[a default]"}

FUNCTION = hiera_function(__name__, __doc__, EXAMPLES, "unique")
