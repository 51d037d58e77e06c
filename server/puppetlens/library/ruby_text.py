"""Values as Ruby's `to_s` and `inspect` print them, where a function hands them to Ruby as they are."""

from __future__ import annotations

from ..types.ruby_number import float_text
from ..types.values import DEFAULT, Hash, Regexp, Sensitive, Value

_ESCAPES = {
    '"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\a": "\\a", "\b": "\\b", "\v": "\\v",
    "\f": "\\f", "\x1b": "\\e",
}  # fmt: skip


def to_s(value: Value) -> str:
    """Ruby's `to_s`."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if value is DEFAULT:
        return "default"
    if isinstance(value, Regexp):
        return f"(?-mix:{value.source})"
    return inspect(value)


def inspect(value: Value) -> str:
    """Ruby's `inspect`."""
    if isinstance(value, str):
        return inspect_string(value)
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return float_text(value)
    if isinstance(value, tuple):
        return "[" + ", ".join(map(inspect, value)) + "]"
    if isinstance(value, Hash):
        return "{" + ", ".join(f"{inspect(key)}=>{inspect(element)}" for key, element in value.pairs()) + "}"
    if value is DEFAULT:
        return ":default"
    if isinstance(value, Regexp):
        return f"/{value.source}/"
    if isinstance(value, Sensitive):
        return "Sensitive [value redacted]"
    return str(value)


def inspect_string(text: str) -> str:
    shown: list[str] = []
    for at, char in enumerate(text):
        if char == "#" and text[at + 1 : at + 2] in ("{", "$", "@"):
            shown.append("\\#")
        elif char in _ESCAPES:
            shown.append(_ESCAPES[char])
        elif char.isprintable():
            shown.append(char)
        elif ord(char) < 0x80:
            shown.append(f"\\u{ord(char):04X}" if ord(char) else "\\u0000")
        else:
            shown.append(f"\\u{{{ord(char):X}}}" if ord(char) > 0xFFFF else f"\\u{ord(char):04X}")
    return '"' + "".join(shown) + '"'


def join(values: tuple[Value, ...], separator: str) -> str:
    """Ruby's `Array#join`: arrays inside are joined by the same separator."""
    return separator.join(join(value, separator) if isinstance(value, tuple) else to_s(value) for value in values)
