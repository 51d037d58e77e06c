"""The facts that a file of `lib/facter` adds: `Facter.add(:role) { ... }`, one by one or in a loop over names."""

from __future__ import annotations

from typing import NamedTuple

from ..base.span import Span
from .calls import find_calls
from .kept import kept
from .source import parse, span_of
from .steps import Steps


class CustomFact(NamedTuple):
    name: str
    span: Span


class CustomFacts(NamedTuple):
    """`whole`: whether the names of all of them are known."""

    facts: tuple[CustomFact, ...] = ()
    whole: bool = True


@kept
def read_facts(data: bytes) -> CustomFacts:
    source = parse(data)
    if source is None:
        return CustomFacts(whole=False)
    steps = Steps(source)
    found: list[CustomFact] = []
    whole = True
    for step in find_calls(steps, ("add",)):
        if step.receiver not in ("Facter", "::Facter") or step.first is None:
            continue
        name = steps.read.text(step.first, step.names)
        if name is None:
            whole = False
        else:
            found.append(CustomFact(name.lower(), span_of(step.first)))
    return CustomFacts(tuple(found), whole and not steps.cut_off)
