"""Variables: those in scope, nearest first, those of classes by their full names, facts of old and Puppet's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from ....model.entity import Entity
from ....model.file_scopes import GIVEN, Scope
from ....model.summary import Facet
from ....model.templates import given_by_callers
from ....project.autoload import normalise
from ..facts import old_facts
from ..item import Item
from ..narrowing import going_on
from ..place import Place
from .classes import own_class

KINDS = frozenset(("variable", "value"))

#: What every scope sees.
_EVERYWHERE = ("facts", "trusted", "server_facts", "environment")
#: Behind this, to the end of its line, a variable is not set yet.
_SETTING = re.compile(r"\s*\$(\w+)\s*=(?![=~>])")


def items(place: Place) -> Iterator[Item]:
    sigil = "" if place.kind == "variable" or place.interpolated else "$"
    if place.quote and not place.interpolated and place.kind != "variable":
        return
    seen = set(_set_on_the_line(place))
    for item in chain(_in_scope(place), _given_to_template(place), _of_classes(place), _outside(place)):
        if item.label not in seen:
            seen.add(item.label)
            name = item.label
            shown = item._replace(
                label=f"${name}", insert=f"{sigil}{name}", spelling=f"${name}", filter=f"{sigil}{name}"
            )
            yield shown


def _set_on_the_line(place: Place) -> tuple[str, ...]:
    """The variable that the statement of the place sets, by both its names: it has no value yet."""
    found = _SETTING.match(place.before)
    return (found[1], f"{own_class(place)}::{found[1]}") if found is not None else ()


def _in_scope(place: Place) -> Iterator[Item]:
    document = place.view.document
    if document is None:
        return
    scope = document.scopes.at(place.offset)
    used = _used_here(place)
    types = {each.name: each for definition in document.summary.definitions for each in definition.parameters}
    distance = 0
    for each in scope.chain():
        for name, bound in each.names.items():
            setting = place.owner == "assigned" or place.owner.startswith("typed:")
            if bound[0].span.start <= place.offset <= bound[0].span.end or (setting and name == place.key):
                continue  # it is what is being set
            parameter = types.get(name) if name in each.parameters else None
            signals = ["parameter" if name in each.parameters else "local"]
            if place.owner == "condition" and parameter is not None and "Boolean" in (parameter.type or ""):
                signals.append("is true or false")
            if each.kind == "lambda":
                signals.append("innermost")
            if name not in used:
                signals.append("not used yet")
            if not distance and bound[0].span.start > place.offset:
                signals.append("set later")
            yield Item(name, "parameter" if parameter else "variable", "", "", (parameter.type or "") if parameter else "",
                       tuple(signals), entity=each.entity(name))  # fmt: skip
        distance += 1
    yield from _inherited(place, scope)
    around = [each.kind for each in scope.chain()]
    if "class" in around or "define" in around:
        for name in sorted(GIVEN):
            seldom = name == "caller_module_name" or ("class" in around and name in ("title", "name"))
            yield Item(name, "variable", detail="given", signals=("given", "seldom given") if seldom else ("given",))


def _given_to_template(place: Place) -> Iterator[Item]:
    """What the callers of a template give it, whether its header declares it or not; and what it takes from them."""
    document = place.view.document
    if document is None or not place.view.path.endswith(".epp"):
        return
    for name in sorted(given_by_callers(place.view, place.view.path)):
        yield Item(name, "variable", detail="given by the caller", signals=("parameter", "not used yet", "same file"))
    for each in document.scopes.variables():
        here = each.span.start <= place.offset <= each.span.end
        if not (here or each.binds or "::" in each.name or each.scope is not None):
            yield Item(each.name, "variable", signals=("same file",))


def _used_here(place: Place) -> frozenset[str]:
    """The variables that the file reads."""
    document = place.view.document
    assert document is not None
    return place.view.once(
        "variables read", lambda: frozenset(each.name for each in document.scopes.variables() if not each.binds)
    )


def _inherited(place: Place, scope: Scope) -> Iterator[Item]:
    inherited = "inherited" if place.owner != "assigned" and not place.owner.startswith("typed:") else "for a default"
    for each in scope.chain():
        if each.inherits and each.owner is not None:
            lineage = place.view.lineage(each.owner.name)
            next(lineage)
            for found in lineage:
                for name in (*found.place.parameters, *found.place.variables) if found is not None else ():
                    yield Item(name, "variable", detail=found.definition.name if found else "", signals=(inherited,))


def _of_classes(place: Place) -> Iterator[Item]:
    """With a namespace typed, that class's; else those that files of the module use by their full names."""
    view = place.view
    owner = normalise(place.typed.rpartition("::")[0])
    setting = place.key if place.owner == "assigned" else ""
    index = view.snapshot.index
    if owner:
        found = view.find("class", owner, Facet.SIGNATURE)
        written = place.typed.rpartition("::")[0]
        for name in (*found.place.parameters, *found.place.variables) if found is not None else ():
            entity = Entity("variable", name, Entity("class", owner))
            yield Item(f"{written}::{name}", "variable", uses=len(index.used(entity)), entity=entity)
        yield from _of_classes_below(place, owner)
        return
    bare = _used_here(place)  # without `::`, in code that does not parse perhaps what is bound there
    for (name, used), files in _qualified(place).items():
        signals = ("qualified", "same file") if view.path in files else ("qualified",)
        if used:
            entity = Entity("variable", name, Entity("class", used))
            yield Item(f"{used}::{name}", "variable", signals=signals, uses=len(files), entity=entity)
        elif name not in _EVERYWHERE:
            colons = "" if name in bare else "::"
            entity = Entity("variable", name)
            yield Item(f"{colons}{name}", "variable", signals=(*signals, "outer"), uses=len(files), entity=entity)
    here = own_class(place)
    for used in _namespaces(place):
        found = view.find("class", used, Facet.SIGNATURE)
        own_params = used.endswith("::params")
        for name in (*found.place.parameters, *found.place.variables) if found is not None else ():
            if used == here and name == setting:
                continue
            entity = Entity("variable", name, Entity("class", used))
            near = "has a short name" if used == here else "not used yet there" if own_params else "seldom"
            yield Item(f"{used}::{name}", "variable", signals=("qualified", near), entity=entity)


