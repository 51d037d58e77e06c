"""Attributes: parameters of defines and classes, and what types in Ruby declare; then what every resource has."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....library import resources
from ....model import builtin
from ....model.entity import Entity
from ....model.summary import Facet
from ....model.templates import parameters_of_template
from ..habits import heard
from ..item import Item
from ..members import members
from ..place import Place

KINDS = frozenset(("attribute",))


def items(place: Place) -> Iterator[Item]:
    arrow = place.form != "name" and not place.quote and not place.follows.lstrip().startswith(("=>", "+>", "=="))
    quoted = place.form == "key" and not place.quote
    for item in (*_own(place), *_metaparameters(place)):
        if item.label not in place.given:
            name = f"'{item.label}'" if quoted else item.label
            yield item._replace(insert=f"{name} => " if arrow else name, filter=item.label)


def _own(place: Place) -> Iterator[Item]:
    view, owner = place.view, place.owner
    index = view.snapshot.index
    kind, _, class_name = owner.partition(":")
    if kind in ("struct", "template"):
        yield from _of_struct(place, class_name) if kind == "struct" else _of_template(place, class_name)
        return
    found = view.find("class", class_name, Facet.VALUE) if kind == "class" else view.find("define", owner, Facet.VALUE)
    if found is not None:
        entity = found.definition.entity
        for parameter in found.definition.parameters:
            default = f" = {parameter.default}" if parameter.default is not None else ""
            signals = ("required",) if parameter.default is None else ()
            named = Entity("parameter", parameter.name, entity)
            written = named if kind == "class" else Entity("parameter", parameter.name, Entity("resource_type", owner))
            uses = len(index.used(written))
            yield Item(parameter.name, "attribute", "", "", f"{parameter.type or ''}{default}", signals, uses, named)
        return
    of = Entity("resource_type", owner)
    attributes = dict(_of_ruby(place)) or _of_puppet(owner)
    if owner and not builtin.is_resource_type(owner) and view.ruby.attributes(owner) is None:
        seen = (token.decode() for token in heard(place) if token.decode("latin-1").isidentifier())
        attributes |= {name: "" for name in seen if not resources.is_metaparameter(name) and name not in attributes}
    for name, detail in attributes.items():
        named = Entity("parameter", name, of)
        signals = ("ensure",) if name == "ensure" else ()
        yield Item(name, "attribute", detail=detail, signals=signals, uses=len(index.used(named)), entity=named)


def _of_struct(place: Place, text: str) -> Iterator[Item]:
    for each in members(place.view, text):
        yield Item(each.name, "attribute", detail=each.type, signals=("required",) if each.required else ())


def _of_template(place: Place, name: str) -> Iterator[Item]:
    path = place.view.module_file(name)
    for each in parameters_of_template(place.view, name) if path is not None else ():
        default = f" = {each.default}" if each.default is not None else ""
        signals = ("required",) if each.default is None else ()
        entity = Entity("parameter", each.name, Entity("file", path or ""))
        yield Item(each.name, "attribute", detail=f"{each.type or ''}{default}", signals=signals, entity=entity)


def _of_ruby(place: Place) -> Iterator[tuple[str, str]]:
    found = place.view.ruby.type(place.owner)
    if found is not None and found.declared is not None:
        for each in found.declared.attributes:
            yield each.name, each.type or " | ".join(each.values) or each.kind


def _of_puppet(owner: str) -> dict[str, str]:
    native = resources.find(owner, vendored=True)
    if native is None:
        return {}
    return {name: " | ".join(native.values.get(name, ())) or kind for name, kind in native.attributes.items()}


def _metaparameters(place: Place) -> Iterator[Item]:
    if place.owner in ("", "class:") or place.owner.startswith(("struct:", "template:")):
        return
    owner = Entity("resource_type", place.owner)
    related = re.match(r"\s*[=+]>\s*\[?\s*[A-Z][\w:]*\[", place.follows) is not None
    for name in builtin.metaparameters():
        entity = Entity("parameter", name, owner)
        uses = len(place.view.snapshot.index.used(entity))
        signals = ("relation",) if related and name in ("require", "before", "notify", "subscribe") else ()
        yield Item(name, "metaparameter", detail="metaparameter", signals=signals, uses=uses, entity=entity)
