"""A data type written in Ruby: its interface is Puppet code, which stands in a string."""

from __future__ import annotations

from typing import NamedTuple

from ..base.span import Span
from .calls import find_calls
from .doc import NO_DOC, Doc, doc_above
from .kept import kept
from .source import parse, span_of
from .steps import Steps
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
        for inner in steps.of(step.block, step.names):
            if inner.method == "interface":
                text = steps.read.text(inner.first, inner.names)
                interface = None if text is None else scrubbed(text)
        doc = doc_above(source, step.node.start_point.row)
        return RubyDataType(name, interface, doc, span_of(step.node), span_of(step.first))
    return None
