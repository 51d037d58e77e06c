"""What a file should define, by where it is."""

from __future__ import annotations

from collections.abc import Iterator

from ....model.node_facts import nodes_of
from ..item import Item
from ..place import Place
from .data_types import capitalised

KINDS = frozenset(("definition",))

_FOLDERS = {"class": "manifests", "define": "manifests", "function": "functions", "type": "types", "plan": "plans"}


def items(place: Place) -> Iterator[Item]:
    if place.owner == "node":
        yield Item("default", "keyword", detail="nodes that no other definition is for", uses=1)
        for node in nodes_of(place.view):
            yield Item(node, "title", f"'{node}'", detail="facts are kept of it")
    name = wanted_name(place, place.owner)
    if name is not None:
        yield Item(name, "class")


def wanted_name(place: Place, kind: str) -> str | None:
    """The name that a definition of a kind has for Puppet to find it in this file; None where it is not looked for here."""
    view, folder = place.view, _FOLDERS.get(kind)
    root = view.site.modules.get(view.module or "")
    if folder is None or root is None or not view.path.startswith(f"{root}/{folder}/"):
        return None
    parts = view.path[len(f"{root}/{folder}/") :].removesuffix(".pp").split("/")
    names = [view.module or "", *([] if parts == ["init"] and folder in ("manifests", "plans") else parts)]
    name = "::".join(names)
    return capitalised(name) if kind == "type" else name
