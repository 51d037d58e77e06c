"""What one item of a file defines and what it asks for, kept with its AST node.

All positions count from the item's start, so the facts of an unchanged item stay good wherever it moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..base.span import Span
from ..project.autoload import namespace_in
from ..syntax import ast
from .definitions import definition_kind, definition_name
from .entity import Entity
from .item_walk import Walk
from .literals import literal as literal
from .named_in_calls import CLASS_FUNCTIONS as CLASS_FUNCTIONS
from .reference import DeclaredResource
from .reference import Reference as Reference
from .reference import ReferenceKind as ReferenceKind
from .scopes import ItemScopes


class ItemFacts(NamedTuple):
    """`children` are the items of a definition's body (with their starts), not part of the other fields.

    `uses` are the names of all references but variables, as written.
    `computed` are resources whose titles are no literals, and have no text here. `declaring` are the beginnings of names
    of classes and defines where these are declared, not only referred to: of `include a`, not of `Class['a']`. `open_titles` are
    the types of which any title may be declared (`open_titles.py`).
    """

    definition: ast.Definition | None
    references: tuple[Reference, ...]
    uses: tuple[tuple[Entity, Span], ...]
    scopes: ItemScopes
    resources: tuple[DeclaredResource, ...]
    children: tuple[tuple[int, ast.Item, ItemFacts], ...] = ()
    computed: tuple[DeclaredResource, ...] = ()
    declaring: tuple[int, ...] = ()
    open_titles: frozenset[str] = frozenset()

    def placed(self, base: int) -> Iterator[tuple[int, ItemFacts]]:
        """These facts and those of the items inside, each with where its spans count from."""
        yield base, self
        for start, _, facts in self.children:
            yield from facts.placed(base + start)

    def namespace_inside(self, namespace: str) -> str:
        """That of the item's code, where `namespace` is that of the code around it."""
        node = self.definition
        if node is None:
            return namespace
        return namespace_in(definition_kind(node) or "", definition_name(node, namespace))

    def all_references(self, base: int, namespace: str = "") -> Iterator[Use]:
        """Every reference; `namespace` is that of the code around the item."""
        namespace = self.namespace_inside(namespace)
        for reference in self.references:
            yield Use(reference, base, namespace)
        for start, _, facts in self.children:
            yield from facts.all_references(base + start, namespace)


class Use(NamedTuple):
    """A reference where it stands: its span counts from `base`; `namespace` is that of the code around it."""

    reference: Reference
    base: int
    namespace: str


Cache = dict[ast.Node, ItemFacts]


def item_facts(item: ast.Item, old: Cache, new: Cache) -> ItemFacts:
    """The facts of an item, taken from `old` where its node is unchanged; noted in `new`."""
    node = item.node
    facts = old.get(node)
    if facts is None:
        children = tuple(
            (child.start, child, item_facts(child, old, new))
            for child in getattr(node, "body", ())
            if isinstance(child, ast.Item)
        )
        walk = Walk(node)
        walk.visit(node)
        facts = ItemFacts(
            node if isinstance(node, ast.Definition) else None,
            tuple(walk.references),
            tuple(use for each in walk.references if each.kind != "variable" for use in each.uses),
            walk.scopes.finish(),
            tuple(walk.resources),
            children,
            tuple(walk.computed),
            tuple(walk.declaring),
            frozenset(walk.open_titles),
        )
    else:
        _keep(facts, new)
    new[node] = facts
    return facts


def _keep(facts: ItemFacts, new: Cache) -> None:
    for _, item, child in facts.children:
        new[item.node] = child
        _keep(child, new)
