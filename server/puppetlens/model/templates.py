"""From an ERB template to the code that renders it, whose variables it sees; what an EPP template takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from .document import template_parameters
from .entity import Entity
from .file_scopes import Scope
from .summary import Facet, Parameter

if TYPE_CHECKING:
    from .view import View


class Rendering(NamedTuple):
    """A place where a template is rendered: the file, and the innermost scope there."""

    path: str
    scope: Scope


def renderings(view: View, template: str) -> Iterator[Rendering]:
    """The calls that name a template, in order of files."""
    name = asked_for(view, template)
    if name is None:
        return
    entity = Entity("module_file", name)
    for path in view.naming(entity):
        document = view.snapshot.document(path)
        for written in view.snapshot.index.as_written(entity) if document is not None else ():
            assert document is not None
            if view.at(path).entity(written) == entity:
                yield from (Rendering(path, document.scopes.at(at.start)) for at in document.summary.spans(written))


def rendered_in(view: View, at: int) -> tuple[Rendering, ...]:
    """Where what stands at an offset of an ERB template is rendered; of one that stands in code, there."""
    if view.document is not None:
        return (Rendering(view.path, view.document.scopes.at(at)),)
    return tuple(renderings(view, view.path))


def variables_seen(view: View, template: str, name: str) -> tuple[Entity, ...]:
    """The variables that `@name` means in a template, in order of files: several where several scopes render it."""
    return seen_from(view, renderings(view, template), name)


def seen_from(view: View, places: Iterable[Rendering], name: str) -> tuple[Entity, ...]:
    """The variables that a name means from places, in their order."""
    found: list[Entity] = []
    for path, home in places:
        scope = next((each for each in home.chain() if each.has(name)), None)
        written = home.free(name) if scope is None else scope.entity(name)
        found.append(view.at(path).entity(written))
    return tuple(dict.fromkeys(found))


def parameters_of_template(view: View, name: str) -> tuple[Parameter, ...]:
    """Those of an EPP template, by the name that an entity of a module's file has."""
    path = view.module_file(name)
    if path is not None:
        view.lookups.add((Entity("file", path), Facet.VALUE))
    document = view.snapshot.document(path) if path is not None else None
    return () if document is None else template_parameters(document)


def given_by_callers(view: View, template: str) -> frozenset[str]:
    """The names of the parameters that calls give to an EPP template."""
    name, found = asked_for(view, template), set[str]()
    if name is None:
        return frozenset()
    entity = Entity("module_file", name)
    for path in view.naming(entity):
        uses = view.snapshot.summary(path).uses
        found.update(use.name for use in uses if use.space == "parameter" and use.owner == Entity("template", name))
    return frozenset(found)


def asked_for(view: View, template: str) -> str | None:
    module = view.module_around(template)
    root = view.site.modules.get(module or "")
    return f"{module}/{template[len(root) + 1 :]}" if root is not None else None
