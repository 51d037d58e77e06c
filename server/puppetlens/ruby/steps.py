"""The statements of a body in the order in which Ruby would perform them.

Names that are given literals are followed, `[:a, :b].each do |name| ... end` is repeated for each element, both
branches of a condition are gone through. So `newparam(name)` in such a loop is two calls with known names. Bodies of
methods are not entered, nor are other blocks: who reads a call decides about its block.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tree_sitter import Node

from .source import Source, inside, text_of
from .values import NOT_KNOWN, Evaluator, Value, key_of

#: How many steps are followed in a file, and how deep bodies may nest.
MOST_STEPS = 20_000
_DEEPEST = 40

_BRANCHES = frozenset(
    (
        "if",
        "unless",
        "elsif",
        "else",
        "then",
        "case",
        "when",
        "if_modifier",
        "unless_modifier",
        "begin",
        "rescue",
        "ensure",
    )
)
_SEQUENCES = frozenset(("parenthesized_statements", "body_statement", "begin_block"))


class Step(NamedTuple):
    """One statement: a call where `method` is not empty, else whatever `node` is.

    `receiver` is the text before the dot. `options` are the pairs among the arguments (or the hash behind them) by the
    text of their keys. `names` is what names stand for by now. `sure` is False in a branch that may not be taken.
    """

    node: Node
    method: str
    receiver: str
    arguments: tuple[Node, ...]
    options: Mapping[str, Node]
    block: Node | None
    names: Mapping[str, Value]
    sure: bool

    @property
    def first(self) -> Node | None:
        return self.arguments[0] if self.arguments else None


class Steps:
    """Follows the statements of one file."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.read = Evaluator(source)
        self.left = MOST_STEPS
        #: The right sides of the assignments so far, by the name on the left.
        self.assigned: dict[str, Node] = {}

    @property
    def cut_off(self) -> bool:
        """Whether the file has more steps than are followed."""
        return self.left <= 0

    def of(self, body: Node | None, names: Mapping[str, Value] | None = None, sure: bool = True) -> Iterator[Step]:
        """The steps of a block, a method's body, or a whole file."""
        yield from self._perform(inside(body), dict(names or {}), sure, 0)

    def single(self, node: Node, names: Mapping[str, Value], sure: bool) -> Iterator[Step]:
        """The steps of one statement."""
        yield from self._perform([node], dict(names), sure, 0)

    def _perform(self, nodes: list[Node], names: dict[str, Value], sure: bool, depth: int) -> Iterator[Step]:
        for node in nodes:
            if self.left <= 0 or depth > _DEEPEST:
                self.left = 0
                return
            self.left -= 1
            if node.type in _SEQUENCES or node.type == "begin":
                yield from self._perform(inside(node), names, sure, depth + 1)
            elif node.type in _BRANCHES:
                yield from self._branch(node, names, depth)
            elif node.type in ("assignment", "operator_assignment"):
                self._assign(node, names, sure)
                yield Step(node, "", "", (), {}, None, names, sure)
            else:
                step = self._step(node, names, sure)
                elements = self._elements(step)
                if elements is None:
                    _forget_changed(step, names)
                    yield step
                    continue
                for element in elements:
                    bound = {**names, **self._bound(step.block, element)}
                    yield from self._perform(inside(step.block), bound, sure, depth + 1)

    def _branch(self, node: Node, names: dict[str, Value], depth: int) -> Iterator[Step]:
        skipped = [node.child_by_field_name(each) for each in ("condition", "value", "pattern", "exceptions")]
        children = [child for child in inside(node) if child not in skipped]
        yield from self._perform(children, names, False, depth + 1)

    def _assign(self, node: Node, names: dict[str, Value], sure: bool) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None:
            return
        name = text_of(left)
        if right is not None:
            self.assigned[name] = right
        if left.type == "element_reference":
            name = text_of(left).partition("[")[0]
        elif left.type == "left_assignment_list":
            names.update((text_of(each), NOT_KNOWN) for each in left.named_children)
            return
        value = self.read.value(right, names) if sure and left.type != "element_reference" else NOT_KNOWN
        if node.type == "operator_assignment":
            operator = node.child_by_field_name("operator")
            old = names.get(name, NOT_KNOWN)
            added = operator is not None and text_of(operator) == "+=" and isinstance(old, str)
            value = self.read.value(right, names) if added and sure else NOT_KNOWN
            value = f"{old}{value}" if isinstance(value, str) else NOT_KNOWN
        names[name] = value

    def _step(self, node: Node, names: Mapping[str, Value], sure: bool) -> Step:
        if node.type == "identifier":  # a call without arguments
            return Step(node, text_of(node), "", (), {}, None, names, sure)
        method = node.child_by_field_name("method") if node.type == "call" else None
        if method is None:
            return Step(node, "", "", (), {}, None, names, sure)
        receiver = node.child_by_field_name("receiver")
        given = inside(node.child_by_field_name("arguments"))
        options: dict[str, Node] = {}
        positional: list[Node] = []
        for each in given:
            pairs = inside(each) if each.type == "hash" and each is given[-1] else [each]
            named = {key: value for pair in pairs for key, value in self._pair(pair, names)}
            options |= named
            if not named:
                positional.append(each)
        before = "" if receiver is None else text_of(receiver)
        block = node.child_by_field_name("block")
        return Step(node, text_of(method), before, tuple(positional), options, block, names, sure)

    def pairs(self, node: Node | None, names: Mapping[str, Value]) -> Mapping[str, Node]:
        """The values of a hash that is written out, by the text of their keys."""
        pairs = inside(node) if node is not None and node.type == "hash" else []
        return {key: value for pair in pairs for key, value in self._pair(pair, names)}

    def resolved(self, node: Node | None) -> Node | None:
        """What a name was assigned, `.freeze` or not; other expressions are themselves."""
        for _ in range(4):
            if node is not None and node.type in ("identifier", "constant"):
                node = self.assigned.get(text_of(node))
            elif node is not None and node.type == "call" and text_of(node).endswith(".freeze"):
                node = node.child_by_field_name("receiver")
        return node

    def _pair(self, pair: Node, names: Mapping[str, Value]) -> Iterator[tuple[str, Node]]:
        key, value = key_of(self.read, pair, names), pair.child_by_field_name("value")
        if key is not None and value is not None:
            yield str(key), value

    def _elements(self, step: Step) -> list[Value] | None:
        """What a loop goes over, where that is known."""
        if step.method != "each" or step.block is None:
            return None
        receiver = self.read.value(step.node.child_by_field_name("receiver"), step.names)
        if isinstance(receiver, dict):
            return [[key, value] for key, value in receiver.items()]
        return receiver if isinstance(receiver, list) else None

    def _bound(self, block: Node | None, element: Value) -> Mapping[str, Value]:
        """What the parameters of a loop's block stand for."""
        parameters = block.child_by_field_name("parameters") if block is not None else None
        named = [text_of(each) for each in inside(parameters)]
        if len(named) == 1:
            return {named[0]: element}
        parts = element if isinstance(element, list) else [element]
        return {name: parts[at] if at < len(parts) else None for at, name in enumerate(named)}


def _forget_changed(step: Step, names: dict[str, Value]) -> None:
    """`x << 1`, `x.push(1)`, `x.merge!(y)`: `x` is not what it was."""
    if step.node.type == "binary":
        left = step.node.child_by_field_name("left")
        name = text_of(left) if left is not None else ""
    else:
        name = step.receiver
    if name in names:
        names[name] = NOT_KNOWN
