"""What a definition's node says of itself."""

from __future__ import annotations

from typing import Literal

from ..syntax import ast

DefinitionKind = Literal["class", "define", "function", "type", "plan", "node"]
DEFINITION_KINDS: tuple[DefinitionKind, ...] = ("class", "define", "function", "type", "plan", "node")

_KINDS: dict[type[ast.Definition], DefinitionKind] = {
    ast.HostClassDefinition: "class",
    ast.ResourceTypeDefinition: "define",
    ast.FunctionDefinition: "function",
    ast.PlanDefinition: "plan",
    ast.TypeAlias: "type",
    ast.NodeDefinition: "node",
}


def definition_kind(node: ast.Definition) -> DefinitionKind | None:
    return _KINDS.get(type(node))


def definition_name(node: ast.Definition, container: str) -> str:
    """The full name: a class or define inside a class lives in that class's namespace."""
    if isinstance(node, ast.NodeDefinition):
        return ", ".join(_host(match) for match in node.host_matches)
    name = str(getattr(node, "name", "")).removeprefix("::")
    if container and isinstance(node, (ast.HostClassDefinition, ast.ResourceTypeDefinition)):
        return f"{container}::{name}"
    return name


def _host(node: ast.Expression) -> str:
    if isinstance(node, ast.LiteralRegularExpression):
        return f"/{node.pattern}/"
    if isinstance(node, ast.LiteralDefault):
        return "default"
    return str(getattr(node, "value", ""))
