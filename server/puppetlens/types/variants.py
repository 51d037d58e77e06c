"""Variant, Optional and NotUndef."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from ..base.errors import PuppetError
from .errors import OperandError, arity_error
from .iterables import WrapperType
from .labels import ruby_class
from .numbers import FloatType, IntegerType
from .specialise import assert_keys, flatten
from .strings import EnumType, PatternType, StringType, string_value
from .type import ANY, UNDEF, UNIT, AnyType, Args, Type, UndefType, changed, register
from .values import Value

if TYPE_CHECKING:
    from .constructor import Constructor
    from .render import Renderer


class VariantType(Type):
    name = simple_name = "Variant"
    plain = False

    def __init__(self, types: tuple[Type, ...] = ()) -> None:
        self.types = types

    def key(self) -> tuple[object, ...]:
        return (frozenset(self.types), len(self.types))

    def parts(self) -> Iterator[Type]:
        yield from self.types

    def contains(self, value: Value) -> bool:
        return any(type_.contains(value) for type_ in self.types)

    def assignable(self, other: Type) -> bool:
        if isinstance(other, VariantType):
            return not self.types or (bool(other.types) and all(map(super().assignable, other.types)))
        if not self.types and isinstance(other, UndefType):
            return False
        return super().assignable(other)

    def covers(self, other: Type) -> bool:
        return any(type_.assignable(other) for type_ in self.types)

    def assignable_to(self, target: Type) -> bool:
        if type(target) is AnyType:
            return True
        if isinstance(target, NotUndefType) and not self.types:
            return target.covers(self)
        return bool(self.types) and all(map(target.assignable, self.types))

    def generalize(self) -> Type:
        types = changed(self.types, lambda type_: type_.generalize())
        return self if types is None else variant(types)

    def normalize(self) -> Type:
        if not self.types:
            return self
        new = changed(self.types, lambda type_: type_.normalize())
        types = new or self.types
        if len(types) == 1:
            return types[0]
        if any(isinstance(type_, (UndefType, OptionalType)) for type_ in types):
            inner = (
                type_.type if isinstance(type_, OptionalType) else type_
                for type_ in types
                if not isinstance(type_, UndefType)
            )
            return OptionalType(variant(type_ for type_ in inner if type_ is not None)).normalize()
        merged = _merge(list(flat(types)))
        if len(merged) == 1:
            return merged[0]
        return variant(merged) if new is not None or len(merged) != len(types) else self

    def is_callable(self, optional: bool = True) -> bool:
        return all(type_.is_callable(optional) for type_ in self.types)

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        return tuple(map(to.type, self.types))

    def specialise(self, args: Args) -> Value:
        keys = flatten(args)
        assert_keys(self, keys, 1, float("inf"), ("Any-Type",), lambda key: isinstance(key, Type))
        return variant(keys)


def flat(types: Iterable[Type]) -> Iterator[Type]:
    for type_ in types:
        if isinstance(type_, VariantType):
            yield from flat(type_.types)
        else:
            yield type_


def variant(types: Iterable[Type]) -> Type:
    """The union, each type once; the type itself where only one is left."""
    unique = tuple(dict.fromkeys(flat(types)))
    return unique[0] if len(unique) == 1 else VariantType(unique)


# What `normalize` melts together ---------------------------------------------------------------------------


def _merge(types: list[Type]) -> list[Type]:
    from .semver import SemVerType
    from .time_types import TimespanType, TimestampType

    types = _swap(types, lambda t: isinstance(t, NotUndefType), _merged_not_undefs)
    types = _swap(types, _is_plain_enum, _merged_enums)
    types = _swap(
        types, lambda t: isinstance(t, EnumType) and bool(t.values) and t.case_insensitive, _merged_insensitive
    )
    types = _swap(types, lambda t: isinstance(t, PatternType), _merged_patterns)
    versions = [type_ for type_ in types if isinstance(type_, SemVerType)]
    if len(versions) > 1:
        ranges = tuple(range_ for version in versions for range_ in version.ranges)
        types = [SemVerType(ranges), *(type_ for type_ in types if not isinstance(type_, SemVerType))]
    for kind in (IntegerType, FloatType, TimespanType, TimestampType):
        ranged: list[Type] = [type_ for type_ in types if isinstance(type_, kind)]
        if len(ranged) > 1:
            types = [*merge_ranges(ranged), *(type_ for type_ in types if not isinstance(type_, kind))]
    return types


def _swap(types: list[Type], wanted: Callable[[Type], bool], merged: Callable[[list[Type]], Type]) -> list[Type]:
    found = [type_ for type_ in types if wanted(type_)]
    if len(found) < 2:
        return types
    return [*(type_ for type_ in types if not wanted(type_)), merged(found)]


def _merged_not_undefs(types: list[Type]) -> Type:
    inner = [type_.type or ANY for type_ in types if isinstance(type_, NotUndefType)]
    return NotUndefType(variant(inner).normalize())


def _is_plain_enum(type_: Type) -> bool:
    if isinstance(type_, EnumType):
        return bool(type_.values) and not type_.case_insensitive
    return isinstance(type_, StringType) and type_.value is not None


def _merged_enums(types: list[Type]) -> Type:
    values: list[str] = []
    for type_ in types:
        if isinstance(type_, EnumType):
            values.extend(type_.values)
        elif isinstance(type_, StringType) and type_.value is not None:
            values.append(type_.value)
    return EnumType(tuple(values))


def _merged_insensitive(types: list[Type]) -> Type:
    return EnumType(tuple(v.lower() for type_ in types if isinstance(type_, EnumType) for v in type_.values), True)


def _merged_patterns(types: list[Type]) -> Type:
    patterns = (pattern for type_ in types if isinstance(type_, PatternType) for pattern in type_.patterns)
    return PatternType(tuple(dict.fromkeys(patterns)))


def merge_ranges(ranges: list[Type]) -> list[Type]:
    """As few ranges as possible; numbers and times have `merge`."""
    result: list[Type] = []
    while ranges:
        memo, *rest = ranges[-1], *ranges[:-1]
        unmerged = []
        for other in rest:
            assert hasattr(memo, "merge")
            merged = memo.merge(other)
            if merged is None:
                unmerged.append(other)
            else:
                memo = merged
        result.append(memo)
        ranges = unmerged
    return result


class OptionalType(WrapperType):
    """A type or undef; bare `Optional` has undef alone as its value."""

    name = simple_name = "Optional"
    shares_constructor = False
    plain = False

    def contains(self, value: Value) -> bool:
        return value is None or (self.type is not None and self.type.contains(value))

    def covers(self, other: Type) -> bool:
        return isinstance(other, UndefType) or self.type is None or self.type.assignable(other)

    def assignable_to(self, target: Type) -> bool:
        return target.assignable(UNDEF) and (self.type is None or target.assignable(self.type))

    def normalize(self) -> Type:
        normal = super().normalize()
        assert isinstance(normal, OptionalType)
        if normal.type is None:
            return normal
        if isinstance(normal.type, NotUndefType):
            return OptionalType(normal.type.type).normalize()
        return normal.type if normal.type.assignable(UNDEF) else normal

    def is_callable(self, optional: bool = True) -> bool:
        return optional and self.type is not None and self.type.is_callable(optional)

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        return () if self.type is None else (shown_inner(self.type, to),)

    def specialise(self, args: Args) -> Value:
        keys = flatten(args)
        if len(keys) == 1 and isinstance(keys[0], str):
            return OptionalType(string_value(keys[0]))
        return super().specialise(args)

    def constructor(self) -> Constructor:
        if self.type is None:
            raise PuppetError("undefined method `new_function' for nil:NilClass")
        return self.type.constructor()


class NotUndefType(WrapperType):
    name = simple_name = "NotUndef"
    shares_constructor = False
    plain = False

    def __init__(self, type_: Type | None = None) -> None:
        super().__init__(None if type(type_) is AnyType else type_)

    def contains(self, value: Value) -> bool:
        return value is not None and (self.type is None or self.type.contains(value))

    def covers(self, other: Type) -> bool:
        return not other.assignable(UNDEF) and (self.type is None or self.type.assignable(other))

    def assignable_to(self, target: Type) -> bool:
        if self.type is not None and not self.type.assignable(UNDEF):
            return target.assignable(self.type)
        return target.covers(self)

    def normalize(self) -> Type:
        normal = super().normalize()
        assert isinstance(normal, NotUndefType)
        if normal.type is None:
            return normal
        if isinstance(normal.type, OptionalType):
            return NotUndefType(normal.type.type).normalize()
        return normal if normal.type.assignable(UNDEF) else normal.type

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        return () if self.type is None else (shown_inner(self.type, to),)

    def specialise(self, args: Args) -> Value:
        keys = flatten(args)
        if len(keys) > 1:
            raise arity_error("NotUndef-Type", 0, 1, len(keys))
        if not keys:
            return NotUndefType()
        if isinstance(keys[0], str):
            return NotUndefType(string_value(keys[0]))
        if not isinstance(keys[0], Type):
            raise OperandError(
                f"NotUndef-Type[] argument must be a Type or a String. Got {ruby_class(keys[0])}",
                "BAD_NOT_UNDEF_SLICE_TYPE",
                0,
            )
        return NotUndefType(keys[0])

    def constructor(self) -> Constructor:
        return UNIT.constructor() if self.type is None else self.type.constructor()


def shown_inner(type_: Type, to: Renderer) -> str:
    if isinstance(type_, StringType) and type_.value is not None:
        return to.value(type_.value)
    return to.type(type_)


register(VariantType(), "values of any of the types in brackets", "[type...]")
register(OptionalType(), "values of a type, or undef", "[type or string]")
register(NotUndefType(), "values of a type that are not undef", "[type or string]")
