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
from ..model.naming import places_of_names
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
    for start, minus_end, kind, modifiers in sorted(set(_tokens(View(snapshot, path)))):
        end = -minus_end
        if done <= start < end and (within is None or (start <= within.end and within.start <= end)):
            found.append(SemanticToken(Span(start, end), kind, modifiers))
        done = max(done, end)
    return tuple(found)


def _tokens(view: View) -> Iterator[tuple[int, int, str, int]]:
    """Beginning, negative end (of two that begin together the longer one counts), kind, modifiers."""
    text, document = view.snapshot.text(view.path), view.document
    if text is None:
        return
    data = text.data
    variables = document.scopes.places() if document is not None else {}
    defined = {place.name_span for place in view.snapshot.summary(view.path).places}
    for entity, spans in places_of_names(view):
        kind = _OF_SPACE.get(entity.space)
        if kind is None:
            continue
        own = _DEFAULT_LIBRARY if _is_puppets(entity) else 0
        name = "parameter" if entity.space == "parameter" else "variable"
        for span in spans:
            start, end = span
            bound = variables.get(span)
            if bound is None:
                yield start, -end, kind, own | _DEFINITION if span in defined else own
                continue
            qualifier = data.rfind(b"::", start, end)
            start = qualifier + 2 if qualifier >= 0 else start - (data[start - 1 : start] == b"$")
            yield start, -end, name, own | _DEFINITION if bound else own


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
