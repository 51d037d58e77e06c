"""AST -> closures: the table, statements, literals and names.

A closure takes the scope it runs in and gives the value. What can be decided once (names, literals, origins)
is decided when it is made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ..base.byte_text import joined
from ..base.errors import PuppetError
from ..syntax import ast
from ..types import operators, to_string
from ..types.parse import named_type
from ..types.shaped import unknown_of
from ..types.strings import STRING
from ..types.type import TYPES
from ..types.values import DEFAULT, Hash, Regexp, Unknown, Value, reasons_in, unknown_in
from ..validate.embedded import check_embedded
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
    made = _TABLE[type(node)](node, origin)
    return _OBSERVERS[0](made, node, origin) if origin.observed else made


def truth(value: Value) -> bool | Unknown:
    """Undef and false are false, all else is true."""
    return value.truth() if isinstance(value, Unknown) else value is not None and value is not False


def block(body: ast.Body, origin: Origin) -> Closure:
    """Statements in order; the value of the last, undef for none."""
    return _in_order([statement(node, origin) for node in body])


def statement(node: ast.Node, origin: Origin) -> Closure:
    """Where code is checked, a statement that fails ends nothing but itself."""
    made = closure(node, origin)
    return _GUARDS[0](made, node, origin) if origin.checking else made


#: What makes of an expression, of code that is observed, one that is.
Observer = Callable[[Closure, ast.Node, Origin], Closure]
_OBSERVERS: list[Observer] = []


def observed_by(observer: Observer) -> Observer:
    """Register it."""
    _OBSERVERS.append(observer)
    return observer


#: What makes of a statement, of code that is checked, one that goes on.
Guard = Callable[[Closure, ast.Node, Origin], Closure]
_GUARDS: list[Guard] = []


def checked_by(guard: Guard) -> Guard:
    """Register it."""
    _GUARDS.append(guard)
    return guard


def items(body: ast.Items, origin: Origin) -> Closure:
    """The statements of a definition, each with its own origin; definitions are no statements."""
    return _in_order(
        [statement(item.node, origin.inside(item.start)) for item in body if not isinstance(item.node, ast.Definition)]
    )


def _in_order(closures: list[Closure]) -> Closure:
    if not closures:
        return lambda scope: None
    if len(closures) == 1:
        return closures[0]

    def run(scope: Scope) -> Value:
        value: Value = None
        for each in closures:
            scope.run.step()
            value = each(scope)
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
        raise origin.placed(PuppetError(f"Use of reserved word: {node.word}", "RESERVED_WORD"), node)

    return fail


@makes(ast.ErrorExpression, ast.ApplyExpression, ast.PlanDefinition)
def unusable(node: ast.Node, origin: Origin) -> Closure:
    def fail(scope: Scope) -> Value:
        raise origin.placed(PuppetError("Syntax error", "SYNTAX_ERROR"), node)

    return fail


@makes(ast.QualifiedReference)
def type_reference(node: ast.QualifiedReference, origin: Origin) -> Closure:
    name = node.cased_value

    def run(scope: Scope) -> Value:
        try:
            type_ = named_type(name, scope.draft.loader.types_in(origin.namespace))
            if type_ is None:
                raise PuppetError(f"Resource type not found: {name}", "UNKNOWN_RESOURCE_TYPE")
            type_.resolved()
        except PuppetError as error:
            raise origin.placed(error, node) from None
        return type_

    known = TYPES.get(name.lower().removeprefix("::"))
    return run if known is None else lambda scope: known


@makes(ast.VariableExpression)
def variable(node: ast.VariableExpression, origin: Origin) -> Closure:
    name = node.name
    owner, _, own_name = name.rpartition("::")
    if owner and origin.namespace and not name.startswith("::"):
        return variable_of_class(node, owner, own_name, origin)
    plain = "::" not in name and not name.isdigit()

    def get(scope: Scope) -> Value:
        value = scope.find_plain(name) if plain else scope.find(name)
        return scope.run.unset_variable(name, origin.location(node.anchor)) if value is MISSING else value

    return get


def variable_of_class(node: ast.VariableExpression, owner: str, own_name: str, origin: Origin) -> Closure:
    """`$a::b` in code of a namespace, where names may be relative."""

    def get(scope: Scope) -> Value:
        name, loader = node.name, scope.draft.loader
        class_ = loader.find_class(owner, origin.namespace) if loader.language.relative_names else None
        if class_ is not None:
            name = f"{class_.name}::{own_name}"
        value = scope.find(name)
        if isinstance(value, Missing):
            return scope.run.unset_variable(name, origin.location(node.anchor))
        return value

    return get


@makes(ast.ConcatenatedString)
def concatenated(node: ast.ConcatenatedString, origin: Origin) -> Closure:
    parts = [closure(segment, origin) for segment in node.segments]
    interpolated = next((segment for segment in node.segments if isinstance(segment, ast.TextExpression)), node)

    def join(scope: Scope) -> Value:
        values = [part(scope) for part in parts]
        others = [value for value in values if type(value) is not str]
        if not others:
            return "".join(values)
        reasons = [reason for value in others for reason in reasons_in(value)]
        if reasons:
            return unknown_of(STRING, *reasons)
        try:
            texts = [to_string(value) for value in values]
        except PuppetError as error:
            raise origin.placed(error, interpolated) from None
        try:
            return joined(texts)
        except PuppetError as error:
            raise origin.placed(error, node) from None

    return join


@makes(ast.TextExpression)
def text(node: ast.TextExpression, origin: Origin) -> Closure:
    """What stands in `${}`: a bare name is a string, not a variable, once it stands in an expression."""
    return closure(node.expr, origin)


@makes(ast.HeredocExpression)
def heredoc(node: ast.HeredocExpression, origin: Origin) -> Closure:
    text_of, syntax = closure(node.text_expr, origin), node.syntax
    if not syntax or isinstance(node.text_expr, ast.LiteralString):
        return text_of

    def checked(scope: Scope) -> Value:
        text = text_of(scope)
        refused = check_embedded(syntax, text) if isinstance(text, str) else None
        if refused is not None:
            raise PuppetError(refused.message, refused.code, origin.location(node.text_expr.anchor))
        return text

    return checked


@makes(ast.ParenthesizedExpression)
def parenthesized(node: ast.ParenthesizedExpression, origin: Origin) -> Closure:
    return closure(node.expr, origin)


@makes(ast.BlockExpression)
def block_expression(node: ast.BlockExpression, origin: Origin) -> Closure:
    return block(node.statements, origin)


def without_parentheses(node: ast.Expression) -> ast.Expression:
    while isinstance(node, ast.ParenthesizedExpression):
        node = node.expr
    return node


def unfolding(body: ast.Body, origin: Origin) -> Callable[[Scope], tuple[Value, ...] | Unknown]:
    """The values of a list of expressions, `*$x` spread out; Unknown where it is not known how many they are."""
    bare = [without_parentheses(node) for node in body]
    parts = [(closure(node, origin), isinstance(node, ast.UnfoldExpression)) for node in bare]
    if not any(spread for _, spread in parts):
        closures = [part for part, _ in parts]
        if len(closures) == 1:
            (only,) = closures
            return lambda scope: (only(scope),)
        return lambda scope: tuple([part(scope) for part in closures])

    def run(scope: Scope) -> tuple[Value, ...] | Unknown:
        values: list[Value] = []
        unknown: list[Unknown] = []
        for part, spread in parts:
            value = part(scope)
            if spread and isinstance(value, Unknown):
                unknown.append(value)
            elif spread and isinstance(value, tuple):
                values.extend(value)
            else:
                values.append(value)
        return unknown_in(*unknown) or tuple(values)

    return run


@makes(ast.UnfoldExpression)
def unfold(node: ast.UnfoldExpression, origin: Origin) -> Closure:
    inner = closure(node.expr, origin)
    return lambda scope: operators.unfold(inner(scope))


@makes(ast.LiteralList)
def literal_list(node: ast.LiteralList, origin: Origin) -> Closure:
    return unfolding(node.values, origin)


@makes(ast.LiteralHash)
def literal_hash(node: ast.LiteralHash, origin: Origin) -> Closure:
    entries = [(closure(entry.key, origin), closure(entry.value, origin)) for entry in node.entries]

    def make(scope: Scope) -> Hash | Unknown:
        pairs = [(key(scope), value(scope)) for key, value in entries]
        reasons = [reason for key, _ in pairs if type(key) is not str for reason in reasons_in(key)]
        return Unknown(*reasons) if reasons else Hash(pairs)

    return make


# EPP ---------------------------------------------------------------------------------------------------------


@makes(ast.EppExpression)
def epp(node: ast.EppExpression, origin: Origin) -> Closure:
    """Renders into the scope's `rendered`, which `epp()` reads."""
    return block(node.body, origin)


@makes(ast.RenderStringExpression)
def render_string(node: ast.RenderStringExpression, origin: Origin) -> Closure:
    value = node.value

    def run(scope: Scope) -> Value:
        scope.run.rendered[-1].append(value)
        return None

    return run


@makes(ast.RenderExpression)
def render(node: ast.RenderExpression, origin: Origin) -> Closure:
    inner = closure(node.expr, origin)

    def run(scope: Scope) -> Value:
        scope.run.rendered[-1].append(inner(scope))
        return None

    return run
