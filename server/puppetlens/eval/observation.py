"""What code comes to on a node: the values of the expressions of some files, kept while a catalog is compiled.

Closures of observed code are made around the ordinary ones (`Origin.observed`), so that other code knows nothing of it. An
expression is known by its file and its place. It counts from its beginning: one that was begun and has no value was left, by
a jump or an error. A parameter has the place of its name, a variable that is assigned that of its name, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..syntax import ast
from ..types.values import Value
from .closures import Closure, observed_by
from .definitions import ParameterDefinition, parameters_observed_by
from .origin import Origin
from .scope import UNEVALUATED, Scope

#: Places, and values of one place, that are kept.
_MOST_PLACES, _MOST_VALUES = 200_000, 8
#: Of these it counts alone that they were reached.
_SAY_THEMSELVES = (
    ast.LiteralString, ast.LiteralInteger, ast.LiteralFloat, ast.LiteralBoolean, ast.LiteralUndef, ast.LiteralDefault,
    ast.LiteralRegularExpression, ast.QualifiedName, ast.QualifiedReference,
)  # fmt: skip


class Place(NamedTuple):
    """Bytes of a file."""

    file: str
    start: int
    end: int


class Seen:
    """One place: how often it was begun, and the first few values, neighbours that are the same once."""

    __slots__ = ("count", "values")

    def __init__(self) -> None:
        self.count = 0
        self.values: list[Value] = []

    def add(self, value: Value) -> None:
        if len(self.values) < _MOST_VALUES and not (self.values and self.values[-1] is value):
            self.values.append(value)


class Observation:
    """All places of one compilation."""

    def __init__(self) -> None:
        self.places: dict[Place, Seen] = {}

    def begin(self, place: Place) -> Seen:
        seen = self.places.get(place)
        if seen is None:
            seen = Seen()
            if len(self.places) < _MOST_PLACES:
                self.places[place] = seen
        seen.count += 1
        return seen


@observed_by
def observed(made: Closure, node: ast.Node, origin: Origin) -> Closure:
    place = _place(node, origin)
    names = _assigned(node, origin)
    says_itself = isinstance(node, _SAY_THEMSELVES)
    if place is None:
        return made

    def run(scope: Scope) -> Value:
        observation = scope.run.observation
        if observation is None:
            return made(scope)
        seen = observation.begin(place)
        value = made(scope)
        if not says_itself:
            seen.add(value)
        for name, at in names:
            _bound(observation, scope, name, at)
        return value

    return run


@parameters_observed_by
def with_parameters(code: Closure, parameters: Iterable[ParameterDefinition]) -> Closure:
    """Code of a class, define, function or lambda, whose parameters have their values when it begins."""
    names = [(each.name, at) for each in parameters if (at := _place_of_name(each)) is not None]

    def run(scope: Scope) -> Value:
        observation = scope.run.observation
        if observation is not None:
            for name, at in names:
                _bound(observation, scope, name, at)
        return code(scope)

    return run


def _bound(observation: Observation, scope: Scope, name: str, at: Place) -> None:
    value = scope.variables.get(name, UNEVALUATED)
    if value is not UNEVALUATED:
        observation.begin(at).add(value)


def _place(node: ast.Node, origin: Origin) -> Place | None:
    return None if origin.file is None else Place(origin.file, origin.base + node.start, origin.base + node.end)


def _place_of_name(parameter: ParameterDefinition) -> Place | None:
    """With its `$`."""
    span, origin = parameter.node.name_span, parameter.origin
    return None if origin.file is None else Place(origin.file, origin.base + span.start - 1, origin.base + span.end)


def _assigned(node: ast.Node, origin: Origin) -> list[tuple[str, Place]]:
    if not isinstance(node, ast.AssignmentExpression):
        return []
    found = ((variable.name, _place(variable, origin)) for variable in ast.assigned_variables(node.left_expr))
    return [(name, place) for name, place in found if place is not None]
