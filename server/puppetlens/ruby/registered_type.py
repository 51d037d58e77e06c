"""The attributes of a type of the Resource API: `attributes: { name: { type: 'String', desc: '...' } }`."""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from .attribute import RubyAttribute
from .source import inside, span_of, text_of
from .steps import Steps
from .strings import scrubbed
from .values import Value, key_of

#: What the agent reports and nobody sets is a property too; these are no state.
_PARAMETERS = frozenset(("namevar", "parameter"))


def registered_attributes(
    steps: Steps, node: Node | None, names: Mapping[str, Value]
) -> tuple[tuple[RubyAttribute, ...], bool]:
    """The attributes, and whether these are all."""
    found: list[RubyAttribute] = []
    table = steps.resolved(node)
    whole = table is not None and table.type == "hash"
    for pair in inside(table) if whole else ():
        name, key = key_of(steps.read, pair, names), pair.child_by_field_name("key")
        if name is None or key is None:
            whole = False
            continue
        told = steps.pairs(steps.resolved(pair.child_by_field_name("value")), names)
        behaviour = steps.read.value(told.get("behaviour", told.get("behavior")), names)
        default = told.get("default")
        found.append(
            RubyAttribute(
                str(name),
                "parameter" if behaviour in _PARAMETERS else "property",
                scrubbed(steps.read.shown(told.get("desc"), names)),
                behaviour == "namevar",
                span_of(pair),
                span_of(key),
                default=" ".join(text_of(default).split()) if default is not None else None,
                type=steps.read.text(told.get("type"), names),
            )
        )
    return tuple(found), whole
