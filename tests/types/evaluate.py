"""Expressions evaluated by the type layer alone: literals, types, operators, `Type(...)`, `type()`."""

from __future__ import annotations

from collections.abc import Callable

from puppetlens.base.errors import PuppetError
from puppetlens.base.position import Text
from puppetlens.syntax import ast
from puppetlens.syntax.parse import parse
from puppetlens.types import (
    OperandError,
    Type,
    TypeReferenceType,
    access,
    arithmetic,
    contains,
    define_type,
    format_value,
    infer,
    infer_set,
    match,
    matches_option,
    named_type,
    negate,
    new_value,
    to_string,
    unfold,
)  # fmt: skip
from puppetlens.types.compare import compare
from puppetlens.types.ruby_text import to_s
from puppetlens.types.values import DEFAULT, Hash, Regexp, Value
from puppetlens.validate.labels import a

from .recorded import Answer


class Evaluator:
    """One program: type aliases, then an expression."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.aliases: dict[str, Type] = {}

    def run(self) -> Value:
        program = parse(Text(self.text)).program
        assert not program.faults, program.faults
        value: Value = None
        for item in program.body:
            self.base = item.start
            self.source = self.text.encode()[item.start :].decode()
            value = self.value(item.node)
        return value

    def resolve(self, name: str) -> Type | None:
        return self.aliases.get(name.lower())

    def value(self, node: ast.Expression) -> Value:
        try:
            return self.plain(node)
        except PuppetError as error:
            if error.location is None and error.issue_code is None:
                error.message, error.issue_code = f"Error while evaluating {a(node)}, {error.message}", "RUNTIME_ERROR"
            raise

    def plain(self, node: ast.Expression) -> Value:
        for kind, method in METHODS.items():
            if isinstance(node, kind):
                return method(self, node)
        raise AssertionError(f"no {type(node).__name__} here")

    def values(self, nodes: tuple[ast.Expression, ...]) -> tuple[Value, ...]:
        found: list[Value] = []
        for node in nodes:
            inner = node
            while isinstance(inner, ast.ParenthesizedExpression):
                inner = inner.expr
            if isinstance(inner, ast.UnfoldExpression):
                found.extend(self.value(inner))
            else:
                found.append(self.value(node))
        return tuple(found)

    def reference(self, node: ast.QualifiedReference) -> Value:
        name = node.cased_value
        type_ = named_type(name, self.resolve)
        if type_ is None or isinstance(type_, TypeReferenceType):
            raise OperandError(f"Resource type not found: {name}", "UNKNOWN_RESOURCE_TYPE")
        type_.resolved()
        return type_

    def hash(self, node: ast.LiteralHash) -> Value:
        return Hash((self.value(each.key), self.value(each.value)) for each in node.entries)

    def access(self, node: ast.AccessExpression) -> Value:
        return access(self.value(node.left_expr), self.values(node.keys))

    def interpolated(self, node: ast.ConcatenatedString) -> Value:
        return "".join(to_string(self.value(segment)) for segment in node.segments)

    def arithmetic(self, node: ast.ArithmeticExpression) -> Value:
        return arithmetic(node.operator, self.value(node.left_expr), self.value(node.right_expr))

    def comparison(self, node: ast.ComparisonExpression) -> Value:
        return compare(node.operator, self.value(node.left_expr), self.value(node.right_expr))

    def matched(self, node: ast.MatchExpression) -> Value:
        answer = match(self.value(node.left_expr), self.value(node.right_expr))[0]
        return answer is (node.operator == "=~")

    def selected(self, node: ast.SelectorExpression) -> Value:
        value = self.value(node.left_expr)
        for entry in node.selectors:
            default = isinstance(entry.matching_expr, ast.LiteralDefault)
            if default or matches_option(value, self.value(entry.matching_expr))[0] is True:
                return self.value(entry.value_expr)
        raise OperandError(f"No matching entry for selector parameter with value '{to_s(value)}'", "UNMATCHED_SELECTOR")

    def call(self, node: ast.CallNamedFunctionExpression) -> Value:
        arguments = self.values(node.arguments)
        functor = node.functor_expr
        if not isinstance(functor, ast.QualifiedName):
            type_ = self.value(functor)
            assert isinstance(type_, Type)
            return new_value(type_, arguments)
        how = arguments[1] if len(arguments) > 1 else "detailed"
        assert functor.value == "type"
        if how == "detailed":
            return infer_set(arguments[0])
        return infer(arguments[0]) if how == "reduced" else infer(arguments[0]).generalize()

    def define(self, node: ast.TypeAlias) -> Value:
        assert node.type_expr is not None
        self.aliases[node.name.lower()] = define_type(node.name, node.type_expr, self.source, self.resolve)
        return None


METHODS: dict[type[ast.Expression], Callable[[Evaluator, ast.Expression], Value]] = {
    ast.QualifiedReference: Evaluator.reference,
    ast.AccessExpression: Evaluator.access,
    ast.LiteralHash: Evaluator.hash,
    ast.LiteralList: lambda self, node: self.values(node.values),
    ast.LiteralRegularExpression: lambda self, node: Regexp(node.pattern),
    ast.LiteralDefault: lambda self, node: DEFAULT,
    ast.LiteralUndef: lambda self, node: None,
    ast.ConcatenatedString: Evaluator.interpolated,
    ast.TextExpression: lambda self, node: self.value(node.expr),
    ast.ParenthesizedExpression: lambda self, node: self.value(node.expr),
    ast.UnaryMinusExpression: lambda self, node: negate(self.value(node.expr)),
    ast.UnfoldExpression: lambda self, node: unfold(self.value(node.expr)),
    ast.ArithmeticExpression: Evaluator.arithmetic,
    ast.ComparisonExpression: Evaluator.comparison,
    ast.MatchExpression: Evaluator.matched,
    ast.InExpression: lambda self, node: contains(self.value(node.left_expr), self.value(node.right_expr))[0],
    ast.SelectorExpression: Evaluator.selected,
    ast.CallNamedFunctionExpression: Evaluator.call,
    ast.TypeAlias: Evaluator.define,
    ast.Expression: lambda self, node: node.value,  # the other literals
}


def answer(text: str) -> Answer:
    """As `recorded.py` has Puppet's."""
    try:
        return format_value(Evaluator(text).run(), "%p")
    except PuppetError as error:
        message = error.message if error.issue_code is None else f"Evaluation Error: {error.message}"
        return error.issue_code, message
