"""YAML as Ruby's Psych reads it with `YAML.safe_load(text, permitted_classes: [Symbol], aliases: true)`.

Syntax errors are libyaml's own, which is the parser below both Psych and PyYAML's C loader. What a plain
scalar means is Psych's alone (psych_scalar.py): `0644` is 420, `12:30:45` a number, `no` false, `:name` a symbol, a
date an error.
"""

from __future__ import annotations

import base64
import math
import re
from collections.abc import Callable
from typing import Any, Final

import yaml
from yaml.events import AliasEvent, MappingEndEvent, ScalarEvent, SequenceEndEvent, SequenceStartEvent

from ..base.position import Text
from ..base.span import Span
from .node import Mapping, Node, Scalar, Sequence, Symbol
from .psych_scalar import DATE, TIME, Resolved, YamlError, resolve_scalar

__all__ = ["Alias", "YamlError", "parse", "parse_as_written"]

_Loader: Final[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


#: Values of a document, each counted as often as aliases repeat it.
_MOST_NODES: Final = 10_000_000
#: Collections in each other.
_DEEPEST: Final = 3_000
#: A block scalar whose header says that the blank lines behind it are part of it.
_KEEPS: Final = re.compile(rb"[^\n]*?[|>]\d?\+")
_BLOCK_STYLES: Final = frozenset("|>")
_STARTS_OF_DATES: Final = frozenset("-0123456789")


class Alias(Node, frozen=True, eq=False):
    """`*name`, in a document that is read as it is written."""

    target: Node


def parse(text: str | bytes, path: str = "<unknown>") -> Node | None:
    """The first document of a text, or None where it has none; raises `YamlError`."""
    return _parse(Text(text), path, as_written=False)


def parse_as_written(text: Text) -> Node | None:
    """The same with an `Alias` where one stands and with merge keys as entries, for those who change the text."""
    return _parse(text, "<unknown>", as_written=True)


def _parse(text: Text, path: str, *, as_written: bool) -> Node | None:
    if text.not_utf_8 is not None:
        fault = YamlError(f"({path}): {_octet_fault(text.data[text.not_utf_8 :])} at line 1 column 1")
        fault.span = Span(text.not_utf_8, text.not_utf_8 + 1)
        raise fault
    composer = _Composer(text, path, as_written=as_written)
    try:
        return composer.document()
    except yaml.YAMLError as error:
        fault = YamlError(_syntax_message(error, path))
        fault.span = composer.rest_of_line(_problem(error, text, composer.begun))
        raise fault from None


def _problem(error: yaml.YAMLError, text: Text, before: int) -> int:
    """The character where a person looks for a fault of syntax; `before` is where the node before it begins.

    Of a quote or a bracket that nothing closes, and of a key without its colon, that is where it begins; so it is of a
    quote that another one closes, lines further down. Else it is where libyaml could not go on.
    """
    if not isinstance(error, yaml.MarkedYAMLError):
        return 0
    begun, stopped, context = error.context_mark, error.problem_mark, error.context or ""
    mark = stopped or begun
    if begun is not None and ("quoted" in context or "simple key" in context):
        mark = begun
    elif begun is not None and stopped is not None and "flow" in context and stopped.line > begun.line:
        lines = text.characters.split("\n")
        indents = [len(line) - len(line.lstrip(" ")) for line in (lines[begun.line], (*lines, "")[stopped.line])]
        mark = begun if indents[1] <= indents[0] else stopped
    if stopped is not None and mark is stopped and _is_text_of_lines(text.characters[before : stopped.index]):
        return before
    return int(mark.index) if mark is not None else 0


def _is_text_of_lines(text: str) -> bool:
    """Whether it is in quotes, and closed in another line, in which more follows."""
    return text[:1] in ("'", '"') and "\n" in text.rstrip()


def _syntax_message(error: yaml.YAMLError, path: str) -> str:
    """Psych's sentence, which names the place where the context began and not where the problem is."""
    if not isinstance(error, yaml.MarkedYAMLError):
        return f"({path}): {getattr(error, 'reason', error)} at line 1 column 1"
    mark = error.context_mark
    if mark is None and isinstance(error, yaml.scanner.ScannerError):
        mark = error.problem_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    what = " ".join(part for part in (error.problem, error.context) if part)
    return f"({path}): {what} at line {line} column {column}"


def _octet_fault(data: bytes) -> str:
    """What libyaml says of the first bytes that are no UTF-8."""
    lead = data[0]
    width = 2 if lead & 0xE0 == 0xC0 else 3 if lead & 0xF0 == 0xE0 else 4 if lead & 0xF8 == 0xF0 else 0
    if width == 0:
        return "invalid leading UTF-8 octet"
    if width > len(data):
        return "incomplete UTF-8 octet sequence"
    if any(octet & 0xC0 != 0x80 for octet in data[1:width]):
        return "invalid trailing UTF-8 octet"
    value = lead & (0x7F >> width)
    for octet in data[1:width]:
        value = value << 6 | octet & 0x3F
    if value < (0x80, 0x800, 0x10000)[width - 2]:
        return "invalid length of a UTF-8 sequence"
    return "invalid Unicode character"


class _Composer:
    def __init__(self, text: Text, path: str, *, as_written: bool) -> None:
        self._text = text
        self._path = path
        self._as_written = as_written
        self._next: Final[Callable[[], Any]] = _Loader(text.characters).get_event
        #: libyaml does not count a byte order mark
        self._skipped = int(text.characters.startswith("\ufeff"))
        self._is_ascii = text.is_ascii
        #: where the node that was read last ends
        self._end = 0
        #: The nodes with a name, and how many they are with all in them.
        self._anchors: dict[str, tuple[Node, int]] = {}
        #: where the node begins that was begun last
        self.begun = 0
        self._nodes = 0
        self._depth = 0

    def document(self) -> Node | None:
        while (event := self._next()) is not None:
            if isinstance(event, yaml.DocumentStartEvent):
                return self._whole()
        return None

    def _whole(self) -> Node:
        """Psych makes values of a document when it has read all of it: faults of syntax come first."""
        try:
            node = self._node(self._next())
        except YamlError as fault:
            fault.span = self.rest_of_line(self.begun)
            while not isinstance(self._next(), yaml.DocumentEndEvent):
                pass
            raise
        self._next()
        return node

    def _offset(self, index: int) -> int:
        return index if self._is_ascii else self._text.offset_of_character(index + self._skipped)

    def rest_of_line(self, index: int) -> Span:
        """From a character to the end of its line, a comment behind it too."""
        start = self._offset(index)
        return Span(start, start + len(self._text.data[start:].partition(b"\n")[0].rstrip()))

    def _node(self, event: Any) -> Node:
        before = self._nodes
        self._nodes += 1
        mark, kind = event.start_mark, type(event)
        self.begun = mark.index
        line, column = mark.line + 1, mark.column + 1
        start = mark.index if self._is_ascii else self._offset(mark.index)
        node: Node
        if kind is ScalarEvent:
            end = event.end_mark.index
            self._end = end = end if self._is_ascii else self._offset(end)
            if event.style in _BLOCK_STYLES:
                self._end = end = self._without_blank_lines(start, end)
            node = Scalar(line, column, start, end, self._scalar(event))
        elif kind is AliasEvent:
            if event.anchor not in self._anchors:
                raise YamlError(f"Unknown alias: {event.anchor}")
            node, size = self._anchors[event.anchor]
            self._count(size)
            self._end = self._offset(event.end_mark.index)
            return Alias(line, column, start, self._end, node) if self._as_written else node
        elif kind is SequenceStartEvent:
            node = self._sequence(event, line, column, start)
        else:
            node = self._mapping(event, line, column, start)
        if event.anchor is not None:
            self._anchors[event.anchor] = node, self._nodes - before
        return node

    def _without_blank_lines(self, start: int, end: int) -> int:
        """The end of a block scalar; libyaml goes on to the next line that is not blank."""
        data = self._text.data
        last = start + len(data[start:end].rstrip(b"\r\n"))
        if last == end or _KEEPS.match(data, start):
            return end
        return last + (2 if data.startswith(b"\r\n", last) else 1)

    def _count(self, nodes: int) -> None:
        """Aliases of aliases can stand for more than any memory holds."""
        self._nodes += nodes
        if self._nodes > _MOST_NODES:
            raise YamlError(f"({self._path}): its aliases stand for more than {_MOST_NODES} values")

    def _collection_end(self, event: Any) -> int:
        """That of the closing bracket; a collection without brackets ends with its last child."""
        if event.end_mark.index > event.start_mark.index:
            self._end = self._offset(event.end_mark.index)
        return self._end

    def _enter(self) -> None:
        """Ruby's stack ends where ours would; libyaml looks at all open brackets for each token, so not too late."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise RecursionError

    def _sequence(self, event: Any, line: int, column: int, start: int) -> Sequence | Mapping:
        self._enter()
        self._refuse_class(event.tag, _CLASS_OF_SEQUENCE)
        ordered_map = event.tag in _ORDERED_MAP and not self._as_written
        items = []
        following = self._next
        while type(event := following()) is not SequenceEndEvent:
            items.append(self._node(event))
        self._depth -= 1
        end = self._collection_end(event)
        if ordered_map:
            pairs = (pair for item in items if isinstance(item, Mapping) for pair in item.entries[:1])
            return Mapping(line, column, start, end, tuple(pairs))
        return Sequence(line, column, start, end, tuple(items))

    def _mapping(self, event: Any, line: int, column: int, start: int) -> Mapping:
        self._enter()
        if event.tag is not None:
            self._refuse_class(event.tag, _CLASS_OF_MAPPING)
            if event.tag in ("!set", "tag:yaml.org,2002:set", *_ORDERED_MAP):
                self._disallow("Psych::Omap" if event.tag in _ORDERED_MAP else "Psych::Set")
        entries: list[tuple[Node, Node]] = []
        following = self._next
        while type(event := following()) is not MappingEndEvent:
            key = self._node(event)
            value = self._node(following())
            if type(key) is Scalar and key.value == "<<" and not self._as_written:
                entries.extend(_merged(key, value))
            else:
                entries.append((key, value))
        self._depth -= 1
        return Mapping(line, column, start, self._collection_end(event), tuple(entries))

    def _scalar(self, event: Any) -> Resolved:
        text: str = event.value
        tag: str | None = event.tag
        if event.implicit[1]:
            return text
        if tag is None:
            return self._resolve(text)
        if tag in ("!binary", "tag:yaml.org,2002:binary"):
            return _unpack_base64(text)
        if tag in ("!str", "tag:yaml.org,2002:str", "!ruby/string"):
            return text
        if tag in ("!float", "tag:yaml.org,2002:float"):
            return _to_float(self._resolve(text))
        if re.match(r"!ruby/sym(bol)?", tag):
            return Symbol(text)
        if tag in ("!ruby/class", "!ruby/module"):
            self._disallow(text)
        self._refuse_class(tag, _CLASS_OF_SCALAR)
        return self._resolve(text)

    def _resolve(self, text: str) -> Resolved:
        if text[:1] in _STARTS_OF_DATES:
            if TIME.match(text):
                self._disallow("Time")
            if DATE.match(text):
                self._disallow("Date")
        return resolve_scalar(text)

    def _refuse_class(self, tag: str | None, pattern: re.Pattern[str]) -> None:
        """Ruby objects are never made; Psych names the class it was asked for."""
        match = pattern.fullmatch(tag) if tag is not None and tag not in _HARMLESS else None
        if match is not None:
            groups = match.groupdict()
            self._disallow(groups.get("name") or groups.get("named") or _CLASS_OF_KIND[match["kind"]])

    def _disallow(self, name: str) -> None:
        raise YamlError(f"({self._path}): Tried to load unspecified class: {name}")


#: Tags that name a Ruby class, by what stands behind them; elsewhere Psych passes over them.
_CLASS_OF_SEQUENCE: Final = re.compile(r"!(?:ruby/array|seq):(?P<name>.+)")
_CLASS_OF_MAPPING: Final = re.compile(
    r"!ruby/(?P<kind>object|struct|exception|range)(?::(?P<name>.+))?"
    r"|!(?:ruby/(?:hash|hash-with-ivars|array|string)|map):(?P<named>.+)"
)
_CLASS_OF_SCALAR: Final = re.compile(
    r"!ruby/object:(?P<name>Complex|Rational|DateTime|BigDecimal)|!ruby/(?P<kind>regexp|range)"
    r"|!(?:ruby/string|str):(?P<named>.+)"
)
_CLASS_OF_KIND: Final = {
    "object": "Object",
    "struct": "Struct",
    "exception": "Exception",
    "range": "Range",
    "regexp": "Regexp",
}
_HARMLESS: Final = frozenset(("!ruby/object:Hash",))
_ORDERED_MAP: Final = ("!omap", "tag:yaml.org,2002:omap")


def _to_float(value: Resolved) -> float:
    if isinstance(value, str):
        if re.fullmatch(r"[-+]?\d+(_\d+)*(\.\d+)?([eE][-+]?\d+)?", value, re.ASCII):
            return float(value)
        raise YamlError(f'invalid value for Float(): "{value}"')
    if value is None or isinstance(value, (bool, Symbol)):
        name = "Symbol" if isinstance(value, Symbol) else "nil" if value is None else str(value).lower()
        raise YamlError(f"can't convert {name} into Float")
    try:
        return float(value)
    except OverflowError:  # as Ruby's Float()
        return math.inf if value > 0 else -math.inf


def _merged(key: Node, value: Node) -> tuple[tuple[Node, Node], ...]:
    """The entries that a merge key stands for; as in Psych a merge wins over the keys before it."""
    if isinstance(value, Mapping):
        return value.entries
    if isinstance(value, Sequence) and all(isinstance(item, Mapping) for item in value.items):
        entries: list[tuple[Node, Node]] = []
        for item in reversed(value.items):
            assert isinstance(item, Mapping)
            entries.extend(item.entries)
        return tuple(entries)
    return ((key, value),)


def _unpack_base64(text: str) -> str:
    """Ruby's `unpack('m')`: what is no base64 is skipped."""
    letters = re.sub(r"[^A-Za-z0-9+/]", "", text.split("=")[0])
    letters = letters[: len(letters) - (len(letters) % 4 == 1)]
    return base64.b64decode(letters + "=" * (-len(letters) % 4)).decode("utf-8", "replace")
