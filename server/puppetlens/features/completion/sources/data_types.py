"""Data types, aliases among them; and where a reference may stand, types of resources with their capitals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from ....model import builtin
from ....model.entity import Entity
from ....project.autoload import module_of
from ..expected import expected_at
from ..habits import heard
from ..item import Item
from ..narrowing import narrowed
from ..place import Place

KINDS = frozenset(("type", "value", "statement"))
GIVES = frozenset(("data_type", "resource_reference"))


def items(place: Place) -> Iterator[Item]:
    if place.quote or place.interpolated or (place.kind == "value" and expected_at(place).plain):
        return
    wanted, seen, typed = _wanted(place), _seen(place), bool(place.typed)
    wants_reference, wants_type = _wants_reference(place), _wants_type(place)
    for item in _types(place):
        if item.kind == "data_type" and item.label.lower() == place.owner and place.owner in _ONCE:
            continue
        if place.kind == "type" and item.kind == "data_type":
            fits = wanted.get(item.label.lower())
            yield item._replace(signals=(*item.signals, *fits)) if fits else item
        elif item.label in seen:
            yield item._replace(signals=(*item.signals, "seen type"))
        elif item.kind == "resource_reference" and wants_reference:
            yield item._replace(signals=(*item.signals, "wanted reference"))
        elif wants_type if item.kind == "data_type" else place.kind == "value":
            yield item
        elif item.kind == "resource_reference" or typed or place.follows.startswith("["):
            yield item._replace(signals=(*item.signals, "seldom here"))


#: What a default says of the type.
_DEFAULTS = (
    (r"undef\b", ("optional",)), (r"(true|false)\b", ("boolean",)), (r"\d+\.\d", ("float",)), (r"\d", ("integer",)),
    (r"\{", ("hash",)), (r"\[", ("array",)), (r"['\"]/", ("stdlib::absolutepath", "stdlib::unixpath", "string")),
    (r"['\"](present|absent)", ("enum", "string")), (r"['\"]", ("string",)),
)  # fmt: skip
#: What stands in brackets says, too.
_BRACKETS = (
    (r"\[\s*['\"]", ("enum",)), (r"\[\s*/", ("pattern",)), (r"\[\s*\{", ("struct",)), (r"\[\s*\d", ("integer", "string")),
    (r"\[\s*[A-Z][\w:]*\s*\]", ("optional", "array")), (r"\[\s*[A-Z][\w:]*\s*,", ("hash", "variant", "tuple")),
    (r"\[\s*[A-Z][\w:]*\[[^\]]*\]\s*\]", ("optional", "array")), (r"\[\s*[A-Z][\w:]*\[", ("variant", "optional", "hash")),
)  # fmt: skip


def _wanted(place: Place) -> dict[str, tuple[str, ...]]:
    """What the name of the parameter, its default and the brackets behind say: type in lower case -> signals."""
    found: dict[str, tuple[str, ...]] = {}
    if place.kind != "type":
        return found
    for pattern, types in _BRACKETS:
        if re.match(pattern, place.follows):
            found.update((each, ("of its brackets",)) for each in types)
            break
    default = re.search(r"\$\w+\s*=\s*(.*)", place.follows)
    if default is not None and not found and place.owner in ("parameter", "optional"):
        for pattern, types in _DEFAULTS:
            if re.match(pattern, default[1]):
                found.update((each, ("of its default",)) for each in types)
                break
    counted = _of_name(place)
    most = max(counted.values(), default=0)
    for name, times in counted.items():
        if 2 * times >= most:
            found[name] = (*found.get(name, ()), "of its name")
    return found


def _of_name(place: Place) -> Counter[str]:
    """The types that parameters of this name have in the module's files, or what these have in their brackets."""
    view = place.view
    found: Counter[str] = Counter()
    if not place.key or view.module is None:
        return found
    within = rf"\b{place.owner}\[(?:[^\[\]]*,\s*)?([A-Z][\w:]*)" if place.owner != "parameter" else r"([A-Z][\w:]*)"
    for path in view.snapshot.module_files(view.site, view.module):
        summary = view.snapshot.index.get(path)
        for definition in summary.definitions if summary is not None else ():
            parameter = definition.parameter(place.key)
            match = re.search(within, parameter.type, re.IGNORECASE) if parameter and parameter.type else None
            if match is not None:
                found[match[1].lower()] += 1
    return found


