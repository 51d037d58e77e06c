"""The scopes of a whole file: its items' put together, with every variable in it and what it means.

A definition, a template and the top of a file each are a scope; lambdas and matches are scopes inside. In
`$x = pick($x, 1)` the second `$x` is that of a scope further out, as Puppet sets the first one later. Which entity a
variable is, is said as written (`entity.py`): of a class that inherits only other files know what it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from operator import itemgetter
from typing import NamedTuple

import msgspec

from ..base.span import Span
from ..project.autoload import namespace_in, normalise
from ..syntax import ast
from .definitions import definition_kind, definition_name
from .entity import Entity
from .item_facts import ItemFacts
from .scopes import OUTER, Bound, Occurrence

#: Kinds of definitions whose variables are their own; those of nodes are the outer scopes'.
_OWNERS = ("class", "define", "function", "plan")
#: The variables that every class and define has without binding them.
GIVEN = frozenset(("title", "name", "module_name", "caller_module_name"))


class Scope(msgspec.Struct, eq=False):
    """`kind` is that of the definition, or `template`, `top`, `lambda`, `match`. `parent`: the scope seen through it.

    `owner` has the variables; none for the outer scopes. `inherits`: further ones come from another class. `origin`
    is the lambda, or what is matched; `namespace` that of the code inside.
    """

    kind: str
    span: Span
    parent: Scope | None = None
    owner: Entity | None = None
    inherits: bool = False
    namespace: str = ""
    origin: Span | None = None
    names: dict[str, list[Bound]] = msgspec.field(default_factory=dict)
    parameters: set[str] = msgspec.field(default_factory=set)
    #: What was asked for: a name stands many times in a file.
    _entities: dict[str, Entity] = msgspec.field(default_factory=dict)
    _free: dict[str, Entity] = msgspec.field(default_factory=dict)

    def entity(self, name: str) -> Entity:
        """What a name means that it binds; asked for once all that it binds is known."""
        known = self._entities.get(name)
        if known is None:
            kind = "parameter" if name in self.parameters else "variable"
            known = self._entities[name] = Entity(kind, name, self.owner)
        return known

    def free(self, name: str) -> Entity:
        """What a name means that neither this scope nor one that it sees in the file binds."""
        if self.origin is not None and self.parent is not None:
            return self.parent.free(name)
        known = self._free.get(name)
        if known is None:
            inside = Entity("inside", self.owner.name) if self.inherits and self.owner is not None else None
            known = self._free[name] = Entity("variable", name, inside)
        return known

    def has(self, name: str) -> bool:
        return name in self.names or (name in GIVEN and self.kind in ("class", "define"))

    def chain(self) -> Iterator[Scope]:
        """The scope, then those that are seen from it, inner ones first."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent


class Variable(NamedTuple):
    """A variable where it stands, in offsets of the file (`scopes.Occurrence`). `scope` is None where it is free."""

    name: str
    span: Span
    name_span: Span
    home: Scope
    scope: Scope | None
    entity: Entity
    binds: str


class Seen(NamedTuple):
    """The same, with where the spans of its occurrence count from."""

    occurrence: Occurrence
    base: int
    home: Scope
    scope: Scope | None
    entity: Entity

    def variable(self) -> Variable:
        each, base = self.occurrence, self.base
        span, name_span = each.span.shift(base), each.name_span.shift(base)
        return Variable(each.name, span, name_span, self.home, self.scope, self.entity, each.binds)


