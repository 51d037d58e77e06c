"""The syntax of HOCON (.conf), as the hocon library for Ruby reads it: text -> fields and values, not yet resolved.

https://github.com/lightbend/config/blob/main/HOCON.md. Files that are included are left out, as they are where
Puppet hands over a text without its path.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import NoReturn

_SPACE = re.compile(r"(?:[^\S\n]|\ufeff)*")
_EMPTY = re.compile(r"(?:\s|\ufeff|(?:#|//)[^\n]*)*")
_BETWEEN = re.compile(r"(?:[^\S\n]|\ufeff|(?:#|//)[^\n]*)*")
_UNQUOTED = re.compile(r"(?:(?!//)[^\s$\"{}\[\]:=,+#`^?!@*&\\\ufeff])+")
_QUOTED = re.compile(r'"""(?P<raw>.*?"{0,2})"""(?!")|"(?P<text>(?:[^"\\\n]|\\.)*)"', re.DOTALL)
_SUBSTITUTION = re.compile(r"\$\{(\??)([^}\n]*)\}")
_NUMBER = re.compile(r"-?[0-9]+(?:(?P<point>\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)")
_INCLUDE = re.compile(r'include\s+(?:"[^"\n]*"|(?:file|url|classpath)\("[^"\n]*"\))')
_WORDS = {"true": True, "false": False, "null": None}

Scalar = bool | int | float | str | None
Path = tuple[str, ...]


class HoconError(Exception):
    """A text that is no HOCON, or one that cannot be resolved."""


@dataclass(frozen=True, eq=False)
class Text:
    """A scalar, or what stands between two of them; `written` counts where several make one string."""

    value: Scalar
    written: str
    is_space: bool = False
    is_quoted: bool = False


@dataclass(frozen=True, eq=False)
class Substitution:
    path: Path
    optional: bool


@dataclass(frozen=True, eq=False)
class List:
    items: tuple[Concatenation, ...]


@dataclass(eq=False)
class Object:
    """Each key with what was written for it, in order; `places` are the offsets of keys where they first stand."""

    fields: dict[str, list[Concatenation | Object]] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)

    def add(self, path: Path, value: Concatenation | Object, place: int) -> None:
        first, *rest = path
        if isinstance(value, Concatenation) and len(value.parts) == 1 and isinstance(value.parts[0], Object):
            value = value.parts[0]
        if rest:
            below = Object()
            below.add(tuple(rest), value, place)
            value = below
        known = self.fields.setdefault(first, [])
        if known and isinstance(known[-1], Object) and isinstance(value, Object):
            known[-1] = value.over(known[-1])
        else:
            known.append(value)
        self.places.setdefault(first, place)

    def over(self, below: Object) -> Object:
        """Both in one; the keys of this one come first."""
        merged = Object(places={**below.places, **self.places})
        for key, values in self.fields.items():
            merged.fields[key] = list(below.fields.get(key, []))
            for value in values:
                merged.add((key,), value, merged.places[key])
        for key, values in below.fields.items():
            merged.fields.setdefault(key, values)
        return merged


Part = Text | Substitution | List | Object


@dataclass(frozen=True, eq=False)
class Concatenation:
    parts: tuple[Part, ...]


def parse(text: str) -> Object:
    """The object in a text; raises `HoconError`."""
    return _Parser(text).document()


def parse_path(text: str) -> Path:
    """The keys in `a.b."c.d"`."""
    keys, key, quoted, at = [], "", False, 0
    while at < len(text):
        match = _QUOTED.match(text, at)
        if match is not None:
            key, quoted, at = key + _quoted_value(match), True, match.end()
        elif text[at] == ".":
            keys.append((key, quoted))
            key, quoted, at = "", False, at + 1
        else:
            key, at = key + text[at], at + 1
    keys.append((key, quoted))
    if any(not key and not quoted for key, quoted in keys):
        raise HoconError(
            "path has a leading, trailing, or two adjacent period '.' "
            '(use quoted "" empty string if you want an empty element)'
        )
    return tuple(key for key, _ in keys)


def _quoted_value(match: re.Match[str]) -> str:
    if match["raw"] is not None:
        return match["raw"]
    try:
        value: str = json.loads(f'"{match["text"]}"', strict=False)
    except ValueError:
        raise HoconError(f"backslash followed by something that is no escape in {match[0]}") from None
    return value


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        #: the path of the object that is being read; None inside of a list
        self._within: Path | None = ()

    def document(self) -> Object:
        self._skip(_EMPTY)
        if self._peek() == "[":
            self._fail(" has type LIST rather than object at file root")
        braces = self._take("{")
        found = self._object("}" if braces else "")
        self._skip(_EMPTY)
        if self._at < len(self._text):
            self._fail(f"Document has trailing tokens after first object or array: {self._next()}")
        return found

    # Text --------------------------------------------------------------------------------------------

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _take(self, mark: str) -> bool:
        found = self._text.startswith(mark, self._at)
        self._at += len(mark) * found
        return found

    def _skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self._text, self._at)
        assert match is not None
        self._at = match.end()
        return match[0]

    def _next(self) -> str:
        match = _UNQUOTED.match(self._text, self._at)
        text = match[0] if match else self._peek()
        return "newline" if text == "\n" else f"'{text}'" if text else "end of file"

    def _fail(self, message: str) -> NoReturn:
        raise HoconError(f"String: {self._text.count(chr(10), 0, self._at) + 1}: {message}")

    # Objects and lists -------------------------------------------------------------------------------

    def _object(self, end: str) -> Object:
        found = Object()
        while True:
            self._skip(_EMPTY)
            if self._at >= len(self._text) and not end:
                return found
            if end and self._take(end):
                return found
            include = _INCLUDE.match(self._text, self._at)
            if include is not None:
                self._at = include.end()
            else:
                self._field(found)
            self._skip(_BETWEEN)
            separated = self._peek() == "\n"
            self._skip(_EMPTY)
            if not (self._take(",") or separated or (end and self._peek() == end) or self._at >= len(self._text)):
                self._fail(f"Expecting close brace }} or a comma, got {self._next()}")
            if end and self._at >= len(self._text):
                self._fail(f"Expecting close brace {end} or a comma, got end of file")

    def _field(self, found: Object) -> None:
        place = self._at
        while not re.match(r"[:={}\[\],\n]|\+=|$", self._text[self._at : self._at + 2]):
            quoted = _QUOTED.match(self._text, self._at) or _UNQUOTED.match(self._text, self._at)
            if quoted is None and not self._peek().isspace():
                break
            self._at = quoted.end() if quoted is not None else self._at + 1
        written = self._text[place : self._at].strip()
        if not written:
            self._fail(f"Expecting close brace }} or a field name here, got {self._next()}")
        path = parse_path(written)
        outer = self._within
        self._within = None if outer is None else (*outer, *path)
        found.add(path, self._field_value(written), place)
        self._within = outer

    def _field_value(self, key: str) -> Concatenation:
        self._skip(_EMPTY)
        if self._peek() == "{":
            return self._value()
        if self._take("+="):
            if self._within is None:
                self._fail("Due to current limitations of the config parser, += does not work nested inside a list.")
            before = Substitution(self._within, optional=True)
            self._within = None
            return Concatenation((before, List((self._value(),))))
        if not (self._take(":") or self._take("=")):
            self._fail(f"Key '{key}' may not be followed by token: {self._next()}")
        return self._value()

    def _list(self) -> List:
        items: list[Concatenation] = []
        outer, self._within = self._within, None
        while True:
            self._skip(_EMPTY)
            if self._take("]"):
                self._within = outer
                return List(tuple(items))
            items.append(self._value())
            self._skip(_BETWEEN)
            separated = self._peek() == "\n"
            self._skip(_EMPTY)
            if not (self._take(",") or separated or self._peek() == "]"):
                self._fail(f"List should have ended with ] or had a comma, instead had token: {self._next()}")

    # Values ------------------------------------------------------------------------------------------

    def _value(self) -> Concatenation:
        self._skip(_EMPTY)
        parts: list[Part] = []
        while True:
            space = self._skip(_SPACE)
            part = self._part()
            if part is None:
                break
            if parts and space:
                parts.append(Text(space, space, is_space=True))
            parts.append(part)
        if not parts:
            self._fail(f"Expecting a value but got wrong token: {self._next()}")
        return Concatenation(tuple(parts))

    def _part(self) -> Part | None:
        if self._take("{"):
            return self._object("}")
        if self._take("["):
            return self._list()
        match = _SUBSTITUTION.match(self._text, self._at)
        if match is not None:
            self._at = match.end()
            return Substitution(parse_path(match[2].strip()), bool(match[1]))
        match = _QUOTED.match(self._text, self._at)
        if match is not None:
            self._at = match.end()
            text = _quoted_value(match)
            return Text(text, text, is_quoted=True)
        match = _UNQUOTED.match(self._text, self._at)
        if match is None:
            return None
        self._at = match.end()
        return Text(_scalar(match[0]), match[0])


def _scalar(text: str) -> Scalar:
    if text in _WORDS:
        return _WORDS[text]
    match = _NUMBER.fullmatch(text)
    if match is None:
        return text
    number = float(text)
    if match["point"] is None and not re.search("[eE]", text):
        return int(text)
    return int(number) if number.is_integer() else number
