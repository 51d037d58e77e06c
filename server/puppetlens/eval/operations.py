"""Operators and `[]` as closures."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_

from ..base.errors import Fault, Location, PuppetError, Subject
from ..syntax import ast
from ..types import compare, matching, operators, to_string
from ..types.access import access
from ..types.aliases import TypeReferenceType
from ..types.errors import Operand, OperandError
from ..types.object_value import InRuby
from ..types.operators import Coerced
from ..types.parse import named_type
from ..types.references import ClassType, ResourceType, catalog_keys
from ..types.type import Type
from ..types.values import Unknown, Value, unknown_in
from .branches import Branch, Holding
from .closures import Closure, closure, makes, truth
from .context import EvalContext
from .fixed_types import other_names
from .origin import Origin
from .resource_parameters import resource_parameter
from .scope import Scope
from .skipped import Skipped


def blamed(error: PuppetError, node: ast.Node) -> ast.Node | None:
    """The operand that an error is about; None for the expression itself."""
    operand = error.operand if isinstance(error, OperandError) else "whole"
    if operand == "whole" or isinstance(node, ast.UnaryMinusExpression):
        return None
    if isinstance(operand, int):
        assert isinstance(node, ast.AccessExpression)
        return node.keys[operand] if operand < len(node.keys) else None
    side: ast.Node = getattr(node, "left_expr" if operand == "left" else "right_expr")
    return side


def blames_nothing(error: PuppetError, node: ast.AccessExpression) -> bool:
    """Whether the error is about a key that `*$keys` or a nested array gave: Puppet tells no place then."""
    operand = error.operand if isinstance(error, OperandError) else "whole"
    return isinstance(operand, int) and operand >= len(node.keys)


def coercion(scope: Scope, node: ast.Node, origin: Origin) -> Coerced:
    """Told of strings that are used as numbers: Puppet warns, or fails under `strict`."""

    def report(operand: Operand, text: str, number: Value) -> None:
        strict = scope.run.language.strict
        message = f"The string '{text}' was automatically coerced to the numerical value {to_string(number)}"
        error = OperandError(message, "NUMERIC_COERCION", operand)
        if strict == "error":
            raise error
        if strict == "warning":
            place = origin.location((blamed(error, node) or node).anchor)
            scope.run.warn(message, place, "NUMERIC_COERCION")

    return report


@makes(ast.ArithmeticExpression)
def arithmetic(node: ast.ArithmeticExpression, origin: Origin) -> Closure:
    left, right = closure(node.left_expr, origin), closure(node.right_expr, origin)
    operator = node.operator

    def run(scope: Scope) -> Value:
        a, b = left(scope), right(scope)
        try:
            return operators.arithmetic(operator, a, b, coercion(scope, node, origin))
        except PuppetError as error:
            raise origin.placed(error, node, blamed(error, node)) from None

    return run


@makes(ast.UnaryMinusExpression)
def minus(node: ast.UnaryMinusExpression, origin: Origin) -> Closure:
    inner = closure(node.expr, origin)

    def run(scope: Scope) -> Value:
        try:
            return operators.negate(inner(scope), coercion(scope, node, origin))
        except PuppetError as error:
            raise origin.placed(error, node) from None

    return run


@makes(ast.ComparisonExpression)
def comparison(node: ast.ComparisonExpression, origin: Origin) -> Closure:
    left, right = closure(node.left_expr, origin), closure(node.right_expr, origin)
    operator = node.operator

    def run(scope: Scope) -> Value:
        a, b = left(scope), right(scope)
        try:
            return compare.compare(operator, a, b)
        except PuppetError as error:
            raise origin.placed(error, node) from None

    return run


def negated(answer: bool | Unknown) -> bool | Unknown:
    return answer if isinstance(answer, Unknown) else not answer


@makes(ast.MatchExpression)
def match(node: ast.MatchExpression, origin: Origin) -> Closure:
    left, right = closure(node.left_expr, origin), closure(node.right_expr, origin)
    positive = node.operator == "=~"

    def run(scope: Scope) -> Value:
        value, pattern = left(scope), right(scope)
        try:
            answer, captures = matching.match(value, pattern)
        except PuppetError as error:
            raise origin.placed(error, node, blamed(error, node)) from None
        if captures is not None:
            scope.matched = captures
        elif isinstance(answer, Unknown) and not isinstance(pattern, Type):
            scope.matched = answer
        return answer if positive else negated(answer)

    return run


@makes(ast.InExpression)
def in_(node: ast.InExpression, origin: Origin) -> Closure:
    left, right = closure(node.left_expr, origin), closure(node.right_expr, origin)

    def run(scope: Scope) -> Value:
        a, b = left(scope), right(scope)
        try:
            answer, captures = compare.contains(a, b)
        except PuppetError as error:
            raise origin.placed(error, node) from None
        if captures is not None:
            scope.matched = captures
        elif isinstance(answer, Unknown):
            scope.matched = answer
        return answer

    return run


@makes(ast.AndExpression, ast.OrExpression)
def logical(node: ast.AndExpression | ast.OrExpression, origin: Origin) -> Closure:
    """One side that is `decisive` (false for `and`, true for `or`) decides, whatever the other is."""
    left, right = closure(node.left_expr, origin), closure(node.right_expr, origin)
    decisive = isinstance(node, ast.OrExpression)
    skipped = Skipped((node.right_expr,), origin)
    branches = (
        Branch(lambda scope: truth(right(scope)), Holding(node.left_expr, not decisive, origin)),
        Branch(lambda _: decisive, Holding(node.left_expr, decisive, origin)),
    )

    def run(scope: Scope) -> Value:
        a = truth(left(scope))
        if a is decisive:
            return decisive
        if isinstance(a, Unknown):
            return undecided(scope, a)
        return truth(right(scope))

    def undecided(scope: Scope, a: Unknown) -> Value:
        """The right side may decide, if it is evaluated at all: what else it does, or that it fails, is not known."""
        if origin.checking or skipped.acts(scope):
            value = skipped.leave_open(scope, a, node.anchor, branches, one_of=True)
            if origin.checking:
                scope.matched = a
            return value
        before = scope.matched
        try:
            b = truth(right(scope))
        except PuppetError:
            return a
        if scope.matched is not before:
            scope.matched = a
        return decisive if b is decisive else (unknown_in(a, b) or a)

    return run


@makes(ast.NotExpression)
def not_(node: ast.NotExpression, origin: Origin) -> Closure:
    inner = closure(node.expr, origin)
    return lambda scope: negated(truth(inner(scope)))


@makes(ast.AccessExpression)
def access_expression(node: ast.AccessExpression, origin: Origin) -> Closure:
    left, keys = closure(node.left_expr, origin), access_keys(node, origin)
    names = other_names(node)
    others = [closure(name, origin) for name in names or ()]
    known: tuple[Value, ...] | None = None
    made: Value = None

    def fold(scope: Scope) -> Value:
        """The type is made once, and again where a name in it means something else; what fails fails each time."""
        nonlocal known, made
        if known is not None and (not others or all(map(is_, known, [name(scope) for name in others]))):
            return made
        value = run(scope)
        known = None
        if isinstance(value, Type) and not isinstance(value, (ResourceType, ClassType)):
            known, made = tuple([name(scope) for name in others]), value
        return value

    def run(scope: Scope) -> Value:
        value, given = left(scope), keys(scope)
        if isinstance(value, (ResourceType, ClassType)):
            nothing = names_nothing(value, given)
            if nothing:
                place, code = origin.location(node.keys[0].anchor), "EMPTY_RESOURCE_SPECIALIZATION"
                scope.run.warn("Arguments to Resource[] are all empty/undefined", place, code)
            if is_titled(value):
                if nothing:
                    return () if isinstance(given[0], tuple) or len(given) > 1 else None
                return resource_parameter(value, given, scope, origin, node)
        if isinstance(value, ClassType):
            given = tuple(class_meant(name, scope, origin) for name in given)
        try:
            found = access(value, given, coercion(scope, node, origin))
            return EvalContext(scope, origin, node.anchor).member(found) if isinstance(found, InRuby) else found
        except PuppetError as error:
            if value is None and (fact := fact_read(node.left_expr)) is not None:
                error.faults = (Fault("MISSING_FACT", Subject("fact", fact)),)
            nowhere = error.location is None and blames_nothing(error, node)
            placed = origin.placed(error, node, blamed(error, node))
            if nowhere:
                placed.location = Location()
            raise placed from None

    return run if names is None else fold


def fact_read(node: ast.Node) -> str | None:
    """The name of the fact that `$facts['os']` reads; None for any other expression."""
    if not isinstance(node, ast.AccessExpression) or len(node.keys) != 1:
        return None
    of, key = node.left_expr, node.keys[0]
    if not isinstance(of, ast.VariableExpression) or of.name.removeprefix("::") != "facts":
        return None
    return key.value if isinstance(key, (ast.LiteralString, ast.QualifiedName)) else None


def class_meant(name: Value, scope: Scope, origin: Origin) -> Value:
    """The full name of the class that one in brackets means in the namespace it is written in."""
    loader = scope.draft.loader
    if not loader.language.relative_names or not origin.namespace:
        return name
    if isinstance(name, tuple):
        return tuple(class_meant(each, scope, origin) for each in name)
    class_ = loader.find_class(name, origin.namespace) if isinstance(name, str) else None
    return name if class_ is None else class_.name


def names_nothing(value: ResourceType | ClassType, keys: tuple[Value, ...]) -> bool:
    """Whether a reference is to be made of, or a parameter read by, nothing but undef and empty arrays."""
    if isinstance(value, ResourceType) and value.type_name is None:
        if not isinstance(keys[0], (str, ResourceType)):
            return False
        keys = keys[1:]
    return bool(keys) and not catalog_keys(list(keys))


def is_titled(value: Value) -> bool:
    """Whether it is a reference to one resource or class."""
    return (isinstance(value, ResourceType) and value.title is not None) or (
        isinstance(value, ClassType) and value.class_name is not None
    )


def access_keys(node: ast.AccessExpression, origin: Origin) -> Callable[[Scope], tuple[Value, ...]]:
    """The keys' values; in `Class[Foo]` a type that nothing is known of is no error of its own."""
    of_class = isinstance(node.left_expr, ast.QualifiedReference) and node.left_expr.cased_value.lower() == "class"
    made = [
        named(key.cased_value, origin.namespace)
        if of_class and isinstance(key, ast.QualifiedReference)
        else closure(key, origin)
        for key in node.keys
    ]
    return lambda scope: tuple([key(scope) for key in made])


def named(name: str, namespace: str) -> Closure:
    """The type of this name, or a reference to it."""
    return lambda scope: named_type(name, scope.draft.loader.types_in(namespace)) or TypeReferenceType(name)
