"""What code comes to on the active node, and what of it the node's catalog has: for hovers.

Nothing is evaluated here: it is looked up in what an evaluation has observed (`observed`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..base.span import Span
from ..model.cursor import Step, path_to
from ..model.document import Document
from ..model.snapshot import Snapshot
from ..model.view import View
from ..syntax import ast
from .markdown import joined
from .observed import Observed, Places, Seen, Shown
from .target import subject_at

Data = Mapping[str, Any]

#: So many values are listed, and so much of each is shown.
LISTED, _LONGEST = 5, 300
#: Calls whose value is that of the key that they are given.
_LOOK_UPS = frozenset(("lookup", "hiera", "hiera_array", "hiera_hash"))


class NodeText(NamedTuple):
    """Markdown about the expression that is at `span`."""

    span: Span
    markdown: str


def node_text(snapshot: Snapshot, path: str, offset: int, observed: Observed) -> NodeText | None:
    """What stands at an offset, on the node: its value, and what of it the catalog has."""
    shown = observed.shown(snapshot, path)
    found = None if shown is None else _seen_now(shown, offset)
    value = "" if found is None else _value_text(observed.node, found[1])
    entity_span, entity = Span(0, 0), ""
    if concerns(snapshot, path, observed):
        entity_span, entity = _of_entity(snapshot, path, offset, observed, is_named=bool(value))
    if not value and not entity:
        return None
    span = found[0] if found is not None else entity_span
    return NodeText(span, joined([value, entity]))


def _seen_now(shown: Shown, offset: int) -> tuple[Span, Seen] | None:
    at = shown.then(offset)
    found = None if at is None else _seen_at(shown.document, shown.places, at)
    span = None if found is None else shown.now(found[0])
    return None if found is None or span is None or not span.contains(offset) else (span, found[1])


def _seen_at(document: Document, places: Places, offset: int) -> tuple[Span, Seen] | None:
    steps = path_to(document, offset)
    if not steps:
        return None
    for step in steps[-1:]:
        if isinstance(step.node, ast.Parameter):
            span = place_of_parameter(step.node, step.base)
            return (span, places[span]) if span.contains(offset) and span in places else None
    for step in _meant(steps):
        seen = places.get(step.span)
        if seen is not None and seen.texts:
            return step.span, seen
    return None


def _meant(steps: tuple[Step, ...]) -> Iterator[Step]:
    """The innermost expression; of a name that is called the call, of a key what is got by it."""
    *around, last = steps
    if isinstance(last.node, (ast.EppExpression, ast.RenderStringExpression)):
        return  # a template's own text
    yield last
    outer = around[-1] if around else None
    if outer is None:
        return
    if isinstance(last.node, ast.NamedAccessExpression) or isinstance(outer.node, ast.TextExpression):
        yield outer
    elif isinstance(last.node, (ast.QualifiedName, ast.QualifiedReference)):
        if _is_called(outer.node, last.node):
            yield outer
        elif isinstance(outer.node, ast.NamedAccessExpression) and outer.node.right_expr is last.node:
            yield around[-2]
    elif (isinstance(outer.node, ast.AccessExpression) and last.node in outer.node.keys) or (
        isinstance(outer.node, ast.CallNamedFunctionExpression) and _is_looked_up(outer.node, last.node)
    ):
        yield outer


def _is_called(call: ast.Node, name: ast.Node) -> bool:
    return isinstance(call, (ast.CallNamedFunctionExpression, ast.CallMethodExpression)) and call.functor_expr is name


def _is_looked_up(call: ast.CallNamedFunctionExpression, key: ast.Node) -> bool:
    name = call.functor_expr
    return isinstance(name, ast.QualifiedName) and name.value in _LOOK_UPS and call.arguments[:1] == (key,)


def place_of_parameter(parameter: ast.Parameter, base: int) -> Span:
    return Span(parameter.name_span.start + base - 1, parameter.name_span.end + base)


def _value_text(node: str, seen: Seen) -> str:
    if not seen.texts:
        return ""
    if len(seen.texts) == 1:
        times = f" ({seen.times} times)" if seen.times > 1 else ""
        return f"On **{node}**: {quoted(seen.texts[0])}{times}"
    lines = [f"- {quoted(text)}" for text in seen.texts[:LISTED]]
    more = ["- …"] if len(seen.texts) > LISTED else []
    return "\n".join([f"On **{node}**, evaluated {seen.times} times:", *lines, *more])


def quoted(text: str) -> str:
    """In one line, between backticks that it does not have itself."""
    line = cut(" ".join(text.replace("\n", "\\n").split()), _LONGEST)
    return f"`` {line} ``" if "`" in line else f"`{line}`"


def cut(text: str, most: int) -> str:
    return f"{text[: most - 1]}…" if len(text) > most else text


# What the catalog has ---------------------------------------------------------------------------------------


def concerns(snapshot: Snapshot, path: str, observed: Observed) -> bool:
    """Whether names in a file are those of the node's catalog: of another environment they mean others. A module that several
    share is the node's where its code ran for it."""
    if snapshot.site_of(path).environment.root == observed.root:
        return True
    document = snapshot.document(path)
    return document is not None and bool(observed.places(path, document.text.data))


def _of_entity(snapshot: Snapshot, path: str, offset: int, observed: Observed, *, is_named: bool) -> tuple[Span, str]:
    """`is_named`: the node is, before this. It is not in templates in Ruby and data, where no values are observed."""
    subject = subject_at(View(snapshot, path), offset)
    if subject is None or observed.provenance is None:
        return Span(0, 0), ""
    entity = subject.entity
    if entity.space == "class":
        told = observed.provenance.get(reference("class", entity.name))
        return subject.origin, _of_class(told, observed)
    if entity.space == "parameter" and entity.owner is not None and entity.owner.space == "class":
        told = observed.provenance.get(reference("class", entity.owner.name))
        origin = None if told is None else told["parameters"].get(entity.name.lower())
        where = "" if is_named else f" on **{observed.node}**"
        return subject.origin, "" if origin is None else f"Set{where} by {_set_by(origin, observed.root)}"
    return subject.origin, ""


def _of_class(told: Data | None, observed: Observed) -> str:
    if told is None:
        return f"Not in the catalog of **{observed.node}**"
    wanted = told.get("included") or ()
    by = ", ".join(_wanted_by(each, observed.root) for each in wanted[:LISTED])
    return f"In the catalog of **{observed.node}**{f': {by}' if by else ''}"


def _wanted_by(inclusion: Data, root: str) -> str:
    by = f" by `{inclusion['by']}`" if inclusion.get("by") else ""
    place = _place(inclusion, root)
    verb = {"include": "included", "inherits": "inherited", "declaration": "declared"}.get(inclusion["how"], "given")
    return f"{verb}{by or ' by the node classifier'}{f' ({place})' if place else ''}"


def _set_by(origin: Data, root: str) -> str:
    what = {"hiera": "Hiera's data", "code": "the declaration"}.get(origin["source"], f"the {origin['source']}")
    place = _place(origin, root)
    return f"{what}{f' ({place})' if place else ''}"


def _place(origin: Data, root: str) -> str:
    file = str(origin.get("file") or "").removeprefix(f"{root}/")
    return f"{file}:{origin['line']}" if file and origin.get("line") else file


def reference(type_name: str, title: str) -> str:
    """A class as the catalog names it: `Class[Foo::Bar]`."""
    shown = "::".join(part.capitalize() for part in title.split("::")) if type_name == "class" else title
    return f"{type_name.capitalize()}[{shown}]"
