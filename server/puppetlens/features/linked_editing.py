"""Linked editing: the places of a variable that nothing but its file can see change together while one is typed."""

from __future__ import annotations

from ..base.span import Span
from ..model.naming import spans_of
from ..model.snapshot import Snapshot
from ..model.view import View
from .references import name_span
from .target import subject_at

#: What no other file can name, and whose it is.
_LOCAL = frozenset(
    (
        ("parameter", "lambda"),
        ("variable", "lambda"),
        ("variable", "function"),
        ("variable", "define"),
        ("variable", "plan"),
    )
)
#: What the linked places may become.
WORD = "[a-z_][A-Za-z0-9_]*"


def linked_editing(snapshot: Snapshot, path: str, offset: int) -> tuple[Span, ...]:
    """The places of the name at an offset, in order; none where other files may know it, or where it is in one place."""
    view = View(snapshot, path)
    subject = subject_at(view, offset)
    entity = subject.entity if subject is not None else None
    if subject is None or entity is None or entity.owner is None or (entity.space, entity.owner.space) not in _LOCAL:
        return ()
    spans = sorted({*spans_of(view, entity), name_span(view, subject.origin)})
    text = snapshot.text(path)
    names = {text.data[span.start : span.end] for span in spans} if text is not None else set()
    return tuple(spans) if len(spans) > 1 and len(names) == 1 else ()
