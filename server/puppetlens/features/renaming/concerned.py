"""Which files a rename looks at."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.entity import Entity
from ...model.view import View
from ...project.autoload import module_of
from .new_name import GLOBAL
from .renaming import Renaming

#: Owners whose variables no other file sees.
_LOCAL = ("lambda", "match")


def naming(view: View, renaming: Renaming) -> list[str]:
    """The files that may name what is renamed, sorted."""
    found: set[str] = set()
    for entity in renaming.names:
        if _is_local(view, entity):
            found.add(view.path)
        else:
            found.update(view.snapshot.naming(view.site, entity))
    return sorted(found)


def _is_local(view: View, entity: Entity) -> bool:
    """Whether the file alone sees a variable: that of a lambda, or one at the top of a file that is no main manifest."""
    if entity.owner is not None:
        return entity.owner.space in _LOCAL
    return entity.space == "variable" and not view.snapshot.in_main(view.site, entity)


def commenting(view: View, renaming: Renaming) -> list[str]:
    """The manifests of the modules whose names change, where comments may name them, too."""
    names = {module_of(entity.name) for entity in renaming.names if entity.space in GLOBAL}
    roots = tuple(f"{root}/" for module, root in view.site.modules.items() if module in names)
    return [path for path in view.snapshot.covered(view.site) if path.startswith(roots) and path.endswith(".pp")]


def concerned(view: View, entity: Entity, name: str) -> list[str]:
    """The files where the new name of a variable or parameter could mean what it did not mean, sorted."""
    owner = entity.owner
    if _is_local(view, entity):
        return [view.path]
    covered = view.snapshot.covered(view.site)
    if owner is not None and owner.space == "file":
        return [owner.name]
    found = set(view.snapshot.defining(view.site, owner)) if owner is not None else set()
    found.update(_templates(view, entity, name, found))
    if owner is None or owner.space == "class":
        for written in _written(view, entity, name):
            found.update(path for path in view.snapshot.index.used(written) if path in covered)
    return sorted(found)


def _templates(view: View, entity: Entity, name: str, rendering: set[str]) -> Iterator[str]:
    """The templates with one of the names; of a definition's variable those that its file renders."""
    files = {
        view.at(path).entity(written).name
        for path in rendering
        for written in view.snapshot.summary(path).uses
        if written.space == "module_file"
    }
    paths = {view.module_file(file) for file in files}
    for short in (entity.name, name):
        for written in view.snapshot.index.as_written(Entity("variable", short, entity.owner)):
            is_template = written.owner is not None and written.owner.space == "rendered"
            if is_template and written.owner is not None and (entity.owner is None or written.owner.name in paths):
                yield written.owner.name


def _written(view: View, entity: Entity, name: str) -> Iterator[Entity]:
    """The uses of the old and of the new name that are looked up where the owner's variables are."""
    for short in (entity.name, name):
        for written in view.snapshot.index.as_written(Entity("variable", short, entity.owner)):
            where = written.owner
            if where is None or entity.owner is None:
                if entity.owner is None and (where is None or where.space == "inside"):
                    yield written
            elif (where.space == "inside" or (where.space == "class" and short == name)) and _inherits(
                view, where.name, entity.owner
            ):
                yield written


def _inherits(view: View, class_name: str, owner: Entity) -> bool:
    return any(each is not None and each.definition.entity == owner for each in view.lineage(class_name))
