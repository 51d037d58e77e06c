"""The types of variables: of what binds them, as far as it reaches a place, and of what Puppet sets itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ...base.span import Span
from ...syntax import ast
from ...syntax.subject import Subject
from ...types.algebra import Known, along, array_of, is_hash, member, union
from ...types.numbers import IntegerType
from ...types.strings import STRING, string_value
from ...types.type import UNDEF
from ...types.variants import OptionalType
from ..file_scopes import GIVEN, Scope, Variable
from ..scopes import Bound
from ..summary import Facet
from ..variables import Binding, bindings
from .facts import given_type
from .lambdas import block_parameters
from .narrowing import narrowed
from .place import Place, assigns, earlier_around
from .types import Types, handles


@handles(ast.VariableExpression)
def variable_type(types: Types, place: Place, node: ast.VariableExpression) -> Known:
    """The type of a variable where it stands."""
    if not node.name or types.document is None:
        return None
    variable = types.document.scopes.standing_at(node.name_span.start + place.base)
    if variable is None:
        return None
    found = _unconditional(types, place, variable)
    scope = variable.scope
    until = scope.origin if scope is not None and scope.kind == "lambda" else None
    return narrowed(found, (variable.name.removeprefix("::"),), place, until, types.of)


def bound_type(types: Types, variable: Variable) -> Known:
    """The type of a variable where it is bound, or of one that stands in no tree: without conditions."""
    if variable.binds and variable.scope is not None:
        for bound in variable.scope.names.get(variable.name, ()):
            if bound.name_span == variable.name_span:
                return _of_bound(types, variable.name, bound)
    return _of_all(types, variable)


def named_variable(types: Types, place: Place, name: str) -> Known:
    """A variable that is named in a text at a place."""
    if types.document is None:
        return None
    return _of_all(types, types.document.scopes.variable(name, place.span))


def subject_type(types: Types, place: Place, subject: Subject) -> Known:
    """The type at a place of what keys lead to from a variable."""
    name, *keys = subject
    found = along(named_variable(types, place, str(name)), keys)
    return narrowed(found, subject, place, None, types.of)


def _unconditional(types: Types, place: Place, variable: Variable) -> Known:
    scope = variable.scope
    if scope is None or scope.kind in ("top", "match") or variable.name not in scope.names:
        return _of_all(types, variable)
    every = scope.names[variable.name]
    reaching = _reaching(place, variable.name, every)
    return _together(types, variable, reaching or every, certain=bool(reaching))


def _reaching(place: Place, name: str, every: Sequence[Bound]) -> Sequence[Bound]:
    """The bindings of which one has happened for sure where a place is reached; none where that is not known."""
    for inner in place.outwards():
        if inner.around is None:
            return ()
        for before, spans in earlier_around(inner, [bound.span for bound in every]):
            if assigns(before.node, name):
                return [bound for bound in every if bound.span in spans]
    return ()


def _together(types: Types, variable: Variable, every: Sequence[Bound], certain: bool) -> Known:
    assert variable.scope is not None
    found = union(_of_bound(types, variable.name, bound) for bound in every)
    sure = certain or variable.name in variable.scope.parameters or variable.binds or len(every) == 0
    return found if sure or found is None else union((found, UNDEF))


def _of_all(types: Types, variable: Variable) -> Known:
    """The type of all that may bind a variable."""
    scope, view = variable.scope, types.view
    if scope is not None and scope.kind == "match":
        return _of_match(types, scope, variable.name)
    if scope is not None and variable.name in GIVEN and variable.name not in scope.names:
        return OptionalType(STRING) if variable.name == "caller_module_name" else STRING
    if scope is not None and scope.kind != "top":
        return union(_of_bound(types, variable.name, bound) for bound in scope.names.get(variable.name, ()))
    found = bindings(view, variable)
    if not found:
        return given_type(view, variable.name)
    parts = []
    for binding in found:
        declared = _parameter_of(types, binding.owner, variable.name) if binding.kind == "parameter" else None
        if declared is None:
            short = variable.name.rpartition("::")[2]
            declared = types.elsewhere(binding.path, partial(_bound_elsewhere, name=short, binding=binding))
        parts.append(declared)
    return union(parts)


def _parameter_of(types: Types, owner: str, name: str) -> Known:
    found = types.view.find("class", owner, Facet.SIGNATURE) if owner else None
    parameter = found.definition.parameter(name.rpartition("::")[2]) if found is not None else None
    return None if parameter is None else types.parsed(parameter.type)


def _bound_elsewhere(types: Types, name: str, binding: Binding) -> Known:
    """What a binding of this file gives: a variable of a class is seen once all of its body is evaluated."""
    scopes = types.document.scopes.scopes if binding.owner and types.document is not None else ()
    for scope in scopes:
        if scope.kind == "class" and scope.span.contains(binding.name_span.start) and name in scope.names:
            found = [_of_bound(types, name, bound) for bound in scope.names[name]]
            return union(found if _is_set(types, scope, name) else (*found, UNDEF))
    return _of_bound(types, name, Bound(binding.name_span, binding.span))


def _is_set(types: Types, scope: Scope, name: str) -> bool:
    """Whether a class sets a variable on each way through its body."""
    place = types.at(scope.names[name][0].name_span.start)
    around = next((each.node for each in _outwards(place) if isinstance(each.node, ast.HostClassDefinition)), None)
    return name in scope.parameters or any(assigns(item.node, name) for item in (around.body if around else ()))


def _of_match(types: Types, scope: Scope, name: str) -> Known:
    """`$1` is undef where its group took no part."""
    origin = None if scope.origin is None else types.at(scope.origin.start)
    for place in _outwards(origin):
        node = place.node
        if place.span == scope.origin and isinstance(node, ast.LiteralRegularExpression):
            may_miss = any(each in node.pattern for each in ("|", ")?", ")*", "){0"))
            return OptionalType(STRING) if may_miss and name != "0" else STRING
    return OptionalType(STRING)


def _outwards(place: Place | None) -> Iterator[Place]:
    yield from place.outwards() if place is not None else ()


# One binding ----------------------------------------------------------------------------------------------


def _of_bound(types: Types, name: str, bound: Bound) -> Known:
    """What a parameter is declared to be, or an assignment gives."""
    return types.of_bound(bound.name_span, lambda: _bound(types, name, bound))


def _bound(types: Types, name: str, bound: Bound) -> Known:
    for place in _outwards(types.at(bound.name_span.start)):
        node = place.node
        if isinstance(node, ast.Parameter) and place.span == bound.span:
            return _of_parameter(types, place, node)
        if isinstance(node, ast.AssignmentExpression) and place.span == bound.span:
            value = types.of(place.inside(node.right_expr))
            return _taken_apart(types, place, node.left_expr, value, bound.name_span)
    return None


def _of_parameter(types: Types, place: Place, node: ast.Parameter) -> Known:
    declared: Known = types.declared(node.type_expr)
    around = place.around
    if declared is None and node.type_expr is None and around is not None:
        declared = _of_lambda(types, around, node)
    return array_of(declared) if node.captures_rest else declared


def _of_lambda(types: Types, around: Place, node: ast.Parameter) -> Known:
    if not isinstance(around.node, ast.LambdaExpression):
        return None
    parameters = around.node.parameters
    given = block_parameters(types, around, len(parameters))
    at = next(index for index, each in enumerate(parameters) if each is node)
    return given[at] if at < len(given) else None


def _taken_apart(types: Types, place: Place, target: ast.Expression, value: Known, wanted: Span) -> Known:
    """The part of a value that goes to a variable of the list on the left; of a hash, by the variable's name."""
    if not isinstance(target, ast.LiteralList):
        return value
    by_name = value is not None and is_hash(value.resolved())
    for index, each in enumerate(target.values):
        span = each.span.shift(place.base)
        if span.start <= wanted.start and wanted.end <= span.end:
            named = by_name and isinstance(each, ast.VariableExpression)
            key = string_value(each.name) if named else IntegerType(index, index)  # type: ignore[attr-defined]
            return _taken_apart(types, place, each, member(value, key), wanted)
    return None
