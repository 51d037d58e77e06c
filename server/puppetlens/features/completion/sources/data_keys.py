"""Keys of Hiera's data: the parameters of classes, first those of classes that the file is about already."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ....model.entity import Entity
from ....model.summary import Facet
from ....project.autoload import module_of
from ..data_place import path_of, written_key
from ..item import Item
from ..narrowing import going_on, narrowed
from ..place import Place

KINDS = frozenset(("data key", "hiera"))

#: So many keys are looked at where nothing is typed.
_MOST = 400


def items(place: Place) -> Iterator[Item]:
    path = path_of(place) if place.kind == "data key" else []
    if place.kind == "data key" and (place.owner != "hiera" or path not in ([], ["lookup_options"])):
        return
    if path and place.typed.startswith("^"):
        yield from (Item(f"^{name}::.*", "key", written(place, f"^{name}::.*")) for name, _ in _classes(place))
        return
    elsewhere = _of_data(place)
    for name, signals in _classes(place):
        found = place.view.find("class", name, Facet.SIGNATURE)
        for parameter in found.definition.parameters if found is not None else ():
            key = f"{name}::{parameter.name}"
            if key in place.given:
                continue
            entity = Entity("parameter", parameter.name, Entity("class", name))
            needed = ("required",) if parameter.default is None else ()
            yield Item(
                key, "key", written(place, key), "", parameter.type or "", (*signals, *needed), elsewhere[key], entity
            )
    for key, times in elsewhere.items():
        if key not in place.given and key != "lookup_options":
            yield Item(key, "key", written(place, key), "", "", ("other level",), times, Entity("key", key))
    if place.kind == "data key" and not path and "lookup_options" not in place.given:
        yield Item("lookup_options", "keyword", written(place, "lookup_options").rstrip(" "))


def written(place: Place, key: str) -> str:
    return key if place.kind == "hiera" else written_key(place, key)


def _classes(place: Place) -> Iterator[tuple[str, tuple[str, ...]]]:
    view = place.view
    names = view.snapshot.names_of(view.site, "class")
    if view.module is not None and place.kind != "hiera":
        names = {name: path for name, path in names.items() if _may_be_set(place, name)}
    data = view.snapshot.data(view.path)
    keys = {key.name for key in data.summary.keys} if data is not None else set()
    here = {key.rpartition("::")[0] for key in place.given | keys}
    typed = place.typed.removeprefix("^")
    if typed:
        goes_on = going_on(typed)
        separator = "::" in typed
        for name in names:
            if (
                goes_on(f"{name}::")
                or (separator and typed.startswith(f"{name}::"))
                or (not separator and goes_on(module_of(name)))
            ):
                yield name, ("same file",) if name in here else ()
        return
    near = here | {name for name in names if module_of(name) == view.module}
    if not near & names.keys():  # the first key of a site's data
        yield from ((name, ()) for name, _ in narrowed(place, names, "class"))
    for name in names:
        if name in near:
            yield name, ("same file",) if name in here else ("same module",)
    modules = {module_of(name) for name in here}
    for count, name in enumerate(name for name in names if module_of(name) in modules and name not in near):
        if count < _MOST:
            yield name, ()


def _may_be_set(place: Place, name: str) -> bool:
    """A module's data sets keys of that module alone."""
    return place.kind == "hiera" or place.view.module is None or module_of(name) == place.view.module


def _of_data(place: Place) -> Counter[str]:
    """The keys that other files of the site's data have, and how many: a level says another value of them."""
    view = place.view
    snapshot, found = view.snapshot, Counter[str]()
    for path in snapshot.data_files(view.site):
        if path != view.path:
            keys = (snapshot.index.get(path) or snapshot.summary(path)).keys
            found.update(key.name for key in keys if _may_be_set(place, key.name))
    return found
