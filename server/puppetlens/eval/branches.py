"""The branches of a condition that nobody decides, each with what is known where it is taken.

Where code is checked a variable is of the type, in a branch, that the condition says (`types.conditions`), or what keys lead
to in it; a branch that no value leads to is not run. Where one branch alone comes to its end, what it took holds behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from ..base.errors import PuppetError
from ..syntax import ast
from ..syntax.subject import Subject, asserted, subject_of
from ..types import infer_set
from ..types.algebra import Known, union
from ..types.collections import ArrayType, HashType
from ..types.conditions import after, chosen
from ..types.infer import infer
from ..types.shaped import ShapedUnknown, overlap, refined, unknown_of
from ..types.type import Type, UnitType
from ..types.values import Hash, Unknown, Value, reasons_in
from .origin import Origin

if TYPE_CHECKING:
    from .closures import Closure
    from .scope import Scope

#: Makes known in a scope what holds in a branch; false where nothing can lead to it.
Enter = Callable[["Scope"], bool]


class Branch(NamedTuple):
    run: Closure
    enter: Enter = lambda scope: True


class Outcome(NamedTuple):
    """What a branch came to: its end, never anywhere (a failure that the code means), out of what is around it (`return`,
    `next`), or nobody knows; with its value, and the variables that it set."""

    how: Literal["ended", "failed", "left", "unsure"]
    value: Value = None
    variables: Mapping[str, Value] = MappingProxyType({})


class Holding:
    """Where a test came out so."""

    def __init__(self, test: ast.Expression, outcome: bool, origin: Origin) -> None:
        self._test, self._outcome, self._operands = test, outcome, _Operands(origin)

    @cached_property
    def _subjects(self) -> tuple[Subject, ...]:
        return tuple({each: None for node in _compared(self._test) if (each := subject_of(node)) is not None})

    @cached_property
    def _written(self) -> frozenset[str]:
        """The names of variables as the test has them."""
        return frozenset(name for node in _compared(self._test) if (name := _variable(node)) is not None)

    def __call__(self, scope: Scope) -> bool:
        operands = self._operands.at(scope)

        def ask(type_: Known, subject: Subject) -> Known:
            return after(type_, subject, _Operand(self._test), self._outcome, operands)

        return all(_narrow(scope, subject, self._written, ask) for subject in self._subjects)


class Taking:
    """Where one of the `values` of an option takes what is tested, and none of those before it; without values those
    before it alone."""

    def __init__(
        self,
        test: ast.Expression,
        before: Sequence[ast.Expression],
        values: Sequence[ast.Expression],
        origin: Origin,
    ) -> None:
        self._test, self._before, self._values, self._operands = test, tuple(before), values, _Operands(origin)

    def __call__(self, scope: Scope) -> bool:
        subject, written = subject_of(self._test), _variable(self._test)
        if subject is None or written is None:
            return True
        operands = self._operands.at(scope)

        def ask(type_: Known, subject: Subject) -> Known:
            return chosen(type_, subject, _Operand(self._test), self._before, self._values, operands)

        return _narrow(scope, subject, frozenset((written,)), ask)


def _compared(node: ast.Expression) -> Iterator[ast.Expression]:
    """What a test asks of."""
    if isinstance(node, (ast.ParenthesizedExpression, ast.NotExpression)):
        yield from _compared(node.expr)
    elif isinstance(node, (ast.AndExpression, ast.OrExpression)):
        yield from (*_compared(node.left_expr), *_compared(node.right_expr))
    elif isinstance(node, (ast.MatchExpression, ast.ComparisonExpression, ast.InExpression)):
        yield from (node.left_expr, node.right_expr)
    else:
        yield asserted(node) or node


def _variable(node: ast.Expression) -> str | None:
    """The name, as it is written, of the variable that an expression is about."""
    while isinstance(node, (ast.ParenthesizedExpression, ast.AccessExpression)):
        node = node.expr if isinstance(node, ast.ParenthesizedExpression) else node.left_expr
    return node.name if isinstance(node, ast.VariableExpression) else None


def _narrow(scope: Scope, subject: Subject, written: frozenset[str], ask: Callable[[Known, Subject], Known]) -> bool:
    """Make more known of what is not known; false where no value is left."""
    name, *keys = subject
    variables = _owner(scope, str(name), written)
    root = at = variables.get(str(name)) if variables is not None else None
    for key in keys:
        at = at.part(key) if isinstance(at, Unknown) else None
    if variables is None or type(root) not in _NARROWED or type(at) not in _NARROWED:
        return True
    assert isinstance(root, Unknown)
    assert isinstance(at, Unknown)
    before = at.known_type
    try:
        now = ask(before, subject)
        if isinstance(now, UnitType) or (now is not None and before is not None and not overlap(before, now)):
            return False
        if now is not None and now is not before:
            variables[str(name)] = refined(root, keys, now)
    except PuppetError:  # a type that names nothing
        pass
    return True


#: Not what code may have set that was not run: nobody knows whether it is there.
_NARROWED: Final = (Unknown, ShapedUnknown)


def _owner(scope: Scope, name: str, written: frozenset[str]) -> dict[str, Value] | None:
    """The variables of which one is meant; None for that of a class, and where a name means two."""
    top = scope.draft.top.variables
    if f"::{name}" in written:
        return top if name not in written and "::" not in name else None
    at: Scope | None = scope
    while at is not None:
        if name in at.variables:
            return at.variables
        at = at.outer
    return None


# Operands -----------------------------------------------------------------------------------------------------


class _Operand(NamedTuple):
    node: ast.Node

    def inside(self, node: ast.Node) -> _Operand:
        return _Operand(node)


#: What is evaluated without doing anything.
_PLAIN: Final = (
    ast.LiteralString, ast.LiteralInteger, ast.LiteralFloat, ast.LiteralBoolean, ast.LiteralUndef, ast.LiteralDefault,
    ast.LiteralRegularExpression, ast.LiteralList, ast.LiteralHash, ast.KeyedEntry, ast.QualifiedName,
    ast.QualifiedReference, ast.AccessExpression, ast.VariableExpression, ast.ParenthesizedExpression,
)  # fmt: skip


class _Operands:
    """The types of expressions that are evaluated without doing anything."""

    def __init__(self, origin: Origin) -> None:
        self._origin = origin
        self._closures: dict[int, Closure | None] = {}

    def at(self, scope: Scope) -> Callable[[_Operand], Known]:
        return lambda operand: self._type(operand.node, scope)

    def _type(self, node: ast.Node, scope: Scope) -> Known:
        from .closures import closure

        if id(node) not in self._closures:
            self._closures[id(node)] = closure(node, self._origin) if _is_plain(node) else None
        run = self._closures[id(node)]
        try:
            return None if run is None else _exact_type(run(scope))
        except PuppetError:
            return None


def _is_plain(node: ast.Node) -> bool:
    return isinstance(node, _PLAIN) and all(_is_plain(part) for part in ast.parts(node) if isinstance(part, ast.Node))


def _exact_type(value: Value) -> Known:
    if isinstance(value, Unknown):
        return value.known_type
    return None if reasons_in(value) else infer_set(value)


# What branches come to ----------------------------------------------------------------------------------------


def either(values: Iterable[Value], unknown: Unknown) -> Value:
    """One of some values, which `unknown` would tell."""
    first, *others = values
    if isinstance(first, (str, int, float, bool, type(None))) and all(
        type(each) is type(first) and each == first for each in others
    ):
        return first
    type_ = union(_general_type(each) for each in (first, *others))
    return unknown.plain() if type_ is None or isinstance(type_, UnitType) else unknown_of(type_, *unknown.reasons)


def _general_type(value: Value) -> Type | None:
    """The type of a value, for which what is in it is not looked at."""
    if isinstance(value, Unknown):
        return value.known_type
    if isinstance(value, tuple):
        return ArrayType()
    if isinstance(value, Hash):
        return HashType()
    return infer(value) if value is None or isinstance(value, (str, int, float)) else None
