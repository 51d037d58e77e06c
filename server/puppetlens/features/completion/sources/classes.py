"""Classes, by their names: after `include` and its like, `inherits`, `class { '`, `Class['`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ....model.entity import Entity
from ....model.named_in_calls import CLASS_FUNCTIONS
from ....project.autoload import module_of
from ..item import Item
from ..narrowing import narrowed
from ..place import Place

KINDS = frozenset(("class", "named"))


def items(place: Place) -> Iterator[Item]:
    view = place.view
    own = view.module
    here = own_class(place)
    document = view.document
    uses = document.summary.uses if document is not None else {}
    read = Counter(use.owner for use in uses if use.space == "variable" and use.owner is not None)
    for name, used in narrowed(place, view.snapshot.names_of(view.site, "class"), "class"):
        if name in place.given or f"::{name}" in place.given or (name == here and place.owner != "Class"):
            continue
        entity = Entity("class", name)
        signals = []
        if module_of(name) == own:
            signals.append("same module")
            if here and name.startswith(f"{here}::"):
                signals.append("inside")
        if entity in uses and document is not None and len(document.summary.spans(entity)) > read[entity]:
            signals.append("used already" if place.owner in CLASS_FUNCTIONS else "same file")
        elif read[entity]:
            signals.append("is read")
        if place.owner == "inherits":
            signals.append("params" if name.endswith("::params") else "parent" if here.startswith(f"{name}::") else "")
        yield Item(name, "class", signals=tuple(signals), uses=used, entity=entity)


def own_class(place: Place) -> str:
    """The class that the place is in; of a file's top the one that it should define."""
    document = place.view.document
    if document is None:
        return ""
    for scope in document.scopes.at(place.offset).chain():
        if scope.owner is not None and scope.kind in ("class", "define"):
            return scope.owner.name
    return next((each.name for each in document.summary.definitions), "")
