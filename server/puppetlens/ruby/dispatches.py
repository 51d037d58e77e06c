"""The signatures in the block of `create_function`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple

from tree_sitter import Node

from ..base.span import Span
from .doc import doc_above
from .signature import RubyParameter, RubySignature
from .source import inside, span_of, text_of
from .steps import Step, Steps
from .values import NotKnown, Symbol, Value

_MARKS: Mapping[str, Literal["", "*", "+"]] = {
    "param": "",
    "required_param": "",
    "optional_param": "",
    "repeated_param": "*",
    "optional_repeated_param": "*",
    "required_repeated_param": "+",
}
_BLOCKS = {"block_param": False, "required_block_param": False, "optional_block_param": True}
#: What Puppet puts before or between the arguments that a call gives.
_INJECTED = frozenset(("scope_param", "cache_param", "compiler_param", "script_compiler_param", "pal_compiler_param"))
#: Calls in the block that declare no signature.
_OTHERS = frozenset(
    ("require", "require_relative", "include", "extend", "private", "public", "protected", "attr_reader", "attr_writer",
     "attr_accessor", "define_method", "alias_method", "class_eval", "freeze", "private_constant", "module_function")
)  # fmt: skip


#: What a function may inherit from that brings no signatures.
_BASES = frozenset(("Function", "InternalFunction"))


class Dispatches(NamedTuple):
    signatures: tuple[RubySignature, ...]
    local_types: Mapping[str, str]
    whole: bool


def dispatches_of(steps: Steps, declaration: Step, simple_name: str) -> Dispatches:
    """`simple_name` is the method that serves where nothing is dispatched."""
    found: list[RubySignature] = []
    local_types: dict[str, str] = {}
    # Another class to inherit from may dispatch too.
    whole = len(declaration.arguments) < 2 or text_of(declaration.arguments[1]).rpartition("::")[2] in _BASES
    methods = _methods(declaration.block)
    whole = whole and "call" not in methods  # stdlib's `validate_legacy` gives itself the scope so
    for step in steps.of(declaration.block, declaration.names):
        if step.method in ("dispatch", "argument_mismatch") and step.block is not None:
            found.append(_dispatch(steps, step, methods))
            whole = whole and step.sure
        elif step.method == "local_types":
            for inner in steps.of(step.block, step.names):
                text = steps.read.text(inner.first, inner.names) if inner.method == "type" else None
                name, _, meaning = (text or "").partition("=")
                if meaning:
                    local_types[name.strip()] = _one_line(meaning)
        elif step.method and step.method not in _OTHERS:
            whole = False  # it may well dispatch
    if not found and simple_name in methods:
        found.append(_by_method(simple_name, methods[simple_name], steps))
    return Dispatches(tuple(found), local_types, whole and not steps.cut_off)


def _methods(block: Node | None) -> Mapping[str, Node]:
    found: dict[str, Node] = {}
    for node in inside(block):
        each = node
        if node.type == "call":  # `private def ...`
            each = next(iter(inside(node.child_by_field_name("arguments"))), node)
        name = each.child_by_field_name("name")
        if each.type == "method" and name is not None:
            found[text_of(name)] = each
    return found


class _Dispatch:
    """What the calls in a `dispatch` block add up to."""

    def __init__(self, steps: Steps, defaults: list[Node | None]) -> None:
        self.parameters: list[RubyParameter] = []
        self.returns: str | None = None
        self.whole = True
        self._steps = steps
        #: The default values of the method's parameters; what is injected takes one too.
        self._defaults = defaults

    def take(self, step: Step) -> None:
        if step.method in _MARKS:
            self._positional(step)
        elif step.method in _BLOCKS:
            self._block(step, _BLOCKS[step.method])
        elif step.method == "return_type":
            self.returns = self._type(step, step.first)
        elif step.method in _INJECTED:
            self._next_default()
        elif step.method:
            self.whole = False

    def _positional(self, step: Step) -> None:
        name = self._steps.read.value(step.arguments[1], step.names) if len(step.arguments) == 2 else None
        if not isinstance(name, str):
            self.whole = False
        type_text = self._type(step, step.first)
        mark = _MARKS[step.method]
        default = self._next_default() if not mark else None
        optional = step.method == "optional_param"
        shown = puppet_literal(self._steps.read.value(default, step.names)) if optional and default else None
        named = str(name) if isinstance(name, str) else "?"
        self.parameters.append(RubyParameter(named, type_text, mark, optional, shown))

    def _block(self, step: Step, optional: bool) -> None:
        """`block_param`, `block_param :name`, `block_param 'Callable[...]', :name`"""
        type_text: str | None = "Callable"
        if len(step.arguments) == 2:
            type_text = self._type(step, step.first)
        name = self._steps.read.text(step.arguments[-1], step.names) if step.arguments else "block"
        if optional and type_text is not None:
            type_text = f"Optional[{type_text}]"
        self.parameters.append(RubyParameter(name or "block", type_text, "&", optional))

    def _type(self, step: Step, node: Node | None) -> str | None:
        text = self._steps.read.value(node, step.names)
        if not isinstance(text, str) or isinstance(text, Symbol) or not text.strip():
            self.whole = False
            return None
        return _one_line(text)

    def _next_default(self) -> Node | None:
        return self._defaults.pop(0) if self._defaults else None


def _dispatch(steps: Steps, step: Step, methods: Mapping[str, Node]) -> RubySignature:
    name = steps.read.text(step.first, step.names)
    method = methods.get(name or "")
    dispatch = _Dispatch(steps, [each.child_by_field_name("value") for each in _positional(method)])
    for inner in steps.of(step.block, step.names):
        dispatch.take(inner)
        dispatch.whole = dispatch.whole and inner.sure
    return RubySignature(
        name or "",
        tuple(dispatch.parameters),
        dispatch.returns,
        doc_above(steps.source, step.node.start_point.row),
        span_of(step.first if step.first is not None else step.node),
        _name_of(method),
        step.method == "argument_mismatch",
        dispatch.whole,
    )


def _by_method(name: str, method: Node, steps: Steps) -> RubySignature:
    """The signature that Puppet makes from the method of the function's name: any values, so many as it takes."""
    parameters: list[RubyParameter] = []
    for each in inside(method.child_by_field_name("parameters")):
        named = each.child_by_field_name("name") if each.type != "identifier" else each
        taken = text_of(named) if named is not None else ""
        match each.type:
            case "identifier":
                parameters.append(RubyParameter(taken, "Any"))
            case "optional_parameter":
                shown = puppet_literal(steps.read.value(each.child_by_field_name("value"), {}))
                parameters.append(RubyParameter(taken, "Any", "", True, shown))
            case "splat_parameter":
                parameters.append(RubyParameter(taken, "Any", "*"))
            case "block_parameter":
                parameters.append(RubyParameter(taken, "Optional[Callable]", "&", True))
    span = _name_of(method) or span_of(method)
    return RubySignature(name, tuple(parameters), None, doc_above(steps.source, method.start_point.row), span, span)


def _positional(method: Node | None) -> list[Node]:
    parameters = inside(method.child_by_field_name("parameters")) if method is not None else []
    return [each for each in parameters if each.type in ("identifier", "optional_parameter")]


def _name_of(method: Node | None) -> Span | None:
    name = method.child_by_field_name("name") if method is not None else None
    return span_of(name) if name is not None else None


def _one_line(text: str) -> str:
    """A type on one line; within quotes spaces mean something."""
    return re.sub(r"\s*\n\s*" if re.search("[\"'/]", text) else r"\s+", " ", text).strip()


def puppet_literal(value: Value) -> str | None:
    """A value as Puppet writes it; None for what is not known or has no short form."""
    match value:
        case NotKnown():
            return None
        case bool():
            return str(value).lower()
        case None:
            return "undef"
        case int() | float():
            return str(value)
        case str() if "\n" not in value and len(value) <= 60:
            return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
        case list() if not value:
            return "[]"
        case dict() if not value:
            return "{}"
        case _:
            return None
