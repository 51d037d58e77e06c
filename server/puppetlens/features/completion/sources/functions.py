"""Functions: called by their names; at the beginning of a statement those first that are called for their effects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ....library import functions
from ....model import builtin
from ....model.entity import Entity
from ....model.inference import declared_type
from ....model.named_in_calls import (
    ATTRIBUTE_FUNCTIONS,
    CLASS_FUNCTIONS,
    FILE_FUNCTIONS,
    KEY_FUNCTIONS,
    RESOURCE_FUNCTIONS,
)
from ....model.view import View
from ....project.autoload import module_of
from ...function_shapes import Shape, fitting, shapes_of
from ..item import Item
from ..narrowing import narrowed
from ..place import Place
from ..receiver import receiver_type

if TYPE_CHECKING:
    from ....types import Type

KINDS = frozenset(("statement", "value", "method", "function"))
GIVES = frozenset(("function",))

#: A block behind the name, or behind its arguments.
_BLOCK = re.compile(r"\s*(?:\([^()]*\))?\s*\|[\s\w$]")
#: Functions that the language lets stand without parentheses: they are called for their effects.
STATEMENTS = frozenset(
    ("alert", "break", "contain", "crit", "debug", "emerg", "err", "fail", "import", "include", "info", "next", "notice",
     "realize", "require", "return", "tag", "warning")
)  # fmt: skip
#: Others that give nothing one could use.
_EFFECTS = frozenset(("assert_private", "create_resources", "ensure_packages", "ensure_resource", "ensure_resources"))
#: What is called on a name rather than on a value, and seldom as a method.
_NOT_ON_VALUES = STATEMENTS.union(
    _EFFECTS, CLASS_FUNCTIONS, RESOURCE_FUNCTIONS, KEY_FUNCTIONS, FILE_FUNCTIONS, ATTRIBUTE_FUNCTIONS,
    ("abs", "assert_type", "binary_file", "call", "ceiling", "defined", "eyaml_lookup_key", "floor", "generate", "getvar", "hocon_data", "inline_epp",
     "inline_template", "json_data", "module_directory", "round", "scanf", "sprintf", "step", "yaml_data"),
)  # fmt: skip


def items(place: Place) -> Iterator[Item]:
    return (item for item in _items(place) if item is not None)


def _items(place: Place) -> Iterator[Item | None]:
    if place.quote and not place.interpolated and place.kind != "function":
        return
    view = place.view
    known = builtin.function_names()
    follows = _Follows(
        place.kind,
        place.owner == "related",
        place.follows.startswith("(") or place.kind == "function",
        not place.follows.strip(),
        _BLOCK.match(place.follows) is not None,
    )
    for name, uses in narrowed(place, known, "function", always=known):
        yield _item(place, follows, name, "ruby_function", uses)
    for name, uses in narrowed(place, view.snapshot.ruby_files(view.site).names["function"], "function"):
        near = ("same module",) if module_of(name) == view.module and "::" in name else ()
        yield _item(place, follows, name, "ruby_function", uses, near)
    for name, uses in narrowed(place, view.snapshot.names_of(view.site, "function"), "function"):
        near = ("same module",) if module_of(name) == view.module else ()
        yield _item(place, follows, name, "function", uses, near)


class _Follows(NamedTuple):
    """What decides how a function is written: the kind of the place, and what stands behind the name."""

    kind: str
    related: bool
    called: bool
    nothing: bool
    block: bool


def _item(place: Place, follows: _Follows, name: str, space: str, uses: int, near: tuple[str, ...] = ()) -> Item | None:
    """None of a method that nothing of the receiver's type has."""
    found = _of_any_place(follows, name, space, uses, near)
    if place.kind != "method":
        return found
    view = place.view
    read = place.typed or space == "function" or builtin.is_function(name)
    shapes = shapes_of(view, name) if read else ()  # of all modules' Ruby, once a letter tells which
    receiver = receiver_type(view, place.receiver)
    if receiver is not None and shapes and not _takes(view, shapes, receiver):
        return None
    detail = _text(_taking(view, shapes, receiver)) if shapes else ""
    return found._replace(detail=detail, signals=(*found.signals, *_of_receiver(shapes, name, receiver)))


