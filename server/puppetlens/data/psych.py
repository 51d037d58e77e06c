"""YAML as Ruby's Psych reads it with `YAML.safe_load(text, permitted_classes: [Symbol], aliases: true)`.

Syntax errors are libyaml's own, which is the parser below both Psych and PyYAML's C loader. What a plain
scalar means is Psych's alone (`ScalarScanner` of Psych 4): `0644` is 420, `12:30:45` a number, `no` false,
`:name` a symbol, a date an error. Every node keeps the line and column where it starts.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec
import yaml

_Loader: Final[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


#: Values of a document, each counted as often as aliases repeat it.
_MOST_NODES: Final = 10_000_000


class YamlError(Exception):
    """YAML that Puppet refuses; the message is the one that `Puppet::Util::Yaml` raises."""


class Symbol(msgspec.Struct, frozen=True):
    """A Ruby symbol, which Puppet turns into a string where it is a key and refuses elsewhere."""

    name: str


class Node(msgspec.Struct, frozen=True, eq=False):
    """A node of a document; `line` and `column` count from 1, columns in code points."""

    line: int
    column: int


class Scalar(Node, frozen=True, eq=False):
    value: bool | int | float | str | Symbol | None


class Sequence(Node, frozen=True, eq=False):
    items: tuple[Node, ...]


class Mapping(Node, frozen=True, eq=False):
    """The entries as written, duplicates and all, with merge keys (`<<`) already replaced."""

    entries: tuple[tuple[Node, Node], ...]


def parse(text: str | bytes, path: str = "<unknown>") -> Node | None:
    """The first document of a text, or None where it has none; raises `YamlError`."""
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            raise YamlError(f"({path}): {_octet_fault(error.object[error.start :])} at line 1 column 1") from None
    try:
        return _Composer(yaml.parse(text, Loader=_Loader), path).document()
    except yaml.YAMLError as error:
        raise YamlError(_syntax_message(error, path)) from None


def to_data(node: Node | None) -> Any:
    """A document as JSON data: keys become strings, as Ruby's `to_s` makes them, symbols too."""
    if isinstance(node, Scalar):
        return node.value.name if isinstance(node.value, Symbol) else node.value
    if isinstance(node, Sequence):
        return [to_data(item) for item in node.items]
    if isinstance(node, Mapping):
        return {_key_text(to_data(key)): to_data(value) for key, value in node.entries}
    return None


def _key_text(key: Any) -> str:
    return "" if key is None else str(key).lower() if isinstance(key, bool) else str(key)


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
    def __init__(self, events: Iterator[Any], path: str) -> None:
        self._events = events
        self._path = path
        #: The nodes with a name, and how many they are with all in them.
        self._anchors: dict[str, tuple[Node, int]] = {}
        self._nodes = 0

    def document(self) -> Node | None:
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                return self._whole()
        return None

    def _whole(self) -> Node:
        """Psych makes values of a document when it has read all of it: faults of syntax come first."""
        try:
            node = self._node(next(self._events))
        except YamlError:
            while not isinstance(next(self._events), yaml.DocumentEndEvent):
                pass
            raise
        next(self._events)
        return node

    def _node(self, event: Any) -> Node:
        before = self._nodes
        self._count(1)
        mark = event.start_mark
        line, column = mark.line + 1, mark.column + 1
        node: Node
        if isinstance(event, yaml.ScalarEvent):
            node = Scalar(line, column, self._scalar(event))
        elif isinstance(event, yaml.AliasEvent):
            if event.anchor not in self._anchors:
                raise YamlError(f"Unknown alias: {event.anchor}")
            node, size = self._anchors[event.anchor]
            self._count(size)
            return node
        elif isinstance(event, yaml.SequenceStartEvent):
            node = self._sequence(event, line, column)
        else:
            node = self._mapping(event, line, column)
        if event.anchor is not None:
            self._anchors[event.anchor] = node, self._nodes - before
        return node

    def _count(self, nodes: int) -> None:
        """Aliases of aliases can stand for more than any memory holds."""
        self._nodes += nodes
        if self._nodes > _MOST_NODES:
            raise YamlError(f"({self._path}): its aliases stand for more than {_MOST_NODES} values")

    def _sequence(self, event: Any, line: int, column: int) -> Sequence | Mapping:
        self._refuse_class(event.tag, _CLASS_OF_SEQUENCE)
        ordered_map = event.tag in _ORDERED_MAP
        items = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            items.append(self._node(event))
        if ordered_map:
            pairs = (pair for item in items if isinstance(item, Mapping) for pair in item.entries[:1])
            return Mapping(line, column, tuple(pairs))
        return Sequence(line, column, tuple(items))

    def _mapping(self, event: Any, line: int, column: int) -> Mapping:
        self._refuse_class(event.tag, _CLASS_OF_MAPPING)
        if event.tag in ("!set", "tag:yaml.org,2002:set", *_ORDERED_MAP):
            self._disallow("Psych::Omap" if event.tag in _ORDERED_MAP else "Psych::Set")
        entries: list[tuple[Node, Node]] = []
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key = self._node(event)
            value_event = next(self._events)
            value = self._node(value_event)
            if isinstance(key, Scalar) and key.value == "<<":
                entries.extend(_merged(key, value))
            else:
                entries.append((key, value))
        return Mapping(line, column, tuple(entries))

    def _scalar(self, event: Any) -> bool | int | float | str | Symbol | None:
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

    def _resolve(self, text: str) -> bool | int | float | str | Symbol | None:
        if _TIME.match(text):
            self._disallow("Time")
        if _DATE.match(text):
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


