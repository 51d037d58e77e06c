"""Semantic tokens: what names mean, where a grammar of colours cannot know.

Whether `$x` is a parameter, `foo` a class or a word, `bar { }` a defined type or a type of Puppet's own. Keywords,
strings and comments are left to the editor's grammar.

The tokens of a statement are kept with its AST, in offsets of its own: after an edit those of the others are taken over,
as long as each name in the file means what it did and each variable is bound by what it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..base.span import Span
from ..model import builtin
from ..model.definitions import definition_kind
from ..model.document import Document
from ..model.entity import Entity
from ..model.file_scopes import Seen
from ..model.item_facts import ItemFacts
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
#: Kind and modifiers of a name as written; None of what has no colour.
_Colours = dict[Entity, tuple[str, int] | None]


class ItemTokens:
    """What a statement says, in offsets that count from its start. Where nothing changed it is the same object after an
    edit. `means`: what its variables are, in order."""

    __slots__ = ("facts", "means", "tokens")

    def __init__(self, facts: ItemFacts | None, means: tuple[object, ...], found: list[_Found]) -> None:
        self.facts = facts
        self.means = means
        self.tokens = _apart(found)


class Coloured(NamedTuple):
    """The tokens of a file, by statements in order of place, each with where it starts; those of a definition without
    those of its body. As long as `state` is the same, every name means what it did."""

    colours: _Colours
    items: list[tuple[int, ItemTokens]]
    #: `Meanings.state`, as it was.
    state: object

    def tokens(self, within: Span | None = None) -> tuple[SemanticToken, ...]:
        """In order of place, none inside another; those that touch `within` alone, where it is given."""
        return tuple(
            (base + start, base + end, kind, modifiers)
            for base, item in self.items
            for start, end, kind, modifiers in item.tokens
            if within is None or (base + start <= within.end and within.start <= base + end)
        )


def semantic_tokens(snapshot: Snapshot, path: str, within: Span | None = None) -> tuple[SemanticToken, ...]:
    return coloured(snapshot, path).tokens(within)


def coloured(snapshot: Snapshot, path: str, before: Coloured | None = None) -> Coloured:
    """All tokens of a file. `before` are those that it had once: what is still good of them is taken over."""
    view = View(snapshot, path)
    reader, document, state = _Reader(view), view.document, snapshot.meanings.state
    if document is not None and document.items and not view.relative_names:
        colours = before.colours if before is not None else {}
        same = before is not None and before.state is state
        reader.colours = {
            each: colour if same else reader.tell(each)
            for each, colour in colours.items()
            if each in document.summary.uses
        }
        same = same or all(colours[written] == colour for written, colour in reader.colours.items())
        found = _by_items(reader, document, before.items if before is not None and same else ())
        if found is not None:
            return Coloured(reader.colours, found, state)
    return Coloured({}, [(0, ItemTokens(None, (), list(reader.tokens())))], state)


def _by_items(
    reader: _Reader, document: Document, before: Sequence[tuple[int, ItemTokens]]
) -> list[tuple[int, ItemTokens]] | None:
    """None where statements reach into each other, as with a heredoc in a line of several."""
    known = {id(item.facts): item for _, item in before}
    found: list[tuple[int, ItemTokens]] = []
    done, seen = 0, document.scopes.seen
    for base, facts, first, last in document.scopes.runs():
        means = tuple([each.entity if each.scope is None else each.entity.space for each in seen[first:last]])
        item = known.get(id(facts))
        if item is None or item.means != means:
            item = ItemTokens(facts, means, list(reader.of_item(document, base, facts, seen[first:last])))
        if item.tokens:
            if base + item.tokens[0][0] < done:
                return None
            done = base + item.tokens[-1][1]
        found.append((base, item))
    return found


def _apart(found: list[_Found]) -> tuple[SemanticToken, ...]:
    """In order, without those that begin inside of others."""
    tokens: list[SemanticToken] = []
    done: int | None = None
    for start, minus_end, kind, modifiers in sorted(found):
        end = -minus_end
        if start < end and (done is None or done <= start):
            tokens.append((start, end, kind, modifiers))
        done = end if done is None else max(done, end)
    return tuple(tokens)


class _Reader:
    """One walk over the names of a file."""

    def __init__(self, view: View) -> None:
        self._view = view
        self.colours: _Colours = {}

    def tokens(self) -> Iterator[_Found]:
        """All of a file of any kind."""
        document = self._view.document
        if document is None:
            for written, spans in used_names(self._view):
                for start, end in spans:
                    yield from self._token(written, start, end)
            return
        yield from self._definitions()
        for seen in document.scopes.seen:
            yield from self._variable(document.text.data, seen, 0)
        for written, start, end in names_in_code(self._view, document):
            yield from self._token(written, start, end)

    def of_item(self, document: Document, base: int, facts: ItemFacts, seen: Sequence[Seen]) -> Iterator[_Found]:
        """Those of one statement, whose variables are `seen`, in offsets of its own."""
        node = facts.definition
        kind = definition_kind(node) if node is not None else None
        if kind in _OF_SPACE:
            start, end = getattr(node, "name_span", Span(0, 0))  # a node's names are no names of definitions
            yield start, -end, _OF_SPACE[kind], _DEFINITION
        for each in seen:
            yield from self._variable(document.text.data, each, base)
        for written, (start, end) in facts.uses:
            yield from self._token(written, start, end)

    def _token(self, written: Entity, start: int, end: int) -> Iterator[_Found]:
        if written not in self.colours:
            self.colours[written] = self.tell(written)
        told = self.colours[written]
        if told is not None:
            yield start, -end, *told

    def tell(self, written: Entity) -> tuple[str, int] | None:
        if written.space == "parameter":  # whoever it is of
            return _OF_SPACE["parameter"], 0
        entity = self._view.entity(written)
        is_parameter = written.space == "variable" and entity.space == "parameter"
        kind = "parameter" if is_parameter else _OF_SPACE.get(entity.space)
        return None if kind is None else (kind, _DEFAULT_LIBRARY if _is_puppets(entity) else 0)

    def _definitions(self) -> Iterator[_Found]:
        summary = self._view.snapshot.summary(self._view.path)
        for definition, place in zip(summary.definitions, summary.places, strict=True):
            if definition.kind in _OF_SPACE:
                start, end = place.name_span
                yield start, -end, _OF_SPACE[definition.kind], _DEFINITION

    def _variable(self, data: bytes, seen: Seen, base: int) -> Iterator[_Found]:
        """With its `$`, where the name has one part; else the last part, and the class before it."""
        start, end = seen.occurrence.name_span
        start, end = start + seen.base, end + seen.base
        if seen.scope is not None:
            start -= data[start - 1 : start] == b"$"
            modifiers = _DEFINITION if seen.occurrence.binds else 0
            kind = "parameter" if seen.entity.space == "parameter" else "variable"
            yield start - base, base - end, kind, modifiers
        elif not seen.occurrence.name.isdigit():
            for first, minus_last, kind, modifiers in self._free(seen, data, start, end):
                yield first - base, minus_last + base, kind, modifiers

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
