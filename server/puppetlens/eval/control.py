"""Conditional expressions as closures."""

from __future__ import annotations

from collections.abc import Callable

from ..base.errors import PuppetError
from ..syntax import ast
from ..types import compare
from ..types.ruby_text import to_s
from ..types.values import Unknown, Value
from .branches import Branch, Holding, Taking
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
    branches = (
        Branch(then, Holding(node.test, wanted, origin)),
        Branch(otherwise, Holding(node.test, not wanted, origin)),
    )

    def run(scope: Scope) -> Value:
        answer = truth(test(scope))
        if isinstance(answer, Unknown):
            return skipped.leave_open(scope, answer, node.anchor, branches, one_of=True)
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
    options: list[tuple[Candidates, Branch]] = []
    fallback: Closure = block((), origin)
    before: list[ast.Expression] = []
    for option in node.options:
        branch = Branch(block(option.then_expr, origin), Taking(node.test, before, option.values, origin))
        for value in option.values:
            listed = candidates(value, origin)
            if listed is None:
                fallback = branch.run
            else:
                options.append((listed, branch))
                before.append(value)
    otherwise = Branch(fallback, Taking(node.test, before, (), origin))
    skipped = Skipped([statement for option in node.options for statement in option.then_expr], origin)

    def run(scope: Scope) -> Value:
        value = test(scope)
        for at, (listed, branch) in enumerate(options):
            answer = taken(value, listed, scope)
            if isinstance(answer, Unknown):
                rest = {id(each): each for _, each in options[at:]}
                return skipped.leave_open(scope, answer, node.anchor, (*rest.values(), otherwise), one_of=True)
            if answer:
                return branch.run(scope)
        return fallback(scope)

    return guarded(run)


@makes(ast.SelectorExpression)
def selector(node: ast.SelectorExpression, origin: Origin) -> Closure:
    left, taken = closure(node.left_expr, origin), taker(node, origin)
    entries: list[tuple[Candidates, Branch]] = []
    fallback: Closure | None = None
    skipped = Skipped([entry.value_expr for entry in node.selectors], origin)
    before: list[ast.Expression] = []
    for entry in node.selectors:
        value, result = entry.matching_expr, closure(entry.value_expr, origin)
        listed = candidates(value, origin)
        if listed is None:
            fallback = result
        else:
            entries.append((listed, Branch(result, Taking(node.left_expr, before, (value,), origin))))
            before.append(value)
    otherwise = () if fallback is None else (Branch(fallback, Taking(node.left_expr, before, (), origin)),)

    def run(scope: Scope) -> Value:
        value = left(scope)
        for at, (listed, branch) in enumerate(entries):
            answer = taken(value, listed, scope)
            if isinstance(answer, Unknown):
                acts = origin.checking or skipped.acts(scope)
                rest = [*[each for _, each in entries[at:]], *otherwise]
                return skipped.leave_open(scope, answer, node.anchor, rest, one_of=True) if acts else answer
            if answer:
                return branch.run(scope)
        if fallback is not None:
            return fallback(scope)
        shown = to_s(value)
        message = f"No matching entry for selector parameter with value '{shown}'"
        raise origin.placed(PuppetError(message, "UNMATCHED_SELECTOR"), node, node.left_expr)

    return guarded(run)
