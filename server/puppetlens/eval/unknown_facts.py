"""Facts of which no more is known than their shape: where code is evaluated for itself, of a node that nobody knows.

What Facter knows by itself is of the type that it says wherever it is there, which is not on every platform.
"""

from __future__ import annotations

from functools import cache

from ..library.facts import Fact, core
from ..types import Type, parse_type
from ..types.collections import HashType
from ..types.numbers import NUMERIC
from ..types.shaped import ShapedUnknown
from ..types.strings import STRING
from ..types.type import ANY
from ..types.values import Unknown
from ..types.variants import OptionalType
from .trial import CHECKED


@cache
def unknown_facts() -> Unknown:
    """`$facts`: legacy facts are left out, which modules set in ways of their own."""
    parts: dict[str | int, Unknown] = {name: _fact(fact) for name, fact in core().items() if not fact.legacy}
    return ShapedUnknown(HashType(STRING, ANY), CHECKED, parts=parts)


def _fact(fact: Fact) -> Unknown:
    parts: dict[str | int, Unknown] = {name: _fact(member) for name, member in fact.members.items()}
    return ShapedUnknown(OptionalType(_type(fact)), CHECKED, parts=parts)


def _type(fact: Fact) -> Type:
    type_ = HashType(STRING, ANY) if fact.members or fact.each is not None else parse_type(fact.type)
    return NUMERIC if fact.type == "Float" else type_
