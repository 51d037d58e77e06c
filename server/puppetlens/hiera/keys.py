"""Look-up keys: `a.b."c.d".0` and the walk along their segments.

Follows `Puppet::Pops::Lookup::SubLookup` and `LookupKey`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from puppetlens.types.labels import ruby_class
from puppetlens.types.values import Hash, Unknown, Value

from .errors import LookupError, RubyError

Segment = str | int

_PARTS = re.compile(r"""(\s*"[^"]+"\s*|\s*'[^']+'\s*|[^'".]+)""")
_INTEGER = re.compile(r":?[+-]?[0-9]+\Z")


class Missing:
    """The type of `MISSING`, which stands for "no such key" where undef is a value."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = Missing()


def split_key(key: str) -> tuple[Segment, ...] | None:
    """The segments of a key, or None where its syntax is wrong."""
    if "." not in key and "'" not in key and '"' not in key:
        return (key,)
    parts = _PARTS.split(key)
    while parts and parts[-1] == "":
        parts.pop()
    if len(parts) < 2 or parts[0] != "":
        return None
    segments = [part for part in parts[1:] if part != "."]
    if len(segments) * 2 != len(parts):
        return None
    return tuple(_segment(part.strip()) for part in segments)


def _segment(text: str) -> Segment:
    if text.startswith(("'", '"')):
        return text[1:-1]
    if _INTEGER.match(text):
        return 0 if text.startswith(":") else int(text)
    return text


class LookupKey:
    """A parsed key; `root` is what data files hold, `segments` the way into its value."""

    __slots__ = ("module_name", "root", "segments", "text")

    def __init__(self, text: str) -> None:
        segments = split_key(text)
        if segments is None:
            raise LookupError(f"Syntax error in key: '{text}'")
        self.text = text
        self.root = str(segments[0])
        self.segments = segments[1:]
        #: The module that a qualified key belongs to.
        self.module_name = self.root.partition("::")[0] if "::" in self.root else None

    def __str__(self) -> str:
        return self.text

    def undig(self, value: Value) -> Value:
        """Wrap a value so that `dig` with this key's segments finds it again."""
        for segment in reversed(self.segments):
            value = (None,) * segment + (value,) if isinstance(segment, int) else Hash({segment: value})
        return value


@lru_cache(maxsize=8192)
def lookup_key(text: str) -> LookupKey:
    """The key of a text, parsed once."""
    return LookupKey(text)


def dig(key: str, segments: tuple[Segment, ...], value: Value) -> Value:
    """Walk into `value` along `segments`; MISSING where the way ends early."""
    for segment in segments:
        if value is None:
            return MISSING
        if isinstance(value, Unknown):
            return value
        if isinstance(segment, int) and isinstance(value, tuple):
            if not 0 <= segment < len(value):
                return MISSING
        elif isinstance(value, int) and not isinstance(value, bool):
            raise RubyError(f"undefined method `include?' for {value}:Integer")
        elif not isinstance(value, Hash):
            raise LookupError(
                f"Data Provider type mismatch: Got {ruby_class(value)} when a hash-like object was expected "
                f"to access value using '{segment}' from key '{key}'"
            )
        elif segment not in value:
            return MISSING
        value = value[segment]
    return value
