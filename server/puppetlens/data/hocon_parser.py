"""The syntax of HOCON (.conf), as the hocon library for Ruby reads it: text -> fields and values, not yet resolved.

https://github.com/lightbend/config/blob/main/HOCON.md. Files that are included are left out, as they are where
Puppet hands over a text without its path.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn

from ..base.position import Text
from ..base.span import Span

_SPACE = re.compile(r"(?:[^\S\n]|\ufeff)*")
_EMPTY = re.compile(r"(?:\s|\ufeff|(?:#|//)[^\n]*)*")
_BETWEEN = re.compile(r"(?:[^\S\n]|\ufeff|(?:#|//)[^\n]*)*")
_UNQUOTED = re.compile(r"(?:(?!//)[^\s$\"{}\[\]:=,+#`^?!@*&\\\ufeff])+")
_QUOTED = re.compile(r'"""(?P<raw>.*?"{0,2})"""(?!")|"(?P<text>(?:[^"\\\n]|\\.)*)"', re.DOTALL)
_SUBSTITUTION = re.compile(r"\$\{(\??)([^}\n]*)\}")
_NUMBER = re.compile(r"-?[0-9]+(?:(?P<point>\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)")
_INCLUDE = re.compile(r'include\s+(?:"[^"\n]*"|(?:file|url|classpath)\("[^"\n]*"\))')
_WORDS = {"true": True, "false": False, "null": None}
#: Objects and lists inside of each other; more than that is nobody's data.
_DEEPEST = 500

Scalar = bool | int | float | str | None


class HoconError(Exception):
    """A text that is no HOCON, or one that cannot be resolved; `line` is where, as far as is known."""

    line = 1


class Key(NamedTuple):
    name: str
    span: Span


Path = tuple[Key, ...]


@dataclass(frozen=True, eq=False)
class Part:
    """What a value consists of; spans are bytes of the text."""

    span: Span


@dataclass(frozen=True, eq=False)
class Word(Part):
    """A scalar, or what stands between two of them; `written` counts where several make one string."""

    value: Scalar
    written: str
    is_space: bool = False
    is_quoted: bool = False


@dataclass(frozen=True, eq=False)
class Substitution(Part):
    path: tuple[str, ...]
    optional: bool


@dataclass(frozen=True, eq=False)
class List(Part):
    items: tuple[Concatenation, ...]


@dataclass(frozen=True, eq=False)
class Concatenation:
    span: Span
    parts: tuple[Part, ...]


class Field(NamedTuple):
    """`a.b = value` as it is written; `appends` where it is `a.b += value`."""

    path: Path
    value: Concatenation
    appends: bool


@dataclass(frozen=True, eq=False)
class Object(Part):
    """Each key with what was written for it, in order, and where the key stands first."""

    values: dict[str, list[Concatenation | Object]] = field(default_factory=dict)
    keys: dict[str, Key] = field(default_factory=dict)
    #: as they are written here, one after the other
    fields: list[Field] = field(default_factory=list)

    def add(self, path: Path, value: Concatenation | Object) -> None:
        first, *rest = path
        if isinstance(value, Concatenation) and len(value.parts) == 1 and isinstance(value.parts[0], Object):
            value = value.parts[0]
        if rest:
            below = Object(Span(rest[0].span.start, value.span.end))
            below.add(tuple(rest), value)
            value = below
        known = self.values.setdefault(first.name, [])
        if known and isinstance(known[-1], Object) and isinstance(value, Object):
            known[-1] = value.over(known[-1])
        else:
            known.append(value)
        self.keys.setdefault(first.name, first)

    def over(self, below: Object) -> Object:
        """Both in one; the keys of this one come first."""
        merged = Object(self.span, keys={**below.keys, **self.keys})
        for key, values in self.values.items():
            merged.values[key] = list(below.values.get(key, []))
            for value in values:
                merged.add((merged.keys[key],), value)
        for key, values in below.values.items():
            merged.values.setdefault(key, values)
        return merged


def parse(text: Text) -> Object:
    """The object in a text; raises `HoconError`."""
    return _Parser(text).document()


def parse_path(text: str) -> tuple[tuple[str, int, int], ...]:
    """The keys in `a.b."c.d"`, with the characters at which they start and end."""
    keys, key, quoted, start, at = [], "", False, 0, 0
    while at < len(text):
        match = _QUOTED.match(text, at)
        if match is not None:
            key, quoted, at = key + _quoted_value(match), True, match.end()
        elif text[at] == ".":
            keys.append((key, quoted, start, at))
            key, quoted, start, at = "", False, at + 1, at + 1
        else:
            key, at = key + text[at], at + 1
    keys.append((key, quoted, start, at))
    if any(not key and not quoted for key, quoted, _, _ in keys):
        raise HoconError(
            "path has a leading, trailing, or two adjacent period '.' "
            '(use quoted "" empty string if you want an empty element)'
        )
    return tuple((key, start, end) for key, _, start, end in keys)


def _quoted_value(match: re.Match[str]) -> str:
    if match["raw"] is not None:
        return match["raw"]
    try:
        value: str = json.loads(f'"{match["text"]}"', strict=False)
    except ValueError:
        raise HoconError(f"backslash followed by something that is no escape in {match[0]}") from None
    return value


class _Parser:
    def __init__(self, text: Text) -> None:
        self._whole = text
        self._text = text.characters
        self._at = 0
        #: the path of the object that is being read; None inside of a list
        self._within: tuple[str, ...] | None = ()
        self._depth = 0

    def document(self) -> Object:
        self._skip(_EMPTY)
        if self._peek() == "[":
            self._fail(" has type LIST rather than object at file root")
        found = self._object(self._at, "}" if self._take("{") else "")
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

    def _span(self, start: int) -> Span:
        """From a character to where the reader is."""
        return Span(self._whole.offset_of_character(start), self._whole.offset_of_character(self._at))

    def _next(self) -> str:
        match = _UNQUOTED.match(self._text, self._at)
        text = self._whole.replaced(match[0] if match else self._peek())
        return "newline" if text == "\n" else f"'{text}'" if text else "end of file"

    def _fail(self, message: str) -> NoReturn:
        line = self._text.count("\n", 0, self._at) + 1
        error = HoconError(f"String: {line}: {message}")
        error.line = line
        raise error

    # Objects and lists -------------------------------------------------------------------------------

    def _object(self, start: int, end: str) -> Object:
        """The object that starts at a character, whose opening brace, if it has one, is behind the reader."""
        fields: list[Field] = []
        while True:
            self._skip(_EMPTY)
            if self._take(end) if end else self._at >= len(self._text):
                found = Object(self._span(start), fields=fields)
                for each in fields:
                    found.add(each.path, each.value)
                return found
            include = _INCLUDE.match(self._text, self._at)
            if include is not None:
                self._at = include.end()
            else:
                fields.append(self._field())
            self._skip(_BETWEEN)
            separated = self._peek() == "\n"
            self._skip(_EMPTY)
            if not (self._take(",") or separated or (end and self._peek() == end) or self._at >= len(self._text)):
                self._fail(f"Expecting close brace }} or a comma, got {self._next()}")
            if end and self._at >= len(self._text):
                self._fail(f"Expecting close brace {end} or a comma, got end of file")

    def _field(self) -> Field:
        place = self._at
        while not re.match(r"[:={}\[\],\n]|\+=|$", self._text[self._at : self._at + 2]):
            quoted = _QUOTED.match(self._text, self._at) or _UNQUOTED.match(self._text, self._at)
            if quoted is None and not self._peek().isspace():
                break
            self._at = quoted.end() if quoted is not None else self._at + 1
        written = self._text[place : self._at].strip()
        if not written:
            self._fail(f"Expecting close brace }} or a field name here, got {self._next()}")
        path = self._path(written, place)
        outer = self._within
        self._within = None if outer is None else (*outer, *(key.name for key in path))
        value, appends = self._field_value(written)
        self._within = outer
        return Field(path, value, appends)

    def _path(self, written: str, place: int) -> Path:
        offset = self._whole.offset_of_character
        return tuple(
            Key(self._whole.replaced(key), Span(offset(place + start), offset(place + end)))
            for key, start, end in parse_path(written)
        )

    def _field_value(self, key: str) -> tuple[Concatenation, bool]:
        self._skip(_EMPTY)
        if self._peek() == "{":
            return self._value(), False
        if self._take("+="):
            if self._within is None:
                self._fail("Due to current limitations of the config parser, += does not work nested inside a list.")
            path, self._within = self._within, None
            value = self._value()
            before = Substitution(value.span, path, optional=True)
            return Concatenation(value.span, (before, List(value.span, (value,)))), True
        if not (self._take(":") or self._take("=")):
            self._fail(f"Key '{self._whole.replaced(key)}' may not be followed by token: {self._next()}")
        return self._value(), False

    def _list(self, start: int) -> List:
        """The list that starts at a character, whose opening bracket is behind the reader."""
        items: list[Concatenation] = []
        outer, self._within = self._within, None
        while True:
            self._skip(_EMPTY)
            if self._take("]"):
                self._within = outer
                return List(self._span(start), tuple(items))
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
                parts.append(Word(Span(parts[-1].span.end, part.span.start), space, space, is_space=True))
            parts.append(part)
        if not parts:
            self._fail(f"Expecting a value but got wrong token: {self._next()}")
        return Concatenation(Span(parts[0].span.start, parts[-1].span.end), tuple(parts))

    def _inside(self, read: Callable[[], Part]) -> Part:
        if self._depth >= _DEEPEST:
            raise HoconError("it is nested too deep")
        self._depth += 1
        found = read()
        self._depth -= 1
        return found

    def _part(self) -> Part | None:
        start = self._at
        if self._take("{"):
            return self._inside(lambda: self._object(start, "}"))
        if self._take("["):
            return self._inside(lambda: self._list(start))
        match = _SUBSTITUTION.match(self._text, start)
        if match is not None:
            self._at = match.end()
            path = (self._whole.replaced(key) for key, _, _ in parse_path(match[2].strip()))
            return Substitution(self._span(start), tuple(path), bool(match[1]))
        match = _QUOTED.match(self._text, start)
        if match is not None:
            self._at = match.end()
            text = self._whole.replaced(_quoted_value(match))
            return Word(self._span(start), text, text, is_quoted=True)
        match = _UNQUOTED.match(self._text, start)
        if match is None:
            return None
        self._at = match.end()
        text = self._whole.replaced(match[0])
        return Word(self._span(start), _scalar(text), text)


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
