"""Classes, defines, functions, plans and nodes: where they stand, their names, parameters and ends."""

from __future__ import annotations

import re

from ...syntax import ast
from ..codes import Code
from ..idem import check_end
from ..labels import a, label
from ..literal import literal
from ..place import check_location, check_place
from ..validator import Validator, rule

_CLASS_NAME = re.compile(r"[a-z]\w*(?:::[a-z]\w*)*", re.ASCII)
_PARAMETER_NAME = re.compile(r"[a-z_]\w*", re.ASCII)
_HOST_NAME = re.compile(r"[-\w.]*")

_RESERVED_TYPE_NAMES = frozenset((
    "type", "any", "unit", "scalar", "boolean", "numeric", "integer", "float", "collection", "array", "hash", "tuple",
    "struct", "variant", "optional", "enum", "regexp", "pattern", "runtime", "init", "object", "sensitive", "semver",
    "semverrange", "string", "timestamp", "timespan", "typeset",
))  # fmt: skip

_Container = ast.HostClassDefinition | ast.ResourceTypeDefinition


@rule(ast.HostClassDefinition, ast.ResourceTypeDefinition, ast.FunctionDefinition, ast.PlanDefinition)
def named(v: Validator, node: _Container | ast.FunctionDefinition) -> None:
    check_place(v, node)
    name = node.name if isinstance(node, ast.FunctionDefinition) else "::".join([*v.classes, node.name])
    if not _CLASS_NAME.fullmatch(name):
        v.report(Code.ILLEGAL_DEFINITION_NAME, node, name=name)
    check_location(v, node, name)
    check_reserved(v, node, name)
    if name == "plan":
        v.report(Code.FUTURE_RESERVED_WORD, node, "warning", word=name)


def check_reserved(v: Validator, node: ast.Definition, name: str) -> None:
    if name in _RESERVED_TYPE_NAMES:
        v.report(Code.RESERVED_TYPE_NAME, node, name=name)


@rule(ast.HostClassDefinition, ast.ResourceTypeDefinition)
def no_rest(v: Validator, node: _Container) -> None:
    for parameter in node.parameters:
        if parameter.captures_rest:
            v.report(Code.CAPTURES_REST_NOT_SUPPORTED, parameter, name=parameter.name, container=a(node))


@rule(ast.EppExpression)
def unique_template_parameters(v: Validator, node: ast.EppExpression) -> None:
    template = v.around[-1]
    assert isinstance(template, ast.LambdaExpression)
    unique_parameters(v, template)


@rule(ast.HostClassDefinition, ast.ResourceTypeDefinition, ast.FunctionDefinition)
def unique_parameters(v: Validator, node: _Container | ast.FunctionDefinition | ast.LambdaExpression) -> None:
    seen: set[str] = set()
    for parameter in node.parameters:
        if parameter.name in seen:
            v.report(Code.DUPLICATE_PARAMETER, parameter, name=parameter.name)
        seen.add(parameter.name)


@rule(ast.HostClassDefinition, ast.ResourceTypeDefinition)
def reserved_parameters(v: Validator, node: _Container) -> None:
    for parameter in node.parameters:
        if parameter.name in ("name", "title"):
            v.report(Code.RESERVED_PARAMETER, parameter, name=parameter.name, container=label(node))


@rule(ast.HostClassDefinition, ast.ResourceTypeDefinition)
def end(v: Validator, node: _Container) -> None:
    check_end(v, node, node.body)


@rule(ast.HostClassDefinition)
def literal_types(v: Validator, node: ast.HostClassDefinition) -> None:
    """Puppet 8 warns of types that are known only at run time."""
    for parameter in node.parameters if v.version >= 8 else ():
        if parameter.type_expr is not None and literal(parameter.type_expr, v.version) is None:
            kind = type(parameter.type_expr).__name__
            v.report(Code.ILLEGAL_NONLITERAL_PARAMETER_TYPE, parameter, "warning", name=parameter.name, kind=kind)


@rule(ast.Parameter)
def parameter(v: Validator, node: ast.Parameter) -> None:
    if re.fullmatch(r"(?:0x)?[0-9]+", node.name):
        v.report(Code.ILLEGAL_NUMERIC_PARAMETER, node, name=node.name)
    if not _PARAMETER_NAME.fullmatch(node.name):
        v.report(Code.ILLEGAL_PARAM_NAME, node, name=node.name)
    if node.value is not None:
        _check_no_assignment(v, node.value)


def _check_no_assignment(v: Validator, node: ast.Node) -> None:
    if isinstance(node, ast.AssignmentExpression):
        v.report(Code.ILLEGAL_ASSIGNMENT_CONTEXT, node)
    elif not isinstance(node, ast.LambdaExpression):
        for part in ast.parts(node):
            if not isinstance(part, ast.Item):
                _check_no_assignment(v, part)


@rule(ast.NodeDefinition)
def node_(v: Validator, node: ast.NodeDefinition) -> None:
    for host in node.host_matches:
        if isinstance(host, ast.ConcatenatedString):
            text = next((s for s in host.segments if isinstance(s, ast.TextExpression)), None)
            v.report(Code.ILLEGAL_HOSTNAME_INTERPOLATION, text.expr if text else host)
        elif isinstance(host, ast.LiteralString) and not _HOST_NAME.fullmatch(host.value):
            v.report(Code.ILLEGAL_HOSTNAME_CHARS, host, name=host.value)
    check_place(v, node)
    check_end(v, node, node.body)
    if node.parent is not None:
        v.report(Code.ILLEGAL_NODE_INHERITANCE, node.parent)
