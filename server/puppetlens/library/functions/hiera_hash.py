"""One hash of the hashes that all levels of the hierarchy have for a key. Deprecated: use `lookup`."""

from __future__ import annotations

from ..hiera_functions import hiera_function

EXAMPLES = {"notice(hiera_hash('no::such_key', {'a' => 1}))": "{a => 1}"}

FUNCTION = hiera_function(__name__, __doc__, EXAMPLES, "hash")
