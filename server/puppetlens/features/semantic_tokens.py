"""Semantic tokens: what names mean, where a grammar of colours cannot know.

Whether `$x` is a parameter, `foo` a class or a word, `bar { }` a defined type or a type of Puppet's own. Keywords,
strings and comments are left to the editor's grammar.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..base.span import Span
from ..model import builtin
from ..model.entity import Entity
from ..model.naming import names
from ..model.snapshot import Snapshot
from ..model.view import View

#: The kinds of tokens, and what each stands for: the order is the protocol's legend.
KINDS = {
    "namespace": "a module",
    "class": "a class",
    "struct": "a defined type, or a resource type",
    "type": "a data type, or an alias of one",
    "function": "a function, or a plan",
    "parameter": "a parameter where it is a variable",
    "variable": "any other variable",
    "property": "an attribute, or a key of Hiera",
}
#: Bits of `modifiers`, in the order of the legend.
MODIFIERS = {
    "definition": "the name of a definition, or where a variable is set",
    "defaultLibrary": "what Puppet brings along",
}
_DEFINITION, _DEFAULT_LIBRARY = 1, 2

_OF_SPACE = {
    "module": "namespace",
    "class": "class",
    "define": "struct",
    "resource_type": "struct",
    "type": "type",
    "data_type": "type",
    "function": "function",
    "plan": "function",
    "ruby_function": "function",
    "variable": "variable",
    "parameter": "property",
    "key": "property",
}


class SemanticToken(NamedTuple):
    span: Span
    kind: str
    modifiers: int


def semantic_tokens(snapshot: Snapshot, path: str, within: Span | None = None) -> tuple[SemanticToken, ...]:
    """In order of place, none inside another; those that touch `within` alone, where it is given."""
    found: list[SemanticToken] = []
    done = 0
    for token in sorted(set(_tokens(View(snapshot, path))), key=_outer_first):
        start, end = token.span
        if done <= start < end and (within is None or (start <= within.end and within.start <= end)):
            found.append(token)
        done = max(done, end)
    return tuple(found)


def _tokens(view: View) -> Iterator[SemanticToken]:
    text = view.snapshot.text(view.path)
    if text is None:
        return
    data = text.data
    variables: dict[Span, bool] = {}
    if view.document is not None:
        variables = {each.name_span: bool(each.binds) for each in view.document.scopes.variables()}
    summary = view.snapshot.summary(view.path)
    defined = {place.name_span for place in summary.places}
    for span, entity in names(view):
        kind = _OF_SPACE.get(entity.space)
        if kind is None:
            continue
        modifiers = _DEFAULT_LIBRARY if _is_puppets(entity) else 0
        if span in variables:
            kind = "parameter" if entity.space == "parameter" else "variable"
            modifiers |= _DEFINITION if variables[span] else 0
            span = _shown(span, data)
        elif span in defined:
            modifiers |= _DEFINITION
        yield SemanticToken(span, kind, modifiers)


def _outer_first(token: SemanticToken) -> tuple[int, int]:
    return token.span.start, -token.span.end


def _shown(span: Span, data: bytes) -> Span:
    """A variable's name with its `$`; of `$a::b` what is behind the name of the class."""
    qualifier = data.rfind(b"::", span.start, span.end)
    if qualifier >= 0:
        return Span(qualifier + 2, span.end)
    return Span(span.start - 1, span.end) if data[span.start - 1 : span.start] == b"$" else span


def _is_puppets(entity: Entity) -> bool:
    match entity.space:
        case "ruby_function":
            return builtin.is_function(entity.name)
        case "resource_type":
            return builtin.is_resource_type(entity.name)
        case "data_type":
            return builtin.is_data_type(entity.name)
        case "variable":
            return entity.owner is None and entity.name in ("facts", "trusted", "server_facts", "environment")
        case _:
            return False
