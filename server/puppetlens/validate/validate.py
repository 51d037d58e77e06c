"""Walk a file and apply the rules, in the order in which Puppet reports.

What is found in a statement of a file or of a definition depends on that statement and on little around it. An editor
lowers such a statement once for as long as its text stays the same, so its issues can be kept with it.
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

#: Statements whose issues are kept; beyond, all are forgotten.
_MOST = 5_000


class KeptIssues:
    """The issues of statements, by node and what around it they depend on; positions count from the statement."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[ast.Node, object, tuple[Issue, ...]]] = {}

    def get(self, node: ast.Node, around: object) -> tuple[Issue, ...] | None:
        known = self._known.get(id(node))
        return known[2] if known is not None and known[0] is node and known[1] == around else None

    def put(self, node: ast.Node, around: object, issues: tuple[Issue, ...]) -> None:
        if len(self._known) >= _MOST:
            self._known.clear()
        self._known[id(node)] = node, around, issues


def validate(
    program: ast.Program,
    namespace: str | None = None,
    language: Language = PUPPET_7,
    file: str | None = None,
    kept: KeptIssues | None = None,
) -> tuple[Issue, ...]:
    """The broken rules of a file.

    `namespace` is what the names defined in the file must begin with: the module and folders that its path on
    the module path stands for, `""` for a file in a module's folder where nothing may be defined, None for a
    file outside of modules (the main manifest). `file` is how messages call the file. `kept` has what was found before.
    """
    v = Validator(language, namespace, file)
    if namespace is not None:
        _check_top_constructs(v, program)
    check_block(v, [(item.node, item.start) for item in program.body])
    _visit_items(v, program.body, kept)
    return tuple(v.found)


def _check_top_constructs(v: Validator, program: ast.Program) -> None:
    for item in program.body:
        if not isinstance(item.node, ast.Definition) or isinstance(item.node, ast.NodeDefinition):
            v.report_at(Code.ILLEGAL_TOP_CONSTRUCT_LOCATION, item.node, item.start)


def _visit_items(v: Validator, items: Sequence[ast.Item], kept: KeptIssues | None) -> None:
    outer = v.base
    for item in items:
        v.base = outer + item.start
        if kept is None:
            _visit(v, item.node, None)
        else:
            _visit_once(v, item.node, kept)
    v.base = outer


def _visit_once(v: Validator, node: ast.Node, kept: KeptIssues) -> None:
    around = (type(v.around[-1]) if v.around else None, tuple(v.classes), v.namespace, v.file, v.strict, v.version)
    issues = kept.get(node, around)
    if issues is not None:
        v.found += (_moved(issue, v.base) for issue in issues)
        return
    before = len(v.found)
    _visit(v, node, kept)
    kept.put(node, around, tuple(_moved(issue, -v.base) for issue in v.found[before:]))


def _moved(issue: Issue, by: int) -> Issue:
    return Issue(issue.code, issue.message, issue.start + by, issue.end + by, issue.anchor + by, issue.severity)


class _Plan(NamedTuple):
    """What is to do at the nodes of a kind: the rules, whether it has parts, its blocks that are no items."""

    rules: tuple[Rule, ...]
    has_parts: bool
    bodies: tuple[str, ...]


_PLANS: dict[type[ast.Node], _Plan] = {}


def _plan(kind: type[ast.Node]) -> _Plan:
    made = _PLANS[kind] = _Plan(tuple(RULES.get(kind, ())), bool(ast.part_fields(kind)), _BODIES.get(kind, ()))
    return made


def _visit(v: Validator, node: ast.Node, kept: KeptIssues | None) -> None:
    kind = type(node)
    plan = _PLANS.get(kind) or _plan(kind)
    for check in plan.rules:
        check(v, node)
    if not plan.has_parts:
        return
    parts = ast.parts(node)
    if not parts:
        return
    v.around.append(node)
    is_class = kind is ast.HostClassDefinition
    if is_class:
        v.classes.append(node.name)  # type: ignore[attr-defined]
    blocks = {id(body[0]): body for field in plan.bodies if (body := getattr(node, field))}
    items: list[ast.Item] = []
    for part in parts:
        if isinstance(part, ast.Item):
            items.append(part)
            continue
        block = blocks.get(id(part)) if blocks else None
        if block is not None:
            check_block(v, [(statement, v.base) for statement in block])
        _visit(v, part, kept)
    if items:
        check_block(v, [(item.node, v.base + item.start) for item in items])
        _visit_items(v, items, kept)
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
