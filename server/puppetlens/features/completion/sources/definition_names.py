"""What a file should define, by where it is."""

from __future__ import annotations

from collections.abc import Iterator

from ..item import Item
from ..place import Place
from .data_types import capitalised

KINDS = frozenset(("definition",))

_FOLDERS = {"class": "manifests", "define": "manifests", "function": "functions", "type": "types", "plan": "plans"}


def items(place: Place) -> Iterator[Item]:
    view, folder = place.view, _FOLDERS.get(place.owner)
    root = view.site.modules.get(view.module or "")
    if folder is None or root is None or not view.path.startswith(f"{root}/{folder}/"):
        return
    parts = view.path[len(f"{root}/{folder}/") :].removesuffix(".pp").split("/")
    names = [view.module or "", *([] if parts == ["init"] and folder in ("manifests", "plans") else parts)]
    name = "::".join(names)
    yield Item(capitalised(name) if place.owner == "type" else name, "class")
