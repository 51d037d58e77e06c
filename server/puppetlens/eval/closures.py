"""AST -> closures: the table, and what has no effect on a catalog (literals, operators, control).

A closure takes the scope it runs in and gives the value. What can be decided once (names, literals, origins)
is decided when it is made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ..base.errors import PuppetError
from ..syntax import ast
from ..types import compare, operators, to_string
from ..types.access import access
from ..types.parse import named_type
from ..types.references import ClassType, ResourceType
from ..types.type import Type
from ..types.values import DEFAULT, Hash, Regexp, Sensitive, Unknown, UnknownReason, Value, unknown_in
from .holes import open_hole
from .origin import Origin
from .scope import MISSING, Missing, Scope

Closure = Callable[[Scope], Value]
Maker = Callable[[Any, Origin], Closure]
_TABLE: dict[type[ast.Node], Maker] = {}

M = TypeVar("M", bound=Maker)


def makes(*kinds: type[ast.Node]) -> Callable[[M], M]:
    """Register the maker of closures for AST classes."""

    def register(maker: M) -> M:
        for kind in kinds:
            _TABLE[kind] = maker
        return maker

    return register


def closure(node: ast.Node, origin: Origin) -> Closure:
    return _TABLE[type(node)](node, origin)


def block(body: ast.Body, origin: Origin) -> Closure:
    """Statements in order; the value of the last, undef for none."""
    closures = [closure(node, origin) for node in body]
    if not closures:
        return lambda scope: None
    if len(closures) == 1:
        return closures[0]

    def run(scope: Scope) -> Value:
        value: Value = None
        for statement in closures:
            scope.compiler.step()
            value = statement(scope)
        return value

    return run


def items(body: ast.Items, origin: Origin) -> Closure:
    """The statements of a definition, each with its own origin; definitions are no statements."""
    closures = [
        closure(item.node, origin.inside(item.start)) for item in body if not isinstance(item.node, ast.Definition)
    ]

    def run(scope: Scope) -> Value:
        value: Value = None
        for statement in closures:
            scope.compiler.step()
            value = statement(scope)
        return value

    return run


# Literals and names ------------------------------------------------------------------------------------------


@makes(ast.LiteralString, ast.LiteralInteger, ast.LiteralFloat, ast.LiteralBoolean, ast.QualifiedName)
def literal(node: ast.LiteralString, origin: Origin) -> Closure:
    value = node.value
    return lambda scope: value


@makes(ast.LiteralUndef)
def undef(node: ast.LiteralUndef, origin: Origin) -> Closure:
    return lambda scope: None


@makes(ast.LiteralDefault)
def default(node: ast.LiteralDefault, origin: Origin) -> Closure:
    return lambda scope: DEFAULT


@makes(ast.LiteralRegularExpression)
def regex(node: ast.LiteralRegularExpression, origin: Origin) -> Closure:
    value = Regexp(node.pattern)
    return lambda scope: value


@makes(ast.ReservedWord)
def reserved(node: ast.ReservedWord, origin: Origin) -> Closure:
    def fail(scope: Scope) -> Value:
        raise origin.placed(PuppetError(f"Use of reserved word: {node.word}", "RESERVED_WORD"), node.anchor)

    return fail


@makes(ast.ErrorExpression, ast.ApplyExpression, ast.PlanDefinition)
def unusable(node: ast.Node, origin: Origin) -> Closure:
    def fail(scope: Scope) -> Value:
        raise origin.placed(PuppetError("Syntax error", "SYNTAX_ERROR"), node.anchor)

    return fail


@makes(ast.QualifiedReference)
def type_reference(node: ast.QualifiedReference, origin: Origin) -> Closure:
    name = node.cased_value
    own = named_type(name)
    if own is not None and not (isinstance(own, ResourceType) and own.type_name is not None):
        return lambda scope: own
    return lambda scope: scope.compiler.loader.type_named(name)


@makes(ast.VariableExpression)
def variable(node: ast.VariableExpression, origin: Origin) -> Closure:
    name = node.name

    def get(scope: Scope) -> Value:
        value = scope.find(name)
        if isinstance(value, Missing):
            return scope.compiler.unknown_variable(name, origin.location(node.anchor), scope)
        return value

    return get


@makes(ast.ConcatenatedString)
def concatenated(node: ast.ConcatenatedString, origin: Origin) -> Closure:
    parts = [closure(segment, origin) for segment in node.segments]

    def join(scope: Scope) -> Value:
        values = [part(scope) for part in parts]
        unknown = unknown_in(*values)
        return unknown or "".join(map(to_string, values))

    return join


@makes(ast.TextExpression)
def text(node: ast.TextExpression, origin: Origin) -> Closure:
    """What stands in `${}`: a bare name is a string, not a variable, once it stands in an expression."""
    return closure(node.expr, origin)


@makes(ast.HeredocExpression)
def heredoc(node: ast.HeredocExpression, origin: Origin) -> Closure:
    return closure(node.text_expr, origin)


@makes(ast.ParenthesizedExpression)
def parenthesized(node: ast.ParenthesizedExpression, origin: Origin) -> Closure:
    return closure(node.expr, origin)


@makes(ast.BlockExpression)
def block_expression(node: ast.BlockExpression, origin: Origin) -> Closure:
    return block(node.statements, origin)


def unfolding(body: ast.Body, origin: Origin) -> Callable[[Scope], tuple[Value, ...]]:
    """The values of a list of expressions, `*$x` spread out."""
    parts = [(closure(node, origin), isinstance(node, ast.UnfoldExpression)) for node in body]
    if not any(spread for _, spread in parts):
        closures = [part for part, _ in parts]
        return lambda scope: tuple(part(scope) for part in closures)

    def run(scope: Scope) -> tuple[Value, ...]:
        values: list[Value] = []
        for part, spread in parts:
            value = part(scope)
            if spread and isinstance(value, tuple):
                values.extend(value)
            else:
                values.append(value)
        return tuple(values)

    return run


@makes(ast.UnfoldExpression)
def unfold(node: ast.UnfoldExpression, origin: Origin) -> Closure:
    inner = closure(node.expr, origin)

    def run(scope: Scope) -> Value:
        value = inner(scope)
        if isinstance(value, (tuple, Unknown)):
            return value
        if isinstance(value, Hash):
            return tuple(value.pairs())
        return () if value is None else (value,)

    return run


@makes(ast.LiteralList)
def literal_list(node: ast.LiteralList, origin: Origin) -> Closure:
    return unfolding(node.values, origin)


@makes(ast.LiteralHash)
def literal_hash(node: ast.LiteralHash, origin: Origin) -> Closure:
    entries = [(closure(entry.key, origin), closure(entry.value, origin)) for entry in node.entries]
    return lambda scope: Hash((key(scope), value(scope)) for key, value in entries)


# Operators ---------------------------------------------------------------------------------------------------


@makes(ast.ArithmeticExpression)
def arithmetic(node: ast.ArithmeticExpression, origin: Origin) -> Closure:
    left, right = closure(node.left_expr, origin), closure(node.right_expr, origin)
    operator = node.operator

    def run(scope: Scope) -> Value:
        a, b = left(scope), right(scope)
        try:
            return operators.arithmetic(operator, a, b)
        except PuppetError as error:
            side = node.right_expr if error.issue_code == "NOT_NUMERIC" and _numeric(a) else node.left_expr
            numeric_fault = error.issue_code in ("NOT_NUMERIC", "OPERATOR_NOT_APPLICABLE")
            raise origin.placed(error, side.anchor if numeric_fault else node.anchor) from None

    return run


def _numeric(value: Value) -> bool:
    if isinstance(value, str):
        return operators.to_number(value) is not None
    return isinstance(value, (int, float)) and not isinstance(value, bool)


@makes(ast.UnaryMinusExpression)
def minus(node: ast.UnaryMinusExpression, origin: Origin) -> Closure:
    inner = closure(node.expr, origin)

    def run(scope: Scope) -> Value:
        try:
            return operators.negate(inner(scope))
        except PuppetError as error:
            raise origin.placed(error, node.anchor) from None

    return run


@makes(ast.ComparisonExpression)
def comparison(node: ast.ComparisonExpression, origin: Origin) -> Closure:
    left, right = closure(node.left_expr, origin), closure(node.right_expr, origin)
    operator = node.operator
    if operator == "==":
        return lambda scope: compare.equals(left(scope), right(scope))
    if operator == "!=":
        return lambda scope: negated(compare.equals(left(scope), right(scope)))

    def run(scope: Scope) -> Value:
        try:
            return compare.compare(operator, left(scope), right(scope))
        except PuppetError as error:
            raise origin.placed(error, node.anchor) from None

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
            answer, captures = compare.match(value, pattern)
        except PuppetError as error:
            anchor = node.left_expr.anchor if error.issue_code == "MATCH_NOT_STRING" else node.right_expr.anchor
            raise origin.placed(error, anchor) from None
        if captures is not None:
            scope.matched = captures
        return answer if positive else negated(answer)

    return run


@makes(ast.InExpression)
def in_(node: ast.InExpression, origin: Origin) -> Closure:
    left, right = closure(node.left_expr, origin), closure(node.right_expr, origin)

    def run(scope: Scope) -> Value:
        answer, captures = compare.contains(left(scope), right(scope))
        if captures is not None:
            scope.matched = captures
        return answer

    return run


def truth(value: Value) -> bool | Unknown:
    """Undef and false are false, all else is true."""
    return value if isinstance(value, Unknown) else value is not None and value is not False


@makes(ast.AndExpression)
def and_(node: ast.AndExpression, origin: Origin) -> Closure:
    left, right = closure(node.left_expr, origin), closure(node.right_expr, origin)

    def run(scope: Scope) -> Value:
        a = truth(left(scope))
        if a is False:
            return False
        b = truth(right(scope))
        if isinstance(a, Unknown):
            return False if b is False else (unknown_in(a, b) or a)
        return b

    return run


@makes(ast.OrExpression)
def or_(node: ast.OrExpression, origin: Origin) -> Closure:
    left, right = closure(node.left_expr, origin), closure(node.right_expr, origin)

    def run(scope: Scope) -> Value:
        a = truth(left(scope))
        if a is True:
            return True
        b = truth(right(scope))
        if isinstance(a, Unknown):
            return True if b is True else (unknown_in(a, b) or a)
        return b

    return run


@makes(ast.NotExpression)
def not_(node: ast.NotExpression, origin: Origin) -> Closure:
    inner = closure(node.expr, origin)
    return lambda scope: negated(truth(inner(scope)))


@makes(ast.AccessExpression)
def access_expression(node: ast.AccessExpression, origin: Origin) -> Closure:
    left, keys = closure(node.left_expr, origin), unfolding(node.keys, origin)

    def run(scope: Scope) -> Value:
        value, given = left(scope), keys(scope)
        if isinstance(value, ResourceType) and value.title is not None:
            return scope.compiler.resource_parameter(value, given, origin, node)
        if isinstance(value, ClassType) and value.class_name is not None:
            return scope.compiler.resource_parameter(value, given, origin, node)
        try:
            return access(value, given)
        except PuppetError as error:
            first = node.keys[0].anchor if node.keys else node.anchor
            anchored = isinstance(value, Type) or error.issue_code == "NOT_NUMERIC"
            raise origin.placed(error, first if anchored else node.left_expr.anchor) from None

    return run


# Assignment --------------------------------------------------------------------------------------------------


@makes(ast.AssignmentExpression)
def assignment(node: ast.AssignmentExpression, origin: Origin) -> Closure:
    value = closure(node.right_expr, origin)
    target = node.left_expr

    def run(scope: Scope) -> Value:
        result = value(scope)
        assign(target, result, scope, origin)
        return result

    return run


def assign(target: ast.Expression, value: Value, scope: Scope, origin: Origin) -> None:
    """Bind a name, or the names of a list to the elements of an array or the values of a hash."""
    if isinstance(target, ast.VariableExpression):
        set_variable(scope, target.name, value, origin, target.anchor)
        return
    if not isinstance(target, ast.LiteralList):
        raise origin.placed(PuppetError("Illegal assignment", "ILLEGAL_ASSIGNMENT"), target.anchor)
    if isinstance(value, Unknown):
        for element in target.values:
            assign(element, value, scope, origin)
        return
    if isinstance(value, Hash):
        for element in target.values:
            if not isinstance(element, ast.VariableExpression):
                continue
            if element.name not in value:
                message = f"No value for required key '{element.name}' in assignment to variables from hash"
                raise origin.placed(PuppetError(message, "MISSING_MULTI_ASSIGNMENT_KEY"), element.anchor)
            assign(element, value[element.name], scope, origin)
        return
    if not isinstance(value, tuple):
        value = (value,)
    if len(value) != len(target.values):
        message = f"Mismatched number of assignable entries and values, expected {len(target.values)}, got {len(value)}"
        raise origin.placed(PuppetError(message, "ILLEGAL_MULTI_ASSIGNMENT_SIZE"), target.anchor)
    for element, part in zip(target.values, value, strict=True):
        assign(element, part, scope, origin)


def set_variable(scope: Scope, name: str, value: Value, origin: Origin, anchor: int) -> None:
    """Puppet reports a second assignment where the assignment's target stands."""
    if name in scope.variables:
        raise origin.placed(PuppetError(f"Cannot reassign variable '${name}'", "ILLEGAL_REASSIGNMENT"), anchor)
    if name in ("trusted", "facts", "server_facts") and scope.kind != "lambda":
        message = f"Attempt to assign to a reserved variable name: '${name}'"
        raise origin.placed(PuppetError(message, "ILLEGAL_RESERVED_ASSIGNMENT"), anchor)
    scope.variables[name] = value


