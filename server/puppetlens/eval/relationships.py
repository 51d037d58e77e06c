"""Collectors and relationships as closures."""

from __future__ import annotations

from collections.abc import Callable

from ..base.errors import Fault, Location, PuppetError, Subject
from ..project.autoload import normalise
from ..syntax import ast
from ..types import compare
from ..types.labels import a_an, ruby_class
from ..types.parse import parse_type
from ..types.references import CatalogEntryType, ClassType, ResourceType
from ..types.ruby_text import inspect
from ..types.type import Type
from ..types.values import Unknown, Value, unknown_in
from .attributes import attributes
from .closures import Closure, closure, makes, without_parentheses
from .collectors import Collector, Query, Test
from .declared import Declared, flat
from .definitions import ClassLike
from .given import given
from .holes import ANYTHING
from .origin import Origin
from .scope import Scope

# Collectors --------------------------------------------------------------------------------------------------

_QUERY_OPERANDS = (
    ast.AccessExpression, ast.VariableExpression, ast.LiteralBoolean, ast.LiteralString, ast.ConcatenatedString,
    ast.LiteralInteger, ast.LiteralFloat, ast.LiteralUndef, ast.QualifiedName, ast.ParenthesizedExpression,
)  # fmt: skip

#: Gives a test of resources.
MadeQuery = Callable[[Scope], Query]


_TESTS = (ast.AndExpression, ast.OrExpression, ast.ComparisonExpression)


def whole_query(node: ast.Expression | None, origin: Origin) -> Callable[[Scope], Query | None]:
    """The query of a collector: an undef or false alone is none at all."""
    if node is None:
        return lambda scope: None
    bare = without_parentheses(node)
    if isinstance(bare, _TESTS):
        return query(bare, origin)
    evaluated = query_operand(bare, origin)

    def alone(scope: Scope) -> Query | None:
        value = evaluated(scope)
        if isinstance(value, Unknown):
            scope.run.note_undecided(value, origin.location(bare.anchor))
        return None if value is None or value is False else not_callable(value)

    return alone


def query(node: ast.Expression, origin: Origin) -> MadeQuery:
    """The query's values are evaluated once, where the collector stands."""
    if isinstance(node, ast.ParenthesizedExpression):
        return query(node.expr, origin)
    if isinstance(node, (ast.AndExpression, ast.OrExpression)):
        return combined(node, origin)
    if isinstance(node, ast.ComparisonExpression):
        return compared(node, origin)
    evaluated = query_operand(node, origin)

    return lambda scope: not_callable(evaluated(scope))


def not_callable(value: Value) -> Query:
    """A value alone is no test to Puppet, which finds out at the first resource that it would test."""
    if isinstance(value, Unknown):
        return Query(lambda resource: value, ("==", value, None))
    shown = f"undefined method `call' for {inspect(value)}:{ruby_class(value)}"

    def refuse(resource: Declared) -> bool:
        raise PuppetError(f"Puppet::Parser::Compiler failed with error NoMethodError: {shown}", None, Location())

    return Query(refuse, ("==", "title", None))


def query_operand(node: ast.Expression, origin: Origin) -> Callable[[Scope], Value]:
    """Queries know no arrays, hashes, calls or operators."""
    if isinstance(node, _QUERY_OPERANDS):
        value = closure(node, origin)
        return lambda scope: given(value(scope))
    message = f"Cannot transform object of class Puppet::Pops::Model::{type(node).__name__}"

    def refuse(scope: Scope) -> Value:
        raise PuppetError(message)

    return refuse


def combined(node: ast.AndExpression | ast.OrExpression, origin: Origin) -> MadeQuery:
    left, right = query(node.left_expr, origin), query(node.right_expr, origin)
    both = isinstance(node, ast.AndExpression)

    def run(scope: Scope) -> Query:
        one, other = left(scope), right(scope)
        combine = compare.all_of if both else compare.any_of
        operator = "and" if both else "or"
        return Query(
            lambda resource: combine(test(resource) for test in (one, other)), (operator, one.filter, other.filter)
        )

    return run


def compared(node: ast.ComparisonExpression, origin: Origin) -> MadeQuery:
    left, right = query_operand(node.left_expr, origin), query_operand(node.right_expr, origin)
    equal = node.operator == "=="

    def run(scope: Scope) -> Query:
        attribute, wanted = left(scope), right(scope)
        unknown = unknown_in(attribute, *flat(wanted))
        if unknown is not None:
            scope.run.note_undecided(unknown, origin.location(node.anchor))
        return Query(test(attribute, wanted), (node.operator, attribute, wanted))

    def test(attribute: Value, wanted: Value) -> Test:
        if isinstance(attribute, Unknown):
            return lambda resource: attribute
        if not equal:
            return lambda resource: negated(compare.equals(attribute_of(resource, attribute), wanted))
        if attribute == "tag":
            return tagged(flat(wanted))
        return lambda resource: holds(attribute_of(resource, attribute), wanted)

    return run


