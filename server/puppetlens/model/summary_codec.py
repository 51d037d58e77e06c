"""Summaries as bytes, for another process and for the next session (MessagePack; reading them runs nothing).

What is read was written by whoever can write the file: it either has the shape of a summary or is refused.
"""

from __future__ import annotations

import msgspec

from ..project.store import made_by
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
    return made_by(*_PACKAGES)
