"""A data type written in Ruby: its interface is Puppet code, which stands in a string."""

from __future__ import annotations

from typing import NamedTuple

from ..base.span import Span
from .calls import find_calls
from .doc import NO_DOC, Doc, doc_above
from .kept import kept
from .source import parse, span_of, text_of
from .steps import Step, Steps
from .strings import scrubbed


class RubyDataType(NamedTuple):
    """`Puppet::DataTypes.create_type('A::B') do interface ... end`.

    `interface` is what stands between the braces of `Object[{...}]`; None where Ruby computes it.
    """

    name: str
    interface: str | None
    doc: Doc = NO_DOC
    span: Span = Span(0, 0)
    name_span: Span = Span(0, 0)
    #: The methods of its `implementation` block; None where another class, or computed code, has them.
    methods: tuple[str, ...] | None = ()


@kept
def read_data_type(data: bytes) -> RubyDataType | None:
    """The first data type that a file declares."""
    source = parse(data) if b"create_type" in data else None
    if source is None:
        return None
    steps = Steps(source)
    for step in find_calls(steps, ("create_type",)):
        name = steps.read.text(step.first, step.names)
        if name is None or step.first is None:
            continue
        interface: str | None = None
        methods: tuple[str, ...] | None = ()
        for inner in steps.of(step.block, step.names):
            if inner.method == "interface":
                text = steps.read.text(inner.first, inner.names)
                interface = None if text is None else scrubbed(text)
            elif inner.method == "implementation":
                methods = _methods(steps, inner)
            elif inner.method == "implementation_class":
                methods = None
        doc = doc_above(source, step.node.start_point.row)
        return RubyDataType(name, interface, doc, span_of(step.node), span_of(step.first), methods)
    return None


def _methods(steps: Steps, step: Step) -> tuple[str, ...] | None:
    """The methods that a block defines, where it does nothing else."""
    found: list[str] = []
    for inner in steps.of(step.block, step.names):
        name = inner.node.child_by_field_name("name")
        if inner.node.type != "method" or name is None:
            return None
        found.append(text_of(name))
    return tuple(found)
