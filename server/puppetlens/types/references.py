"""Types that name what stands in a catalog: resources and classes."""

from __future__ import annotations

from ..base.errors import PuppetError
from .type import Args, Type, register
from .values import Value


def capitalize_segments(name: str) -> str:
    """`foo::bar` -> `Foo::Bar`, the form in which Puppet shows a resource type."""
    return "::".join(segment[:1].upper() + segment[1:] for segment in name.removeprefix("::").split("::"))


class CatalogEntryType(Type):
    name = "CatalogEntry"

    def contains(self, value: Value) -> bool:
        return isinstance(value, (ResourceType, ClassType))

    def covers(self, other: Type) -> bool:
        return isinstance(other, (CatalogEntryType, ResourceType, ClassType))


class ResourceType(Type):
    """`Resource`, `File`, `File['/x']`. `type_name` is capitalised, `title` None for all of a type."""

    name = "Resource"

    def __init__(self, type_name: str | None = None, title: str | None = None) -> None:
        self.type_name = capitalize_segments(type_name) if type_name else None
        self.title = title

    def contains(self, value: Value) -> bool:
        if not isinstance(value, ResourceType) or value.type_name is None or value.title is None:
            return False
        return self.covers(value)

    def covers(self, other: Type) -> bool:
        return (
            isinstance(other, ResourceType)
            and (self.type_name is None or self.type_name == other.type_name)
            and (self.title is None or self.title == other.title)
        )

    def __str__(self) -> str:
        if self.type_name is None:
            return "Resource"
        from .render import quoted

        return self.type_name if self.title is None else f"{self.type_name}[{quoted(self.title)}]"

    @property
    def reference(self) -> str:
        """`File[/x]`, as in catalogs."""
        return f"{self.type_name}[{self.title}]"

    def general(self) -> Type:
        return ResourceType(self.type_name)

    def specialise(self, args: Args) -> Type:
        """One reference; `access` makes several of several titles."""
        flat = [arg for group in args for arg in (group if isinstance(group, tuple) else (group,))]
        if self.type_name is None:
            first = flat.pop(0) if flat else None
            if isinstance(first, ResourceType) and first.type_name is not None and first.title is None:
                type_name = first.type_name
            elif isinstance(first, str):
                type_name = first
            else:
                raise PuppetError(
                    "First argument to Resource[] must be a resource type or a String.", "BAD_TYPE_SLICE_TYPE"
                )
            base = ResourceType(type_name)
            return base.specialise(tuple(flat)) if flat else base
        title = flat[0] if flat else ""
        if not isinstance(title, str):
            raise PuppetError(
                "Resource-Type[] title must be a String.".replace("Resource-Type[]", f"{self.type_name}[]"),
                "BAD_TYPE_SLICE_TYPE",
            )
        if title == "":
            raise PuppetError(
                "Empty string title at 0. Title strings must have a length greater than zero.",
                "EMPTY_STRING_TITLE_AT",
            )
        return ResourceType(self.type_name, title)


class ClassType(Type):
    name = "Class"

    def __init__(self, class_name: str | None = None) -> None:
        self.class_name = class_name.removeprefix("::").lower() if class_name is not None else None

    def contains(self, value: Value) -> bool:
        return isinstance(value, ClassType) and value.class_name is not None and self.covers(value)

    def covers(self, other: Type) -> bool:
        return isinstance(other, ClassType) and self.class_name in (None, other.class_name)

    def parameters(self) -> tuple[str, ...]:
        return () if self.class_name is None else (self.class_name,)

    @property
    def reference(self) -> str:
        return f"Class[{capitalize_segments(self.class_name or '')}]"

    def general(self) -> Type:
        return ClassType()

    def specialise(self, args: Args) -> Type:
        if not args or not isinstance(args[0], str):
            raise PuppetError("Class-Type[] expects a String", "BAD_TYPE_SLICE_TYPE")
        return ClassType(args[0])


register(CatalogEntryType(), ResourceType(), ClassType())
