"""Where a definition may stand: at top level, inside classes, in the file of its name."""

from __future__ import annotations

from ..syntax import ast
from .codes import Code
from .validator import Validator

_ONLY_AT_TOP = (ast.FunctionDefinition, ast.TypeAlias, ast.TypeDefinition)
#: What has a block of statements, however few.
_BLOCKS = (
    ast.HostClassDefinition, ast.ResourceTypeDefinition, ast.NodeDefinition, ast.FunctionDefinition,
    ast.TypeDefinition, ast.LambdaExpression, ast.CaseOption, ast.BlockExpression,
)  # fmt: skip


def check_place(v: Validator, node: ast.Definition) -> None:
    """Only the block right around counts: what is wrong with a class is not said again of what stands in it."""
    if not v.around:
        return
    around = v.around[-1]
    if isinstance(node, _ONLY_AT_TOP) and _stands_in_block(node, around):
        v.report(Code.NOT_ABSOLUTE_TOP_LEVEL, node)
    elif not isinstance(around, (ast.HostClassDefinition, ast.ApplyExpression)):
        v.report(Code.NOT_TOP_LEVEL, node)


def _stands_in_block(node: ast.Definition, around: ast.Node) -> bool:
    """The one statement of a branch of `if` is no block to Puppet."""
    if isinstance(around, ast.IfExpression):
        branch = around.then_expr if any(node is each for each in around.then_expr) else around.else_expr
        return len(branch) > 1
    return isinstance(around, _BLOCKS)


def check_location(v: Validator, node: ast.Definition, name: str) -> None:
    """The name must lie in the namespace that the file's path stands for."""
    if v.namespace is not None and (not v.namespace or not name.lower().startswith(v.namespace)):
        file = "this file" if v.file is None else f"file '{v.file}'"
        v.report(Code.ILLEGAL_DEFINITION_LOCATION, node, name=name, file=file)
