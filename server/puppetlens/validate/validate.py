"""Walk a file and apply the rules, in the order in which Puppet reports."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.language import PUPPET_7, Language
from ..syntax import ast
from .codes import Code
from .idem import check_block
from .issue import Issue
from .validator import RULES, Validator


def validate(
    program: ast.Program,
    namespace: str | None = None,
    language: Language = PUPPET_7,
    file: str | None = None,
) -> tuple[Issue, ...]:
    """The broken rules of a file.

    `namespace` is what the names defined in the file must begin with: the module and folders that its path on
    the module path stands for, `""` for a file in a module's folder where nothing may be defined, None for a
    file outside of modules (the main manifest). `file` is how messages call the file.
    """
    v = Validator(language, namespace, file)
    if namespace is not None:
        _check_top_constructs(v, program)
    check_block(v, [(item.node, item.start) for item in program.body])
    _visit_items(v, program.body)
    return tuple(v.found)


def _check_top_constructs(v: Validator, program: ast.Program) -> None:
    for item in program.body:
        if not isinstance(item.node, ast.Definition) or isinstance(item.node, ast.NodeDefinition):
            v.report_at(Code.ILLEGAL_TOP_CONSTRUCT_LOCATION, item.node, item.start)


def _visit_items(v: Validator, items: Sequence[ast.Item]) -> None:
    outer = v.base
    for item in items:
        v.base = outer + item.start
        _visit(v, item.node)
    v.base = outer


def _visit(v: Validator, node: ast.Node) -> None:
    kind = type(node)
    for check in RULES.get(kind, ()):
        check(v, node)
    nodes: list[ast.Node] = []
    items: list[ast.Item] = []
    for part in ast.parts(node):
        if isinstance(part, ast.Item):
            items.append(part)
        else:
            nodes.append(part)
    if not nodes and not items:
        return
    v.around.append(node)
    if isinstance(node, ast.HostClassDefinition):
        v.classes.append(node.name)
    blocks = {id(body[0]): body for field in _BODIES.get(kind, ()) if (body := getattr(node, field))}
    for inner in nodes:
        block = blocks.get(id(inner)) if blocks else None
        if block is not None:
            check_block(v, [(statement, v.base) for statement in block])
        _visit(v, inner)
    if items:
        check_block(v, [(item.node, v.base + item.start) for item in items])
        _visit_items(v, items)
    if isinstance(node, ast.HostClassDefinition):
        v.classes.pop()
    v.around.pop()


#: The blocks of a node that are no items.
_BODIES: dict[type[ast.Node], tuple[str, ...]] = {
    ast.IfExpression: ("then_expr", "else_expr"),
    ast.UnlessExpression: ("then_expr", "else_expr"),
    ast.CaseOption: ("then_expr",),
    ast.BlockExpression: ("statements",),
    ast.LambdaExpression: ("body",),
    ast.EppExpression: ("body",),
    ast.ApplyExpression: ("body",),
}
