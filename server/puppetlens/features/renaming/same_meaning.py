"""That nothing but the renamed variable or parameter means something else afterwards.

The new texts are tried out: each name of each file that can be concerned is looked up before and after. A name that
meant the renamed variable must still do so, under its new name; every other one must mean what it meant. So whatever
hides a variable or is hidden by it is found: another variable of the scope, one of a lambda, of a class that is
inherited from or that inherits, one of the outer scopes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ...base.edits import TextEdit, apply_edits, moved
from ...base.span import Span
from ...model.entity import Entity
from ...model.inline_templates import heredoc_templates
from ...model.naming import names
from ...model.snapshot import Snapshot
from ...model.templates import variables_seen
from ...model.trial import tried
from ...model.view import View
from .new_name import called
from .place import place
from .refused import Refused
from .renaming import Renaming

#: Owners that stand for a place in their file, by the offset where they begin.
_PLACES = ("lambda", "match")


def check_same_meaning(
    snapshot: Snapshot, renaming: Renaming, edits: Mapping[str, list[TextEdit]], concerned: Iterable[str]
) -> None:
    """`concerned`: the files to look at, with their edits or without; raises `Refused`."""
    texts = {path: apply_edits(_data(snapshot, path), own) for path, own in edits.items()}
    after = tried(snapshot, texts)
    for path in concerned:
        _check_file(View(snapshot, path), View(after, path), renaming, edits.get(path, []))


def _check_file(before: View, after: View, renaming: Renaming, edits: list[TextEdit]) -> None:
    _check_one_meaning(before, renaming)
    _check_heredocs(before, renaming)
    found = {name.span: name.entity for name in names(after)}
    targets = {(name, entity.owner) for entity, name in renaming.names.items()}
    for name in sorted(names(before), key=lambda each: each.span):
        wanted = _moved_entity(renaming.entity(name.entity), edits)
        is_target = name.entity in renaming.names
        if name.entity.space in ("parameter", "variable") and (name.entity.name, name.entity.owner) in targets:
            raise Refused(f"There is a '${name.entity.name}' already, in {_place(before, name.span)}")
        span = Span(moved(name.span.start, edits), moved(name.span.end, edits))
        if found.get(span) != wanted:
            shown = _data(before.snapshot, before.path)[name.span.start : name.span.end].decode("utf-8", "replace")
            would = "would not mean this one any more" if is_target else "would come to mean something else"
            raise Refused(f"'${shown}' in {_place(before, name.span)} {would}")


def _check_one_meaning(view: View, renaming: Renaming) -> None:
    """Refuse to rename what a template takes from several places under one name."""
    for written in view.snapshot.summary(view.path).uses:
        if written.owner is not None and written.owner.space == "rendered":
            seen = variables_seen(view, view.path, written.name)
            if len(seen) > 1 and not renaming.names.keys().isdisjoint(seen):
                where = " and ".join(called(each.owner) if each.owner is not None else "elsewhere" for each in seen)
                (first, *_) = sorted(view.snapshot.summary(view.path).spans(written))
                raise Refused(f"{_place(view, first)} takes '@{written.name}' from {where}")


def _check_heredocs(view: View, renaming: Renaming) -> None:
    """Refuse what a template in a heredoc may name, whose text is not changed here."""
    document = view.document
    for offset, template in heredoc_templates(document.program.body) if document is not None else ():
        for name in (entity.name for entity in renaming.names):
            if re.search(rf"[$@:'\"]{re.escape(name)}\b", template):
                raise Refused(f"The template in the heredoc in {_place(view, Span(offset, offset))} may name '${name}'")


def _moved_entity(entity: Entity, edits: list[TextEdit]) -> Entity:
    owner = entity.owner
    if owner is None or owner.space not in _PLACES:
        return entity
    return entity._replace(owner=owner._replace(name=str(moved(int(owner.name), edits))))


def _data(snapshot: Snapshot, path: str) -> bytes:
    text = snapshot.text(path)
    return text.data if text is not None else b""


def _place(view: View, span: Span) -> str:
    return place(view.snapshot, view.path, span.start)
