"""What has to change when files or folders are about to get other names, so that all that is found by a path is found.

A manifest's place is the name of what it defines: where `tls.pp` becomes `ssl.pp`, `web::tls` becomes `web::ssl`. A
folder of manifests is part of the names of all in it, that of a module of all names in the module. Templates and files
are named by code (`epp('web/x.epp')`, `puppet:///modules/web/x`).
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence

from ..base.edits import Changes, Move
from ..model.entity import Entity
from ..model.snapshot import Snapshot
from ..model.view import View
from ..project.autoload import FOLDERS, normalise, place_of
from ..project.files import walk
from .rename import renamed
from .renaming.new_name import GLOBAL, checked_name
from .renaming.renaming import Renaming, is_nested

#: Folders of a module whose files code names by their path.
_NAMED_BY_PATH = ("templates", "files")


def rename_files(snapshot: Snapshot, moves: Sequence[Move], roots: Sequence[str]) -> Generator[None, None, Changes]:
    """The edits to make before files or folders move, in steps; their paths are those before. Raises `Refused`."""
    found: list[Changes] = []
    for move in moves:
        view = View(snapshot, move.old)
        yield from snapshot.reading(view.site)
        names = dict(_names(view, move))
        if names:
            found.append((yield from renamed(view, Renaming(names), roots, with_files=False)))
    return Changes(
        tuple(dict.fromkeys(edit for each in found for edit in each.edits)),
        notes=tuple(dict.fromkeys(note for each in found for note in each.notes)),
    )


def _names(view: View, move: Move) -> Iterator[tuple[Entity, str]]:
    """What goes by another name after a move."""
    before = view.site.modules
    after = {name: root for name, root in before.items() if root != move.old}
    for module in before.keys() - after.keys():
        name = move.new.rpartition("/")[2]
        after[name] = move.new
        if name != module:
            yield Entity("module", module), name
    for path in view.snapshot.covered(view.site):
        if path == move.old or path.startswith(f"{move.old}/"):
            yield from _defined(view, path, move.new + path[len(move.old) :], after)
    yield from _named_by_path(view, move, after)


def _defined(view: View, old: str, new: str, modules: Mapping[str, str]) -> Iterator[tuple[Entity, str]]:
    """The new names of what a file defines; none where it goes to a place that gives no name."""
    snapshot, root = view.snapshot, view.site.environment.root
    was, becomes = place_of(old, root, view.site.modules), place_of(new, root, modules)
    if was is None or becomes is None or was.folder not in FOLDERS or was.folder != becomes.folder:
        return
    if was.name == becomes.name or view.site.environment.is_main_manifest(old):
        return
    for definition in snapshot.summary(old).definitions:
        entity = definition.entity
        if entity.space in GLOBAL and f"{entity.name}::".startswith(f"{was.name}::"):
            rest = definition.written.removeprefix("::").split("::")[len(was.name.split("::")) :]
            first = definition.written.removeprefix("::").split("::")
            name = "::".join([*_cased(becomes.name.split("::"), first, entity.space), *rest])
            yield entity, name if is_nested(snapshot, old, definition) else checked_name(entity, name)


def _cased(parts: list[str], written: list[str], space: str) -> Iterator[str]:
    """The parts of a name in lower case; of a type alias as they are written, or with capitals."""
    known = {normalise(part): part for part in written}
    for part in parts:
        yield part if space != "type" else known.get(part, part[:1].upper() + part[1:])


def _named_by_path(view: View, move: Move, modules: Mapping[str, str]) -> Iterator[tuple[Entity, str]]:
    for module, root in view.site.modules.items():
        for folder in _NAMED_BY_PATH:
            for path in _touched(view, f"{root}/{folder}", move):
                new = _module_file(move.new + path[len(move.old) :], modules)
                old = f"{module}/{path[len(root) + 1 :]}"
                if new is not None and new != old and new.split("/")[1] == folder:
                    yield Entity("module_file", old), new


def _touched(view: View, folder: str, move: Move) -> Iterator[str]:
    """The files of a folder that move."""
    files = view.snapshot.files
    if move.old.startswith(f"{folder}/") and files.is_file(move.old):
        yield move.old
    elif f"{move.old}/".startswith(f"{folder}/"):
        yield from walk(files, move.old)
    elif folder.startswith(f"{move.old}/"):
        yield from walk(files, folder)


def _module_file(path: str, modules: Mapping[str, str]) -> str | None:
    """The name of a file as code asks for it."""
    found = [(len(root), name) for name, root in modules.items() if path.startswith(f"{root}/")]
    if not found:
        return None
    length, module = max(found)
    return f"{module}/{path[length + 1 :]}"
