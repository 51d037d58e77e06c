"""Semantic tokens: what names mean, where a grammar of colours cannot know.

Whether `$x` is a parameter, `foo` a class or a word, `bar { }` a defined type or a type of Puppet's own. Keywords,
strings and comments are left to the editor's grammar.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.span import Span
from ..model import builtin
from ..model.document import Document
from ..model.entity import Entity
from ..model.file_scopes import Seen
from ..model.naming import names_in_code, used_names
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


#: Its start and end in bytes, kind, modifiers: a plain tuple, as there are thousands.
SemanticToken = tuple[int, int, str, int]
#: The same with the end negative: of two that begin together the longer one counts.
_Found = tuple[int, int, str, int]


def semantic_tokens(snapshot: Snapshot, path: str, within: Span | None = None) -> tuple[SemanticToken, ...]:
    """In order of place, none inside another; those that touch `within` alone, where it is given."""
    found: list[SemanticToken] = []
    done = 0
    for start, minus_end, kind, modifiers in sorted(_Reader(View(snapshot, path)).tokens()):
        end = -minus_end
        if done <= start < end and (within is None or (start <= within.end and within.start <= end)):
            found.append((start, end, kind, modifiers))
        done = max(done, end)
    return tuple(found)


class _Reader:
    """One walk over the names of a file."""

    def __init__(self, view: View) -> None:
        self._view = view
        #: What is told of a name as written, of which most stand there several times: kind, modifiers.
        self._told: dict[Entity, tuple[str, int] | None] = {}

    def tokens(self) -> Iterator[_Found]:
        document = self._view.document
        if document is None:
            for written, spans in used_names(self._view):
                for start, end in spans:
                    yield from self._token(written, start, end)
            return
        yield from self._definitions()
        yield from self._variables(document)
        for written, start, end in names_in_code(self._view, document):
            told = self._tell(written)
            if told is not None:
                yield start, -end, *told

    def _token(self, written: Entity, start: int, end: int) -> Iterator[_Found]:
        told = self._tell(written)
        if told is not None:
            yield start, -end, *told

    def _tell(self, written: Entity) -> tuple[str, int] | None:
        """None of what has no colour."""
        if written not in self._told:
            entity = self._view.entity(written)
            is_parameter = written.space == "variable" and entity.space == "parameter"
            kind = "parameter" if is_parameter else _OF_SPACE.get(entity.space)
            self._told[written] = None if kind is None else (kind, _DEFAULT_LIBRARY if _is_puppets(entity) else 0)
        return self._told[written]

    def _definitions(self) -> Iterator[_Found]:
        summary = self._view.snapshot.summary(self._view.path)
        for definition, place in zip(summary.definitions, summary.places, strict=True):
            if definition.kind in _OF_SPACE:
                start, end = place.name_span
                yield start, -end, _OF_SPACE[definition.kind], _DEFINITION

    def _variables(self, document: Document) -> Iterator[_Found]:
        """With their `$`, where the name has one part; else the last part, and the class before it."""
        data = document.text.data
        for seen in document.scopes.seen:
            start, end = seen.occurrence.name_span
            start, end = start + seen.base, end + seen.base
            if seen.scope is not None:
                start -= data[start - 1 : start] == b"$"
                modifiers = _DEFINITION if seen.occurrence.binds else 0
                yield start, -end, "parameter" if seen.entity.space == "parameter" else "variable", modifiers
            elif not seen.occurrence.name.isdigit():
                yield from self._free(seen, data, start, end)

    def _free(self, seen: Seen, data: bytes, start: int, end: int) -> Iterator[_Found]:
        """A variable that nothing around it binds."""
        written, qualifier = seen.entity, data.rfind(b"::", start, end)
        if qualifier < 0:
            yield from self._token(written, start - (data[start - 1 : start] == b"$"), end)
            return
        written = self._view.variable_meant(seen.variable())
        yield from self._token(written, qualifier + 2, end)
        if written.owner is not None:
            yield from self._token(written.owner, start, qualifier)


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
