"""Tags of Puppet Strings in the comment above a definition, and the names that `@param` is about."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....model.document import Document
from ....model.summary import Definition, Place
from ...doc_tags import TAGS
from ..item import Item
from ..place import Place as Where

KINDS = frozenset(("doc",))

_TOLD = re.compile(rb"^[^\S\n]*#\s*@param\s+(?:\[[^\]\n]*\]\s*)?(\w+)", re.MULTILINE)


def items(place: Where) -> Iterator[Item]:
    if not place.owner:
        for at, (name, detail) in enumerate(TAGS.items()):
            yield Item(name, "keyword", detail=detail, uses=len(TAGS) - at)
        return
    document = place.view.document
    if document is None or place.owner not in ("param", "option"):
        return
    below = next((each for each, where in places_of(document) if where.span.start > place.offset), None)
    if below is None:
        return
    start = next(where.span.start for each, where in places_of(document) if each is below)
    data = document.text.data
    told = [name.decode() for name in _TOLD.findall(data[: place.span.start])]
    later = {name.decode() for name in _TOLD.findall(data[place.span.end : start])}
    names = [each.name for each in below.parameters]
    previous = told[-1] if told and told[-1] in names else None
    following = names[names.index(previous) + 1 :] if previous is not None else names
    nearest = next((name for name in following if name not in later and name not in told), None)
    for parameter in below.parameters:
        signals = ("told already",) if parameter.name in later or parameter.name in told else ()
        if parameter.name == nearest:
            signals = ("next",)
        yield Item(parameter.name, "parameter", detail=parameter.type or "", signals=signals)


def places_of(document: Document) -> Iterator[tuple[Definition, Place]]:
    return zip(document.summary.definitions, document.summary.places, strict=True)
