"""Rename: a class, defined type, function, plan, type alias, parameter, variable or key of Hiera, wherever it is named.

With a definition goes the file that is its own, and what is defined inside of it. What may be renamed says
`prepare_rename`; `Refused` says in a sentence why something is not.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import NamedTuple, cast

from ..base.edits import Changes, FileEdit, edits_by_file
from ..base.span import Span
from ..model import builtin
from ..model.definitions import DefinitionKind
from ..model.entity import Entity
from ..model.snapshot import Found, Snapshot
from ..model.summary import Facet
from ..model.view import View
from .renaming.computed import notes_on_computed
from .renaming.concerned import commenting, concerned, naming
from .renaming.in_code import edits_in_code
from .renaming.in_comments import edits_in_comments, edits_in_texts
from .renaming.in_hashes import edits_in_hashes, notes_on_hashes
from .renaming.in_papers import edits_in_papers
from .renaming.in_templates import edits_in_templates
from .renaming.moves import moves
from .renaming.new_name import GIVEN_VARIABLES, GLOBAL, called, checked_name
from .renaming.place import place
from .renaming.refused import Refused
from .renaming.renaming import Renaming, check_free, is_nested, with_nested
from .renaming.same_meaning import check_same_meaning
from .renaming.tags import edits_of_tags
from .renaming.unparsed import edits_in_unparsed
from .target import subject_at

__all__ = ["Prepared", "Refused", "prepare_rename", "rename", "renamed"]


#: Why an edit of a text is looked at first.
_DOUBT = "This text is a name that is renamed, but may mean something else"


class Prepared(NamedTuple):
    """What would be renamed: where it is named here, and its name, in full where it has a full one."""

    span: Span
    name: str
    entity: Entity


def prepare_rename(snapshot: Snapshot, path: str, offset: int) -> Prepared:
    """What stands at a byte offset, if it can be renamed; raises `Refused`."""
    view = View(snapshot, path)
    subject = subject_at(view, offset)
    if subject is None:
        raise Refused("There is no name here that could be renamed")
    entity, name = subject.entity, subject.entity.name
    if entity.space in GLOBAL:
        name = _defined(view, entity).definition.written
    elif entity.space in ("parameter", "variable"):
        _check_bound(view, entity)
    elif entity.space != "key" or not any(True for _ in view.keys(name)):
        raise Refused(_why_not(entity))
    return Prepared(_named(snapshot, path, subject.origin, entity), name, entity)


def rename(
    snapshot: Snapshot, path: str, offset: int, new_name: str, roots: Sequence[str] = ()
) -> Generator[None, None, Changes]:
    """All that has to change so that what stands at an offset has another name, in steps; raises `Refused`.

    `roots` are the opened folders: nothing is changed outside of them. Without any, only open files are.
    """
    entity = prepare_rename(snapshot, path, offset).entity
    view = View(snapshot, path)
    yield from snapshot.reading(view.site)
    name = checked_name(entity, _in_full(view, entity, new_name))
    renaming = with_nested(view, entity, name) if entity.space in GLOBAL else Renaming({entity: name})
    return (yield from renamed(view, renaming, roots))


def renamed(
    view: View, renaming: Renaming, roots: Sequence[str], *, with_files: bool = True
) -> Generator[None, None, Changes]:
    """The same of names that are known; `with_files` moves the files, too. Who asks has the index know all of the site."""
    if all(renaming.entity(entity) == entity for entity in renaming.names):
        return Changes()
    check_free(view, renaming)
    found = list(edits_of_tags(view, renaming))
    tagged = edits_by_file(found)
    named = naming(view, renaming)
    for path in sorted({*named, *commenting(view, renaming)}):
        at = View(view.snapshot, path)
        edits = [*(edits_in_code(at, renaming) if path in named else ()), *edits_in_comments(at, renaming)]
        found += (FileEdit(path, edit) for edit in edits)
        found += (
            FileEdit(path, edit, _DOUBT) for edit in edits_in_texts(at, renaming, [*edits, *tagged.get(path, ())])
        )
        yield
    for entity, name in renaming.names.items():
        if entity.space in ("parameter", "variable"):
            by_file = edits_by_file(found)
            check_same_meaning(view.snapshot, renaming, by_file, concerned(view, entity, name))
    found += edits_in_templates(view, renaming)
    found += yield from edits_in_papers(view, renaming, roots, found)
    found += edits_in_unparsed(view, renaming, found)
    found += edits_in_hashes(view, renaming, found)
    notes = (*notes_on_computed(view, renaming), *notes_on_hashes(view, renaming, found))
    files = moves(view, renaming) if with_files else ()
    changes = Changes(tuple(found), (), files, notes)
    _check_inside(view, changes, roots)
    return changes


def _in_full(view: View, entity: Entity, written: str) -> str:
    """A nested definition may be given a name without that of what is around it."""
    if entity.space not in ("class", "define") or "::" in written or "::" not in entity.name:
        return written
    found = _defined(view, entity)
    if not is_nested(view.snapshot, found.path, found.definition):
        return written
    return f"{found.definition.written.rpartition('::')[0]}::{written}"


def _defined(view: View, entity: Entity) -> Found:
    found = view.find(cast(DefinitionKind, entity.space), entity.name, Facet.SIGNATURE)
    if found is None:
        raise Refused(f"Nothing here defines the {called(entity)}")
    return found


def _check_bound(view: View, entity: Entity) -> None:
    """Refuse variables that no code of the site sets."""
    owner, name = entity.owner, entity.name
    if owner is not None and owner.space == "match":
        raise Refused(f"'${name}' is what the regular expression before it matched")
    if name in GIVEN_VARIABLES and entity.space == "variable":
        raise Refused(f"Puppet itself sets '${name}'")
    if owner is None:
        if not any(name in view.snapshot.summary(path).variables for path in view.outer(entity)):
            for fault in view.document.program.faults[:1] if view.document is not None else ():
                where = place(view.snapshot, view.path, fault.start)
                raise Refused(f"What '${name}' is cannot be told while the file does not parse, at {where}")
            raise Refused(f"No code here sets '${name}': it may be a fact, or a node classifier's")
    elif owner.space in ("resource_type", "data_type", "ruby_function"):
        raise Refused(f"'{name}' is declared in Ruby, by '{owner.name}'")
    elif owner.space in GLOBAL:
        found = _defined(view, owner).place
        if entity.space == "parameter" and owner.space != "class" and name not in found.parameters:
            raise Refused(f"The {called(owner)} has no parameter '{name}'")
        if name not in found.parameters and owner.space == "class" and name not in found.variables:
            raise Refused(f"The {called(owner)} does not set '${name}'")


def _why_not(entity: Entity) -> str:
    match entity.space:
        case "resource_type" | "data_type" | "ruby_function":
            own = builtin.is_data_type, builtin.is_resource_type, builtin.is_function
            if any(is_own(entity.name) for is_own in own):
                return f"'{entity.name}' comes with Puppet"
            return f"'{entity.name}' is written in Ruby"
        case "resource":
            return "The title of a resource is what it manages, and no name that could be renamed"
        case "key":
            return f"No data here sets '{entity.name}'"
        case "node":
            return "The name of a node is its host's"
        case _:
            return f"'{entity.name}' cannot be renamed here"


def _named(snapshot: Snapshot, path: str, origin: Span, entity: Entity) -> Span:
    """The part of what stands in the text that a new name takes the place of."""
    text = snapshot.text(path)
    if text is None or entity.space in GLOBAL:
        return origin
    at = text.data.rfind(entity.name.encode(), origin.start, origin.end)
    return Span(at, at + len(entity.name.encode())) if at >= 0 else origin


def _check_inside(view: View, changes: Changes, roots: Sequence[str]) -> None:
    """Refuse what would change a file that nobody opened a folder for."""
    named = ((edit.path, edit.edit.span.start) for edit in changes.edits)
    for path, offset in (*named, *((move.old, 0) for move in changes.moves)):
        if path not in view.snapshot.opened and not any(path.startswith(f"{root.rstrip('/')}/") for root in roots):
            raise Refused(f"It is named in {place(view.snapshot, path, offset)}, outside of the opened folders")
