"""CatalogEntry, Resource and Class: types of types, and the references to resources and classes."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from .errors import OperandError, arity_error
from .labels import a_an, a_an_uc, key_type_name
from .specialise import flatten
from .type import Args, Type, register
from .values import Value

if TYPE_CHECKING:
    from .render import Renderer

_CLASS_REFERENCE = re.compile(r"(?:::)?[A-Z][A-Za-z0-9_]*(?:::[A-Z][A-Za-z0-9_]*)*")
_CLASS_NAME = re.compile(r"(?:::)?[a-z][A-Za-z0-9_]*(?:::[a-z][A-Za-z0-9_]*)*")


@lru_cache(maxsize=4096)
def capitalize_segments(name: str) -> str:
    """`foo::bar` -> `Foo::Bar`; a name that begins with a capital stays."""
    if "A" <= name[:1] <= "Z":
        return name
    return "::".join(segment.capitalize() for segment in name.split("::"))


class CatalogEntryType(Type):
    name = simple_name = "CatalogEntry"

    def contains(self, value: Value) -> bool:
        # A reference is a type: its own type is `Type[...]`, never a CatalogEntry.
        return False


class ResourceType(CatalogEntryType):
    """`Resource`, `File`, `File['/x']`: `title` is None for all of a type, `type_name` for all."""

    name = simple_name = "Resource"

    def __init__(self, type_name: str | None = None, title: str | None = None) -> None:
        self.type_name = None if type_name is None else capitalize_segments(type_name)
        self.title = title

    def key(self) -> tuple[object, ...]:
        return (None if self.type_name is None else self.type_name.lower(), self.title)

    def covers(self, other: Type) -> bool:
        if not isinstance(other, ResourceType):
            return False
        if self.type_name is None:
            return True
        return self.key()[0] == other.key()[0] and self.title in (None, other.title)

    def render(self, to: Renderer) -> str:
        if self.type_name is None:
            return "Resource"
        return self.type_name if self.title is None else f"{self.type_name}[{to.value(self.title)}]"

    @property
    def reference(self) -> str:
        """`File[/x]`, as catalogs have it."""
        return f"{self.type_name}[{self.title}]"

    def specialise(self, args: Args) -> Value:
        """References; an array of them for several titles or an array of titles.

        The title of a reference that has one already is the business of who knows the catalog.
        """
        keys = list(args)
        if not keys:
            raise arity_error(str(self), 1, -1, 0)
        type_name: Value = self.type_name or keys.pop(0)
        if isinstance(type_name, ResourceType):
            type_name = type_name.type_name
        if not isinstance(type_name, str):
            raise OperandError(
                f"First argument to Resource[] must be a resource type or a String. Got {key_type_name(type_name)}.",
                "ILLEGAL_RESOURCE_SPECIALIZATION",
                0,
            )
        type_name = capitalize_segments(type_name)
        if not _CLASS_REFERENCE.fullmatch(type_name):
            raise OperandError(
                f"Illegal type reference. The given name '{type_name}' does not conform to the naming rule",
                "ILLEGAL_CLASSREF",
                0,
            )
        if not keys:
            return ResourceType(type_name)
        titles = catalog_keys(keys)
        # Puppet takes another number of titles for a sign that the first key is the type's.
        first = 0 if len(titles) == len(keys) else 1
        references = tuple(self._reference(type_name, title, index) for index, title in enumerate(titles, first))
        return one_or_several(keys, references)

    def _reference(self, type_name: str, title: Value, index: int) -> ResourceType:
        if isinstance(title, str):
            return ResourceType(type_name, title)
        raise OperandError(
            f"Error creating type specialization of {a_an(self)},"
            f" Cannot use {key_type_name(title)} where a resource title String is expected",
            "BAD_TYPE_SPECIALIZATION",
            index,
        )


def catalog_keys(keys: list[Value]) -> list[Value]:
    """The titles or names among the arguments, flat and without undef."""
    return [key for key in flatten(tuple(keys)) if key is not None]


def one_or_several(keys: list[Value], references: tuple[CatalogEntryType, ...]) -> Value:
    """The one reference, undef where there is none; an array where the arguments asked for several."""
    if len(keys) > 1 or isinstance(keys[0], tuple):
        return references
    return references[0] if references else None


class ClassType(CatalogEntryType):
    """`Class`, `Class['a']`; `class_name` is in lower case without leading `::`."""

    name = simple_name = "Class"

    def __init__(self, class_name: str | None = None) -> None:
        self.class_name = None if class_name is None else class_name.removeprefix("::")

    def key(self) -> tuple[object, ...]:
        return (self.class_name,)

    def covers(self, other: Type) -> bool:
        return isinstance(other, ClassType) and self.class_name in (None, other.class_name)

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        return () if self.class_name is None else (self.class_name,)

    @property
    def reference(self) -> str:
        return f"Class[{capitalize_segments(self.class_name or '')}]"

    def specialise(self, args: Args) -> Value:
        """References to classes, as `ResourceType.specialise`."""
        keys = list(args)
        if not keys:
            raise arity_error(str(self), 1, -1, 0)
        references = tuple(self._reference(name, index) for index, name in enumerate(catalog_keys(keys)))
        return one_or_several(keys, references)

    def _reference(self, given: Value, index: int) -> ClassType:
        if not isinstance(given, str):
            raise OperandError(
                f"Illegal Class name in class reference. {a_an_uc(given)} cannot be used where a String is expected",
                "ILLEGAL_HOSTCLASS_NAME",
                index,
            )
        name = given.lower().removeprefix("::")
        if not _CLASS_NAME.fullmatch(name):
            raise OperandError(
                f"Illegal name. The given name '{given}' does not conform to the naming rule"
                r" /^((::)?[a-z_]\w*)(::[a-z]\w*)*$/",
                "ILLEGAL_NAME",
                index,
            )
        return ClassType(name)


class GivenResource(ResourceType):
    """A reference that a resource was given: the resource it means, which is no type to Puppet any more."""

    def key(self) -> tuple[object, ...]:
        return (*super().key(), "given")

    def render(self, to: Renderer) -> str:
        return self.reference

    def plain_reference(self) -> Type:
        return ResourceType(self.type_name, self.title)


class GivenClass(ClassType):
    """As `GivenResource`, of a class."""

    def key(self) -> tuple[object, ...]:
        return (*super().key(), "given")

    def render(self, to: Renderer) -> str:
        return self.reference

    def plain_reference(self) -> Type:
        return ResourceType("Class", capitalize_segments(self.class_name or ""))


GIVEN = (GivenResource, GivenClass)
CATALOG_ENTRY, RESOURCE, CLASS = CatalogEntryType(), ResourceType(), ClassType()
register(CATALOG_ENTRY, "references to resources and classes")
register(RESOURCE, "references to resources", "[type name, title...]")
register(CLASS, "references to classes", "[class name...]")
