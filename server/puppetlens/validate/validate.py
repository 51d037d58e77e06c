"""Walk a file and apply the rules, in the order in which Puppet reports.

What is found in a statement of a file or of a definition depends on that statement and on little around it. So an
editor, which lowers a statement once for as long as its text stays the same, can ask for a statement's issues alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..base.language import PUPPET_7, Language
from ..syntax import ast
from .codes import Code
from .idem import check_block
from .issue import Issue
from .validator import RULES, Rule, Validator


def validate(
    program: ast.Program, namespace: str | None = None, language: Language = PUPPET_7, file: str | None = None
) -> tuple[Issue, ...]:
    """The broken rules of a file.

    `namespace` is what the names defined in the file must begin with: the module and folders that its path on
    the module path stands for, `""` for a file in a module's folder where nothing may be defined, None for a
    file outside of modules (the main manifest). `file` is how messages call the file.
    """
    v = Validator(language, namespace, file)
    _check_statements(v, program)
    _visit_items(v, program.body)
    return tuple(v.found)


def validate_order(program: ast.Program, namespace: str | None, language: Language) -> tuple[Issue, ...]:
    """The broken rules about which statements a file has and how they follow each other."""
    v = Validator(language, namespace, None)
    _check_statements(v, program)
    return tuple(v.found)


def validate_statement(
    node: ast.Node, around: Sequence[ast.Definition], namespace: str | None, language: Language
) -> tuple[Issue, ...]:
    """The broken rules of one statement, without those of the statements in its body.

    `around` are the definitions that it stands in, of which only kinds and names count. Positions count from it.
    """
    v = Validator(language, namespace, None)
    v.around += around
    v.classes += (each.name for each in around if isinstance(each, ast.HostClassDefinition))
    _visit(v, node, inside=False)
    return tuple(v.found)


def _check_statements(v: Validator, program: ast.Program) -> None:
    if v.namespace is not None:
        for item in program.body:
            if not isinstance(item.node, ast.Definition) or isinstance(item.node, ast.NodeDefinition):
                v.report_at(Code.ILLEGAL_TOP_CONSTRUCT_LOCATION, item.node, item.start)
    check_block(v, [(item.node, item.start) for item in program.body])


def _visit_items(v: Validator, items: Sequence[ast.Item]) -> None:
    outer = v.base
    for item in items:
        v.base = outer + item.start
        _visit(v, item.node)
    v.base = outer


class _Plan(NamedTuple):
    """What is to do at the nodes of a kind: the rules, whether it has parts, its blocks that are no items."""

    rules: tuple[Rule, ...]
    has_parts: bool
    bodies: tuple[str, ...]


_PLANS: dict[type[ast.Node], _Plan] = {}


def _plan(kind: type[ast.Node]) -> _Plan:
    made = _PLANS[kind] = _Plan(tuple(RULES.get(kind, ())), bool(ast.part_fields(kind)), _BODIES.get(kind, ()))
    return made


def _visit(v: Validator, node: ast.Node, inside: bool = True) -> None:
    """`inside`: also the statements in its body."""
    kind = type(node)
    plan = _PLANS.get(kind) or _plan(kind)
    for check in plan.rules:
        check(v, node)
    if plan.has_parts:
        parts = ast.parts(node)
        if parts:
            _visit_parts(v, node, plan, parts, inside)


def _visit_parts(
    v: Validator, node: ast.Node, plan: _Plan, parts: Sequence[ast.Node | ast.Item], inside: bool = True
) -> None:
    """The parts of a node; one that has none itself, as most, is done in place."""
    v.around.append(node)
    is_class = isinstance(node, ast.HostClassDefinition)
    if is_class:
        v.classes.append(node.name)  # type: ignore[attr-defined]
    blocks = None
    if plan.bodies:
        blocks = {id(body[0]): body for field in plan.bodies if (body := getattr(node, field))}
    items: list[ast.Item] = []
    for part in parts:
        kind = type(part)
        if kind is ast.Item:
            items.append(part)  # type: ignore[arg-type]
            continue
        if blocks is not None and id(part) in blocks:
            check_block(v, [(statement, v.base) for statement in blocks[id(part)]])
        own = _PLANS.get(kind) or _plan(kind)  # type: ignore[arg-type]
        for check in own.rules:
            check(v, part)
        if own.has_parts:
            below = ast.parts(part)  # type: ignore[arg-type]
            if below:
                _visit_parts(v, part, own, below)  # type: ignore[arg-type]
    if items:
        check_block(v, [(item.node, v.base + item.start) for item in items])
        if inside:
            _visit_items(v, items)
    if is_class:
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