def tagged(wanted: tuple[Value, ...]) -> Test:
    for tag in wanted:
        if isinstance(tag, (int, float)) and not isinstance(tag, bool):
            raise PuppetError("Cannot transform a number to a tag")
    tags = [tag if isinstance(tag, Unknown) else str(tag).lower() for tag in wanted]
    return lambda resource: compare.any_of(tag if isinstance(tag, Unknown) else resource.is_tagged(tag) for tag in tags)


def attribute_of(resource: Declared, attribute: Value) -> Value:
    return resource.title if attribute == "title" else resource.get(str(attribute))


def negated(answer: bool | Unknown) -> bool | Unknown:
    return answer if isinstance(answer, Unknown) else not answer


def holds(value: Value, wanted: Value) -> bool | Unknown:
    """An array holds its elements."""
    return compare.contains(wanted, value)[0] if isinstance(value, tuple) else compare.equals(value, wanted)


@makes(ast.CollectExpression)
def collect(node: ast.CollectExpression, origin: Origin) -> Closure:
    made_query = whole_query(node.query.expr, origin)
    operations = attributes(node.operations, origin, "collector")
    exported = isinstance(node.query, ast.ExportedQuery)
    name = node.type_expr.cased_value.lower() if isinstance(node.type_expr, ast.QualifiedReference) else ""

    def collect_now(scope: Scope) -> Value:
        run, draft = scope.run, scope.draft
        place = origin.location(node.anchor)
        if exported and not run.storeconfigs:
            message = (
                "You cannot collect exported resources without storeconfigs being set; the collection will be ignored"
            )
            run.warn(message, place, "RT_NO_STORECONFIGS")
        try:
            if name == "class":
                raise PuppetError("Classes cannot be collected")
            definition = draft.loader.find_type(name, origin.namespace)
            if definition is None:
                fault = Fault("UNKNOWN_RESOURCE_TYPE", Subject("resource_type", normalise(name)))
                raise PuppetError(f"Resource type {name} doesn't exist", faults=(fault,))
            given = operations(scope)
            condition = made_query(scope)
        except PuppetError as error:
            raise origin.placed(error, node) from None
        if isinstance(given, Unknown):
            run.note_undecided(given, place)
        full_name = definition.name if isinstance(definition, ClassLike) else name
        type_name = ResourceType(full_name).type_name or ""
        collector = Collector(type_name, condition, exported, given, place, scope.source, scope)
        draft.collectors.append(collector)
        if exported and run.storeconfigs:
            wanted = condition.filter if condition is not None else None
            found = run.host.exported_resources(type_name, wanted, run.certname, place)
            if isinstance(found, Unknown):
                types = ANYTHING if isinstance(definition, ClassLike) else frozenset((type_name.lower(),))
                run.note_exported(found, place, types)
            else:
                collector.imported = found
        return collector

    return collect_now


# Relationships -----------------------------------------------------------------------------------------------


@makes(ast.RelationshipExpression)
def relationship(node: ast.RelationshipExpression, origin: Origin) -> Closure:
    left, right = closure(node.left_expr, origin), closure(node.right_expr, origin)
    parameter = "notify" if node.operator in ("~>", "<~") else "before"
    forward = node.operator in ("->", "~>")

    def run(scope: Scope) -> Value:
        values = left(scope), right(scope)
        try:
            a, b = (operands(value, scope) for value in values)
        except PuppetError as error:
            raise origin.placed(error, node) from None
        place = origin.location(node.anchor)
        unknown = unknown_in(*a, *b)
        if unknown is not None:
            scope.run.note_apart(unknown, place)
        for source in a if forward else b:
            for target in b if forward else a:
                scope.draft.relationships.append((source, target, parameter, place))
        # What is empty is left out of a chain: its neighbours are related instead.
        if not b:
            return a
        if len(b) == 1 and isinstance(b[0], Collector):
            b[0].alternative = a
        return b

    return run


def operands(value: Value, scope: Scope) -> tuple[Value, ...]:
    """References and collectors, each once, out of whatever arrays they are in."""
    return tuple(dict.fromkeys(operand(each, scope) for each in flat(value)))


def operand(value: Value, scope: Scope) -> Value:
    if isinstance(value, (Unknown, Collector)):
        return value
    if isinstance(value, str):
        value = parse_type(value, scope.draft.loader.type_named)
    if isinstance(value, CatalogEntryType):
        return known_reference(value)
    illegal = "Illegal relationship operand, can not form a relationship with"
    if isinstance(value, Type):
        message = f"{illegal} something of type {value}. A Catalog type is required."
        raise PuppetError(message, "NOT_CATALOG_TYPE")
    message = f"{illegal} {a_an(value)}. A Catalog type is required."
    raise PuppetError(message, "ILLEGAL_RELATIONSHIP_OPERAND_TYPE")


def known_reference(value: CatalogEntryType) -> Value:
    if isinstance(value, ResourceType) and value.type_name is not None and value.type_name.lower() == "class":
        return ClassType((value.title or "").lower())
    return value
