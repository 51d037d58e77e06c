"""Titles of resources that are declared elsewhere: `File['`."""

from __future__ import annotations

from collections.abc import Iterator

from ....model.entity import Entity
from ..item import Item
from ..place import Place

KINDS = frozenset(("title",))


def items(place: Place) -> Iterator[Item]:
    view = place.view
    index = view.snapshot.index
    root = view.site.modules.get(view.module or "", view.site.environment.root)
    for title, paths in view.snapshot.titles_of(view.site, place.owner).items():
        if title in place.given or not title:
            continue
        signals: tuple[str, ...] = ("same file", "same module") if view.path in paths else ()
        if not signals and any(path.startswith(f"{root}/") for path in paths):
            signals = ("same module",)
        entity = Entity("resource", f"{place.owner}[{title}]")
        written = "" if place.quote else f"'{title}'"
        yield Item(
            title, "title", written, filter=written, signals=signals, uses=len(index.used(entity)), entity=entity
        )
