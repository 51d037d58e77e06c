"""Values in Hiera's data, by the type of the parameter that the key sets; classes in lists of classes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....model.entity import Entity
from ....model.summary import Facet
from ..expected import of_type
from ..item import Item
from ..narrowing import narrowed
from ..place import Place

KINDS = frozenset(("data value", "interpolation"))

#: Words that YAML takes for something else than text.
_SPECIAL = re.compile(r"(?:on|off|yes|no|true|false|y|n|null|~|[\d.+-].*|.*[:#].*)?\Z", re.IGNORECASE)
_OF_CLASSES = re.compile(r"(?:.*(?:::|_))?(?:classes|roles|profiles|includes?)\Z")
_IN_BRACES = ("facts", "trusted", "environment", "lookup", "alias", "hiera", "literal", "scope")


def items(place: Place) -> Iterator[Item]:
    if place.kind == "interpolation":
        for name in _IN_BRACES:
            call = name in ("lookup", "alias", "hiera", "literal", "scope")
            yield Item(name, "function" if call else "variable", snippet=f"{name}('${{1}}')" if call else "")
        return
    if place.owner != "hiera":
        return
    view = place.view
    class_name, _, name = place.key.partition("/")[0].rpartition("::")
    if _OF_CLASSES.match(place.key.partition("/")[0]):
        for each, uses in narrowed(place, view.snapshot.names_of(view.site, "class"), "class"):
            yield Item(each, "class", uses=uses, entity=Entity("class", each))
    found = view.find("class", class_name, Facet.SIGNATURE) if class_name else None
    parameter = found.definition.parameter(name) if found is not None else None
    if parameter is not None and parameter.type:
        for value in of_type(view, _element(parameter.type) if _is_element(place) else parameter.type).values:
            yield _item(place, value)


def _is_element(place: Place) -> bool:
    return place.before.lstrip().startswith("-") or "[" in place.before


def _element(text: str) -> str:
    """What is in the brackets of an array."""
    found = re.search(r"\bArray\[(.*)\]", text)
    return (
        found[1].rpartition("]")[0] + "]"
        if found and "]" in found[1]
        else found[1].partition(",")[0]
        if found
        else text
    )


def _item(place: Place, value: str) -> Item:
    bare = value.strip("'")
    if value == "undef":
        return Item("~", "value", signals=("expected",))
    quoted = value.startswith("'") and _SPECIAL.match(bare) is not None and not place.quote
    return Item(bare, "value", insert=f"'{bare}'" if quoted else bare, signals=("expected",), filter=bare)
