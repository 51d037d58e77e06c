"""A name that code or data uses, where it stands; and a resource that code declares."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ..base.span import Span
from ..project.autoload import normalise
from .entity import Entity, resource

ReferenceKind = Literal[
    "class",
    "resource_type",
    "type",
    "function",
    "attribute",
    "resource",
    "variable",
    "variable_name",
    "key",
    "key_pattern",
    "module",
    "module_file",
    "named",
    "pattern",
    "tag",
    "tag_given",
]


class Reference(NamedTuple):
    """A name that is used. `name` is normalised (an attribute's, a variable's, a title's, a key's as written).

    `owner`: of an attribute, what it is set on (`("class", "a")` or `("resource_type", "file")`); of a
    resource, `("resource_type", its type)`; of a variable, which is `$class::name` here, `("class", its
    class)`. A `variable_name` stands in a text. A `pattern` is a name that is computed in part, of which the module is known.
    A `tag` is asked for, a `tag_given` set beside those that resources have from where they are.
    `optional`: it may be missing without harm. `absolute`: the name (of an attribute, resource or variable, its owner's)
    was written with `::` before it.
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
            return Entity("variable" if self.kind == "variable_name" else self.kind, self.name)
        kind, owner = self.owner
        if self.kind == "resource":
            return resource(owner, self.name)
        return Entity(
            "variable" if self.kind in ("variable", "variable_name") else "parameter", self.name, Entity(kind, owner)
        )

    @property
    def uses(self) -> tuple[tuple[Entity, Span], ...]:
        """What is named, and where; in a key of Hiera also the class, as in a variable."""
        whole = (self.entity, self.span)
        owner = ""
        if self.kind == "key":
            owner = self.name.rpartition("::")[0]
        elif self.kind == "variable_name" and self.owner is not None and self.owner[0] == "class":
            owner = self.written.rpartition("::")[0]
        if not owner:
            return (whole,)
        named = Span(self.span.start, self.span.start + len(owner.encode()))
        return whole, (Entity("class", normalise(owner)), named)


class DeclaredResource(NamedTuple):
    """`other`: the title is another name that the resource has, by `alias` or what its type is known by."""

    type: str
    title: str
    span: Span
    title_span: Span
    other: bool = False