@lru_cache(maxsize=16384)
def _of_any_place(follows: _Follows, name: str, space: str, uses: int, near: tuple[str, ...]) -> Item:
    called, bare = follows.called, follows.kind == "statement" and name in STATEMENTS
    snippet = "" if called else f"{name} ${{1}}" if bare and name in CLASS_FUNCTIONS else f"{name}(${{1}})"
    if not called and name in ("break", "return", "next"):
        snippet = name if name == "break" else f"{name}(${{1}})"
    effects = name in STATEMENTS or name in _EFFECTS or name.startswith("validate_")
    signals: tuple[str, ...] = ("effects" if effects else "result",)
    if follows.related or (follows.kind != "statement" and effects):
        signals = ("no value" if effects else "seldom here",)
    elif follows.kind == "value" and not called:
        signals = (*signals, "not called here")
    elif effects and name not in CLASS_FUNCTIONS and follows.nothing:
        signals = (*signals, "seldom begins")
    if follows.block:
        signals = (*signals, "takes a block" if takes_lambda(name) else "takes no block")
    return Item(name, "function", "", snippet, "", (*signals, *near), uses, Entity(space, name))


def _takes(view: View, shapes: Sequence[Shape], receiver: Type) -> bool:
    """Whether it may be called on such a value."""
    for n in fitting(view, shapes, (receiver,)):
        wanted = shapes[n].first_type
        if shapes[n].accepts is not None and shapes[n].parameters:
            return True
        declared = declared_type(view, wanted) if wanted else None
        if shapes[n].parameters and (
            declared is None or declared.assignable(receiver) or receiver.assignable(declared)
        ):
            return True
    return False


def _taking(view: View, shapes: Sequence[Shape], receiver: Type | None) -> Shape:
    """The first way to call it whose first parameter takes such a value."""
    for each in shapes if receiver is not None else ():
        declared = declared_type(view, each.first_type) if each.first_type else None
        if declared is not None and receiver is not None and declared.assignable(receiver):
            return each
    return shapes[0]


def _of_receiver(shapes: Sequence[Shape], name: str, receiver: Type | None) -> Iterator[str]:
    """Whether a function is made for such values; one that takes any says nothing."""
    kind = receiver.resolved().simple_name if receiver is not None else ""
    if name in _NOT_ON_VALUES and not (kind in _NUMBERS and name in _OF_NUMBERS):
        yield "not a method"
    wanted = _OF_KINDS.get(kind, ())
    if kind in _NUMBERS and _is_for_others(shapes):
        yield "seldom here"
    elif any(each.first_type.startswith(wanted) for each in shapes if wanted):
        yield "takes the receiver"


def _is_for_others(shapes: Sequence[Shape]) -> bool:
    """Whether a function that takes numbers is for lists, or for texts and lists of them: it gives back the number."""
    starts = [each.first_type for each in shapes if each.first_type]
    of_lists = [each.startswith(("Array", "Iterable", "Collection", "Hash")) for each in starts]
    takes_more = any(len(each.parameters) > 1 or any(one.mark for one in each.parameters) for each in shapes)
    return bool(of_lists) and (all(of_lists) or (any(of_lists) and not takes_more))


_NUMBERS = ("Integer", "Float", "Numeric")
#: They may be called as methods, too.
_OF_NUMBERS = frozenset(("abs", "ceiling", "floor", "round"))
#: A kind of value -> what the type of a parameter begins with that is made for such.
_OF_KINDS = {
    "String": ("String", "Variant[String", "Pattern"), "Enum": ("String", "Variant[String", "Pattern"),
    "Pattern": ("String", "Variant[String", "Pattern"), "Array": ("Array", "Iterable", "Collection"),
    "Tuple": ("Array", "Iterable", "Collection"), "Hash": ("Hash", "Iterable", "Collection"),
    "Struct": ("Hash", "Iterable", "Collection"), "Integer": ("Numeric", "Integer"), "Float": ("Numeric", "Float"),
    "Numeric": ("Numeric",),
}  # fmt: skip


def _text(shape: Shape) -> str:
    returns = f" >> {shape.returns}" if shape.returns else ""
    return f"({', '.join(each.text for each in shape.parameters)}){returns}"


@cache
def takes_lambda(name: str) -> bool:
    found = functions.find(name)
    return found is not None and any(each.block is not None for each in found.signatures)
