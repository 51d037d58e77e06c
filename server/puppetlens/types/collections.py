"""Arrays, tuples, hashes, structs and what spans them."""

from __future__ import annotations

from typing import NamedTuple

from ..base.errors import PuppetError
from .scalars import STRING, EnumType, StringType, shown_range
from .type import ANY, UNDEF, Args, Type, register
from .values import DEFAULT, Hash, Value

Bound = int | None


def size_ok(low: Bound, high: Bound, size: int) -> bool:
    return (low is None or size >= low) and (high is None or size <= high)


def size_covers(low: Bound, high: Bound, other_low: Bound, other_high: Bound) -> bool:
    return (not low or (other_low or 0) >= low) and (high is None or (other_high is not None and other_high <= high))


def split_size(args: Args, types: int | None = None) -> tuple[Args, tuple[Bound, Bound] | None]:
    """Take a trailing `from, to` off the arguments of a collection type.

    After `types` types an Integer type may stand for the size too; None where every type is an element's.
    """
    from .scalars import IntegerType

    if types is not None and len(args) > types and isinstance(args[-1], IntegerType):
        return args[:-1], (args[-1].low, args[-1].high)
    sizes: list[Value] = []
    rest = list(args)
    while rest and len(sizes) < 2 and (rest[-1] is DEFAULT or (type(rest[-1]) is int)):
        sizes.insert(0, rest.pop())
    if not sizes:
        return args, None
    low, *more = (None if size is DEFAULT else size for size in sizes)
    return tuple(rest), (low or 0, more[0] if more else None)


def types_only(name: str, args: Args) -> tuple[Type, ...]:
    for arg in args:
        if not isinstance(arg, Type):
            from .infer import infer

            raise PuppetError(
                f"{name}-Type[] arguments must be types. Got {infer(arg).general()}", "BAD_TYPE_SLICE_TYPE"
            )
    return args


class CollectionType(Type):
    name = "Collection"

    def __init__(self, low: Bound = None, high: Bound = None) -> None:
        self.low, self.high = low, high

    def contains(self, value: Value) -> bool:
        return isinstance(value, (tuple, Hash)) and size_ok(self.low, self.high, len(value))

    def covers(self, other: Type) -> bool:
        return isinstance(other, (CollectionType, ArrayType, HashType, TupleType, StructType)) and size_covers(
            self.low, self.high, other.low, other.high
        )

    def parameters(self) -> tuple[str, ...]:
        return shown_range(self.low, self.high)

    def specialise(self, args: Args) -> Type:
        _, size = split_size(args, 0)
        return CollectionType(*(size or (None, None)))


class ArrayType(Type):
    name = "Array"

    def __init__(self, element: Type = ANY, low: Bound = None, high: Bound = None) -> None:
        self.element, self.low, self.high = element, low, high

    def contains(self, value: Value) -> bool:
        return (
            isinstance(value, tuple)
            and size_ok(self.low, self.high, len(value))
            and (self.element is ANY or all(self.element.accepts(element) for element in value))
        )

    def covers(self, other: Type) -> bool:
        if isinstance(other, TupleType):
            return size_covers(self.low, self.high, other.low, other.high) and all(
                self.element.assignable(type_) for type_ in other.types
            )
        return (
            isinstance(other, ArrayType)
            and size_covers(self.low, self.high, other.low, other.high)
            and (other.high == 0 or self.element.assignable(other.element))
        )

    def parameters(self) -> tuple[str, ...]:
        size = shown_range(self.low, self.high)
        if self.low == 0 and self.high == 0 and self.element.name == "Unit":
            return size
        return () if self.element is ANY and not size else (str(self.element), *size)

    def general(self) -> Type:
        return ArrayType(self.element.general())

    def specialise(self, args: Args) -> Type:
        rest, size = split_size(args, 1)
        if len(rest) > 1:
            raise PuppetError(f"Array-Type[] accepts 1 to 3 arguments. Got {len(args)}", "BAD_TYPE_SLICE_ARITY")
        element = types_only("Array", rest)[0] if rest else ANY
        return ArrayType(element, *(size or (None, None)))


class TupleType(Type):
    """The last type repeats up to `high`; without a size each type stands for one element."""

    name = "Tuple"

    def __init__(self, types: tuple[Type, ...] = (), low: Bound = None, high: Bound = None, sized: bool = False):
        self.types, self.sized = types, sized
        self.low: Bound = low if sized else (len(types) if types else None)
        self.high: Bound = high if sized else (len(types) if types else None)

    def at(self, index: int) -> Type:
        return self.types[min(index, len(self.types) - 1)] if self.types else ANY

    def contains(self, value: Value) -> bool:
        return (
            isinstance(value, tuple)
            and size_ok(self.low, self.high, len(value))
            and all(self.at(index).accepts(element) for index, element in enumerate(value))
        )

    def covers(self, other: Type) -> bool:
        if isinstance(other, ArrayType):
            return size_covers(self.low, self.high, other.low, other.high) and all(
                type_.assignable(other.element) for type_ in self.types
            )
        if not isinstance(other, TupleType) or not size_covers(self.low, self.high, other.low, other.high):
            return False
        count = max(len(self.types), len(other.types))
        return not self.types or all(self.at(index).assignable(other.at(index)) for index in range(count))

    def parameters(self) -> tuple[str, ...]:
        size = shown_range(self.low, self.high) if self.sized else ()
        return (*map(str, self.types), *size)

    def general(self) -> Type:
        from .infer import common

        return ArrayType(common([type_.general() for type_ in self.types])) if self.types else ArrayType()

    def specialise(self, args: Args) -> Type:
        rest, size = split_size(args)
        types = types_only("Tuple", rest)
        return TupleType(types, *size, True) if size else TupleType(types)


