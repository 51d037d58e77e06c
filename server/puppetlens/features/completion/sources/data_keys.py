"""Keys of Hiera's data: the parameters of classes, first those of classes that the file is about already."""

from __future__ import annotations

from collections.abc import Iterator

from ....model.entity import Entity
from ....model.summary import Facet
from ....project.autoload import module_of
from ..item import Item
from ..narrowing import going_on
from ..place import Place

KINDS = frozenset(("data key", "hiera"))

#: So many keys are looked at where nothing is typed.
_MOST = 400


def items(place: Place) -> Iterator[Item]:
    if place.kind == "data key" and (place.owner != "hiera" or place.key not in ("", "lookup_options")):
        return
    colon = "" if place.kind == "hiera" or place.follows.lstrip().startswith(":") else ": "
    for name, signals in _classes(place):
        found = place.view.find("class", name, Facet.SIGNATURE)
        for parameter in found.definition.parameters if found is not None else ():
            key = f"{name}::{parameter.name}"
            if key in place.given:
                continue
            entity = Entity("parameter", parameter.name, Entity("class", name))
            needed = ("required",) if parameter.default is None else ()
            yield Item(key, "key", f"{key}{colon}", "", parameter.type or "", (*signals, *needed), 0, entity)
    if place.kind == "hiera":
        yield from _of_data(place)
    elif not place.key and "lookup_options" not in place.given:
        yield Item("lookup_options", "keyword", insert="lookup_options:" if colon else "")


def _classes(place: Place) -> Iterator[tuple[str, tuple[str, ...]]]:
    view = place.view
    names = view.snapshot.names_of(view.site, "class")
    data = view.snapshot.data(view.path)
    keys = {key.name for key in data.summary.keys} if data is not None else set()
    here = {key.rpartition("::")[0] for key in place.given | keys}
    if place.typed:
        goes_on = going_on(place.typed)
        separator = "::" in place.typed
        for name in names:
            if (
                goes_on(f"{name}::")
                or (separator and place.typed.startswith(f"{name}::"))
                or (not separator and goes_on(module_of(name)))
            ):
                yield name, ("same file",) if name in here else ()
        return
    for name in names:
        if name in here:
            yield name, ("same file",)
        elif module_of(name) == view.module:
            yield name, ("same module",)
    modules = {module_of(name) for name in here}
    for count, name in enumerate(name for name in names if module_of(name) in modules and name not in here):
        if count < _MOST:
            yield name, ()


def _of_data(place: Place) -> Iterator[Item]:
    """The keys that the site's data has, in a call of `lookup`."""
    view = place.view
    snapshot = view.snapshot
    for path in snapshot.data_files(view.site):
        summary = snapshot.index.get(path)
        for key in summary.keys if summary is not None else ():
            yield Item(key.name, "key", entity=Entity("key", key.name))