def _to_float(value: bool | int | float | str | Symbol | None) -> float:
    if isinstance(value, str):
        if re.fullmatch(r"[-+]?\d+(_\d+)*(\.\d+)?([eE][-+]?\d+)?", value, re.ASCII):
            return float(value)
        raise YamlError(f'invalid value for Float(): "{value}"')
    if value is None or isinstance(value, (bool, Symbol)):
        name = "Symbol" if isinstance(value, Symbol) else "nil" if value is None else str(value).lower()
        raise YamlError(f"can't convert {name} into Float")
    return float(value)


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


# What a plain scalar means --------------------------------------------------------------------------

_WORD = re.compile(r"[^\d.:-]?[^\W\d_]|[^\d.:-]?[_\s!@#$%^&*(){}<>|/\\~;=]")
_TIME = re.compile(
    r"-?\d{4}-\d{1,2}-\d{1,2}(?:[Tt]|\s+)\d{1,2}:\d\d:\d\d(?:\.\d*)?(?:\s*(?:Z|[-+]\d{1,2}:?(?:\d\d)?))?\Z",
    re.ASCII,
)
_DATE = re.compile(r"\d{4}-(?:1[012]|0\d|\d)-(?:[12]\d|3[01]|0\d|\d)\Z", re.ASCII)
_BASE_60 = re.compile(r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9]){1,2}\Z")
_BASE_60_FLOAT = re.compile(r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9]){1,2}\.[0-9_]*\Z")
# Hours, minutes, seconds; two parts are hours and minutes.
_PLACES: Final = (3600, 60, 1)
_FLOAT = re.compile(r"[-+]?(?:[0-9][0-9_,]*)?\.[0-9]*(?:[eE][-+][0-9]+)?\Z")
_INTEGER = re.compile(
    r"(?:(?P<two>[-+]?0b[0-1_,]+)|(?P<eight>[-+]?0[0-7_,]+)"
    r"|(?P<ten>[-+]?(?:0|[1-9](?:[0-9]|,[0-9]|_[0-9])*))|(?P<sixteen>[-+]?0x[0-9a-fA-F_,]+))\Z"
)
_KEYWORDS: Final[dict[str, bool | None]] = {
    "~": None,
    "null": None,
    "yes": True,
    "true": True,
    "on": True,
    "no": False,
    "false": False,
    "off": False,
}


def resolve_scalar(text: str) -> bool | int | float | str | Symbol | None:
    """What Psych makes of a plain scalar; dates and times are not its business."""
    if not text:
        return None
    if _WORD.match(text) or "\n" in text:
        return _KEYWORDS.get(text.lower(), text) if len(text) <= 5 else text
    lower = text.lower()
    if lower in (".inf", "+.inf"):
        return float("inf")
    if lower == "-.inf":
        return float("-inf")
    if lower == ".nan":
        return float("nan")
    if len(text) > 1 and text[0] == ":":
        quoted = re.match(r"""^:(["'])(.*)\1""", text)
        return Symbol((quoted[2] if quoted else text).removeprefix(":"))
    return _number(text)


def _number(text: str) -> int | float | str:
    if _BASE_60.match(text):
        return sum(_ruby_int(part) * _PLACES[at] for at, part in enumerate(text.split(":")))
    if _BASE_60_FLOAT.match(text):
        parts = text.replace("_", "").split(":")
        return sum(float(part) * _PLACES[at] for at, part in enumerate(parts))
    if _FLOAT.match(text):
        if text in (".", "+.", "-."):
            return text
        return float(re.sub(r"[,_]|\.([Ee]|$)", r"\1", text))
    match = _INTEGER.match(text)
    if not match:
        return text
    digits = re.sub("[,_]", "", text)
    base = {"two": 2, "eight": 8, "ten": 10, "sixteen": 16}[match.lastgroup or "ten"]
    if digits.lower().lstrip("+-") in ("", "0b", "0x"):
        raise YamlError(f'invalid value for Integer(): "{digits}"')
    return int(digits, base)


def _ruby_int(text: str) -> int:
    return int(text.replace("_", ""))


def data_text(data: object) -> str:
    """YAML of JSON data, without the marks of a document."""
    text: str = yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=1 << 20)
    return text.removesuffix("...\n").rstrip("\n")
