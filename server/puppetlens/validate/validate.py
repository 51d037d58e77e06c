"""Walk a file and apply the rules, in the order in which Puppet reports."""

from __future__ import annotations

from ..syntax import ast
from .codes import Code
from .idem import check_block
from .issue import Issue
from .validator import RULES, Strict, Validator


def validate(
    program: ast.Program,
    namespace: str | None = None,
    strict: Strict = "warning",
    file: str | None = None,
    version: int = 7,
) -> tuple[Issue, ...]:
    """The broken rules of a file.

    `namespace` is what the names defined in the file must begin with: the module and folders that its path on
    the module path stands for, `""` for a file in a module's folder where nothing may be defined, None for a
    file outside of modules (the main manifest). `file` is how messages call the file. `version` is Puppet's
    major one.
    """
    v = Validator(strict, namespace, file, version)
    check_block(v, [(item.node, item.start) for item in program.body])
    if namespace is not None:
        _check_top_constructs(v, program)
    _visit_items(v, program.body)
    return tuple(v.found)


def _check_top_constructs(v: Validator, program: ast.Program) -> None:
    for item in program.body:
        if not isinstance(item.node, ast.Definition) or isinstance(item.node, ast.NodeDefinition):
            v.report_at(Code.ILLEGAL_TOP_CONSTRUCT_LOCATION, item.node, item.start)


def _visit_items(v: Validator, items: ast.Items) -> None:
    outer = v.base
    for item in items:
        v.base = outer + item.start
        _visit(v, item.node)
    v.base = outer


def _visit(v: Validator, node: ast.Node) -> None:
    for check in RULES.get(type(node), ()):
        check(v, node)
    v.around.append(node)
    if isinstance(node, ast.HostClassDefinition):
        v.classes.append(node.name)
    for body in _bodies(node):
        check_block(v, [(statement, v.base) for statement in body])
    items = tuple(part for part in ast.parts(node) if isinstance(part, ast.Item))
    if items:
        check_block(v, [(item.node, v.base + item.start) for item in items])
    for part in ast.parts(node):
        if not isinstance(part, ast.Item):
            _visit(v, part)
    _visit_items(v, items)
    if isinstance(node, ast.HostClassDefinition):
        v.classes.pop()
    v.around.pop()


def _bodies(node: ast.Node) -> tuple[ast.Body, ...]:
    """The blocks of a node that are no items."""
    if isinstance(node, ast.IfExpression):
        return node.then_expr, node.else_expr
    if isinstance(node, ast.CaseOption):
        return (node.then_expr,)
    if isinstance(node, ast.BlockExpression):
        return (node.statements,)
    if isinstance(node, (ast.LambdaExpression, ast.EppExpression, ast.ApplyExpression)):
        return (node.body,)
    return ()
