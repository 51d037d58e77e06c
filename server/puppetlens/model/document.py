"""A parsed file with the facts of its items and its summary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..base.position import Text
from ..base.span import Span
from ..project.autoload import normalise
from ..syntax import ast
from ..syntax.languages import Dialect
from ..syntax.parse import Edit, ParsedFile, dialect_of, is_plan, parse, parse_large, reparse
from . import open_titles
from .definitions import DefinitionKind, definition_kind, definition_name
from .entity import UNPARSED, Entity
from .file_scopes import FileScopes
from .item_facts import Cache, ItemFacts, Reference, Use, item_facts
from .scopes import OUTER, Bound, Occurrence
from .settings import LARGEST
from .summary import Definition, Parameter, Place, Resource, Summary, packed

_API_PRIVATE = b"@api private"


class Document:
    """One version of a file. Immutable; `edited` gives the next one and keeps what did not change."""

    def __init__(self, path: str, parsed: ParsedFile, old: Cache | None = None) -> None:
        self.path = path
        self.parsed = parsed
        self.text: Text = parsed.text
        self.program: ast.Program = parsed.program
        self._cache: Cache = {}
        self.items: tuple[tuple[ast.Item, ItemFacts], ...] = tuple(
            (item, item_facts(item, old or {}, self._cache)) for item in self.program.body
        )
        self.scopes = FileScopes(self.items, path, len(self.text.data))
        self.summary: Summary = _summarise(self)
        if parsed.is_bare:  # nobody looks further
            self.items, self.scopes, self._cache = (), FileScopes((), path, len(self.text.data)), {}

    def edited(self, text: Text, edits: Sequence[Edit], largest: int = LARGEST) -> Document:
        if max(len(self.text.data), len(text.data)) > largest:
            return open_document(self.path, text, largest, self.parsed.dialect)
        return Document(self.path, reparse(self.parsed, text, edits), self._cache)

    def is_broken(self, span: Span) -> bool:
        """Whether something in the lines of a span does not parse."""
        if not self.program.faults:
            return False
        data = self.text.data
        start, end = data.rfind(b"\n", 0, span.start) + 1, data.find(b"\n", span.end)
        return any(start <= fault.end and (end < 0 or fault.start <= end) for fault in self.program.faults)

    def facts(self) -> Iterator[tuple[int, ItemFacts]]:
        """Those of all items, inner ones too, each with where its spans count from."""
        for item, facts in self.items:
            yield from facts.placed(item.start)

    def uses(self) -> Iterator[Use]:
        """Every name that the file uses, in order of items."""
        for item, facts in self.items:
            yield from facts.all_references(item.start)

    def references(self) -> Iterator[tuple[Reference, int]]:
        """The same, each with the offset its span counts from."""
        for use in self.uses():
            yield use.reference, use.base


def open_document(path: str, text: Text, largest: int = LARGEST, dialect: Dialect | None = None) -> Document:
    """Parse a file; its name says which dialect unless that is known, and whether it may hold plans. Of one with more than
    `largest` bytes is known what it defines."""
    parsed = parse_large if len(text.data) > largest else parse
    return Document(path, parsed(text, dialect or dialect_of(path), is_plan(path)))


# Summary ---------------------------------------------------------------------------------------------------


class _Summariser:
    def __init__(self, text: Text) -> None:
        self.data = text.data
        self.definitions: list[Definition] = []
        self.places: list[Place] = []
        self.resources: list[Resource] = []

    def item(self, item: ast.Item, facts: ItemFacts, base: int, container: str) -> None:
        for resource in facts.resources:
            span, title_span = resource.span.shift(base), resource.title_span.shift(base)
            self.resources.append(Resource(resource.type, resource.title, span, title_span))
        node = facts.definition
        kind = definition_kind(node) if node is not None else None
        if node is None or kind is None:
            return
        name, assigned = definition_name(node, container), list(_variables(facts))
        self.definitions.append(self._definition(kind, name, node, item, base, assigned))
        self.places.append(_place(node, base, assigned))
        inside = name if kind in ("class", "define") else container
        for start, child, child_facts in facts.children:
            self.item(child, child_facts, base + start, inside)

    def _definition(
        self,
        kind: DefinitionKind,
        name: str,
        node: ast.Definition,
        item: ast.Item,
        base: int,
        assigned: Sequence[tuple[Occurrence, int]],
    ) -> Definition:
        parameters = _parameters(self.data, getattr(node, "parameters", ()), base)
        parent = node.parent_class if isinstance(node, ast.HostClassDefinition) else None
        return Definition(
            kind,
            normalise(name),
            name,
            parameters,
            parent.lower() if parent else None,
            _source(self.data, getattr(node, "return_type", None), base),
            _source(self.data, node.type_expr, base) if isinstance(node, ast.TypeAlias) else None,
            tuple(sorted({variable.name for variable, _ in assigned})) if kind == "class" else (),
            item.doc,
            tuple(_private(self.data, node, base, assigned)) if _API_PRIVATE in self.data else (),
        )


def _private(data: bytes, node: ast.Definition, base: int, assigned: Sequence[tuple[Occurrence, int]]) -> Iterator[str]:
    """The names of parameters and variables that begin a line below a comment with `@api private`."""
    starts = [(each.name, base + each.start) for each in getattr(node, "parameters", ())]
    starts += [(each.name, base + start + each.span.start) for each, start in assigned]
    for name, start in starts:
        if _API_PRIVATE in _comment_above(data, start):
            yield name


def _comment_above(data: bytes, start: int) -> bytes:
    """The lines of comment right above what begins a line; nothing where something stands before it."""
    line = data.rfind(b"\n", 0, start) + 1
    if data[line:start].strip(b" \t"):
        return b""
    first = line
    while first:
        above = data.rfind(b"\n", 0, first - 1) + 1
        if not data[above:first].lstrip(b" \t").startswith(b"#"):
            break
        first = above
    return data[first:line]


def template_parameters(document: Document) -> tuple[Parameter, ...]:
    """Those that the header of an EPP template declares."""
    for item in document.program.body:
        if isinstance(item.node, ast.LambdaExpression):
            return _parameters(document.text.data, item.node.parameters, item.start)
    return ()


def _parameters(data: bytes, parameters: Sequence[ast.Parameter], base: int) -> tuple[Parameter, ...]:
    return tuple(
        Parameter(each.name, _source(data, each.type_expr, base), _source(data, each.value, base), each.captures_rest)
        for each in parameters
    )


def _source(data: bytes, node: ast.Node | None, base: int) -> str | None:
    return None if node is None else data[base + node.start : base + node.end].decode("utf-8", "replace")


def _summarise(document: Document) -> Summary:
    summariser = _Summariser(document.text)
    for item, facts in document.items:
        summariser.item(item, facts, item.start, "")
    top = document.scopes.scopes[0]
    bindings = {name: tuple(bound) for name, bound in top.names.items()} if top.owner is None else {}
    return Summary(
        tuple(summariser.definitions),
        frozenset((*(each.entity for each in summariser.resources), *_open_titles(document))),
        frozenset(bindings) | _of_nodes(summariser),
        tuple(summariser.places),
        tuple(summariser.resources),
        bindings,
        _uses(document),
        declaring=packed([base + start for base, facts in document.facts() for start in facts.declaring]),
    )


def _open_titles(document: Document) -> Iterator[Entity]:
    types = {each for _, facts in document.facts() for each in facts.open_titles}
    return (
        Entity(open_titles.SPACE, each) for each in (*types, *((open_titles.ANY,) if document.parsed.is_bare else ()))
    )


def _of_nodes(summariser: _Summariser) -> frozenset[str]:
    """The variables that node definitions set."""
    places = zip(summariser.definitions, summariser.places, strict=True)
    return frozenset(name for definition, place in places if definition.kind == "node" for name in place.variables)


def _uses(document: Document) -> dict[Entity, bytes]:
    found = document.scopes.uses()
    for base, facts in document.facts():
        for entity, (start, end) in facts.uses:
            found.setdefault(entity, []).extend((base + start, base + end))
    if document.program.faults:
        found[UNPARSED] = []
    return {entity: packed(places) for entity, places in found.items()}


def _variables(facts: ItemFacts) -> Iterator[tuple[Occurrence, int]]:
    """What a definition's body assigns in its own scope, each with where its spans count from."""
    for start, _, child in facts.children:
        if child.definition is None and child.scopes.occurrences:
            yield from ((variable, start) for variable in assigned(child))


def assigned(facts: ItemFacts) -> Iterator[Occurrence]:
    """What a statement assigns outside of lambdas."""
    return (each for each in facts.scopes.occurrences if each.binds == "variable" and each.home == OUTER)


def _place(node: ast.Definition, base: int, assigned: Sequence[tuple[Occurrence, int]]) -> Place:
    variables: dict[str, Bound] = {}
    for variable, start in assigned:
        if variable.name not in variables:
            at, whole = base + start, variable.whole or variable.span
            variables[variable.name] = Bound(variable.name_span.shift(at), whole.shift(at))
    name_span = getattr(node, "name_span", None)
    if name_span is None:
        first = node.host_matches[0] if isinstance(node, ast.NodeDefinition) and node.host_matches else node
        last = node.host_matches[-1] if isinstance(node, ast.NodeDefinition) and node.host_matches else node
        name_span = Span(first.start, last.end)
    return Place(
        node.span.shift(base),
        name_span.shift(base),
        {
            parameter.name: Bound(parameter.name_span.shift(base), parameter.span.shift(base))
            for parameter in getattr(node, "parameters", ())
        },
        variables,
    )