def _types(place: Place) -> Iterator[Item]:
    if place.kind != "type" and (place.typed[:1].islower() or not (place.typed or _is_likely(place))):
        return
    view = place.view
    index = view.snapshot.index
    opened = place.follows.startswith("[")
    for item in _built_in(opened):
        yield item._replace(uses=len(index.used(Entity("type", item.label.lower()))))
    for name, uses in narrowed(place, view.snapshot.names_of(view.site, "type"), "type"):
        signals = ("alias", "same module") if module_of(name) == view.module else ("alias",)
        if place.kind == "type" and _is_called(place.key, name.rpartition("::")[2]):
            signals = (*signals, "called so")
        yield Item(capitalised(name), "data_type", signals=signals, uses=uses, entity=Entity("type", name))
    if place.kind == "type" and place.owner in ("parameter", "optional", "array", "hash", "variant"):
        return
    title = re.match(r"\[\s*(?:'|\")([^'\"]+)['\"]", place.follows)
    names = (*builtin.resource_type_names(), *view.snapshot.ruby_files(view.site).names["type"], "class")
    every = dict.fromkeys((*names, *view.snapshot.names_of(view.site, "define")))
    fits = "wanted reference" if place.key in _RELATIONS else "reference"
    for name, uses in narrowed(place, every, "type", always=builtin.resource_type_names()):
        titled = title is not None and title[1] in view.snapshot.titles_of(view.site, name)
        yield _reference(name, not opened, (fits, "has the title") if titled else (fits,), uses)


@cache
def _built_in(opened: bool) -> Sequence[Item]:
    found = []
    for name, about in builtin.data_types().items():
        if "::" not in about.name:
            snippet = f"{about.name}[${{1}}]" if about.brackets and not opened and name in _NEEDS_KEYS else ""
            entity = Entity("data_type", name)
            found.append(Item(about.name, "data_type", "", snippet, about.values, ("data type",), 0, entity))
    return found


@lru_cache(maxsize=16384)
def _reference(name: str, with_brackets: bool, said: tuple[str, ...], uses: int) -> Item:
    label = capitalised(name)
    snippet = f"{label}['${{1}}']" if with_brackets else ""
    return Item(label, "resource_reference", "", snippet, "", said, uses, Entity("resource_type", name))


def _is_called(parameter: str, last: str) -> bool:
    """Whether a parameter is called like the last part of an alias: `listen_port` may be a `Stdlib::Port`."""
    words = parameter.split("_")
    return last in ("_".join(words[n:]) for n in range(len(words))) or last == "".join(words)


def _wants_type(place: Place) -> bool:
    """Whether a value is to be a type: the second argument of `lookup`."""
    return (
        place.owner.startswith("function:")
        and re.fullmatch(r"(?:Optional\[)?(?:Value)?Type\]?", expected_at(place).type) is not None
    )


def _wants_reference(place: Place) -> bool:
    """Whether a resource is to be referred to: behind an arrow, by `realize` and `defined`."""
    if place.owner == "related":
        return True
    return place.owner.startswith("function:") and re.search(r"Type\[[CR]", expected_at(place).type) is not None


#: As loud as this, of the loudest habit, is a type that is wanted.
_LOUD = 0.5


def _seen(place: Place) -> frozenset[str]:
    """The types that stand in places alike, where types do not always."""
    if place.kind == "type" or place.typed:
        return frozenset()
    said = heard(place)
    loud = max(said.values(), default=0.0) * _LOUD
    types = (token for token, score in said.items() if token[:1].isupper() and score >= loud)
    return frozenset(token.decode("utf-8", "replace") for token in types)


def _is_likely(place: Place) -> bool:
    """Whether a reference or type may be wanted where nothing is typed yet."""
    if place.owner == "rendered":
        return False
    if place.key in _RELATIONS or _wants_reference(place) or _wants_type(place) or _seen(place):
        return True
    plain = place.kind == "value" and re.match(
        r"assigned\Z|(?:attribute|function):", place.owner
    )  # a variable is, rather
    return re.match(r"\s*(?:\[|<|\{)" if plain else r"\s*(?:\[|<|\{|\Z)", place.follows) is not None


#: Attributes whose values are references.
_RELATIONS = ("require", "before", "notify", "subscribe")
#: Types in which nobody writes the same once more.
_ONCE = frozenset(("optional", "notundef", "sensitive", "variant"))
#: Types that mean little without what is in their brackets.
_NEEDS_KEYS = frozenset(("optional", "enum", "variant", "pattern", "tuple", "struct", "notundef"))


@lru_cache(maxsize=4096)
def capitalised(name: str) -> str:
    return "::".join(part.capitalize() for part in name.split("::"))
