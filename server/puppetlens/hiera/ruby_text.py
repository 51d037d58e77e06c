"""A value inside a string as Ruby's `to_s` prints it, which is what Hiera's interpolation does."""

from __future__ import annotations

from typing import Final

from puppetlens.types import to_string
from puppetlens.types.values import Hash, Value

_ESCAPES: Final = {
    '"': '\\"',
    "\\": "\\\\",
    "\n": "\\n",
    "\t": "\\t",
    "\r": "\\r",
    "\a": "\\a",
    "\b": "\\b",
    "\v": "\\v",
    "\f": "\\f",
    "\x1b": "\\e",
}


def ruby_text(value: Value) -> str:
    """Ruby's `to_s`; undef is empty."""
    if value is None:
        return ""
    return value if isinstance(value, str) else ruby_inspect(value)


def ruby_inspect(value: Value) -> str:
    """Ruby's `inspect` of data."""
    if value is None:
        return "nil"
    if isinstance(value, str):
        return '"' + _escape(value) + '"'
    if isinstance(value, tuple):
        return "[" + ", ".join(map(ruby_inspect, value)) + "]"
    if isinstance(value, Hash):
        return "{" + ", ".join(f"{ruby_inspect(key)}=>{ruby_inspect(item)}" for key, item in value.pairs()) + "}"
    return to_string(value)


def _escape(text: str) -> str:
    out = []
    for at, char in enumerate(text):
        if char == "#" and text[at + 1 : at + 2] in ("{", "$", "@"):
            out.append("\\#")
        elif char in _ESCAPES:
            out.append(_ESCAPES[char])
        elif ord(char) < 0x20 or ord(char) == 0x7F:
            out.append(f"\\x{ord(char):02X}")
        else:
            out.append(char)
    return "".join(out)