# Control -----------------------------------------------------------------------------------------------------


def guarded(run: Closure) -> Closure:
    """Match variables set inside are gone behind it."""

    def guard(scope: Scope) -> Value:
        before = scope.matched
        try:
            return run(scope)
        finally:
            scope.matched = before

    return guard


@makes(ast.IfExpression, ast.UnlessExpression)
def if_(node: ast.IfExpression, origin: Origin) -> Closure:
    test, then = closure(node.test, origin), block(node.then_expr, origin)
    otherwise = block(node.else_expr, origin)
    wanted = not isinstance(node, ast.UnlessExpression)
    bodies = (*node.then_expr, *node.else_expr)

    def run(scope: Scope) -> Value:
        answer = truth(test(scope))
        if isinstance(answer, Unknown):
            return open_hole(scope, answer, bodies, origin, node)
        return then(scope) if answer is wanted else otherwise(scope)

    return guarded(run)


@makes(ast.CaseExpression)
def case(node: ast.CaseExpression, origin: Origin) -> Closure:
    test = closure(node.test, origin)
    options = []
    fallback: Closure | None = None
    for option in node.options:
        run_option = block(option.then_expr, origin)
        for value in option.values:
            if isinstance(value, ast.LiteralDefault):
                fallback = run_option
        options.append((unfolding(option.values, origin), run_option))
    bodies = tuple(statement for option in node.options for statement in option.then_expr)

    def run(scope: Scope) -> Value:
        value = test(scope)
        for candidates, then in options:
            for candidate in candidates(scope):
                if candidate is DEFAULT:
                    continue
                answer, captures = compare.matches_option(value, candidate)
                if isinstance(answer, Unknown):
                    return open_hole(scope, answer, bodies, origin, node)
                if answer:
                    if captures is not None:
                        scope.matched = captures
                    return then(scope)
        return fallback(scope) if fallback is not None else None

    return guarded(run)


