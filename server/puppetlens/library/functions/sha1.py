"""The SHA-1 checksum of a string, in hexadecimal digits."""

from __future__ import annotations

from ..digests import digest_function

EXAMPLES = {"notice(sha1('abc'))": "a9993e364706816aba3e25717850c26c9cd0d89d"}

FUNCTION = digest_function(__name__, __doc__, EXAMPLES)
