"""Blocks that functions take: their parameters."""

from __future__ import annotations

from collections.abc import Iterator

from ..item import Item
from ..place import Place

KINDS = frozenset(("lambda",))

_PARAMETERS = {
    "$item|": ("\\$${1:item}| {\n\t$0\n}", "each element"),
    "$key, $value|": ("\\$${1:key}, \\$${2:value}| {\n\t$0\n}", "each entry of a hash"),
    "$index, $value|": ("\\$${1:index}, \\$${2:value}| {\n\t$0\n}", "each element, counted from 0"),
}


def items(place: Place) -> Iterator[Item]:
    for at, (label, (snippet, detail)) in enumerate(_PARAMETERS.items()):
        yield Item(label, "snippet", label, snippet, detail, uses=len(_PARAMETERS) - at)
