"""Tags of Puppet Strings in the comment above a definition, and the names that `@param` is about."""

from __future__ import annotations

from collections.abc import Iterator

from ..item import Item
from ..place import Place

KINDS = frozenset(("doc",))

_TAGS = {
    "param": "what a parameter is for",
    "summary": "in one line",
    "example": "how it is used",
    "option": "a key of a parameter that is a hash",
    "return": "what a function gives",
    "raise": "how a function fails",
    "note": "to be noted",
    "see": "where more is said",
    "since": "the version that brought it",
    "deprecated": "no longer to be used",
    "author": "who wrote it",
    "api": "`private`, or public",
}


def items(place: Place) -> Iterator[Item]:
    if not place.owner:
        for name, detail in _TAGS.items():
            yield Item(name, "keyword", detail=detail)
        return
    document = place.view.document
    if document is None or place.owner not in ("param", "option"):
        return
    places = zip(document.summary.definitions, document.summary.places, strict=True)
    below = next((each for each, where in places if where.span.start > place.offset), None)
    if below is None:
        return
    line = document.text.data.rfind(b"\n", 0, place.offset) + 1
    above = document.text.data[:line].decode("utf-8", "replace")
    for parameter in below.parameters:
        told = f"@param {parameter.name}" in above or f"] {parameter.name}\n" in above
        yield Item(parameter.name, "parameter", detail=parameter.type or "", signals=("told already",) if told else ())
