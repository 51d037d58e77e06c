"""Find references: every place of a site that names what the cursor stands on, in code, templates and data."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from typing import NamedTuple

from ..base.span import Span
from ..model.entity import Entity
from ..model.naming import spans_of
from ..model.snapshot import Snapshot
from ..model.view import View
from .definition import declarations
from .target import Subject, subject_at

#: After so many files a step of the search ends: one takes a fraction of a millisecond.
_STEP = 8


class Place(NamedTuple):
    path: str
    span: Span


def references(
    snapshot: Snapshot,
    path: str,
    offset: int,
    declaration: bool = True,
    tell: Callable[[Sequence[Place]], None] | None = None,
) -> Generator[None, None, tuple[Place, ...]]:
    """The places in order of files, those of the asking file first; `declaration`: with where it is defined.

    `tell` is told places as they are found; those that are left to the end it is not.
    """
    view = View(snapshot, path)
    subject = subject_at(view, offset)
    if subject is None:
        return ()
    entity = subject.entity
    declared: set[Place] | None = None
    found: dict[Place, None] = {}
    for paths in steps(snapshot, view, entity):
        inside = [Place(each, span) for each in paths for span in spans_of(View(snapshot, each), entity)]
        found.update(dict.fromkeys(inside))
        if tell is not None and inside:
            declared = _declared(view, subject) if declared is None else declared
            tell([place for place in inside if declaration or place not in declared])
        yield
    found.setdefault(Place(path, name_span(view, subject.origin)), None)
    declared = _declared(view, subject)
    places = found.keys() - declared if not declaration else found.keys() | declared
    return tuple(sorted(places, key=lambda place: (place.path != path, place)))


def _declared(view: View, subject: Subject) -> set[Place]:
    return {Place(target.path, target.name_span) for target in declarations(view, subject)}


def steps(snapshot: Snapshot, view: View, entity: Entity) -> Iterator[list[str]]:
    """The files that may name an entity, some at a time."""
    if is_local(entity):
        yield [view.path]
        return
    for _ in snapshot.reading(view.site):
        yield []
    paths = snapshot.naming(view.site, entity)
    for first in range(0, len(paths), _STEP):
        yield paths[first : first + _STEP]


def is_local(entity: Entity) -> bool:
    """Whether no other file can name it: a variable of a lambda, of a match."""
    return entity.owner is not None and entity.owner.space in ("lambda", "match")


def name_span(view: View, origin: Span) -> Span:
    """What was clicked, without the `$` of a variable."""
    text = view.snapshot.text(view.path)
    data = text.data[origin.start : origin.end] if text is not None else b""
    skipped = len(data) - len(data.lstrip(b"${"))
    return Span(origin.start + skipped, origin.end - (data.startswith(b"${") and data.endswith(b"}")))
