"""A name that code or data uses, where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from ..base.span import Span
from .entity import Entity, resource

ReferenceKind = Literal[
    "class",
    "resource_type",
    "type",
    "function",
    "attribute",
    "resource",
    "variable",
    "key",
    "key_pattern",
    "module",
    "module_file",
    "named",
]


class Reference(NamedTuple):
    """A name that is used. `name` is normalised (an attribute's, a variable's, a title's, a key's as written).

    `owner`: of an attribute, what it is set on (`("class", "a")` or `("resource_type", "file")`); of a
    resource, `("resource_type", its type)`; of a variable, which is `$class::name` here, `("class", its
    class)`. `optional`: it may be missing without harm. `absolute`: the name (of an attribute, resource or
    variable, its owner's) was written with `::` before it.
    """

    kind: ReferenceKind
    name: str
    span: Span
    written: str
    owner: tuple[str, str] | None = None
    optional: bool = False
    anchor: int = 0
    absolute: bool = False

    @property
    def entity(self) -> Entity:
        """What is named, as written (`entity.py`)."""
        if self.owner is None:
            return Entity(self.kind, self.name)
        kind, owner = self.owner
        if self.kind == "resource":
            return resource(owner, self.name)
        return Entity("variable" if self.kind == "variable" else "parameter", self.name, Entity(kind, owner))

    @property
    def uses(self) -> Iterator[tuple[Entity, Span]]:
        """What is named, and where; in a key of Hiera also the class, as in a variable."""
        yield self.entity, self.span
        if self.kind == "key" and "::" in self.name:
            owner = self.name.rpartition("::")[0]
            yield Entity("class", owner), Span(self.span.start, self.span.start + len(owner.encode()))
