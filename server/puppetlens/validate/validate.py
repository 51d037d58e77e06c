"""Walk a file and apply the rules, in the order in which Puppet reports."""

from __future__ import annotations

from typing import Literal

from ..syntax import ast
from .issue import Issue
from .labels import a_capital, label
from .rules import RULES, statements

Strict = Literal["off", "warning", "error"]


def validate(
    program: ast.Program, namespace: str | None = None, strict: Strict = "warning", file: str | None = None
) -> tuple[Issue, ...]:
    """The broken rules of a file.

    `namespace` is what the names defined in the file must begin with: the module and folders that its path on
    the module path stands for, `""` for a file in a module's folder where nothing may be defined, None for a
    file outside of modules (the main manifest). `file` is how messages call the file.
    """
    validator = Validator(strict, namespace, file)
    validator.program(program)
    return tuple(validator.found)


class Validator:
    """Where the walk is, and what it found."""

    def __init__(self, strict: Strict, namespace: str | None, file: str | None) -> None:
        self.strict: Strict = strict
        self.namespace = namespace
        self.file = file
        self.found: list[Issue] = []
        self.base = 0
        self._classes: list[str] = []
        self._around: list[ast.Node] = []

    def report(self, code: str, message: str, node: ast.Node, severity: Strict = "error") -> None:
        self.report_at(code, message, node, self.base, severity)

    def report_at(self, code: str, message: str, node: ast.Node, base: int, severity: Strict = "error") -> None:
        level: Literal["error", "warning"] = "warning" if severity == "warning" else "error"
        self.found.append(Issue(code, message, base + node.start, base + node.end, base + node.anchor, level))

    def qualified(self, name: str) -> str:
        return "::".join([*self._classes, name])

    # walking

    def program(self, program: ast.Program) -> None:
        statements(self, [(item.node, item.start) for item in program.body])
        if self.namespace is not None:
            self._top_constructs(program)
        self._items(program.body, 0)

    def _items(self, items: ast.Items, base: int) -> None:
        for item in items:
            outer = self.base
            self.base = base + item.start
            self._visit(item.node)
            self.base = outer

    def _visit(self, node: ast.Node) -> None:
        for check in RULES.get(type(node), ()):
            check(self, node)
        self._around.append(node)
        if isinstance(node, ast.HostClassDefinition):
            self._classes.append(node.name)
        for body in _bodies(node):
            statements(self, [(statement, self.base) for statement in body])
        own_items = [part for part in ast.parts(node) if isinstance(part, ast.Item)]
        if own_items:
            statements(self, [(item.node, self.base + item.start) for item in own_items])
        for part in ast.parts(node):
            if not isinstance(part, ast.Item):
                self._visit(part)
        self._items(tuple(own_items), self.base)
        if isinstance(node, ast.HostClassDefinition):
            self._classes.pop()
        self._around.pop()

    # where a definition may stand

    def check_place(self, node: ast.Definition) -> None:
        if all(isinstance(outer, (ast.HostClassDefinition, ast.ApplyExpression)) for outer in self._around):
            absolute = (ast.FunctionDefinition, ast.TypeAlias, ast.TypeDefinition)
            if self._around and isinstance(node, absolute):
                self.report("NOT_ABSOLUTE_TOP_LEVEL", f"{a_capital(node)} may only appear at toplevel", node)
            return
        inner = self._around[-1]
        alone = isinstance(node, (ast.FunctionDefinition, ast.TypeAlias, ast.TypeDefinition))
        if alone and isinstance(inner, (ast.ResourceTypeDefinition, ast.FunctionDefinition)):
            self.report("NOT_ABSOLUTE_TOP_LEVEL", f"{a_capital(node)} may only appear at toplevel", node)
        else:
            self.report(
                "NOT_TOP_LEVEL",
                "Classes, definitions, and nodes may only appear at toplevel or inside other classes",
                node,
            )

    def check_location(self, node: ast.Definition, name: str) -> None:
        if self.namespace is not None and (not self.namespace or not name.lower().startswith(self.namespace)):
            self.report(
                "ILLEGAL_DEFINITION_LOCATION",
                f"Unacceptable location. The name '{name}' is unacceptable in "
                + (f"file '{self.file}'" if self.file is not None else "this file"),
                node,
            )

    def _top_constructs(self, program: ast.Program) -> None:
        for item in program.body:
            node = item.node
            if isinstance(node, ast.Definition) and not isinstance(node, ast.NodeDefinition):
                continue
            message = f"This {label(node)} is unacceptable as a top level construct in this location"
            self.report_at("ILLEGAL_TOP_CONSTRUCT_LOCATION", message, node, item.start)


def _bodies(node: ast.Node) -> tuple[ast.Body, ...]:
    """The blocks of a node that are no items."""
    if isinstance(node, ast.IfExpression):
        return node.then_expr, node.else_expr
    if isinstance(node, (ast.CaseOption,)):
        return (node.then_expr,)
    if isinstance(node, ast.BlockExpression):
        return (node.statements,)
    if isinstance(node, (ast.LambdaExpression, ast.EppExpression, ast.ApplyExpression)):
        return (node.body,)
    return ()
