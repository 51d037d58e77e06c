"""Types and values as Puppet writes them in its own syntax."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .aliases import BUILTIN_ALIASES
from .infer import infer
from .regex import escaped_slashes
from .ruby_number import float_text
from .type import Type
from .values import DEFAULT, Hash, Regexp, Sensitive, Value

if TYPE_CHECKING:
    from .aliases import AliasType
    from .type_set import TypeSetType


class Renderer:
    """Writes types and the values in their brackets.

    `expanded` writes the meaning of aliases with their names. With an `indent`, hashes and long arrays take
    several lines. `type_set` is the one whose members are written by their short names.
    """

    def __init__(self, expanded: bool = False, indent: int | None = None, type_set: TypeSetType | None = None) -> None:
        self.expanded = expanded
        self.indent = indent
        self.type_set = type_set
        self._open: set[str] = set()

    def type(self, type_: Type) -> str:
        return type_.render(self)

    def alias(self, alias: AliasType) -> str:
        if self.type_set is not None:
            short = self.type_set.name_for(alias)
            return self.type(alias.type) if self.expanded and short and "::" not in short else short or alias.name
        if not self.expanded or alias.name in BUILTIN_ALIASES or alias.name in self._open:
            return alias.name
        if not alias.recursive:
            return f"{alias.name} = {self.type(alias.type)}"
        self._open.add(alias.name)
        try:
            return f"{alias.name} = {self.type(alias.type)}"
        finally:
            self._open.discard(alias.name)

    def value(self, value: Value) -> str:
        if isinstance(value, str):
            return quoted(value)
        if isinstance(value, Type):
            return self.type(value)
        if isinstance(value, tuple):
            return self.array(value)
        if isinstance(value, Hash):
            return self.entries((self.value(key), element) for key, element in value.pairs())
        plain = plain_text(value)
        if plain is not None:
            return plain
        render = getattr(value, "render", None)
        if render is not None:
            return str(render(self))
        if isinstance(value, Sensitive):
            return f"Instance of {self.type(infer(value))}"
        return quoted(str(value))

    def name_of(self, type_: Type, name: str) -> str:
        """The name of an Object type: the short one inside its type set."""
        return (self.type_set.name_for(type_) if self.type_set is not None else None) or name

    def shows_name_of(self, type_: Type) -> bool:
        return self.type_set is None or self.type_set.name_for(type_) is None

    def definition(self, definition: Hash) -> str:
        """The definition of an Object type; inside it other types are written by name."""
        self.expanded = False
        try:
            return self.entries((key, self._part(key, value)) for key, value in definition.pairs())
        finally:
            self.expanded = True

    def _part(self, key: str, value: Value) -> Shown:
        if key in ("attributes", "functions"):
            return Shown(self.entries((quoted(name), self._member(each)) for name, each in value.pairs()))
        return Shown(self.value(value))

    def _member(self, member: Value) -> Shown:
        if not isinstance(member, Hash):
            return Shown(self.value(member))
        return Shown(
            self.entries(
                (key, Shown(each) if key == "kind" else Shown(self.value(each))) for key, each in member.pairs()
            )
        )

    def type_set_definition(self, type_set: TypeSetType, entries: list[tuple[str, Value]]) -> str:
        shown = []
        for key, value in entries:
            if key == "types":
                outer, self.type_set = self.type_set, type_set
                try:
                    value = Shown(self.entries((name, Shown(self.value(each))) for name, each in value.pairs()))
                finally:
                    self.type_set = outer
            elif key == "references":
                value = Shown(self.entries((name, Shown(self.value(each))) for name, each in value.pairs()))
            shown.append((key, value))
        return self.entries(shown)

    def array(self, values: tuple[Value, ...]) -> str:
        if self.indent is None or self._short(values):
            return f"[{', '.join(map(self.value, values))}]"
        self.indent += 1
        lines = [self.newline() + self.value(value) for value in values]
        self.indent -= 1
        return f"[{','.join(lines)}{self.newline()}]"

    def _short(self, values: tuple[Value, ...]) -> bool:
        assert self.indent is not None
        return not values or 100 - self.indent * 2 > sum(map(_width, values))

    def entries(self, entries: Iterable[tuple[str, Value]]) -> str:
        """A hash of keys that are text already and of values, or of types' texts."""
        if self.indent is not None:
            self.indent += 1
        shown = []
        for key, value in entries:
            start = "" if self.indent is None else self.newline()
            shown.append(f"{start}{key} => {value if isinstance(value, Shown) else self.value(value)}")
        if self.indent is None:
            return f"{{{', '.join(shown)}}}"
        self.indent -= 1
        return f"{{{','.join(shown)}{self.newline()}}}"

    def newline(self) -> str:
        assert self.indent is not None
        return "\n" + "  " * self.indent


class Shown(str):
    """Text that is written already."""

    __slots__ = ()


def _width(value: Value) -> int:
    if isinstance(value, str):
        return 2 + len(value)
    if isinstance(value, (tuple, Hash)):
        return 1000 if value else 2
    if value is None:
        return 3
    if value is DEFAULT:
        return len(":default")
    plain = plain_text(value) if isinstance(value, (bool, int, float)) else None
    return 1000 if plain is None else len(plain)


def plain_text(value: Value) -> str | None:
    """A value without structure, but strings; None for others."""
    if value is None:
        return "undef"
    if value is DEFAULT:
        return "default"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return float_text(value)
    return regexp_literal(value) if isinstance(value, Regexp) else None


def regexp_literal(value: Regexp) -> str:
    """Between slashes; what is not ASCII makes Puppet write the options out."""
    return f"/(?-mix:{value.source})/" if not value.source.isascii() else f"/{escaped_slashes(value.source)}/"


def quoted(text: str) -> str:
    """A string literal: in single quotes unless it holds a control character."""
    if any(char < " " for char in text):
        return double_quoted(text)
    shown, escaped = [], False
    for char in text:
        if escaped:
            shown.append("\\" + char)
            escaped = False
        elif char == "'":
            shown.append("\\'")
        elif char == "\\":
            escaped = True
        else:
            shown.append(char)
    return f"'{''.join(shown)}{chr(92) if escaped else ''}'"


_ESCAPES = {"\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"', "$": "\\$", "\\": "\\\\"}


def double_quoted(text: str) -> str:
    shown = (_ESCAPES.get(char) or (f"\\u{{{ord(char):X}}}" if char < " " else char) for char in text)
    return f'"{"".join(shown)}"'
