"""Templates that stand in code: the text that `inline_template` and `inline_epp` render, and its variables.

Only where the text is written as it is read, without escapes: so that places in it are places in the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ..base.position import Text
from ..base.span import Span
from ..project.autoload import normalise
from ..ruby.names import names_in_template
from ..syntax import ast
from ..syntax.parse import parse
from .literals import inner, literal

if TYPE_CHECKING:
    from .document import Document
    from .file_scopes import Variable

INLINE = frozenset(("inline_template", "inline_epp"))


class InlineTemplate(NamedTuple):
    """`span` is where the text stands, without quotes but with a heredoc's margin, which is text of the template's to whoever
    only looks at its code. `quote` is what may not stand in it; none of a heredoc. `given` are the names that the call gives;
    None where some are computed."""

    is_epp: bool
    span: Span
    quote: str
    given: frozenset[str] | None

    def alone(self, text: Text) -> Text:
        """The text of the file with nothing but the template in it: all places are the same."""
        start, end = self.span
        before, after = _BLANK.sub(b" ", text.data[:start]), _BLANK.sub(b" ", text.data[end:])
        return Text(b"".join((before, text.data[start:end], after)))


_BLANK = re.compile(rb"[^\n]")


def inline_templates(body: ast.Items, text: Text) -> Iterator[InlineTemplate]:
    """Those of a file, in its order."""
    if b"inline_" not in text.data:
        return
    for node, base in ast.walk(body):
        if isinstance(node, ast.CallNamedFunctionExpression) and isinstance(node.functor_expr, ast.QualifiedName):
            name = normalise(node.functor_expr.value)
            given = _given_to(name, node.arguments)
            for argument in node.arguments if name in INLINE else ():
                span = _written(argument, base, text)
                if span is not None:
                    quote = "" if isinstance(argument, ast.HeredocExpression) else chr(text.data[span.start - 1])
                    yield InlineTemplate(name == "inline_epp", span, quote, given)


def _written(node: ast.Expression, base: int, text: Text) -> Span | None:
    """Where a text stands that is written as it is read, but for a margin."""
    inside = node.text_expr if isinstance(node, ast.HeredocExpression) else node
    if not isinstance(inside, ast.LiteralString):
        return None
    span = inner(inside).shift(base)
    data = text.data[span.start : span.end]
    if inside is node:
        return span if inside.value.encode() == data else None
    lines = inside.value.encode().split(b"\n")
    written = data.split(b"\n")[: len(lines)]
    if len(written) < len(lines) or not all(map(bytes.endswith, written, lines)):
        return None
    return Span(span.start, span.start + len(b"\n".join(written)))


def variables_in_template(function: str, arguments: ast.Body) -> Iterator[ast.VariableExpression]:
    """Each variable as code would name it, its positions counting as those of the arguments do.

    What `inline_epp` is given by name is the template's own; where code computes these names it may be any of them.
    """
    given = _given_to(function, arguments)
    if given is None:
        return
    for argument in arguments:
        span = inner(argument)
        if isinstance(argument, ast.LiteralString) and span.end - span.start == len(argument.value.encode()):
            found = _in_ruby(argument.value) if function == "inline_template" else _in_epp(argument.value)
            for name, at, name_at in found:
                if name not in given:
                    start, end = at.shift(span.start)
                    yield ast.VariableExpression(start, end, start, name, name_at.shift(span.start))


def variables_in_heredocs(document: Document) -> Iterator[Variable]:
    """Each free variable of the templates in EPP that stand in heredocs, whose places an AST does not tell."""
    for template in inline_templates(document.program.body, document.text):
        if template.is_epp and not template.quote and template.given is not None:
            start, end = template.span
            for name, at, name_at in _in_epp(document.text.data[start:end].decode("utf-8", "replace")):
                if name not in template.given:
                    yield document.scopes.variable(name, name_at.shift(start))._replace(span=at.shift(start))


def _given_to(function: str, arguments: ast.Body) -> frozenset[str] | None:
    """The names in the hash of parameters that `inline_epp` may be given; None where not all of them are written out."""
    if function != "inline_epp" or len(arguments) < 2:
        return frozenset()
    parameters = arguments[1]
    names = [literal(entry.key) for entry in parameters.entries] if isinstance(parameters, ast.LiteralHash) else [None]
    return frozenset(name for name in names if name) if None not in names else None


def heredoc_templates(body: ast.Items) -> Iterator[tuple[int, str]]:
    """The templates that stand in heredocs, each with where it begins: how far in its lines stand is not known."""
    for node, base in ast.walk(body):
        if isinstance(node, ast.CallNamedFunctionExpression) and isinstance(node.functor_expr, ast.QualifiedName):
            for argument in node.arguments if node.functor_expr.value in INLINE else ():
                if isinstance(argument, ast.HeredocExpression) and isinstance(argument.text_expr, ast.LiteralString):
                    yield base + argument.start, argument.text_expr.value


#: A variable: its name, where it stands, where its name does.
_Named = tuple[str, Span, Span]


def _in_ruby(template: str) -> Iterator[_Named]:
    for each in names_in_template(template.encode()):
        if each.kind in ("own", "variable"):
            yield each.name, Span(each.span.start - 1, each.span.end), each.span


def _in_epp(template: str) -> Iterator[_Named]:
    """Those that the template does not bind itself."""
    body = parse(Text(template), "epp").program.body
    nodes = [*ast.walk(body)]
    bound = {node.name for node, _ in nodes if isinstance(node, ast.Parameter)}
    for node, _ in nodes:
        if isinstance(node, ast.AssignmentExpression):
            bound.update(variable.name for variable in ast.assigned_variables(node.left_expr))
    for node, base in nodes:
        if isinstance(node, ast.VariableExpression) and node.name not in bound:
            yield node.name, node.span.shift(base), node.name_span.shift(base)
