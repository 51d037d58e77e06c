"""Which files go with the names of what they define: those that Puppet would not look into any more."""

from __future__ import annotations

from ...base.edits import Move
from ...model.entity import Entity
from ...model.snapshot import autoload_paths, own_path
from ...model.view import View
from ...project.autoload import module_of, place_of
from .new_name import GLOBAL, called
from .place import place
from .refused import Refused
from .renaming import Renaming, is_nested


def moves(view: View, renaming: Renaming) -> tuple[Move, ...]:
    """The files to move; raises `Refused` where Puppet would not find something afterwards."""
    found: dict[str, str] = {}
    for entity in renaming.names:
        if entity.space in GLOBAL:
            for path in view.snapshot.defining(view.site, entity):
                new = _new_path(view, renaming, entity, path)
                if new is not None:
                    found[path] = new
    for old, new in found.items():
        _check_others(view, renaming, old, new)
    return tuple(Move(old, new) for old, new in sorted(found.items()))


def _new_path(view: View, renaming: Renaming, entity: Entity, path: str) -> str | None:
    """Where the file of a definition has to be; None where it may stay."""
    site, new = view.site, renaming.entity(entity)
    if path not in autoload_paths(site, entity) or site.environment.is_main_manifest(path):
        return None
    if any(is_nested(view.snapshot, path, definition) for definition, _ in view.snapshot.summary(path).find(entity)):
        return None
    wanted = autoload_paths(site, new)
    if not wanted:
        hint = f"; the module '{entity.name}' gets another name with its folder" if "::" not in entity.name else ""
        raise Refused(
            f"Puppet would not find '{renaming.names[entity]}': there is no module '{module_of(new.name)}'{hint}"
        )
    found = place_of(path, site.environment.root, site.modules)
    is_own = found is not None and found.name == entity.name
    own = own_path(site, new) or wanted[0]
    if path in wanted and (path == own or not is_own or _left_behind(view, renaming, path, own) is not None):
        return None
    text = view.snapshot.text(path)
    at = text.data.find(b"module_name") if text is not None else -1
    if module_of(new.name) != module_of(entity.name) and at >= 0:
        raise Refused(
            f"{place(view.snapshot, path, at)} uses $module_name, which is another one in module '{module_of(new.name)}'"
        )
    if not is_own:
        raise Refused(
            f"Puppet would not look for '{renaming.names[entity]}' in {path}, which is not this definition's own"
        )
    if view.snapshot.files.is_file(own):
        raise Refused(f"There is a file {own} already")
    return own


def _check_others(view: View, renaming: Renaming, old: str, new: str) -> None:
    """What else the file defines has to be found in its new place, too."""
    left = _left_behind(view, renaming, old, new)
    if left is not None:
        places = [where.name_span.start for _, where in view.snapshot.summary(old).find(left)]
        at = place(view.snapshot, old, min(places, default=0))
        raise Refused(f"{at} defines the {called(left)}, too, which Puppet would not find in {new}")


def _left_behind(view: View, renaming: Renaming, old: str, new: str) -> Entity | None:
    """What a file defines that would not be found any more if the file moved."""
    for definition in view.snapshot.summary(old).definitions:
        entity = definition.entity
        if entity.space not in GLOBAL or is_nested(view.snapshot, old, definition):
            continue
        if new not in autoload_paths(view.site, renaming.entity(entity)):
            return entity
    return None
