"""What all types have in common, and the types that stand for everything or nothing."""

from __future__ import annotations

from collections.abc import Callable

from ..base.errors import PuppetError
from .values import DEFAULT, Unknown, Value

Args = tuple[Value, ...]


class Type:
    """A Puppet data type; immutable, hashable, equal by its printed form.

    Subclasses say `name` (Puppet's, without parameters) and override `contains` (is a value of the type),
    `covers` (is another type, which is no alias, Variant or Optional, assignable), `parameters` (what is
    printed in brackets) and `specialise` (`Type[args]`).
    """

    name = "Any"

    def accepts(self, value: Value) -> bool:
        """Whether `value` is an instance. An Unknown satisfies every type."""
        return isinstance(value, Unknown) or self.contains(value)

    def assignable(self, other: Type) -> bool:
        """Whether every instance of `other` is one of this type."""
        return all(part is self or part is UNIT or self.covers(part) for part in other.alternatives())

    def alternatives(self) -> tuple[Type, ...]:
        """The types that this one is the union of; itself where it is none."""
        return (self,)

    def resolved(self) -> Type:
        """The type that an alias stands for, else itself."""
        return self

    def contains(self, value: Value) -> bool:
        raise NotImplementedError

    def covers(self, other: Type) -> bool:
        return type(other) is type(self)

    def parameters(self) -> tuple[str, ...]:
        return ()

    def specialise(self, args: Args) -> Type:
        raise PuppetError(f"{self.name}-Type cannot be parameterized", "NOT_PARAMETERIZED_TYPE")

    def general(self) -> Type:
        """The type without what only its values need (ranges, sizes), as Puppet shows it in messages."""
        return self

    def __str__(self) -> str:
        parameters = self.parameters()
        return f"{self.name}[{', '.join(parameters)}]" if parameters else self.name

    def __repr__(self) -> str:
        return f"<{self}>"

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Type) and str(self) == str(other))

    def __hash__(self) -> int:
        return hash(str(self))


#: Puppet's name in lower case -> the type without parameters.
TYPES: dict[str, Type] = {}


def register(*types: Type) -> None:
    for type_ in types:
        TYPES[type_.name.lower()] = type_


class AnyType(Type):
    name = "Any"

    def contains(self, value: Value) -> bool:
        return True

    def covers(self, other: Type) -> bool:
        return True


class UnitType(AnyType):
    """The type of what nobody has said the type of; accepts and is accepted by everything."""

    name = "Unit"


class UndefType(Type):
    name = "Undef"

    def contains(self, value: Value) -> bool:
        return value is None


class DefaultType(Type):
    name = "Default"

    def contains(self, value: Value) -> bool:
        return value is DEFAULT


ANY, UNIT, UNDEF, DEFAULT_TYPE = AnyType(), UnitType(), UndefType(), DefaultType()
register(ANY, UNIT, UNDEF, DEFAULT_TYPE)


class AliasType(Type):
    """A name for another type, resolved when first asked, so that it may refer to itself."""

    def __init__(self, name: str, resolve: Callable[[], Type]) -> None:
        self.name = name
        self._resolve = resolve
        self._type: Type | None = None
        self._asking: list[tuple[object, object]] = []

    def resolved(self) -> Type:
        if self._type is None:
            self._type = self._resolve()
        return self._type.resolved()

    def contains(self, value: Value) -> bool:
        return self.resolved().contains(value)

    def alternatives(self) -> tuple[Type, ...]:
        return self.resolved().alternatives()

    def assignable(self, other: Type) -> bool:
        # A recursive alias asks itself the same question again below: what is being proved holds there.
        question = (self, other)
        if other is self or question in self._asking:
            return True
        self._asking.append(question)
        try:
            return self.resolved().assignable(other)
        finally:
            self._asking.pop()

    def covers(self, other: Type) -> bool:
        return self.resolved().assignable(other)

    def specialise(self, args: Args) -> Type:
        return self.resolved().specialise(args)


class ReferenceType(Type):
    """`TypeReference['...']`: a name that nothing is known of; no value is of it."""

    name = "TypeReference"

    def __init__(self, text: str = "") -> None:
        self.text = text

    def contains(self, value: Value) -> bool:
        return False

    def covers(self, other: Type) -> bool:
        return isinstance(other, ReferenceType) and (not self.text or other.text == self.text)

    def parameters(self) -> tuple[str, ...]:
        return (f"'{self.text}'",) if self.text else ()

    def specialise(self, args: Args) -> Type:
        return ReferenceType(str(args[0]))


register(ReferenceType())


def wrong_argument(type_: str, expected: str, actual: Value, index: int | None = None) -> PuppetError:
    """The error of `Type[...]` with an argument of the wrong kind."""
    from .infer import infer

    where = f"argument {index} of " if index is not None else ""
    shown = str(infer(actual).general())
    return PuppetError(
        f"{type_}-Type[] {where}expects {expected}, got {shown}".replace("[] argument", "[] argument"),
        "BAD_TYPE_SLICE_TYPE",
    )
