"""A provider of a resource type: a way to bring about what its resources say."""

from __future__ import annotations

from typing import NamedTuple

from ..base.span import Span
from .calls import find_calls
from .doc import doc_above
from .kept import kept
from .source import parse, span_of
from .steps import Step, Steps
from .strings import scrubbed
from .values import NotKnown


class RubyProvider(NamedTuple):
    """`Puppet::Type.type(:type).provide(:name, parent: ...) do ... end`; `parent` as written."""

    type: str
    name: str
    doc: str
    span: Span
    name_span: Span
    parent: str = ""
    features: tuple[str, ...] = ()
    #: What makes it the default one: fact and value, as far as literals say it.
    default_for: tuple[tuple[str, str], ...] = ()


@kept
def read_providers(data: bytes) -> tuple[RubyProvider, ...]:
    """The providers that a file declares, in order; those whose names Ruby computes are left out."""
    source = parse(data) if b"provide" in data else None
    if source is None:
        return ()
    steps = Steps(source)
    found = (_provider(steps, step) for step in find_calls(steps, ("provide",)))
    return tuple(each for each in found if each is not None)


def _provider(steps: Steps, step: Step) -> RubyProvider | None:
    name = steps.read.text(step.first, step.names)
    receiver = step.node.child_by_field_name("receiver")
    of_type = next(steps.single(receiver, step.names, True), None) if receiver is not None else None
    type_name = None
    if of_type is not None:
        if of_type.method == "type":
            type_name = steps.read.text(of_type.first, step.names)
        elif step.receiver.startswith("Puppet::Type::"):
            type_name = step.receiver.removeprefix("Puppet::Type::").lower()
    if name is None or type_name is None or step.first is None:
        return None
    doc, features, defaults = "", list[str](), list[tuple[str, str]]()
    for inner in steps.of(step.block, step.names):
        match inner.method:
            case "desc":
                doc = scrubbed(steps.read.shown(inner.first, inner.names))
            case "has_feature" | "has_features":
                features += [text for node in inner.arguments if (text := steps.read.text(node, inner.names))]
            case "defaultfor":
                for fact, node in inner.options.items():
                    value = steps.read.value(node, inner.names)
                    values = value if isinstance(value, list) else [value]
                    defaults += [(fact, str(each)) for each in values if not isinstance(each, NotKnown)]
    parent = step.options.get("parent")
    return RubyProvider(
        type_name,
        name,
        doc or doc_above(steps.source, step.node.start_point.row).text,
        span_of(step.node),
        span_of(step.first),
        (parent.text or b"").decode("utf-8", "replace") if parent is not None else "",
        tuple(features),
        tuple(defaults),
    )
