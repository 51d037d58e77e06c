"""What an agent refuses of a catalog that Puppet compiles: values that a resource type does not take, and circles of resources
that wait for each other. Of a draft that is not complete those that are there whatever is added."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..base.errors import Fault, Location, RefusedByAgent, Subject
from ..catalog.graph import Edge, Graph, Node
from ..catalog.graph_order import Step, chain_names, circles
from ..catalog.resource import Parameter
from ..library.resources.requirements import EXCLUSIONS, refusals, requires_of
from ..project.autoload import normalise
from ..types.references import CatalogEntryType
from ..types.values import Value, unknown_in
from .declared import Declared, flat
from .draft import Draft

#: Of these an agent applies first what they point at.
_BACKWARDS = ("require", "subscribe")


def refused_by_agent(draft: Draft) -> Iterator[RefusedByAgent]:
    """Each at the place of one that has a part in it."""
    applied = [each for each in draft.resources if not each.virtual]
    for resource in applied:
        yield from refused_values(resource)
    yield from _circles(draft, applied)


# Values ------------------------------------------------------------------------------------------------------


def refused_values(resource: Declared, *, by_title: bool = True) -> Iterator[RefusedByAgent]:
    """Also what its title says, where that is known."""
    known = resource.native
    if known is None:
        return
    said = resource.parsed_title() if by_title and requires_of(known, known.namevars) else {}
    titled = [Parameter(name, value, resource.location) for name, value in said.items()]
    given = resource.parameters.values()
    has_name = any(each.name == "name" for each in given)
    for each in (*given, *(each for each in titled if not has_name and each.name not in resource.parameters)):
        if each.name in resource.doubted or each.name in resource.sensitive:
            continue  # an agent's words would show what is secret
        for message, _, _ in refusals(known, each.name, each.value):
            yield _refused(resource, each, message)
            break  # an agent says no more of it
    for attributes, message in EXCLUSIONS.get(known.name, ()):
        named = [each for each in given if each.name in attributes and _is_set(resource, each)]
        if len(named) > 1:
            yield _refused(resource, named[1], message, attributes[0])


def _is_set(resource: Declared, parameter: Parameter) -> bool:
    """To something for certain; `absent` takes a thing away."""
    value = parameter.value
    unsure = parameter.name in resource.doubted or unknown_in(*flat(value)) is not None
    return not unsure and value not in (None, "absent", ())


def _refused(resource: Declared, parameter: Parameter, message: str, about: str = "") -> RefusedByAgent:
    is_number = isinstance(parameter.value, int) and not isinstance(parameter.value, bool)
    code = "INTEGER_MODE" if parameter.name == "mode" and is_number else "INVALID_VALUE"
    subject = Subject("resource_type", normalise(resource.type_name), about or parameter.name)
    shown = message if about else f"Parameter {parameter.name} failed on {resource.reference}: {message}"
    place = _place(resource, parameter)
    return RefusedByAgent(shown, code, place, place, (Fault(code, subject, resource.title),))


def _place(resource: Declared, parameter: Parameter) -> Location:
    """Where a parameter was set; functions that declare resources say no more than where that is."""
    return parameter.location if parameter.location.line is not None else resource.location


# Circles -----------------------------------------------------------------------------------------------------


def _circles(draft: Draft, applied: Sequence[Declared]) -> Iterator[RefusedByAgent]:
    # Arrows first: the parameters that they become have the place of the last one alone.
    relations = [*_by_arrows(draft), *_by_parameters(draft, applied)]
    names = {each.reference: each.location for each in applied}
    contained = [Edge(source.reference, target.reference, "contains", {}) for source, target in draft.edges]
    edges = tuple(each for each in (*contained, *relations) if each.source in names and each.target in names)
    nodes = tuple(Node(name, "resource", None, {}) for name in names)
    for circle in circles(Graph(nodes, edges)):
        yield _told(circle, names)


def _by_parameters(draft: Draft, applied: Sequence[Declared]) -> Iterator[Edge]:
    for resource in applied:
        for parameter in resource.relations():
            for target in _resources(draft, parameter.value) if parameter.name not in resource.doubted else ():
                first, then = (target, resource) if parameter.name in _BACKWARDS else (resource, target)
                yield _edge(first, then, _place(resource, parameter))


def _by_arrows(draft: Draft) -> Iterator[Edge]:
    """Those between references; collectors are in the parameters once they have found everything."""
    for source, target, _, place in draft.relationships:
        for first in _resources(draft, source):
            for then in _resources(draft, target):
                yield _edge(first, then, place)


def _resources(draft: Draft, value: Value) -> Iterator[Declared]:
    for each in flat(value):
        is_reference = isinstance(each, CatalogEntryType) or (isinstance(each, str) and "[" in each)
        if is_reference and (found := draft.resource_of(each)) is not None:
            yield found


def _edge(first: Declared, then: Declared, place: Location) -> Edge:
    return Edge(first.reference, then.reference, "before", place._asdict())


def _told(circle: tuple[Step, ...], declared: Mapping[str, Location]) -> RefusedByAgent:
    """At the relation that stands last, with the others, or where something is declared that contains itself; from the first name on,
    that it may be known again."""
    start = min(range(len(circle)), key=lambda at: circle[at].source)
    circle = (*circle[start:], *circle[:start])
    relations = [(f"{each.source} is before {each.target}", Location(**each.origin)) for each in circle if each.origin]
    places = [place for _, place in relations] or [declared[each.source] for each in circle]
    place = max(places, key=lambda each: (each.file or "", each.line or 0, each.column or 0))
    message = f"Found 1 dependency cycle: ({' => '.join(chain_names(circle))})"
    others = tuple(each for each in relations if each[1] != place)
    return RefusedByAgent(message, "DEPENDENCY_CYCLE", place, place, related=others)