class HashType(Type):
    name = "Hash"

    def __init__(self, key: Type = ANY, value: Type = ANY, low: Bound = None, high: Bound = None) -> None:
        self.key, self.value, self.low, self.high = key, value, low, high

    def contains(self, value: Value) -> bool:
        if not isinstance(value, Hash) or not size_ok(self.low, self.high, len(value)):
            return False
        if self.key is ANY and self.value is ANY:
            return True
        return all(self.key.accepts(key) and self.value.accepts(element) for key, element in value.pairs())

    def covers(self, other: Type) -> bool:
        if isinstance(other, StructType):
            return size_covers(self.low, self.high, other.low, other.high) and all(
                self.key.assignable(StringType(value=member.name)) and self.value.assignable(member.value)
                for member in other.members
            )
        return (
            isinstance(other, HashType)
            and size_covers(self.low, self.high, other.low, other.high)
            and (other.high == 0 or (self.key.assignable(other.key) and self.value.assignable(other.value)))
        )

    def parameters(self) -> tuple[str, ...]:
        size = shown_range(self.low, self.high)
        if self.low == 0 and self.high == 0 and self.key.name == "Unit":
            return size
        if self.key is ANY and self.value is ANY and not size:
            return ()
        return (str(self.key), str(self.value), *size)

    def general(self) -> Type:
        return HashType(self.key.general(), self.value.general())

    def specialise(self, args: Args) -> Type:
        rest, size = split_size(args, 2)
        if len(rest) not in (0, 2) or len(args) > 4:
            raise PuppetError(f"Hash-Type[] accepts 2 to 4 arguments. Got {len(args)}", "BAD_TYPE_SLICE_ARITY")
        key, value = types_only("Hash", rest) if rest else (ANY, ANY)
        return HashType(key, value, *(size or (None, None)))


class Member(NamedTuple):
    name: str
    value: Type
    optional: bool  # the key may be missing
    key: Type


class StructType(Type):
    name = "Struct"

    def __init__(self, members: tuple[Member, ...] = ()) -> None:
        self.members = members
        self.by_name = {member.name: member for member in members}
        self.low: Bound = sum(not member.optional for member in members)
        self.high: Bound = len(members)

    def contains(self, value: Value) -> bool:
        if not isinstance(value, Hash) or any(key not in self.by_name for key in value if isinstance(key, str)):
            return False
        if any(not isinstance(key, str) for key in value):
            return False
        return all(
            member.value.accepts(value[member.name]) if member.name in value else member.optional
            for member in self.members
        )

    def covers(self, other: Type) -> bool:
        if isinstance(other, HashType):
            required = [member for member in self.members if not member.optional]
            return (
                size_covers(self.low, self.high, other.low, other.high)
                and (not required or all(STRING.assignable(other.key) for _ in required))
                and (other.high == 0 or all(member.value.assignable(other.value) for member in self.members))
            )
        if not isinstance(other, StructType):
            return False
        matched = 0
        for member in self.members:
            theirs = other.by_name.get(member.name)
            if theirs is None:
                if not member.optional:
                    return False
                continue
            if not member.value.assignable(theirs.value) or (theirs.optional and not member.optional):
                return False
            matched += 1
        return matched == len(other.members)

    def parameters(self) -> tuple[str, ...]:
        from .render import quoted

        if not self.members:
            return ()
        shown = []
        for member in self.members:
            # A key is optional for a value that may be undef unless it is said to be there, and printed so.
            value_optional = member.value.assignable(UNDEF)
            key = quoted(member.name)
            if member.optional and not value_optional:
                key = f"Optional[{key}]"
            elif not member.optional and value_optional:
                key = f"NotUndef[{key}]"
            shown.append(f"{key} => {member.value}")
        return (f"{{{', '.join(shown)}}}",)

    def general(self) -> Type:
        from .infer import common

        if not self.members:
            return HASH
        return HashType(STRING, common([member.value.general() for member in self.members]))

    def specialise(self, args: Args) -> Type:
        from .variants import NotUndefType, OptionalType

        if len(args) != 1 or not isinstance(args[0], Hash):
            raise PuppetError("Struct-Type[] expects a Hash", "BAD_TYPE_SLICE_TYPE")
        members: list[Member] = []
        for key, value in args[0].pairs():
            if isinstance(key, OptionalType):
                members.append(Member(key_name(key.inner), value, True, key))
            elif isinstance(key, NotUndefType):
                members.append(Member(key_name(key.inner), value, False, key))
            else:
                known = key_name(key)
                members.append(Member(known, value, value.assignable(UNDEF), StringType(value=known)))
        return StructType(tuple(members))


def key_name(key: Value) -> str:
    """The name that a key of a Struct stands for: a string, or the type of one string."""
    if isinstance(key, str):
        return key
    if isinstance(key, StringType) and key.value is not None:
        return key.value
    if isinstance(key, EnumType) and len(key.values) == 1:
        return key.values[0]
    raise PuppetError(f"Struct-Type[] key must be a non empty string or a type of one. Got {key}", "RUNTIME_ERROR")


HASH = HashType()
ARRAY = ArrayType()
register(CollectionType(), ARRAY, TupleType(), HASH, StructType())
