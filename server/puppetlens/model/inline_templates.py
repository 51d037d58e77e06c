"""The variables in templates that stand in code: the text that `inline_template` and `inline_epp` render.

Only where the text is written as it is read, without escapes: so that places in it are places in the file.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.position import Text
from ..base.span import Span
from ..ruby.names import names_in_template
from ..syntax import ast
from ..syntax.parse import parse
from .literals import inner, literal

INLINE = frozenset(("inline_template", "inline_epp"))


def variables_in_template(function: str, arguments: ast.Body) -> Iterator[ast.VariableExpression]:
    """Each variable as code would name it, its positions counting as those of the arguments do.

    What `inline_epp` is given by name is the template's own; where code computes these names it may be any of them.
    """
    given = _given(arguments[1]) if function == "inline_epp" and len(arguments) > 1 else frozenset[str]()
    if given is None:
        return
    for argument in arguments:
        span = inner(argument)
        if isinstance(argument, ast.LiteralString) and span.end - span.start == len(argument.value.encode()):
            found = _in_ruby(argument.value) if function == "inline_template" else _in_epp(argument.value)
            for name, at in found:
                if name in given:
                    continue
                name_span = at.shift(span.start)
                start = name_span.start - 1
                yield ast.VariableExpression(start, name_span.end, start, name, name_span)


def _given(parameters: ast.Expression) -> frozenset[str] | None:
    """The names in a hash of parameters; None where not all of them are written out."""
    names = [literal(entry.key) for entry in parameters.entries] if isinstance(parameters, ast.LiteralHash) else [None]
    return frozenset(name for name in names if name) if None not in names else None


def heredoc_templates(body: ast.Items) -> Iterator[tuple[int, str]]:
    """The templates that stand in heredocs, each with where it begins: how far in its lines stand is not known."""
    for node, base in ast.walk(body):
        if isinstance(node, ast.CallNamedFunctionExpression) and isinstance(node.functor_expr, ast.QualifiedName):
            for argument in node.arguments if node.functor_expr.value in INLINE else ():
                if isinstance(argument, ast.HeredocExpression) and isinstance(argument.text_expr, ast.LiteralString):
                    yield base + argument.start, argument.text_expr.value


def _in_ruby(template: str) -> Iterator[tuple[str, Span]]:
    for each in names_in_template(template.encode()):
        if each.kind in ("own", "variable"):
            yield each.name, each.span


def _in_epp(template: str) -> Iterator[tuple[str, Span]]:
    """Those that the template does not bind itself."""
    body = parse(Text(template), "epp").program.body
    nodes = [*ast.walk(body)]
    bound = {node.name for node, _ in nodes if isinstance(node, ast.Parameter)}
    for node, _ in nodes:
        if isinstance(node, ast.AssignmentExpression):
            bound.update(variable.name for variable in ast.assigned_variables(node.left_expr))
    for node, base in nodes:
        if isinstance(node, ast.VariableExpression) and node.name not in bound:
            yield node.name, node.name_span.shift(base)
