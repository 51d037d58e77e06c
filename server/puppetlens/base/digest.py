"""BLAKE2b, to know a content again: as fast as a digest gets, and not for secrets."""

from __future__ import annotations

try:  # what `hashlib` has by that name, without OpenSSL, which that loads for others: three thousandths of a second
    from _blake2 import blake2b as blake2b
except ImportError:
    from hashlib import blake2b as blake2b
