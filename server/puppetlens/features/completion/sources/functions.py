"""Functions: called by their names; at the beginning of a statement those first that are called for their effects."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from ....library import functions
from ....model import builtin
from ....model.entity import Entity
from ....model.inference import may_take, type_of
from ....model.named_in_calls import CLASS_FUNCTIONS
from ....project.autoload import module_of
from ..item import Item
from ..narrowing import narrowed
from ..place import Place

if TYPE_CHECKING:
    from ....types import Type

KINDS = frozenset(("statement", "value", "method", "function"))

#: A block behind the name, or behind its arguments.
_BLOCK = re.compile(r"\s*(?:\([^()]*\))?\s*\|[\s\w$]")
#: Functions that the language lets stand without parentheses: they are called for their effects.
STATEMENTS = frozenset(
    ("alert", "break", "contain", "crit", "debug", "emerg", "err", "fail", "import", "include", "info", "next", "notice",
     "realize", "require", "return", "tag", "warning")
)  # fmt: skip
#: Others that give nothing one could use.
_EFFECTS = frozenset(("assert_private", "create_resources", "ensure_packages", "ensure_resource", "ensure_resources"))


def items(place: Place) -> Iterator[Item]:
    if place.quote and not place.interpolated and place.kind != "function":
        return
    view = place.view
    known = builtin.function_names()
    for name, uses in narrowed(place, known, "function", always=known):
        yield _item(place, name, Entity("ruby_function", name), uses)
    for name, uses in narrowed(place, view.snapshot.ruby_files(view.site).names["function"], "function"):
        near = ("same module",) if module_of(name) == view.module and "::" in name else ()
        yield _item(place, name, Entity("ruby_function", name), uses, near)
    for name, uses in narrowed(place, view.snapshot.names_of(view.site, "function"), "function"):
        near = ("same module",) if module_of(name) == view.module else ()
        yield _item(place, name, Entity("function", name), uses, near)


def _item(place: Place, name: str, entity: Entity, uses: int, near: tuple[str, ...] = ()) -> Item:
    called = place.follows.startswith("(") or place.kind == "function"
    bare = place.kind == "statement" and name in STATEMENTS
    snippet = "" if called else f"{name} ${{1}}" if bare and name in CLASS_FUNCTIONS else f"{name}(${{1}})"
    if not called and name in ("break", "return", "next"):
        snippet = name if name == "break" else f"{name}(${{1}})"
    effects = name in STATEMENTS or name in _EFFECTS or name.startswith("validate_")
    signals: tuple[str, ...] = ("effects" if effects else "result",)
    if place.kind != "statement" and effects:
        signals = ("seldom here",)
    receiver = _receiver(place) if place.kind == "method" else None
    if receiver is not None and builtin.is_function(name):
        signals = (*signals, *_of_receiver(place, name, receiver))
    if _BLOCK.match(place.follows):
        signals = (*signals, "takes a block" if takes_lambda(name) else "takes no block")
    return Item(name, "function", snippet=snippet, signals=(*signals, *near), uses=uses, entity=entity)


def _receiver(place: Place) -> Type | None:
    """The type of what stands before the dot."""
    span = place.receiver
    return None if span is None else place.view.once(("receiver", span), lambda: type_of(place.view, span))


def _of_receiver(place: Place, name: str, receiver: Type) -> Iterator[str]:
    """Whether a function is for such a value; one that takes any says nothing."""
    found = functions.find(name)
    for each in found.signatures if found is not None else ():
        first = each.positional[0].type_text if each.positional else ""
        if first in ("Any", "NotUndef"):
            return
    if found is not None and found.signatures:
        fits = any(each.positional and may_take(place.view, each, (receiver,)) for each in found.signatures)
        yield "takes the receiver" if fits else "another receiver"


@cache
def takes_lambda(name: str) -> bool:
    found = functions.find(name)
    return found is not None and any(each.block is not None for each in found.signatures)
