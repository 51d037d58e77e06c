"""Where a definition may stand: at top level, inside classes, in the file of its name."""

from __future__ import annotations

from ..syntax import ast
from .codes import Code
from .validator import Validator

_ONLY_AT_TOP = (ast.FunctionDefinition, ast.TypeAlias, ast.TypeDefinition)


def check_place(v: Validator, node: ast.Definition) -> None:
    only_at_top = isinstance(node, _ONLY_AT_TOP)
    if all(isinstance(outer, (ast.HostClassDefinition, ast.ApplyExpression)) for outer in v.around):
        if v.around and only_at_top:
            v.report(Code.NOT_ABSOLUTE_TOP_LEVEL, node)
    elif only_at_top and isinstance(v.around[-1], (ast.ResourceTypeDefinition, ast.FunctionDefinition)):
        v.report(Code.NOT_ABSOLUTE_TOP_LEVEL, node)
    else:
        v.report(Code.NOT_TOP_LEVEL, node)


def check_location(v: Validator, node: ast.Definition, name: str) -> None:
    """The name must lie in the namespace that the file's path stands for."""
    if v.namespace is not None and (not v.namespace or not name.lower().startswith(v.namespace)):
        file = "this file" if v.file is None else f"file '{v.file}'"
        v.report(Code.ILLEGAL_DEFINITION_LOCATION, node, name=name, file=file)
