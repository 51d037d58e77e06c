"""Values in Hiera's data, by the type of the parameter that the key sets; classes in lists of classes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....model.data_document import data_kind
from ....model.entity import Entity
from ..data_place import path_of
from ..expected import of_type
from ..item import Item
from ..narrowing import narrowed
from ..place import Place
from ..typed_data import type_of_value

KINDS = frozenset(("data value", "interpolation"))

#: Words that YAML takes for something else than text.
_SPECIAL = re.compile(r"(?:on|off|yes|no|true|false|y|n|null|~|[\d.+-].*|.*[:#].*)?\Z", re.IGNORECASE)
_OF_CLASSES = re.compile(r"(?:.*(?:::|_))?(?:classes|roles|profiles|includes?)\Z")
_VARIABLES = ("facts", "trusted", "environment")
_IN_BRACES = (*_VARIABLES, "lookup", "alias", "hiera", "literal", "scope")


def items(place: Place) -> Iterator[Item]:
    if place.kind == "interpolation":
        for name in _IN_BRACES:
            call = name not in _VARIABLES
            if call and data_kind(place.view.path) == "hiera.yaml":  # where Puppet refuses functions
                continue
            yield Item(name, "function" if call else "variable", snippet=f"{name}('${{1}}')" if call else "")
        return
    if place.owner not in ("hiera", "hiera.yaml"):
        return
    view = place.view
    path = path_of(place)
    if path and place.owner == "hiera" and _OF_CLASSES.match(path[0]):
        for each, uses in narrowed(place, view.snapshot.names_of(view.site, "class"), "class"):
            yield Item(each, "class", uses=uses, entity=Entity("class", each))
    text = type_of_value(place)
    for value in of_type(view, text).values if text else ():
        yield _item(place, value)


def _item(place: Place, value: str) -> Item:
    bare = value.strip("'")
    if value == "undef":
        return Item("~", "value", signals=("expected",))
    quoted = value.startswith("'") and _SPECIAL.match(bare) is not None and not place.quote
    return Item(bare, "value", insert=f"'{bare}'" if quoted else bare, signals=("expected",), filter=bare)
