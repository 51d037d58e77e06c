"""Tags of an EPP template, with what closes them."""

from __future__ import annotations

from collections.abc import Iterator

from ..item import Item
from ..place import Place

KINDS = frozenset(("tag",))

_TAGS = {
    "<%= %>": ("<%= ${0} %>", "the value of an expression"),
    "<% if %>": ("<%- if ${1:\\$condition} { -%>\n${0}\n<%- } -%>", "text on a condition"),
    "<% each %>": ("<%- ${1:\\$list}.each |${2:\\$item}| { -%>\n${0}\n<%- } -%>", "text for each element"),
    "<%- -%>": ("<%- ${0} -%>", "code that leaves no line"),
    "<%# %>": ("<%# ${0} %>", "a comment"),
}


def items(place: Place) -> Iterator[Item]:
    document = place.view.document
    assert document is not None
    if not document.text.data[: place.span.start].strip():
        header = "<%- |\n  ${1:String \\$name},\n| -%>\n${0}"
        yield Item("<%- | | -%>", "snippet", "<%- |", header, "the parameters", ("expected",), filter="<%")
    for at, (label, (snippet, detail)) in enumerate(_TAGS.items()):
        yield Item(
            label, "snippet", snippet.partition(" $")[0] + " ", snippet, detail, uses=len(_TAGS) - at, filter="<%"
        )
