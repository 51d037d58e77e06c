"""Tags: a resource has the name of each class and define that it is in, and each part of that name, as tags.

So `web::tls` that becomes `web::ssl` takes the tags `web::tls` and `tls` from what it contains, and gives it others. Where
code asks for one of them (`tagged('tls')`, `<| tag == 'tls' |>`), a full name that nothing else gives is renamed there;
any other would find more or less than before.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...base.edits import FileEdit, TextEdit
from ...base.span import Span
from ...model.entity import Entity
from ...model.view import View
from .new_name import called, written_like
from .place import place
from .refused import Refused
from .renaming import Renaming

_TAGGING = ("class", "define")


def edits_of_tags(view: View, renaming: Renaming) -> Iterator[FileEdit]:
    """The edits of what asks for a tag by a renamed name; raises `Refused` where something else would be found."""
    for entity, name in renaming.names.items():
        if entity.space not in _TAGGING:
            continue
        new = renaming.entity(entity)
        before, after = _tags(entity), _tags(new)
        for tag in sorted(before - after):
            for path, span in _asked(view, tag):
                _check_alone(view, renaming, entity, tag, path, span)
                text = view.snapshot.text(path)
                if text is not None:
                    written = text.data[span.start : span.end].decode("utf-8", "replace")
                    yield FileEdit(path, TextEdit(span, written_like(written, name)))
        for tag in sorted(after - before):
            for path, span in _asked(view, tag):
                raise Refused(
                    f"What is in {called(new)} would have the tag '{tag}', which is asked for in {_at(view, path, span)}"
                )


def _tags(entity: Entity) -> set[str]:
    return {entity.name, *entity.name.split("::")}


def _asked(view: View, tag: str) -> Iterator[tuple[str, Span]]:
    return _places(view, Entity("tag", tag))


def _places(view: View, use: Entity) -> Iterator[tuple[str, Span]]:
    covered = view.snapshot.covered(view.site)
    for path in sorted(path for path in view.snapshot.index.used(use) if path in covered):
        yield from ((path, span) for span in sorted(view.snapshot.summary(path).spans(use)))


def _check_alone(view: View, renaming: Renaming, entity: Entity, tag: str, path: str, span: Span) -> None:
    """That a tag which is asked for at a place comes from the renamed definition alone, and is its full name."""
    asked = f"The tag '{tag}' is asked for in {_at(view, path, span)}"
    if tag != entity.name:
        raise Refused(f"{asked}: it is a part of the name of {called(entity)}, and may come from elsewhere, too")
    for given_path, given in _places(view, Entity("tag_given", tag)):
        raise Refused(f"{asked}, and given in {_at(view, given_path, given)}, too")
    for other in _others(view, tag):
        if other not in renaming.names:
            raise Refused(f"{asked}, and comes from {called(other)}, too")


def _others(view: View, tag: str) -> Iterator[Entity]:
    """What else has a tag as a part of its name."""
    snapshot = view.snapshot
    for path in snapshot.covered(view.site):
        for definition in snapshot.summary(path).definitions:
            entity = definition.entity
            if entity.name != tag and entity.space in _TAGGING and tag in entity.name.split("::"):
                yield entity


def _at(view: View, path: str, span: Span) -> str:
    return place(view.snapshot, path, span.start)
