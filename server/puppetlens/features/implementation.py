"""Go to implementation: from a class to those that inherit from it, from a define to where it is declared, from a type
of resources to its providers, from an alias of a type to those made of it."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from ..model.entity import Entity
from ..model.naming import spans_of
from ..model.snapshot import Snapshot
from ..model.view import View
from .references import Place, steps
from .target import subject_at
from .type_hierarchy import derived


def implementations(snapshot: Snapshot, path: str, offset: int) -> Generator[None, None, tuple[Place, ...]]:
    """The places, by file; those of instances are the names of the define in their declarations."""
    view = View(snapshot, path)
    subject = subject_at(view, offset)
    if subject is None:
        return ()
    entity = subject.entity
    if entity.space in ("class", "type"):
        items = yield from derived(snapshot, view, entity)
        return tuple(Place(item.path, item.name_span) for item in items)
    if entity.space == "resource_type":
        providers = (Place(each.path, each.declared.name_span) for each in view.ruby.providers(entity.name))
        return tuple(sorted(providers))
    if entity.space != "define":
        return ()
    found: list[Place] = []
    for paths in steps(snapshot, view, entity):
        for each in paths:
            found += _instances(View(snapshot, each), entity.name)
        yield
    return tuple(sorted(found))


def _instances(view: View, name: str) -> Iterator[Place]:
    """Where a define is declared, as `a::b { ... }` or by a function: there it is written in lower case."""
    text = view.snapshot.text(view.path)
    own = {place.name_span for place in view.snapshot.summary(view.path).places}
    if text is None:
        return
    for span in spans_of(view, Entity("define", name)):
        written = text.data[span.start : span.end].removeprefix(b"::")
        if span not in own and written[:1].islower():
            yield Place(view.path, span)
