"""Whether a place that names a class or define declares it, or only refers to it: `include a`, not `Class['a']`."""

from __future__ import annotations

from ..base.span import Span
from ..model.cursor import path_to
from ..model.named_in_calls import CLASS_FUNCTIONS
from ..model.view import View
from ..project.autoload import normalise
from ..syntax import ast

#: What names a thing without declaring it.
_REFERRING = (
    ast.AccessExpression,
    ast.VariableExpression,
    ast.CollectExpression,
    ast.ResourceDefaultsExpression,
    ast.ResourceOverrideExpression,
)
_DECLARING = CLASS_FUNCTIONS | {"create_resources", "ensure_resource", "ensure_resources", "ensure_packages"}


def declares(view: View, span: Span) -> bool:
    """By what is around a name; in Hiera's data, a list of classes does."""
    if view.data is not None:
        return view.data.kind == "hiera" and any(
            each.kind == "class" and each.span == span for each in view.data.contents.references
        )
    for node, _ in reversed(path_to(view.document, span.start) if view.document is not None else ()):
        if isinstance(node, (ast.ResourceExpression, ast.HostClassDefinition)):
            return True
        if isinstance(node, _REFERRING):
            return False
        if isinstance(node, (ast.CallNamedFunctionExpression, ast.CallMethodExpression)):
            functor = node.functor_expr
            name = functor.right_expr if isinstance(functor, ast.NamedAccessExpression) else functor
            return isinstance(name, ast.QualifiedName) and normalise(name.value) in _DECLARING
    return False
