"""Object types with values for their type parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..base.errors import PuppetError
from .assertion import assert_instance
from .compare import matches_option
from .object_member import Attribute
from .object_type import ObjectType
from .type import Type
from .values import DEFAULT, Hash, Value, identity

if TYPE_CHECKING:
    from .constructor import Constructor
    from .render import Renderer


class ObjectTypeExtension(Type):
    """An Object type with values for its type parameters: `Error['kind']`."""

    shares_constructor = False

    def __init__(self, base_type: ObjectType, parameters: Mapping[str, Value]) -> None:
        self.base_type = base_type
        self.parameters = dict(parameters)

    @property
    def name(self) -> str:  # type: ignore[override]  # a class attribute elsewhere
        return self.base_type.label_name

    @property
    def simple_name(self) -> str:  # type: ignore[override]  # a class attribute elsewhere
        return self.base_type.simple_name

    @property
    def only_in_ruby(self) -> str | None:
        return self.base_type.only_in_ruby

    @classmethod
    def of(cls, base: ObjectType, given: list[Value]) -> ObjectTypeExtension:
        known = base.type_parameters
        if not known:
            raise PuppetError(f"The {base.label_name}-Type cannot be parameterized using []")
        first = next(iter(known.values()))
        by_name = len(given) == 1 and isinstance(given[0], Hash) and not first.type.accepts(given[0])
        pairs = list(given[0].pairs()) if by_name else list(zip(known, given, strict=False))
        parameters = {}
        for name, value in pairs:
            if name not in known:
                raise PuppetError(f"'{name}' is not a known type parameter for {base.label_name}-Type")
            if value is not DEFAULT:
                parameters[name] = _checked(known[name], value)
        if not parameters:
            raise PuppetError(f"The {base.label_name}-Type cannot be parameterized using an empty parameter list")
        return cls(base, parameters)

    def key(self) -> tuple[object, ...]:
        return (self.base_type, identity(Hash(self.parameters)))

    def contains(self, value: Value) -> bool:
        return self.base_type.contains(value) and all(
            matches_option(value.get(name), wanted)[0] for name, wanted in self.parameters.items()
        )

    def covers(self, other: Type) -> bool:
        if isinstance(other, ObjectTypeExtension):
            theirs: Mapping[str, Value] = other.parameters
            other = other.base_type
        else:
            theirs = {}
        if not self.base_type.assignable(other):
            return False
        for name, mine in self.parameters.items():
            if name not in theirs:
                return False
            their = theirs[name]
            both = isinstance(mine, Type) and isinstance(their, Type)
            if not matches_option(their, mine)[0] and not (both and mine.assignable(their)):
                return False
        return True

    def generalize(self) -> Type:
        return self.base_type

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        known = self.base_type.type_parameters
        if len(known) > 2:
            return (to.value(Hash(self.parameters)),)
        values = [self.parameters.get(name, DEFAULT) for name in known]
        while values and values[-1] is DEFAULT:
            values.pop()
        return tuple(map(to.value, values))

    def render(self, to: Renderer) -> str:
        return f"{to.name_of(self.base_type, self.name)}[{', '.join(self.arguments(to))}]"

    def constructor(self) -> Constructor:
        return self.base_type.constructor()


def _checked(parameter: Attribute, value: Value) -> Value:
    return assert_instance(parameter.label, parameter.type, value)
