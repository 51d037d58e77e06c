"""What all types have in common, and the types that stand for everything or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from ..base.errors import PuppetError
from .errors import OperandError
from .values import DEFAULT, Unknown, Value

if TYPE_CHECKING:
    from .constructor import Constructor
    from .iterables import IterableType
    from .render import Renderer

Args = tuple[Value, ...]


class Type:
    """A Puppet data type; immutable, hashable, equal by class and `key()`.

    `name` is Puppet's, without parameters. A subclass says what its values are (`contains`), which other
    types it is wider than (`covers`), how it prints (`arguments`), what `Type[...]` makes (`specialise`) and
    how a value is made (`constructor`).
    """

    name: str = "Any"
    #: The class of the type in Puppet's own implementation, as some messages show it: `P...Type`.
    simple_name: str = "Any"
    #: False for the types that answer themselves whether they are assignable to another one.
    plain: ClassVar[bool] = True
    #: Whether all types of the class make values the same way.
    shares_constructor: ClassVar[bool] = True

    @property
    def only_in_ruby(self) -> str | None:
        """Why Ruby alone knows the values that it makes, as a reason; None for nearly all types."""
        return None

    def accepts(self, value: Value) -> bool:
        """Whether `value` is an instance. An Unknown satisfies every type that it may be of."""
        return value.may_be(self) if isinstance(value, Unknown) else self.contains(value)

    def assignable(self, other: Type) -> bool:
        """Whether every instance of `other` is one of this type."""
        return self.covers(other) if other.plain else other.assignable_to(self)

    def contains(self, value: Value) -> bool:
        """Whether `value`, which is not Unknown itself, is an instance."""
        raise NotImplementedError

    def covers(self, other: Type) -> bool:
        """`assignable`, for an `other` that is no alias, Variant, Optional, NotUndef or Unit."""
        return isinstance(other, type(self))

    def assignable_to(self, target: Type) -> bool:
        """Whether `target` is wider than this type, which is not plain."""
        return target.covers(self)

    def key(self) -> tuple[object, ...]:
        """What makes two types of one class equal."""
        return ()

    def parts(self) -> Iterator[Type]:
        """The types that this one is built of."""
        return iter(())

    def resolved(self) -> Type:
        """The type that an alias stands for, else itself."""
        return self

    def plain_reference(self) -> Type:
        """What a resource that was given as a value counts as; all other types count as themselves."""
        return self

    def generalize(self) -> Type:
        """The type without sizes, ranges and single values, as messages show it."""
        return self

    def normalize(self) -> Type:
        """The shortest equivalent type."""
        return self

    def specialise(self, args: Args) -> Value:
        """`Type[args]`: a type, or an array of references where a catalog type has several titles."""
        from .labels import a_an

        raise OperandError(f"Operator '[]' is not applicable to {a_an(self)}.", "OPERATOR_NOT_APPLICABLE", "left")

    def constructor(self) -> Constructor:
        """What `Type.new` calls."""
        raise PuppetError(f"Creation of new instance of type '{self}' is not supported")

    def iterable(self) -> bool:
        """Whether the values can be iterated over."""
        return False

    def iterable_type(self) -> IterableType | None:
        """The Iterable that the values are."""
        return None

    def enumerable(self) -> bool:
        """Whether the type itself can be iterated over, as an Enum or a finite Integer range can."""
        return False

    def is_callable(self, optional: bool = True) -> bool:
        """Whether it is a Callable, or (`optional`) an Optional of one."""
        return False

    def accepts_arguments_of(self, callable_: Type) -> bool:
        """Whether a function of the type `callable_` can be called with arguments of this type."""
        return False

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        """What stands between the brackets, each printed."""
        return ()

    def render(self, to: Renderer) -> str:
        arguments = self.arguments(to)
        return f"{self.name}[{', '.join(arguments)}]" if arguments else self.name

    def expanded(self) -> str:
        """Printed with the meaning of aliases, as messages do."""
        from .render import Renderer

        return self.render(Renderer(expanded=True))

    def __str__(self) -> str:
        from .render import Renderer

        return self.render(Renderer())

    def __repr__(self) -> str:
        return f"<{self}>"

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and self.key() == other.key())

    def __hash__(self) -> int:
        return hash((type(self), self.key()))


#: Puppet's name in lower case -> the type without parameters.
TYPES: dict[str, Type] = {}


class About(NamedTuple):
    """What people are told of a type: its name, what its values are, and what may stand in brackets."""

    name: str
    values: str = ""
    brackets: str = ""


#: By Puppet's name in lower case, as `TYPES`.
ABOUT: dict[str, About] = {}


def register(type_: Type, values: str = "", brackets: str = "", name: str = "") -> None:
    """Have the language know a type, under its own name or another one."""
    name = name or type_.name
    TYPES[name.lower()] = type_
    ABOUT[name.lower()] = About(name, values, brackets)


def walk_types(type_: Type, seen: set[int] | None = None) -> Iterator[Type]:
    """`type_` and all that it is built of; each alias once."""
    seen = set() if seen is None else seen
    if id(type_) in seen:
        return
    if not type_.plain:
        seen.add(id(type_))
    yield type_
    for part in type_.parts():
        yield from walk_types(part, seen)


class AnyType(Type):
    name = simple_name = "Any"

    def contains(self, value: Value) -> bool:
        return True

    def covers(self, other: Type) -> bool:
        return True


class UnitType(Type):
    """The type of what nobody has said the type of; accepts and is accepted by everything."""

    name = simple_name = "Unit"
    plain = False

    def contains(self, value: Value) -> bool:
        return True

    def assignable(self, other: Type) -> bool:
        return True

    def covers(self, other: Type) -> bool:
        return True

    def assignable_to(self, target: Type) -> bool:
        return True

    def constructor(self) -> Constructor:
        from .constructor import Constructor, Dispatch

        return Constructor("new_unit", (Dispatch(lambda value: value, "Any from"),))


class UndefType(Type):
    name = simple_name = "Undef"

    def contains(self, value: Value) -> bool:
        return value is None

    def accepts_arguments_of(self, callable_: Type) -> bool:
        return callable_.assignable(self)


class DefaultType(Type):
    name = simple_name = "Default"

    def contains(self, value: Value) -> bool:
        return value is DEFAULT


ANY, UNIT, UNDEF, DEFAULT_TYPE = AnyType(), UnitType(), UndefType(), DefaultType()
register(ANY, "any value at all, undef too")
register(UNDEF, "the value undef")
register(DEFAULT_TYPE, "the value `default`")


def changed(types: tuple[Type, ...], method: Callable[[Type], Type]) -> tuple[Type, ...] | None:
    """`method` of each type; None where that changes none of them."""
    results = tuple(map(method, types))
    return None if all(new is old for new, old in zip(results, types, strict=True)) else results
