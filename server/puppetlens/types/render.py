"""Values as text: what interpolation and `notice` show, and Puppet's literals."""

from __future__ import annotations

import json

from .misc import Binary, Deferred
from .type import Type
from .values import DEFAULT, Hash, Regexp, Sensitive, Value


def float_text(value: float) -> str:
    """A float as Ruby prints it: `1.0`, `1.0e+20`, `1.0e-05`."""
    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "Infinity" if value > 0 else "-Infinity"
    text = repr(value)
    mantissa, _, exponent = text.partition("e")
    if exponent:
        power = int(exponent)
        if 0 <= power < 16 or -5 < power < 0:
            return format(value, "f").rstrip("0") + ("0" if format(value, "f").rstrip("0").endswith(".") else "")
        if "." not in mantissa:
            mantissa += ".0"
        return f"{mantissa}e{'-' if power < 0 else '+'}{abs(power):02d}"
    return text


def to_string(value: Value) -> str:
    """What `"${value}"` gives; undef is empty, in collections too."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return float_text(value)
    if isinstance(value, tuple):
        return "[" + ", ".join(map(to_string, value)) + "]"
    if isinstance(value, Hash):
        return "{" + ", ".join(f"{to_string(k)} => {to_string(v)}" for k, v in value.pairs()) + "}"
    if value is DEFAULT:
        return "default"
    if isinstance(value, Regexp):
        return regex_literal(value)
    if isinstance(value, Sensitive):
        return "Sensitive [value redacted]"
    if isinstance(value, Deferred):
        return f"Deferred({{'name' => {quoted(value.name)}, 'arguments' => {to_string(value.arguments)}}})"
    return str(value)


def element_text(value: Value) -> str:
    """An element of a collection in a string: strings in quotes, undef by name."""
    if isinstance(value, str):
        return quoted(value)
    if value is None:
        return "undef"
    return to_string(value)


def quoted(text: str) -> str:
    """A string literal as Puppet prints one: single quotes unless it holds something they cannot show."""
    if any(ord(char) < 0x20 or ord(char) == 0x7F for char in text):
        return double_quoted(text)
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def double_quoted(text: str) -> str:
    shown = []
    for char in text:
        code = ord(char)
        simple = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\", "$": "\\$"}.get(char)
        shown.append(simple or (f"\\u{{{code:X}}}" if code < 0x20 or code == 0x7F else char))
    return '"' + "".join(shown) + '"'


def regex_literal(pattern: Regexp) -> str:
    return "/" + pattern.source.replace("/", "\\/") + "/"


def puppet_type_name(value: Value) -> str:
    """The class of a value as Puppet's messages name it."""
    from .infer import infer

    return str(infer(value).general())


def json_text(value: Value) -> str:
    return json.dumps(value, ensure_ascii=False)


def is_type(value: Value) -> bool:
    return isinstance(value, Type)


_ = Binary
