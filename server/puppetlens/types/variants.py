"""Unions: Variant, Optional, NotUndef, and the data aliases."""

from __future__ import annotations

from ..base.errors import PuppetError
from .collections import ArrayType, HashType, types_only
from .scalars import STRING, ScalarDataType, StringType
from .type import ANY, DEFAULT_TYPE, TYPES, UNDEF, AliasType, Args, Type, register
from .values import Value


class VariantType(Type):
    name = "Variant"

    def __init__(self, types: tuple[Type, ...] = ()) -> None:
        self.types = types

    def contains(self, value: Value) -> bool:
        return any(type_.accepts(value) for type_ in self.types)

    def covers(self, other: Type) -> bool:
        return any(type_.assignable(other) for type_ in self.types)

    def alternatives(self) -> tuple[Type, ...]:
        return tuple(part for type_ in self.types for part in type_.alternatives())

    def parameters(self) -> tuple[str, ...]:
        return tuple(map(str, self.types))

    def general(self) -> Type:
        return variant([type_.general() for type_ in self.types])

    def specialise(self, args: Args) -> Type:
        flat = tuple(arg for group in args for arg in (group if isinstance(group, tuple) else (group,)))
        types = types_only("Variant", flat)
        return types[0] if len(types) == 1 else VariantType(types)


def variant(types: list[Type]) -> Type:
    """The union, each type once; the type itself where only one is left."""
    unique = list(dict.fromkeys(types))
    return unique[0] if len(unique) == 1 else VariantType(tuple(unique))


class OptionalType(Type):
    name = "Optional"

    def __init__(self, inner: Type = ANY) -> None:
        self.inner = inner

    def contains(self, value: Value) -> bool:
        return value is None or self.inner.accepts(value)

    def covers(self, other: Type) -> bool:
        return other is UNDEF or self.inner.assignable(other)

    def alternatives(self) -> tuple[Type, ...]:
        return (UNDEF, *self.inner.alternatives())

    def parameters(self) -> tuple[str, ...]:
        return () if self.inner is ANY else (str(self.inner),)

    def general(self) -> Type:
        return OptionalType(self.inner.general())

    def specialise(self, args: Args) -> Type:
        return OptionalType(one_type("Optional", args))


class NotUndefType(Type):
    name = "NotUndef"

    def __init__(self, inner: Type = ANY) -> None:
        self.inner = inner

    def contains(self, value: Value) -> bool:
        return value is not None and self.inner.accepts(value)

    def covers(self, other: Type) -> bool:
        inner = other.inner if isinstance(other, NotUndefType) else other
        return (isinstance(other, NotUndefType) or not other.assignable(UNDEF)) and self.inner.assignable(inner)

    def parameters(self) -> tuple[str, ...]:
        return () if self.inner is ANY else (str(self.inner),)

    def specialise(self, args: Args) -> Type:
        return NotUndefType(one_type("NotUndef", args))


def one_type(name: str, args: Args) -> Type:
    if len(args) != 1:
        raise PuppetError(f"{name}-Type[] accepts 1 argument. Got {len(args)}", "BAD_TYPE_SLICE_ARITY")
    if isinstance(args[0], str):
        return StringType(value=args[0])
    return types_only(name, args)[0]


class DataAlias(AliasType):
    """`Data` and `RichData`: recursive types of Puppet's own."""

    def general(self) -> Type:
        return self


def _data() -> Type:
    return VariantType((ScalarDataType(), UNDEF, HashType(STRING, DATA), ArrayType(DATA)))


def _rich_data() -> Type:
    others = [TYPES[name] for name in ("scalar", "binary", "sensitive", "type", "typeset", "uri", "object", "deferred")]
    key = VariantType((STRING, TYPES["numeric"]))
    return VariantType((*others, DEFAULT_TYPE, UNDEF, HashType(key, RICH_DATA), ArrayType(RICH_DATA)))


DATA = DataAlias("Data", _data)
RICH_DATA = DataAlias("RichData", _rich_data)
register(VariantType(), OptionalType(), NotUndefType(), DATA, RICH_DATA)


def accepts_undef(type_: Type | None) -> bool:
    """Whether a parameter of this type may be left undef."""
    return type_ is None or type_.accepts(None)


def is_undef(value: Value) -> bool:
    return value is None