def _of_classes_below(place: Place, owner: str) -> Iterator[Item]:
    """`$a::b::port` after `$a::` or `$a::b`: behind the variables of `a` itself."""
    view = place.view
    colons = "::" if place.typed.startswith("::") else ""
    for below in sorted(view.snapshot.names_of(view.site, "class")):
        if below.startswith(f"{owner}::") and going_on(place.typed)(f"{colons}{below}::"):
            found = view.find("class", below, Facet.SIGNATURE)
            for name in (*found.place.parameters, *found.place.variables) if found is not None else ():
                if place.owner == "assigned" and name == place.key and below == own_class(place):
                    continue
                entity = Entity("variable", name, Entity("class", below))
                yield Item(f"{colons}{below}::{name}", "variable", signals=("qualified",), entity=entity)


def _namespaces(place: Place) -> Iterator[str]:
    """The classes whose namespace the place is in, the module's own, and its `params`."""
    document, module = place.view.document, place.view.module
    owner = document.scopes.at(place.offset).namespace if document is not None else ""
    while owner:
        yield owner
        owner = owner.rpartition("::")[0]
    if module is not None:
        yield from (module, f"{module}::params")


def _qualified(place: Place) -> dict[tuple[str, str], set[str]]:
    """The variables of classes, and of the outer scopes, that files of the module use: (name, class) -> the files."""
    view = place.view
    found: dict[tuple[str, str], set[str]] = {}
    snapshot, module = view.snapshot, view.module
    paths = [*snapshot.module_files(view.site, module)] if module is not None else [view.path]
    for path in paths:
        summary = snapshot.index.get(path)
        if summary is None:
            continue
        own = {each.entity for each in summary.definitions}  # whose variables need no full names there
        for use in summary.uses:
            if use.owner in own:
                continue
            if path == view.path and all(span.contains(place.offset) for span in summary.spans(use)):
                continue  # it is what is being written
            if use.space == "variable" and (use.owner is None or use.owner.space == "class"):
                found.setdefault((use.name, use.owner.name if use.owner is not None else ""), set()).add(path)
    return found


def _outside(place: Place) -> Iterator[Item]:
    view = place.view
    absolute = "::" if place.typed.startswith("::") else ""
    for path in view.snapshot.main_manifests(view.site.environment):
        for name in (view.snapshot.index.get(path) or view.snapshot.summary(path)).variables:
            yield Item(f"{absolute}{name}", "variable", signals=("outer",), entity=Entity("variable", name))
    for name in _EVERYWHERE:
        asked = ("often asked for",) if name == "facts" and place.owner in ("condition", "control") else ()
        yield Item(f"{absolute}{name}", "variable", signals=("everywhere", *asked))
    index = view.snapshot.index
    for name in old_facts():
        entity = Entity("variable", name)
        yield Item(f"::{name}", "variable", detail="fact", signals=("old fact",), uses=len(index.used(entity)))
        if not absolute:
            yield Item(name, "variable", detail="fact", signals=("old fact", "bare fact"), uses=len(index.used(entity)))
