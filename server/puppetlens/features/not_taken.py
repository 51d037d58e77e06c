"""Branches that the active node does not take, to be faded out."""

from __future__ import annotations

from collections.abc import Iterator

from ..base.span import Span
from ..catalog.text import UNKNOWN
from ..checks.finding import Finding
from ..model.snapshot import Snapshot
from ..syntax import ast
from .observed import Observed, Places, Seen

#: What a value is, everybody sees.
OBVIOUS = (ast.LiteralString, ast.LiteralInteger, ast.LiteralFloat, ast.LiteralBoolean, ast.LiteralUndef)


def not_taken(snapshot: Snapshot, path: str, observed: Observed) -> tuple[Finding, ...]:
    """Branches that were not run though what chooses among them was, to be faded out."""
    shown = observed.shown(snapshot, path)
    if shown is None:
        return ()
    message, walked = f"Not on {observed.node}", ast.walk(shown.document.program.body)
    idle = (shown.now(span) for node, base in walked for span in _left_out(node, base, shown.places))
    spans = sorted(span for span in idle if span is not None)
    outer: list[Span] = []
    for span in spans:
        if not outer or span.start >= outer[-1].end:
            outer.append(span)
    return tuple(
        Finding(path, span, span.start, "hint", "not-on-this-node", message, tags=("unnecessary",)) for span in outer
    )


def _left_out(node: ast.Node, base: int, places: Places) -> Iterator[Span]:
    test, bodies = _choice(node)
    bodies = [body for body in bodies if body]
    if (
        test is None
        or not bodies
        or not _is_known(places.get(test.span.shift(base)), literal=isinstance(test, OBVIOUS))
    ):
        return
    idle = [body for body in bodies if body[0].span.shift(base) not in places]
    if len(idle) < len(bodies) or _is_known(places.get(node.span.shift(base))):
        yield from (Span(body[0].start, body[-1].end).shift(base) for body in idle)


def _is_known(seen: Seen | None, literal: bool = False) -> bool:
    """Whether it was evaluated to its end, and is known each time."""
    return seen is not None and (literal or bool(seen.texts)) and not any(UNKNOWN in text for text in seen.texts)


def _choice(node: ast.Node) -> tuple[ast.Expression | None, list[ast.Body]]:
    """What is tested, and the code that is chosen among."""
    if isinstance(node, ast.IfExpression):
        return node.test, [node.then_expr, node.else_expr]
    if isinstance(node, ast.CaseExpression):
        return node.test, [option.then_expr for option in node.options]
    if isinstance(node, ast.SelectorExpression):
        return node.left_expr, [(entry.value_expr,) for entry in node.selectors]
    return None, []
