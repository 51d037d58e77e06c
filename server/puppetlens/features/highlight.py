"""Document highlight: where a file names what the cursor stands on; what writes it, what reads it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ..base.span import Span
from ..model.naming import spans_of
from ..model.snapshot import Snapshot
from ..model.view import View
from .references import name_span
from .target import subject_at

Kind = Literal["text", "read", "write"]


class Highlight(NamedTuple):
    span: Span
    kind: Kind


def highlights(snapshot: Snapshot, path: str, offset: int) -> tuple[Highlight, ...]:
    """In order. A definition, an assignment and an attribute that is set write; a variable elsewhere is read."""
    view = View(snapshot, path)
    subject = subject_at(view, offset)
    if subject is None:
        return ()
    spans = {*spans_of(view, subject.entity), name_span(view, subject.origin)}
    kinds = _kinds(view, subject.entity.space in ("variable", "parameter"))
    return tuple(Highlight(span, kinds.get(span, "text")) for span in sorted(spans))


def _kinds(view: View, variables: bool) -> dict[tuple[int, int], Kind]:
    summary = view.snapshot.summary(view.path)
    found: dict[tuple[int, int], Kind] = {place.name_span: "write" for place in summary.places}
    found.update((resource.title_span, "write") for resource in summary.resources if resource.type != "class")
    found.update((key.name_span, "write") for key in summary.keys)
    if view.document is not None and variables:
        for base, facts in view.document.facts():
            for reference in facts.references:
                if reference.kind == "attribute":
                    found[base + reference.span.start, base + reference.span.end] = "write"
        for occurrence, base, *_ in view.document.scopes.seen:
            start, end = occurrence.name_span
            found[base + start, base + end] = "write" if occurrence.binds else "read"
    return found
