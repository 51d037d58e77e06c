"""What a file of a module is that code names: where it lies, and what an EPP template takes."""

from __future__ import annotations

from ..model.view import View
from ..syntax import ast
from .definition_text import module_text
from .markdown import code, joined


def file_text(view: View, name: str) -> str | None:
    """`name` as an entity has it: `web/templates/x.epp`; None where no module has the file."""
    path = view.module_file(name)
    if path is None:
        return None
    kind = "Template" if name.partition("/")[2].startswith("templates/") else "File"
    return joined([_taken(view, path), f"{kind} `{name}`", module_text(view, path)])


def _taken(view: View, path: str) -> str:
    """The parameters of an EPP template, one a line."""
    document = view.snapshot.document(path) if path.endswith(".epp") else None
    for item in document.program.body if document is not None else ():
        if isinstance(item.node, ast.LambdaExpression) and item.node.parameters and document is not None:
            spans = [parameter.span.shift(item.start) for parameter in item.node.parameters]
            lines = [document.text.data[span.start : span.end].decode("utf-8", "replace") for span in spans]
            return code("\n".join(["<%- |", *(f"  {line}," for line in lines), "| -%>"]))
    return ""
