"""The value that the first level of the hierarchy has for a key. Deprecated: use `lookup`."""

from __future__ import annotations

from ..hiera_functions import hiera_function

EXAMPLES = {"notice(hiera('no::such_key', 'a default'))": "a default"}

FUNCTION = hiera_function(__name__, __doc__, EXAMPLES, "first")
