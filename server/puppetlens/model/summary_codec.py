"""Summaries as bytes, for another process and for the next session (MessagePack; reading them runs nothing).

What is read was written by whoever can write the file: it either has the shape of a summary or is refused.
"""

from __future__ import annotations

import hashlib
import os
import pkgutil
from pathlib import Path

import msgspec

from .. import __version__
from .summary import Summary

#: What a summary is computed by.
_PACKAGES = ("base", "syntax", "syntax/ast", "syntax/lexer", "syntax/lowering", "data", "project", "ruby", "model")

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Summary)


def encode(summary: Summary) -> bytes:
    return _encoder.encode(summary)


def decode(data: bytes) -> Summary:
    """Raises `msgspec.DecodeError` (or its `ValidationError`) where this is no summary."""
    try:
        return _decoder.decode(data)
    except (UnicodeError, RecursionError) as fault:
        raise msgspec.DecodeError(str(fault)) from None


def version() -> str:
    """Changes with the grammar and with all code that makes summaries: those of others are worth nothing."""
    digest = hashlib.blake2b(__version__.encode(), digest_size=16)
    top = Path(__file__).parent.parent
    for package in _PACKAGES:
        for finder, name, _ in pkgutil.iter_modules([str(top / package)]):
            spec = finder.find_spec(name, None)
            if spec is not None and spec.origin is not None and os.path.isfile(spec.origin):
                status = os.stat(spec.origin)
                digest.update(f"{spec.origin} {status.st_mtime_ns} {status.st_size}".encode())
    return digest.hexdigest()
