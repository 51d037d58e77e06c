"""What literals are, and names that are bound to literals. Whatever Ruby would have to compute is `NOT_KNOWN`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, TypeAlias

from tree_sitter import Node

from .source import Source, inside, text_of
from .strings import LONGEST, heredoc_text, string_text

#: How deep values may nest.
_DEEPEST = 60


class Symbol(str):
    """`:name`"""

    __slots__ = ()


class Pattern(NamedTuple):
    """A regular expression: its source and those of its options `i`, `m`, `x` that it has."""

    source: str
    options: str

    @property
    def written(self) -> str:
        """The source with its options in it."""
        return f"(?{self.options}:{self.source})" if self.options else self.source

    @property
    def inner(self) -> str:
        """What it is in the middle of another one (Ruby's `to_s`)."""
        off = "".join(option for option in "mix" if option not in self.options)
        return f"(?{self.options}{'-' if off else ''}{off}:{self.source})"


class NotKnown:
    """A value that only Ruby could compute."""

    def __repr__(self) -> str:
        return "NOT_KNOWN"


NOT_KNOWN: Final = NotKnown()

Value: TypeAlias = "str | int | float | bool | list[Value] | dict[str, Value] | Pattern | NotKnown | None"
#: Local variables, constants and instance variables by name.
Names = Mapping[str, Value]


class Evaluator(NamedTuple):
    """Reads the literals of a file."""

    source: Source

    def value(self, node: Node | None, names: Names, depth: int = 0) -> Value:
        """What an expression is."""
        if node is None or depth > _DEEPEST:
            return NOT_KNOWN
        made = _BY_TYPE.get(node.type)
        value = NOT_KNOWN if made is None else made(self, node, names, depth + 1)
        return NOT_KNOWN if isinstance(value, str | list) and len(value) > LONGEST else value

    def text(self, node: Node | None, names: Names) -> str | None:
        """A string or symbol; None for anything else."""
        value = self.value(node, names)
        return str(value) if isinstance(value, str) else None

    def shown(self, node: Node | None, names: Names, depth: int = 0) -> str:
        """A text for people: parts that are not known show as `…`, and all of it may be missing."""
        if node is None or depth > _DEEPEST:
            return ""
        parts: list[Node | None] = []
        match node.type:
            case "string":
                return string_text(node, self._filled(names)) or ""
            case "heredoc_beginning":
                return heredoc_text(self.source, node, self._filled(names), for_people=True) or ""
            case "chained_string":
                parts += inside(node)
            case "binary" if _operator(node) == "+":
                parts += [node.child_by_field_name("left"), node.child_by_field_name("right")]
            case "call" if (receiver := node.child_by_field_name("receiver")) is not None:
                parts.append(receiver)  # `.strip`, `.gsub(...)`: hardly anything of the text
            case "parenthesized_statements" if len(inside(node)) == 1:
                parts += inside(node)
            case _:
                return self.text(node, names) or ""
        return "".join(self.shown(part, names, depth + 1) for part in parts)

    def _filled(self, names: Names) -> Callable[[Node], str]:
        def fill(node: Node) -> str:
            text = self._interpolated(node, names, 0)
            return "…" if text is None else text

        return fill

    def _interpolated(self, node: Node, names: Names, depth: int) -> str | None:
        parts = inside(node)
        return _to_s(self.value(parts[0], names, depth)) if len(parts) == 1 else None


def _to_s(value: Value) -> str | None:
    match value:
        case NotKnown() | list() | dict() | float():
            return None
        case Pattern():
            return value.inner
        case bool():
            return str(value).lower()
        case None:
            return ""
        case _:
            return str(value)


def _joined(between: str, texts: list[str]) -> Value:
    length = sum(map(len, texts)) + len(between) * len(texts)
    return between.join(texts) if length <= LONGEST else NOT_KNOWN


_Maker = Callable[[Evaluator, Node, Names, int], Value]


def _string(read: Evaluator, node: Node, names: Names, depth: int) -> Value:
    text = string_text(node, lambda inner: read._interpolated(inner, names, depth))
    return NOT_KNOWN if text is None else text


def _symbol(read: Evaluator, node: Node, names: Names, depth: int) -> Value:
    text = _string(read, node, names, depth)
    return Symbol(text) if isinstance(text, str) else NOT_KNOWN


def _heredoc(read: Evaluator, node: Node, names: Names, depth: int) -> Value:
    text = heredoc_text(read.source, node, lambda inner: read._interpolated(inner, names, depth))
    return NOT_KNOWN if text is None else text


def _chained(read: Evaluator, node: Node, names: Names, depth: int) -> Value:
    parts = [read.value(child, names, depth) for child in inside(node)]
    texts = [part for part in parts if isinstance(part, str)]
    return _joined("", texts) if len(texts) == len(parts) else NOT_KNOWN


def _array(read: Evaluator, node: Node, names: Names, depth: int) -> Value:
    children = inside(node)
    if any(child.type in ("splat_argument", "pair") for child in children):
        return NOT_KNOWN
    return [read.value(child, names, depth) for child in children]


def _hash(read: Evaluator, node: Node, names: Names, depth: int) -> Value:
    found: dict[str, Value] = {}
    for pair in inside(node):
        key = key_of(read, pair, names, depth)
        if key is None:
            return NOT_KNOWN
        found[key] = read.value(pair.child_by_field_name("value"), names, depth)
    return found


def key_of(read: Evaluator, pair: Node, names: Names, depth: int = 0) -> str | None:
    """The key of a pair where it is a string or a symbol."""
    key = pair.child_by_field_name("key") if pair.type == "pair" else None
    if key is None:
        return None
    if key.type == "hash_key_symbol":
        return Symbol(text_of(key))
    value = read.value(key, names, depth)
    return value if isinstance(value, str) else None


def _regex(read: Evaluator, node: Node, names: Names, depth: int) -> Value:
    parts: list[str] = []
    slashes = text_of(node).startswith("/")
    for child in node.named_children:
        part = read._interpolated(child, names, depth) if child.type == "interpolation" else text_of(child)
        if part is None:
            return NOT_KNOWN
        parts.append("/" if part == "\\/" and slashes else part)
        if sum(map(len, parts)) > LONGEST:
            return NOT_KNOWN
    options = text_of(node.children[-1])[1:] if node.children else ""
    return Pattern("".join(parts), "".join(option for option in options if option in "imx"))


def _number(read: Evaluator, node: Node, names: Names, depth: int) -> Value:
    try:
        text = text_of(node).replace("_", "")
        return int(text) if node.type == "integer" else float(text)
    except ValueError:  # other bases
        return NOT_KNOWN


def _unary(read: Evaluator, node: Node, names: Names, depth: int) -> Value:
    value = read.value(node.child_by_field_name("operand"), names, depth)
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return -value if number and text_of(node).startswith("-") else NOT_KNOWN  # type: ignore[operator]


def _operator(node: Node) -> str:
    operator = node.child_by_field_name("operator")
    return text_of(operator) if operator is not None else ""


def _binary(read: Evaluator, node: Node, names: Names, depth: int) -> Value:
    left = read.value(node.child_by_field_name("left"), names, depth)
    right = read.value(node.child_by_field_name("right"), names, depth)
    if _operator(node) == "+":
        if isinstance(left, list) and isinstance(right, list):
            return left + right
        if isinstance(left, str) and isinstance(right, str) and not isinstance(left, Symbol):
            return left + right
    return NOT_KNOWN


def _name(read: Evaluator, node: Node, names: Names, depth: int) -> Value:
    return names.get(text_of(node), NOT_KNOWN)


def _call(read: Evaluator, node: Node, names: Names, depth: int) -> Value:
    """A method without effects of a value that is known."""
    receiver, method = node.child_by_field_name("receiver"), node.child_by_field_name("method")
    if receiver is None or method is None or node.child_by_field_name("block") is not None:
        return NOT_KNOWN
    given = [read.value(child, names, depth) for child in inside(node.child_by_field_name("arguments"))]
    name = text_of(method)
    if text_of(receiver) == "Regexp" and name == "new" and len(given) == 1:
        first = given[0]
        return Pattern(first, "") if isinstance(first, str) else first if isinstance(first, Pattern) else NOT_KNOWN
    value = read.value(receiver, names, depth)
    if isinstance(value, list) and name == "join" and len(given) < 2:
        texts = [_to_s(each) for each in value]
        known = [text for text in texts if text is not None]
        between = given[0] if given else ""
        return _joined(between, known) if isinstance(between, str) and len(known) == len(texts) else NOT_KNOWN
    method_of = None if given or isinstance(value, NotKnown) else _METHODS.get(name)
    return NOT_KNOWN if method_of is None else method_of(value)


def _parenthesised(read: Evaluator, node: Node, names: Names, depth: int) -> Value:
    parts = inside(node)
    return read.value(parts[0], names, depth) if len(parts) == 1 else NOT_KNOWN


def _of_text(change: Callable[[str], Value]) -> Callable[[Value], Value]:
    return lambda value: change(value) if isinstance(value, str) else NOT_KNOWN


_METHODS: Mapping[str, Callable[[Value], Value]] = {
    "freeze": lambda value: value,
    "dup": lambda value: value,
    "strip": _of_text(lambda text: text.strip(" \t\n\v\f\r\0")),
    "chomp": _of_text(lambda text: text.removesuffix("\n")),
    "to_s": _of_text(str),
    "to_sym": _of_text(Symbol),
    "intern": _of_text(Symbol),
    "keys": lambda value: list(value) if isinstance(value, dict) else NOT_KNOWN,
    "values": lambda value: list(value.values()) if isinstance(value, dict) else NOT_KNOWN,
}

_BY_TYPE: Mapping[str, _Maker] = {
    "string": _string,
    "bare_string": _string,
    "heredoc_beginning": _heredoc,
    "chained_string": _chained,
    "simple_symbol": lambda read, node, names, depth: Symbol(text_of(node)[1:]),
    "delimited_symbol": _symbol,
    "bare_symbol": _symbol,
    "array": _array,
    "string_array": _array,
    "symbol_array": _array,
    "hash": _hash,
    "regex": _regex,
    "integer": _number,
    "float": _number,
    "unary": _unary,
    "true": lambda read, node, names, depth: True,
    "false": lambda read, node, names, depth: False,
    "nil": lambda read, node, names, depth: None,
    "binary": _binary,
    "identifier": _name,
    "constant": _name,
    "instance_variable": _name,
    "call": _call,
    "parenthesized_statements": _parenthesised,
}
