"""The rules, by the kind of node they look at."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from ..syntax import ast
from .embedded import check_embedded
from .idem import has_no_effect
from .labels import a, a_capital, label

if TYPE_CHECKING:
    from .validate import Validator

Rule = Callable[["Validator", Any], None]
RULES: dict[type[ast.Node], list[Rule]] = {}

R = TypeVar("R", bound=Rule)

_CLASS_NAME = re.compile(r"[a-z]\w*(?:::[a-z]\w*)*", re.ASCII)
_TYPE_NAME = re.compile(r"[A-Z]\w*(?:::[A-Z]\w*)*", re.ASCII)
_PARAMETER_NAME = re.compile(r"[a-z_]\w*", re.ASCII)
_VARIABLE_NAME = re.compile(r"(?:::)?(?:[a-z]\w*::)*[a-z_]\w*", re.ASCII)
_NUMERIC_NAME = re.compile(r"0|[1-9][0-9]*")
_HOST_NAME = re.compile(r"[-\w.]*")
_RESERVED_TYPE_NAMES = frozenset(
    [
        "type",
        "any",
        "unit",
        "scalar",
        "boolean",
        "numeric",
        "integer",
        "float",
        "collection",
        "array",
        "hash",
        "tuple",
        "struct",
        "variant",
        "optional",
        "enum",
        "regexp",
        "pattern",
        "runtime",
        "init",
        "object",
        "sensitive",
        "semver",
        "semverrange",
        "string",
        "timestamp",
        "timespan",
        "typeset",
    ]
)
_LARGEST = 2**63 - 1


def rule(*kinds: type[ast.Node]) -> Callable[[R], R]:
    def register(function: R) -> R:
        for kind in kinds:
            RULES.setdefault(kind, []).append(function)
        return function

    return register


# Names and values --------------------------------------------------------------------------------------------


@rule(ast.LiteralInteger)
def integer(v: Validator, node: ast.LiteralInteger) -> None:
    if node.value > _LARGEST:
        v.report(
            "NUMERIC_OVERFLOW",
            f"{a_capital(node)} resulted in a value outside of Puppet Integer max range, got '{node.value:+#x}'",
            node,
        )


@rule(ast.VariableExpression)
def variable(v: Validator, node: ast.VariableExpression) -> None:
    name = node.name
    if name[:1].isdigit():
        if not _NUMERIC_NAME.fullmatch(name):
            v.report(
                "ILLEGAL_NUMERIC_VAR_NAME",
                f"Illegal numeric variable name, The given name '{name}' must be a decimal value if it starts with a digit 0-9",
                node,
            )
    elif not _VARIABLE_NAME.fullmatch(name):
        v.report(
            "ILLEGAL_VAR_NAME",
            f"Illegal variable name, The given name '{name}' does not conform to the naming rule /^((::)?[a-z]\\w*)*((::)?[a-z_]\\w*)$/",
            node,
        )


@rule(ast.ReservedWord)
def reserved_word(v: Validator, node: ast.ReservedWord) -> None:
    v.report(
        "RESERVED_WORD",
        f"Use of reserved word: {node.word}, must be quoted if intended to be a String value",
        node,
    )


@rule(ast.LiteralHash)
def duplicate_keys(v: Validator, node: ast.LiteralHash) -> None:
    if v.strict == "off":
        return
    seen: set[object] = set()
    for entry in node.entries:
        key = literal(entry.key)
        if key is not None and key in seen:
            shown = literal_text(entry.key)
            v.report("DUPLICATE_KEY", f"The key '{shown}' is declared more than once", entry, v.strict)
        seen.add(key)


def literal(node: ast.Expression) -> Hashable:
    """What tells a literal from others; None for what is evaluated."""
    if isinstance(node, ast.LiteralList):
        elements = tuple(map(literal, node.values))
        return None if None in elements else (ast.LiteralList, elements)
    value = getattr(node, "value", None)
    return None if value is None or isinstance(node, ast.VariableExpression) else (type(value), value)


def literal_text(node: ast.Expression, quoted: bool = False) -> str:
    """A literal as Ruby shows it."""
    if isinstance(node, ast.LiteralList):
        return f"[{', '.join(literal_text(each, True) for each in node.values)}]"
    value = getattr(node, "value", None)
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False) if quoted and isinstance(value, str) else str(value)


# Assignment --------------------------------------------------------------------------------------------------


@rule(ast.AssignmentExpression)
def assignment(v: Validator, node: ast.AssignmentExpression) -> None:
    if node.operator != "=":
        link = "remove-plus-equals"
        v.report(
            "APPENDS_DELETES_NO_LONGER_SUPPORTED",
            f"The operator '{node.operator}' is no longer supported. See http://links.puppet.com/{link}",
            node,
        )
        return
    assignable(v, node.left_expr)
    rvalue(v, node.right_expr)


def assignable(v: Validator, target: ast.Expression) -> None:
    if isinstance(target, ast.VariableExpression):
        if _NUMERIC_NAME.fullmatch(target.name):
            v.report(
                "ILLEGAL_NUMERIC_ASSIGNMENT",
                f"Illegal attempt to assign to the numeric match result variable '${target.name}'. Numeric variables are not assignable",
                target,
            )
        elif "::" in target.name:
            v.report(
                "CROSS_SCOPE_ASSIGNMENT",
                f"Illegal attempt to assign to '{target.name}'. Cannot assign to variables in other namespaces",
                target,
            )
    elif isinstance(target, ast.AccessExpression):
        v.report(
            "ILLEGAL_INDEXED_ASSIGNMENT",
            "Illegal attempt to assign via [index/key]. Not an assignable reference",
            target,
        )
    elif isinstance(target, ast.LiteralList):
        for element in target.values:
            assignable(v, element)
    else:
        v.report(
            "ILLEGAL_ASSIGNMENT",
            f"Illegal attempt to assign to '{a(target)}'. Not an assignable reference",
            target,
        )


def rvalue(v: Validator, node: ast.Node | None) -> None:
    """Collectors and definitions are no values."""
    if isinstance(node, (ast.CollectExpression, ast.Definition)):
        v.report("NOT_RVALUE", f"Invalid use of expression. {a_capital(node)} does not produce a value", node)
    elif isinstance(node, ast.UnaryExpression):
        rvalue(v, node.expr)


@rule(
    ast.ArithmeticExpression,
    ast.ComparisonExpression,
    ast.MatchExpression,
    ast.InExpression,
    ast.AndExpression,
    ast.OrExpression,
)
def operands(v: Validator, node: ast.BinaryExpression) -> None:
    rvalue(v, node.left_expr)
    rvalue(v, node.right_expr)


@rule(ast.NotExpression, ast.UnaryMinusExpression, ast.UnfoldExpression, ast.ParenthesizedExpression)
def operand(v: Validator, node: ast.UnaryExpression) -> None:
    rvalue(v, node.expr)


@rule(ast.HeredocExpression)
def heredoc(v: Validator, node: ast.HeredocExpression) -> None:
    """Text with interpolation is checked when it is known."""
    if node.syntax and isinstance(node.text_expr, ast.LiteralString):
        refused = check_embedded(node.syntax, node.text_expr.value)
        if refused is not None:
            v.report(refused.code, refused.message, node.text_expr)


@rule(ast.LiteralList)
def elements(v: Validator, node: ast.LiteralList) -> None:
    for value in node.values:
        rvalue(v, value)


@rule(ast.RelationshipExpression)
def relationship(v: Validator, node: ast.RelationshipExpression) -> None:
    for side in (node.left_expr, node.right_expr):
        if not isinstance(side, (ast.CollectExpression, ast.RelationshipExpression)):
            rvalue(v, side)


@rule(ast.IfExpression, ast.UnlessExpression)
def condition(v: Validator, node: ast.IfExpression) -> None:
    rvalue(v, node.test)


# Statements --------------------------------------------------------------------------------------------------


def statements(v: Validator, body: Sequence[tuple[ast.Expression, int]]) -> None:
    """A block: only its last statement may be without effect."""
    nodes = [node for node, _ in body]
    if title_missing(nodes):
        first, base = body[0]
        name = first.value if isinstance(first, ast.QualifiedName) else ""
        v.report_at(
            "RESOURCE_WITHOUT_TITLE",
            f"This expression is invalid. Did you try declaring a '{name}' resource without a title?",
            first,
            base,
        )
        return
    for node, base in body[:-1]:
        if has_no_effect(node):
            v.report_at(
                "IDEM_EXPRESSION_NOT_LAST",
                f"This {label(node)} has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)",
                node,
                base,
            )
            return


def title_missing(nodes: Sequence[ast.Expression]) -> bool:
    return len(nodes) == 2 and isinstance(nodes[0], ast.QualifiedName) and isinstance(nodes[1], ast.LiteralHash)


def _statements_of(node: ast.Node) -> Sequence[ast.Expression]:
    return node.statements if isinstance(node, ast.BlockExpression) else ()


def ends_without_effect(v: Validator, definition: ast.Definition, body: ast.Items, base: int) -> None:
    if not body or title_missing(_statements_of(body[-1].node)):
        return
    last = body[-1]
    if has_no_effect(last.node):
        v.report_at(
            "IDEM_NOT_ALLOWED_LAST",
            f"This {label(last.node)} has no effect. {a_capital(definition)} can not end with a value-producing expression without other effect",
            last.node,
            base + last.start,
        )


@rule(ast.CaseExpression)
def case(v: Validator, node: ast.CaseExpression) -> None:
    rvalue(v, node.test)
    defaults = [x for option in node.options for x in option.values if isinstance(x, ast.LiteralDefault)]
    for value in defaults[1:]:
        v.report(
            "DUPLICATE_DEFAULT",
            f"This {label(node)} already has a 'default' entry - this is a duplicate",
            value,
        )


@rule(ast.SelectorExpression)
def selector(v: Validator, node: ast.SelectorExpression) -> None:
    rvalue(v, node.left_expr)
    defaults = [x.matching_expr for x in node.selectors if isinstance(x.matching_expr, ast.LiteralDefault)]
    if len(defaults) > 1:
        v.report(
            "DUPLICATE_DEFAULT",
            f"This {label(node)} already has a 'default' entry - this is a duplicate",
            defaults[1],
        )


@rule(ast.CallNamedFunctionExpression)
def call(v: Validator, node: ast.CallNamedFunctionExpression) -> None:
    functor = node.functor_expr
    is_type = isinstance(functor, ast.QualifiedReference) or (
        isinstance(functor, ast.AccessExpression) and isinstance(functor.left_expr, ast.QualifiedReference)
    )
    if not is_type and not isinstance(functor, ast.QualifiedName):
        v.report(
            "ILLEGAL_EXPRESSION",
            f"Illegal expression. {a_capital(functor)} is unacceptable as function name in {a(node)}",
            functor,
        )


@rule(ast.LambdaExpression)
def lambda_(v: Validator, node: ast.LambdaExpression) -> None:
    rest_last(v, node.parameters)


def rest_last(v: Validator, parameters: tuple[ast.Parameter, ...]) -> None:
    for parameter in parameters[:-1]:
        if parameter.captures_rest:
            v.report(
                "CAPTURES_REST_NOT_LAST",
                f"Parameter ${parameter.name} is not last, and has 'captures rest'",
                parameter,
            )


# Resources ---------------------------------------------------------------------------------------------------


@rule(ast.ResourceExpression)
def resource(v: Validator, node: ast.ResourceExpression) -> None:
    is_class = isinstance(node.type_name, ast.QualifiedName) and node.type_name.value == "class"
    if node.form != "regular" and is_class:
        v.report("CLASS_NOT_VIRTUALIZABLE", "Classes are not virtualizable", node)
    for body in node.bodies:
        appended(v, body.operations, body)
        unfolded = [operation for operation in body.operations if isinstance(operation, ast.AttributesOperation)]
        for operation in unfolded[1:]:
            v.report(
                "MULTIPLE_ATTRIBUTES_UNFOLD",
                "Unfolding of attributes from Hash can only be used once per resource body",
                operation,
            )


def appended(v: Validator, operations: ast.Operations, container: ast.Node) -> None:
    for operation in operations:
        if isinstance(operation, ast.AttributeOperation) and operation.operator == "+>":
            v.report(
                "ILLEGAL_ATTRIBUTE_APPEND",
                f"Illegal +> operation on attribute {operation.attribute_name}. This operator can not be used in {a(container)}",
                operation,
            )


@rule(ast.ResourceDefaultsExpression)
def defaults_expression(v: Validator, node: ast.ResourceDefaultsExpression) -> None:
    appended(v, node.operations, node)


@rule(ast.ResourceDefaultsExpression, ast.ResourceOverrideExpression)
def not_virtual(v: Validator, node: ast.ResourceDefaultsExpression | ast.ResourceOverrideExpression) -> None:
    if node.form != "regular":
        v.report("NOT_VIRTUALIZEABLE", "Resource Defaults are not virtualizable", node)


@rule(ast.AttributeOperation)
def attribute(v: Validator, node: ast.AttributeOperation) -> None:
    rvalue(v, node.value_expr)


@rule(ast.CollectExpression)
def collect(v: Validator, node: ast.CollectExpression) -> None:
    if not isinstance(node.type_expr, ast.QualifiedReference):
        v.report(
            "ILLEGAL_EXPRESSION",
            f"Illegal expression. {a_capital(node.type_expr)} is unacceptable as type name in {a(node)}",
            node.type_expr,
        )
    if node.query.expr is not None:
        query(v, node.query.expr)


def query(v: Validator, node: ast.Expression) -> None:
    if isinstance(node, ast.ParenthesizedExpression):
        query(v, node.expr)
    elif isinstance(node, (ast.AndExpression, ast.OrExpression)):
        query(v, node.left_expr)
        query(v, node.right_expr)
    elif isinstance(node, ast.ComparisonExpression):
        if node.operator not in ("==", "!="):
            v.report(
                "ILLEGAL_QUERY_EXPRESSION",
                f"Illegal query expression. {a_capital(node)} cannot be used in a query",
                node,
            )
    elif not isinstance(
        node,
        (
            ast.VariableExpression,
            ast.QualifiedName,
            ast.LiteralInteger,
            ast.LiteralFloat,
            ast.LiteralString,
            ast.LiteralBoolean,
        ),
    ):
        v.report(
            "ILLEGAL_QUERY_EXPRESSION",
            f"Illegal query expression. {a_capital(node)} cannot be used in a query",
            node,
        )


# Definitions -------------------------------------------------------------------------------------------------


@rule(ast.HostClassDefinition, ast.ResourceTypeDefinition, ast.FunctionDefinition, ast.PlanDefinition)
def named(v: Validator, node: ast.HostClassDefinition) -> None:
    v.check_place(node)
    name = v.qualified(node.name) if not isinstance(node, ast.FunctionDefinition) else node.name
    if not _CLASS_NAME.fullmatch(name):
        v.report(
            "ILLEGAL_DEFINITION_NAME",
            f"Unacceptable name. The name '{name}' is unacceptable as the name of {a(node)}",
            node,
        )
    v.check_location(node, name)
    reserved_name(v, node, name)
    if name == "plan":
        v.report("FUTURE_RESERVED_WORD", f"Use of future reserved word: '{name}'", node)


def reserved_name(v: Validator, node: ast.Node, name: str) -> None:
    if name in _RESERVED_TYPE_NAMES:
        v.report(
            "RESERVED_TYPE_NAME",
            f"The name: '{name}' is already defined by Puppet and can not be used as the name of {a(node)}.",
            node,
        )


@rule(ast.HostClassDefinition, ast.ResourceTypeDefinition)
def no_rest(v: Validator, node: ast.HostClassDefinition) -> None:
    for parameter in node.parameters:
        if parameter.captures_rest:
            v.report(
                "CAPTURES_REST_NOT_SUPPORTED",
                f"Parameter ${parameter.name} has 'captures rest' - not supported in {a(node)}",
                parameter,
            )


@rule(ast.HostClassDefinition, ast.ResourceTypeDefinition, ast.FunctionDefinition)
def unique_parameters(v: Validator, node: ast.HostClassDefinition) -> None:
    seen: set[str] = set()
    for parameter in node.parameters:
        if parameter.name in seen:
            v.report(
                "DUPLICATE_PARAMETER",
                f"The parameter '{parameter.name}' is declared more than once in the parameter list",
                parameter,
            )
        seen.add(parameter.name)


@rule(ast.HostClassDefinition, ast.ResourceTypeDefinition)
def reserved_parameters(v: Validator, node: ast.HostClassDefinition) -> None:
    for parameter in node.parameters:
        if parameter.name in ("name", "title"):
            v.report(
                "RESERVED_PARAMETER",
                f"The parameter ${parameter.name} redefines a built in parameter in the {label(node)}",
                parameter,
            )
    ends_without_effect(v, node, node.body, v.base)


@rule(ast.Parameter)
def parameter(v: Validator, node: ast.Parameter) -> None:
    if re.fullmatch(r"(?:0x)?[0-9]+", node.name):
        v.report(
            "ILLEGAL_NUMERIC_PARAMETER",
            f"The numeric parameter name '${node.name}' cannot be used (clashes with numeric match result variables)",
            node,
        )
    if not _PARAMETER_NAME.fullmatch(node.name):
        v.report(
            "ILLEGAL_PARAM_NAME",
            f"Illegal parameter name. The given name '{node.name}' does not conform to the naming rule /^[a-z_]\\w*$/",
            node,
        )
    if node.value is not None:
        no_assignment(v, node.value)


def no_assignment(v: Validator, node: ast.Node) -> None:
    if isinstance(node, ast.AssignmentExpression):
        v.report("ILLEGAL_ASSIGNMENT_CONTEXT", "Assignment not allowed here", node)
    elif not isinstance(node, ast.LambdaExpression):
        for part in ast.parts(node):
            if not isinstance(part, ast.Item):
                no_assignment(v, part)


@rule(ast.NodeDefinition)
def node_(v: Validator, node: ast.NodeDefinition) -> None:
    for host in node.host_matches:
        if isinstance(host, ast.ConcatenatedString):
            text = next((s for s in host.segments if isinstance(s, ast.TextExpression)), None)
            v.report(
                "ILLEGAL_HOSTNAME_INTERPOLATION",
                "An interpolated expression is not allowed in a hostname of a node",
                text.expr if text else host,
            )
        elif isinstance(host, ast.LiteralString) and not _HOST_NAME.fullmatch(host.value):
            v.report(
                "ILLEGAL_HOSTNAME_CHARS",
                f"The hostname '{host.value}' contains illegal characters (only letters, digits, '_', '-', and '.' are allowed)",
                host,
            )
    v.check_place(node)
    ends_without_effect(v, node, node.body, v.base)
    if node.parent is not None:
        v.report(
            "ILLEGAL_NODE_INHERITANCE",
            "Node inheritance is not supported in Puppet >= 4.0.0. See http://links.puppet.com/puppet-node-inheritance-deprecation",
            node.parent,
        )


@rule(ast.TypeAlias)
def type_alias(v: Validator, node: ast.TypeAlias) -> None:
    v.check_place(node)
    if not _TYPE_NAME.fullmatch(node.name):
        v.report(
            "ILLEGAL_DEFINITION_NAME",
            f"Unacceptable name. The name '{node.name}' is unacceptable as the name of {a(node)}",
            node,
        )
    reserved_name(v, node, node.name)
    target = node.type_expr.left_expr if isinstance(node.type_expr, ast.AccessExpression) else node.type_expr
    if target is not None and not isinstance(target, ast.QualifiedReference):
        v.report(
            "ILLEGAL_EXPRESSION",
            f"Illegal expression. {a_capital(target)} is unacceptable as a type reference in {a(node)}",
            target,
        )


@rule(ast.TypeMapping)
def type_mapping(v: Validator, node: ast.TypeMapping) -> None:
    """A class in Ruby stands for a type, or a pattern and its replacement for another such pair."""
    left, right = node.type_expr, node.mapping_expr
    name = left.left_expr if isinstance(left, ast.AccessExpression) else None
    if not (isinstance(left, ast.AccessExpression) and isinstance(name, ast.QualifiedReference)):
        unsupported(v, node)
        return
    if name.cased_value != "Runtime":
        unsupported(v, node)
        return
    v.check_place(node)
    by_pattern = len(left.keys) == 2 and is_replacement(left.keys[1])
    target = right.left_expr if isinstance(right, ast.AccessExpression) else right
    if is_replacement(right) is by_pattern and (by_pattern or isinstance(target, ast.QualifiedReference)):
        return
    expected = "Tuple[Regexp,String]" if by_pattern else "Type"
    v.report(
        "ILLEGAL_TYPE_MAPPING",
        f"Illegal type mapping. Expected a {expected} on the left side, got {a_capital(node)}",
        node,
    )


def is_replacement(node: ast.Expression) -> bool:
    """`[/pattern/, 'replacement']`."""
    if not isinstance(node, ast.LiteralList) or len(node.values) != 2:
        return False
    pattern, text = node.values
    return isinstance(pattern, ast.LiteralRegularExpression) and isinstance(text, ast.LiteralString)


@rule(ast.TypeDefinition)
def unsupported(v: Validator, node: ast.Definition) -> None:
    v.check_place(node)
    v.report(
        "UNSUPPORTED_EXPRESSION",
        f"Expressions of type {a(node)} are not supported in this version of Puppet",
        node,
    )
