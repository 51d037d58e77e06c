"""The MD5 checksum of a string, in hexadecimal digits."""

from __future__ import annotations

from ..digests import digest_function

EXAMPLES = {"notice(md5('abc'))": "900150983cd24fb0d6963f7d28e17f72"}

FUNCTION = digest_function(__name__, __doc__, EXAMPLES)