class FileScopes:
    """`scopes`, outer ones first; the first is the file's own. `seen` are all variables, those of one scope in the order
    of evaluation."""

    def __init__(self, items: Iterable[tuple[ast.Item, ItemFacts]], path: str, end: int) -> None:
        template = path.endswith(".epp")
        whole = Scope("template" if template else "top", Span(0, end), owner=Entity("file", path) if template else None)
        self.scopes = [whole]
        self.seen: list[Seen] = []
        self._runs: list[tuple[int, ItemFacts, int, int]] = []
        self._by_start: dict[int, Seen] | None = None
        self._body(whole, [(item.start, facts) for item, facts in items])

    def runs(self) -> list[tuple[int, ItemFacts, int, int]]:
        """Each item (inner ones too) in order of place: where it starts, its facts, which of `seen` are its variables."""
        return sorted(self._runs, key=itemgetter(0))

    @cached_property
    def read(self) -> frozenset[tuple[int, str]]:
        """The scopes (their `id`) and names of which something reads the variable."""
        return frozenset((id(seen.scope), seen.occurrence.name) for seen in self.seen if not seen.occurrence.binds)

    def variables(self) -> Iterator[Variable]:
        """Every variable of the file, in the order of `seen`."""
        return (seen.variable() for seen in self.seen)

    def local_variables(self) -> Iterator[Variable]:
        """Those of lambdas and matches."""
        return (seen.variable() for seen in self.seen if seen.scope is not None and seen.scope.origin is not None)

    def variable(self, name: str, span: Span) -> Variable:
        """What a variable would be that stood at a place, which has no AST."""
        home = self.at(span.start)
        scope = None if "::" in name else self.find(home, name)
        entity = _qualified(name) if "::" in name else home.free(name) if scope is None else scope.entity(name)
        return Variable(name, span, span, home, scope, entity, "")

    def standing_at(self, start: int) -> Variable | None:
        """The variable whose name begins at an offset."""
        if self._by_start is None:
            self._by_start = {seen.base + seen.occurrence.name_span.start: seen for seen in self.seen}
        found = self._by_start.get(start)
        return None if found is None else found.variable()

    def variable_at(self, offset: int) -> Variable | None:
        """The variable that an offset touches; of several the innermost."""
        found = [
            seen
            for seen in self.seen
            if seen.base + seen.occurrence.span.start <= offset <= seen.base + seen.occurrence.span.end
        ]
        best = min(found, key=lambda seen: seen.occurrence.span.end - seen.occurrence.span.start, default=None)
        return None if best is None else best.variable()

    def uses(self) -> dict[Entity, list[int]]:
        """Where every name of a variable begins and ends that means something outside of its lambda; of `$a::x` also that
        of the class."""
        found: dict[Entity, list[int]] = {}
        for each, base, _, scope, entity in self.seen:
            if (scope is None or scope.origin is None) and not each.name.isdigit():
                start, end = each.name_span
                found.setdefault(entity, []).extend((base + start, base + end))
                if entity.owner is not None and "::" in each.name:
                    found.setdefault(entity.owner, []).extend(qualifier(each.name, each.name_span.shift(base)))
        return found

    def at(self, offset: int) -> Scope:
        """The innermost scope around an offset."""
        around = [scope for scope in self.scopes if scope.span.contains(offset)]
        return min(reversed(around), key=lambda scope: scope.span.end - scope.span.start, default=self.scopes[0])

    def find(self, scope: Scope, name: str) -> Scope | None:
        """The scope that binds a name, as seen from one; None where none in the file does."""
        seen: Scope | None = scope
        while seen is not None and not seen.has(name):
            seen = seen.parent
        return seen

    def _body(
        self, scope: Scope, parts: list[tuple[int, ItemFacts]], own: tuple[tuple[int, ItemFacts], ...] = ()
    ) -> None:
        """Take in the items of a scope and what stands before them, first what they bind: a use may come earlier."""
        statements = [*own, *(part for part in parts if part[1].definition is None)]
        for base, facts in statements:
            for each in facts.scopes.occurrences:
                if each.binds and each.home == OUTER:
                    _bind(scope, each, base)
        before = set(scope.parameters)
        for base, facts in statements:
            self._item(scope, facts, base, before)
        for base, facts in parts:
            if facts.definition is not None:
                self._definition(scope, facts, facts.definition, base)

    def _definition(self, around: Scope, facts: ItemFacts, node: ast.Definition, base: int) -> None:
        container = around.owner if around.kind in ("class", "define") else None
        kind = definition_kind(node) or "definition"
        name = normalise(definition_name(node, container.name if container is not None else ""))
        scope = Scope(
            kind,
            node.span.shift(base),
            self.scopes[0] if kind == "node" else None,
            Entity(kind, name) if kind in _OWNERS else None,
            isinstance(node, ast.HostClassDefinition) and bool(node.parent_class),
            namespace_in(kind, name),
        )
        self.scopes.append(scope)
        self._body(scope, [(base + start, child) for start, _, child in facts.children], ((base, facts),))

    def _item(self, scope: Scope, facts: ItemFacts, base: int, before: set[str]) -> None:
        """`before` is what the scope has set so far: what is set only later is read from outside."""
        inner, first = self._local_scopes(scope, facts, base), len(self.seen)
        for each in facts.scopes.occurrences:
            if each.binds and each.home != OUTER:
                _bind(inner[each.home], each, base)
        for each in facts.scopes.occurrences:
            home = scope if each.home == OUTER else inner[each.home]
            if "::" in each.name:
                self.seen.append(Seen(each, base, home, None, _qualified(each.name)))
                continue
            if each.scope == OUTER or (each.early and each.name in scope.names):
                if each.binds:
                    before.add(each.name)
                late = each.name in scope.names and each.name not in before
                binding = None if late else self.find(scope, each.name)
            else:
                binding = inner[each.scope]
            entity = scope.free(each.name) if binding is None else binding.entity(each.name)
            self.seen.append(Seen(each, base, home, binding, entity))
        self._runs.append((base, facts, first, len(self.seen)))

    def _local_scopes(self, around: Scope, facts: ItemFacts, base: int) -> list[Scope]:
        """The lambdas and matches in an item."""
        inner: list[Scope] = []
        for each in facts.scopes.scopes:
            parent = around if each.parent == OUTER else inner[each.parent]
            origin = each.origin.shift(base)
            owner = Entity(each.kind, str(origin.start))
            inner.append(
                Scope(each.kind, each.span.shift(base), parent, owner, namespace=around.namespace, origin=origin)
            )
        self.scopes += inner
        return inner


def qualifier(name: str, name_span: Span) -> Span:
    """Where the class is named in `$a::b`."""
    return Span(name_span.start, name_span.start + len(name.rpartition("::")[0].encode()))


def _bind(scope: Scope, occurrence: Occurrence, base: int) -> None:
    if occurrence.binds == "parameter":
        scope.parameters.add(occurrence.name)
    whole = occurrence.whole or occurrence.span
    bound = Bound(occurrence.name_span.shift(base), whole.shift(base))
    scope.names.setdefault(occurrence.name, []).append(bound)


def _qualified(name: str) -> Entity:
    owner, _, short = name.rpartition("::")
    owner = normalise(owner)
    return Entity("variable", short, Entity("class", owner) if owner else None)
