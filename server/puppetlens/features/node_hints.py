"""What variables, parameters and conditions come to on the active node, behind the lines (inlay hints)."""

from __future__ import annotations

from collections.abc import Iterator

from ..base.span import Span
from ..model.snapshot import Snapshot
from ..syntax import ast
from .inlay_hints import InlayHint
from .node_values import LISTED, cut, place_of_parameter, quoted
from .not_taken import OBVIOUS
from .observed import Observed, Seen, Shown

#: So much of a value is shown at the end of a line.
_AT_THE_END = 60


def value_hints(snapshot: Snapshot, path: str, start: int, end: int, observed: Observed) -> tuple[InlayHint, ...]:
    """The values of what is assigned, of parameters and of conditions, behind the lines between two offsets."""
    document = snapshot.document(path)
    shown = observed.shown(snapshot, path)
    if document is None or shown is None:
        return ()
    lines: dict[int, list[tuple[str, str]]] = {}
    for span, label, whole in _told(shown):
        now = shown.now(span)
        if now is None:
            continue
        at = _end_of_line(document.text.data, now.end)
        if start <= at <= end:
            lines.setdefault(at, []).append((label, whole))
    return tuple(_hint(observed.node, at, told) for at, told in sorted(lines.items()))


def _hint(node: str, at: int, told: list[tuple[str, str]]) -> InlayHint:
    tooltip = "\n\n".join([f"On **{node}**", *(whole for _, whole in told)])
    return InlayHint(at, ", ".join(label for label, _ in told), "default", tooltip)


def _told(shown: Shown) -> Iterator[tuple[Span, str, str]]:
    """In the file: where something is, what is shown behind the line where it ends, and all of it."""
    places = shown.places
    for node, base in ast.walk(shown.document.program.body):
        if isinstance(node, ast.AssignmentExpression):
            if not isinstance(node.right_expr, OBVIOUS):
                targets = list(ast.assigned_variables(node.left_expr))
                for variable in targets:
                    name = f"${variable.name} " if len(targets) > 1 else ""
                    yield from _shown(places.get(variable.span.shift(base)), node.span.shift(base), f"{name}= ")
        elif isinstance(node, ast.Parameter):
            yield from _shown(places.get(place_of_parameter(node, base)), node.span.shift(base), "= ")
        elif isinstance(node, (ast.IfExpression, ast.CaseExpression)) and not isinstance(node.test, OBVIOUS):
            yield from _shown(places.get(node.test.span.shift(base)), node.test.span.shift(base), "→ ")


def _shown(seen: Seen | None, span: Span, sign: str) -> Iterator[tuple[Span, str, str]]:
    if seen is None or not seen.texts:
        return
    whole = "\n\n".join(map(quoted, seen.texts))
    if len(seen.texts) == 1:
        yield span, f"{sign}{cut(' '.join(seen.texts[0].split()), _AT_THE_END)}", whole
    else:
        more = "+" if len(seen.texts) > LISTED else ""
        yield span, f"{sign}{len(seen.texts)}{more} values", whole


def _end_of_line(data: bytes, offset: int) -> int:
    end = data.find(b"\n", offset)
    line_end = len(data) if end < 0 else end
    return offset + len(data[offset:line_end].rstrip())
