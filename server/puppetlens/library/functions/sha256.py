"""The SHA-256 checksum of a string, in hexadecimal digits."""

from __future__ import annotations

from ..digests import digest_function

EXAMPLES = {"notice(sha256('abc'))": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"}

FUNCTION = digest_function(__name__, __doc__, EXAMPLES)