@makes(ast.SelectorExpression)
def selector(node: ast.SelectorExpression, origin: Origin) -> Closure:
    left = closure(node.left_expr, origin)
    entries = [(closure(entry.matching_expr, origin), closure(entry.value_expr, origin)) for entry in node.selectors]

    def run(scope: Scope) -> Value:
        value = left(scope)
        fallback: Closure | None = None
        for pattern, result in entries:
            candidate = pattern(scope)
            if candidate is DEFAULT:
                fallback = result
                continue
            candidates = candidate if isinstance(candidate, tuple) and not isinstance(value, tuple) else (candidate,)
            for each in candidates:
                answer, captures = compare.matches_option(value, each)
                if isinstance(answer, Unknown):
                    return answer
                if answer:
                    if captures is not None:
                        scope.matched = captures
                    return result(scope)
        if fallback is not None:
            return fallback(scope)
        shown = "" if value is None else to_string(value)
        message = f"No matching entry for selector parameter with value '{shown}'"
        raise origin.placed(PuppetError(message, "UNMATCHED_SELECTOR"), node.left_expr.anchor)

    return guarded(run)


# EPP ---------------------------------------------------------------------------------------------------------


@makes(ast.EppExpression)
def epp(node: ast.EppExpression, origin: Origin) -> Closure:
    """Renders into the scope's `rendered`, which `epp()` reads."""
    return block(node.body, origin)


@makes(ast.RenderStringExpression)
def render_string(node: ast.RenderStringExpression, origin: Origin) -> Closure:
    value = node.value

    def run(scope: Scope) -> Value:
        scope.compiler.rendered[-1].append(value)
        return None

    return run


@makes(ast.RenderExpression)
def render(node: ast.RenderExpression, origin: Origin) -> Closure:
    inner = closure(node.expr, origin)

    def run(scope: Scope) -> Value:
        scope.compiler.rendered[-1].append(inner(scope))
        return None

    return run


_ = (Sensitive, UnknownReason, MISSING)
