"""Conditional expressions as closures."""

from __future__ import annotations

from collections.abc import Callable

from ..base.errors import PuppetError
from ..syntax import ast
from ..types import compare
from ..types.ruby_text import to_s
from ..types.values import Unknown, Value
from .closures import Closure, block, closure, makes, truth, without_parentheses
from .origin import Origin
from .scope import Scope
from .skipped import Skipped


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
    skipped = Skipped((*node.then_expr, *node.else_expr), origin)

    def run(scope: Scope) -> Value:
        answer = truth(test(scope))
        if isinstance(answer, Unknown):
            return skipped.leave_open(scope, answer, node.anchor, then, otherwise)
        return then(scope) if answer is wanted else otherwise(scope)

    return guarded(run)


#: What an option lists: one value, or the values of `*$array`.
Candidates = Callable[[Scope], tuple[Value, ...] | Unknown]


def candidates(node: ast.Expression, origin: Origin) -> Candidates | None:
    """None for a literal `default`."""
    bare = without_parentheses(node)
    if isinstance(bare, ast.LiteralDefault):
        return None
    value = closure(bare, origin)
    return value if isinstance(bare, ast.UnfoldExpression) else lambda scope: (value(scope),)


#: Whether one of the candidates matches a value; its captures are the scope's then.
Taker = Callable[[Value, Candidates, Scope], bool | Unknown]


def taker(node: ast.Expression, origin: Origin) -> Taker:
    """That of a case or selector, `node`."""

    def taken(value: Value, listed: Candidates, scope: Scope) -> bool | Unknown:
        options = listed(scope)
        try:
            return options if isinstance(options, Unknown) else takes(value, options, scope)
        except PuppetError as error:
            raise origin.placed(error, node) from None

    return taken


def takes(value: Value, options: tuple[Value, ...], scope: Scope) -> bool | Unknown:
    for option in options:
        answer, captures = compare.matches_option(value, option)
        if captures is not None:
            scope.matched = captures
        if answer is not False:
            return answer
    return False


@makes(ast.CaseExpression)
def case(node: ast.CaseExpression, origin: Origin) -> Closure:
    test, taken = closure(node.test, origin), taker(node, origin)
    options: list[tuple[Candidates, Closure]] = []
    fallback: Closure = block((), origin)
    for option in node.options:
        then = block(option.then_expr, origin)
        for value in option.values:
            listed = candidates(value, origin)
            if listed is None:
                fallback = then
            else:
                options.append((listed, then))
    skipped = Skipped([statement for option in node.options for statement in option.then_expr], origin)

    def run(scope: Scope) -> Value:
        value = test(scope)
        for at, (listed, then) in enumerate(options):
            answer = taken(value, listed, scope)
            if isinstance(answer, Unknown):
                rest = dict.fromkeys(each for _, each in options[at:])
                return skipped.leave_open(scope, answer, node.anchor, *rest, fallback)
            if answer:
                return then(scope)
        return fallback(scope)

    return guarded(run)


@makes(ast.SelectorExpression)
def selector(node: ast.SelectorExpression, origin: Origin) -> Closure:
    left, taken = closure(node.left_expr, origin), taker(node, origin)
    entries: list[tuple[Candidates, Closure]] = []
    fallback: Closure | None = None
    skipped = Skipped([entry.value_expr for entry in node.selectors], origin)
    for entry in node.selectors:
        listed, result = candidates(entry.matching_expr, origin), closure(entry.value_expr, origin)
        if listed is None:
            fallback = result
        else:
            entries.append((listed, result))

    def run(scope: Scope) -> Value:
        value = left(scope)
        for at, (listed, result) in enumerate(entries):
            answer = taken(value, listed, scope)
            if isinstance(answer, Unknown):
                acts = origin.checking or skipped.acts(scope)
                rest = [*[each for _, each in entries[at:]], *([] if fallback is None else [fallback])]
                return skipped.leave_open(scope, answer, node.anchor, *rest) if acts else answer
            if answer:
                return result(scope)
        if fallback is not None:
            return fallback(scope)
        shown = to_s(value)
        message = f"No matching entry for selector parameter with value '{shown}'"
        raise origin.placed(PuppetError(message, "UNMATCHED_SELECTOR"), node, node.left_expr)

    return guarded(run)
