"""Documents as they are written, for those who change them: collections with brackets or without, member by member."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from ..base.span import Span
from .node import Path


class NotEditable(Exception):
    """A change that cannot be made at this one place without changing others; says why."""


class Value(msgspec.Struct, frozen=True, eq=False):
    """A value; `span` has not its anchor and tag, which are `properties` (an empty span where there are none)."""

    kind: Literal["scalar", "mapping", "sequence"]
    span: Span
    properties: Span
    #: that of the first member, from 0
    column: int = 0
    members: tuple[Member, ...] = ()
    #: what stands between the brackets; None where there are none
    inside: Span | None = None
    #: keys that merge keys (`<<`) bring
    merged: frozenset[str] = frozenset()
    #: why nothing in it can be changed
    not_through: str | None = None
    #: why it can neither be set nor get or lose a member; with the other one, why it must not go either
    not_whole: str | None = None


class Member(msgspec.Struct, frozen=True, eq=False):
    """An entry or an item. An item's `span` starts with its dash, if it has one."""

    name: str | None
    key: Span
    span: Span
    value: Value
    refusal: str | None = None


class Found(msgspec.Struct, frozen=True, eq=False):
    """Where a path leads: a member of a collection. `holder` is the member that the collection is the value of."""

    parent: Value
    at: int
    holder: Member | None

    @property
    def member(self) -> Member:
        return self.parent.members[self.at]


def find(root: Value, path: Path) -> Found:
    """The member that a path leads to; raises `NotEditable`."""
    if not path:
        raise NotEditable("the whole document has no place of its own")
    found: Found | None = None
    value = root
    for depth, segment in enumerate(path, 1):
        if value.not_through is not None:
            raise NotEditable(value.not_through)
        found = Found(value, _position(value, segment, path[:depth]), found.member if found else None)
        if found.member.refusal is not None:
            raise NotEditable(found.member.refusal)
        value = found.member.value
    assert found is not None
    return found


def collection(root: Value, path: Path) -> Value:
    """The collection that a path leads to, which is to get a member."""
    value = find(root, path).member.value if path else root
    refuse_members(value)
    return value


def _position(value: Value, segment: str | int, path: Path) -> int:
    way = ".".join(map(str, path))
    if value.kind == "sequence":
        if isinstance(segment, int) and 0 <= segment < len(value.members):
            return segment
    elif value.kind == "mapping":
        name = str(segment)
        places = [at for at, member in enumerate(value.members) if member.name == name]
        if name in value.merged:
            raise NotEditable(f"{way} comes from a merge key")
        if len(places) > 1:
            raise NotEditable(f"{way} stands at several places")
        if places:
            return places[0]
    raise NotEditable(f"there is no {way}")


def refuse_members(value: Value) -> None:
    """For a collection that is to get or to lose a member."""
    reason = value.not_through or value.not_whole
    if reason is not None:
        raise NotEditable(reason)


def refuse_loss(value: Value) -> None:
    """For a value that is to go, with all in it."""
    if value.not_whole is not None:
        raise NotEditable(value.not_whole)
    for each in values(value):
        if each.not_whole is not None and each.not_through is not None:
            raise NotEditable(each.not_whole)


def values(value: Value) -> Iterator[Value]:
    yield value
    for member in value.members:
        yield from values(member.value)
