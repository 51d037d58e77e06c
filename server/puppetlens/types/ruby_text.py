"""Values as Ruby's `to_s` and `inspect` print them."""

from __future__ import annotations

from .render import regexp_literal
from .ruby_number import float_text
from .semver_values import SemVerRange
from .time_values import TimeData
from .values import DEFAULT, Hash, Regexp, Sensitive, Value

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
    if isinstance(value, Sensitive):
        return "Sensitive [value redacted]"
    return str(value) if isinstance(value, (TimeData, SemVerRange)) else inspect(value)


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
        return f"[{', '.join(map(inspect, value))}]"
    if isinstance(value, Hash):
        return f"{{{', '.join(f'{inspect(key)}=>{inspect(element)}' for key, element in value.pairs())}}}"
    if value is DEFAULT:
        return ":default"
    if isinstance(value, Regexp):
        return regexp_literal(value)
    if isinstance(value, SemVerRange):
        return " || ".join(map(str, value.intervals))
    if isinstance(value, TimeData):
        # Ruby shows the object's address, too.
        return f"#<{value.ruby_class} @nsecs={value.nsecs}>"
    return "#<Sensitive [value redacted]>" if isinstance(value, Sensitive) else str(value)


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
            shown.append(f"\\x{ord(char):02X}" if ord(char) else "\\u0000")
        else:
            shown.append(f"\\u{{{ord(char):X}}}" if ord(char) > 0xFFFF else f"\\u{ord(char):04X}")
    return f'"{"".join(shown)}"'
