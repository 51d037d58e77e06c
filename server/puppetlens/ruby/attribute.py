"""An attribute of a resource type written in Ruby."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tree_sitter import Node

from ..base.span import Span
from .source import span_of
from .steps import Step, Steps
from .strings import scrubbed
from .values import NotKnown, Pattern, Value

#: What parameters and properties take whose parent is Puppet's own for booleans.
_BOOLEANS = ("true", "false", "yes", "no")
#: Classes that bring neither values nor a default, bar those of booleans.
_KNOWN_PARENTS = frozenset(
    ("Puppet::Parameter", "Puppet::Property", "Puppet::Parameter::Boolean", "Puppet::Property::Boolean",
     "Puppet::Parameter::Path", "Puppet::Property::OrderedList", "Puppet::Property::List", "Puppet::Property::KeyValue")
)  # fmt: skip


class RubyAttribute(NamedTuple):
    """`span` is the declaration, `name_span` the name in it (the word `ensurable`, where that declares it)."""

    name: str
    kind: Literal["property", "parameter"]
    doc: str = ""
    namevar: bool = False
    span: Span = Span(0, 0)
    name_span: Span = Span(0, 0)
    #: The values that are named, then regular expressions as `/.../`; `…` for those that Ruby computes. Anything may
    #: be taken where there are none.
    values: tuple[str, ...] = ()
    #: As it is written in Ruby, None where there is none, `...` where it is computed.
    default: str | None = None
    #: The features that a provider must have.
    features: tuple[str, ...] = ()
    #: The class it inherits from, as written.
    parent: str = ""
    #: A Puppet data type: attributes of the Resource API alone have one.
    type: str | None = None
    #: False where it inherits or includes what is written elsewhere: values and a default may come from there.
    whole: bool = True
    #: False in a branch that may not be taken.
    sure: bool = True


def read_attribute(steps: Steps, step: Step, name: str, kind: Literal["property", "parameter"]) -> RubyAttribute:
    """What `newparam(:name, ...) do ... end`, or `ensurable do ... end` declares."""
    inside_block = _Block(steps)
    for inner in steps.of(step.block, step.names):
        inside_block.take(inner)
    parent = step.options.get("parent")
    parent_name = (parent.text or b"").decode("utf-8", "replace") if parent is not None else ""
    if parent_name.removeprefix("::") == "Puppet::Parameter::Boolean":
        inside_block.values[:0] = _BOOLEANS
    if step.method == "ensurable" and step.block is None:
        inside_block.take_default_values()
    namevar = name == "name" or inside_block.namevar or _is_true(steps, step, "namevar")
    features = steps.read.value(step.options.get("required_features"), step.names)
    return RubyAttribute(
        name,
        kind,
        inside_block.doc,
        namevar and kind == "parameter",
        span_of(step.node),
        span_of(step.first) if step.first is not None else _word(step),
        tuple(sorted(inside_block.values, key=_is_pattern)),
        inside_block.default,
        tuple(_texts(features)),
        parent_name,
        whole=inside_block.whole and (not parent_name or parent_name.removeprefix("::") in _KNOWN_PARENTS),
        sure=step.sure,
    )


def _is_pattern(value: str) -> int:
    return 2 if value == "…" else int(value.startswith("/") and len(value) > 1)


def _word(step: Step) -> Span:
    method = step.node.child_by_field_name("method")
    return span_of(method if method is not None else step.node)


def _is_true(steps: Steps, step: Step, option: str) -> bool:
    """Whether an option is given as anything but false and nil."""
    node = step.options.get(option)
    return node is not None and steps.read.value(node, step.names) not in (False, None)


def _texts(value: Value) -> list[str]:
    values = value if isinstance(value, list) else [value]
    return [str(each) for each in values if isinstance(each, str)]


class _Block:
    """What the statements of an attribute's block say of it."""

    def __init__(self, steps: Steps) -> None:
        self.doc = ""
        self.namevar = False
        self.values: list[str] = []
        self.default: str | None = None
        self.whole = True
        self._steps = steps

    def take(self, step: Step) -> None:
        read, names = self._steps.read, step.names
        match step.method:
            case "desc":
                self.doc = scrubbed(read.shown(step.first, names))
            case "include" | "extend":
                self.whole = False
            case "isnamevar":
                self.namevar = True
            case "newvalue" | "newvalues" if not step.sure:
                self.values.append("…")
            case "newvalue":
                self.values += self._shown(read.value(step.first, names))
            case "newvalues":
                for node in step.arguments:
                    self.values += self._splat(step, node)
            case "defaultvalues":
                self.take_default_values()
            case "aliasvalue":
                self.values += self._shown(read.value(step.first, names))
            case "defaultto":
                self.default = "..." if step.first is None else _written(step)
            case "nodefault":
                self.default = None

    def take_default_values(self) -> None:
        """Those of `ensure`."""
        self.values += ["present", "absent"]
        self.default = ":present"

    def _splat(self, step: Step, node: Node) -> list[str]:
        if node.type != "splat_argument":
            return self._shown(self._steps.read.value(node, step.names))
        inner = node.named_children[0] if node.named_children else None
        value = self._steps.read.value(inner, step.names)
        return [shown for each in value for shown in self._shown(each)] if isinstance(value, list) else ["…"]

    def _shown(self, value: Value) -> list[str]:
        match value:
            case Pattern():
                return [f"/{value.source}/{value.options}"]
            case bool():
                return [str(value).lower()]
            case NotKnown():
                return ["…"]
            case list():
                return [shown for each in value for shown in self._shown(each)]
            case dict() | None:
                return []
            case _:
                return [str(value)]


def _written(step: Step) -> str:
    text = " ".join((step.first.text or b"").decode("utf-8", "replace").split()) if step.first is not None else ""
    return text if len(text) <= 80 else "..."
