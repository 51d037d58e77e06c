"""Types of resources and defines, where a statement may begin: with what they need."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ....library import resources
from ....model import builtin
from ....model.entity import Entity
from ....model.summary import Definition
from ....project.autoload import module_of
from ..item import Item
from ..narrowing import narrowed
from ..place import Place
from .definition_names import wanted_name

KINDS = frozenset(("statement", "resource_type", "named"))


def items(place: Place) -> Iterator[Item]:
    view = place.view
    has = frozenset(name for name in place.has if not resources.is_metaparameter(name))
    site = view.site
    plain = bool(place.quote)
    opened = place.follows.lstrip().startswith("{")
    defining = place.kind == "statement" and not place.inside and wanted_name(place, "class") is not None
    native = builtin.resource_type_names() if defining else (*builtin.resource_type_names(), "class")
    every = dict.fromkeys((*native, *view.snapshot.ruby_files(site).names["type"]))
    for name, uses in narrowed(place, every, "resource_type", always=builtin.resource_type_names()):
        signals = tuple(_attributes(place, has, name, None)) if has else ()
        yield _native(name, not (plain or opened), signals, uses)
    defines = view.snapshot.names_of(site, "define")
    for name, uses in narrowed(place, defines, "resource_type"):
        entity = Entity("define", name)
        snippet, signals = "", ()
        if has or not (plain or opened):
            definition = next((each for each, _ in view.snapshot.summary(defines[name]).find(entity)), None)
            snippet = "" if plain or opened or definition is None else _declared(definition)
            signals = tuple(_attributes(place, has, name, definition)) if has else ()
        if module_of(name) == view.module:
            signals = ("same module", *signals)
        yield Item(name, "define", "", snippet, "", signals, uses, entity)


@lru_cache(maxsize=16384)
def _native(name: str, with_body: bool, signals: tuple[str, ...], uses: int) -> Item:
    snippet = f"{name} {{ '${{1:title}}':\n\t$0\n}}" if with_body else ""
    return Item(name, "resource_type", "", snippet, "", signals, uses, Entity("resource_type", name))


def _attributes(place: Place, has: frozenset[str], name: str, define: Definition | None) -> Iterator[str]:
    """Whether resources of a type were ever given the attributes that stand behind the name, or might be."""
    if define is not None:
        parameters = _named(define)
        yield from ("has an attribute" if attribute in parameters else "lacks an attribute" for attribute in has)
        return
    native, owner, index = resources.find(name, vendored=True), Entity("resource_type", name), place.view.snapshot.index
    for attribute in has:
        known = native is not None and native.has_attribute(attribute)
        known = known or bool(index.used(Entity("parameter", attribute, owner)))
        yield "has an attribute" if known else "lacks an attribute"


@lru_cache(maxsize=4096)
def _named(define: Definition) -> frozenset[str]:
    return frozenset(each.name for each in define.parameters)


@lru_cache(maxsize=4096)
def _declared(definition: Definition) -> str:
    """A declaration with the parameters that must be given."""
    lines = [f"{definition.name} {{ '${{1:title}}':"]
    needed = [each for each in definition.parameters if each.default is None]
    width = max((len(each.name) for each in needed), default=0)
    for number, each in enumerate(needed, 2):
        lines.append(f"\t{each.name.ljust(width)} => ${{{number}:{_escaped(each.type or each.name)}}},")
    return "\n".join([*lines, *([] if needed else ["\t$0"]), "}"])


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("}", "\\}").replace("$", "\\$")
