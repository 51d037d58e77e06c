"""Types of types, callables, iterables, wrappers and the opaque ones."""

from __future__ import annotations

import base64
from dataclasses import dataclass

from ..base.errors import PuppetError
from .collections import ArrayType, HashType, StructType, TupleType, split_size, types_only
from .type import ANY, UNIT, Args, Type, register
from .values import DEFAULT, Hash, Sensitive, Value


@dataclass(frozen=True)
class Binary:
    data: bytes

    def __str__(self) -> str:
        return base64.b64encode(self.data).decode()


@dataclass(frozen=True)
class Deferred:
    """A call that the agent makes when it applies the catalog."""

    name: str
    arguments: tuple[Value, ...] = ()


def is_scalar_object(value: Value) -> bool:
    return False


class WrapperType(Type):
    """A type around another one: `Type[T]`, `Sensitive[T]`, `Iterable[T]`, ..."""

    def __init__(self, inner: Type = ANY) -> None:
        self.inner = inner

    def parameters(self) -> tuple[str, ...]:
        return () if self.inner is ANY else (str(self.inner),)

    def covers(self, other: Type) -> bool:
        return isinstance(other, type(self)) and self.inner.assignable(other.inner)

    def specialise(self, args: Args) -> Type:
        if len(args) != 1:
            raise PuppetError(f"{self.name}-Type[] accepts 1 argument. Got {len(args)}", "BAD_TYPE_SLICE_ARITY")
        return type(self)(types_only(self.name, args)[0])


class TypeType(WrapperType):
    name = "Type"

    def contains(self, value: Value) -> bool:
        return isinstance(value, Type) and (self.inner is ANY or self.inner.assignable(value))

    def general(self) -> Type:
        return TypeType(self.inner.general())


class SensitiveType(WrapperType):
    name = "Sensitive"

    def contains(self, value: Value) -> bool:
        return isinstance(value, Sensitive) and self.inner.accepts(value.value)

    def general(self) -> Type:
        return SensitiveType(self.inner.general())


class IteratorType(WrapperType):
    name = "Iterator"

    def contains(self, value: Value) -> bool:
        from .iterator import Iterator

        return isinstance(value, Iterator) and self.covers(value.type)

    def general(self) -> Type:
        return IteratorType(self.inner.general())


class IterableType(WrapperType):
    name = "Iterable"

    def contains(self, value: Value) -> bool:
        from .scalars import INTEGER, EnumType, IntegerType

        if isinstance(value, tuple):
            return all(self.inner.accepts(element) for element in value)
        if isinstance(value, Hash):
            return all(self.inner.accepts(pair) for pair in value.pairs())
        if isinstance(value, str):
            return all(self.inner.accepts(char) for char in value)
        if isinstance(value, int) and not isinstance(value, bool):
            return value >= 0 and self.inner.assignable(INTEGER)
        if isinstance(value, Type):
            return isinstance(value.resolved(), (IntegerType, EnumType))
        from .iterator import Iterator

        return isinstance(value, Iterator) and self.inner.assignable(value.type.inner)

    def covers(self, other: Type) -> bool:
        from .scalars import IntegerType, StringType

        if isinstance(other, (IterableType, IteratorType)):
            return self.inner.assignable(other.inner)
        if isinstance(other, ArrayType):
            return self.inner.assignable(other.element)
        return isinstance(other, (HashType, TupleType, StructType, IntegerType, StringType))


class CallableType(Type):
    """`Callable[parameters..., min, max, block]`; `parameters` None where it says nothing of them."""

    name = "Callable"

    def __init__(self, types: TupleType | None = None, block: Type | None = None, returns: Type | None = None) -> None:
        self.types, self.block, self.returns = types, block, returns

    def contains(self, value: Value) -> bool:
        signature = getattr(value, "callable_type", None)
        return isinstance(signature, CallableType) and self.covers(signature)

    def covers(self, other: Type) -> bool:
        if not isinstance(other, CallableType):
            return False
        if self.types is None:
            return True
        return other.types is not None and accepts_arguments(other.types, self.types)

    def parameters(self) -> tuple[str, ...]:
        if self.types is None:
            return ()
        shown = self.types.parameters()
        if not self.types.types and not self.types.sized:
            shown = ("0", "0")
        parts = (*shown, *((str(self.block),) if self.block else ()))
        return (f"[{', '.join(parts)}]", str(self.returns)) if self.returns else parts

    def specialise(self, args: Args) -> Type:
        returns: Type | None = None
        if len(args) == 2 and isinstance(args[0], tuple):
            returns = args[1]
            args = args[0]
        block: Type | None = None
        if len(args) > 1 and isinstance(args[-1], Type):
            last = args[-1]
            inner = getattr(last, "inner", None)
            if isinstance(last, CallableType) or isinstance(inner, CallableType):
                block, args = last, args[:-1]
        rest, size = split_size(args)
        types = types_only("Callable", rest)
        if size is None:
            return CallableType(TupleType(types, len(types), len(types), not types), block, returns)
        return CallableType(TupleType(types or (UNIT,), *size, True), block, returns)


def accepts_arguments(parameters: TupleType, given: TupleType) -> bool:
    """Whether a lambda with `parameters` can be called with what `given` describes."""
    low, high = parameters.low or 0, parameters.high
    if (given.low or 0) < low or (high is not None and (given.high is None or given.high > high)):
        return False
    count = given.high if given.high is not None else max(len(given.types), len(parameters.types))
    return all(parameters.at(index).assignable(given.at(index)) for index in range(min(count, 32)))


class InstanceType(Type):
    """A type whose values are instances of one Python class."""

    def __init__(self, name: str, kind: type | None = None) -> None:
        self.name, self.kind = name, kind

    def contains(self, value: Value) -> bool:
        return self.kind is not None and isinstance(value, self.kind)

    def covers(self, other: Type) -> bool:
        return other.name == self.name

    def specialise(self, args: Args) -> Type:
        return self


class InitType(WrapperType):
    name = "Init"

    def contains(self, value: Value) -> bool:
        return True


register(
    TypeType(), SensitiveType(), IterableType(), IteratorType(), CallableType(), InitType(),
    InstanceType("Binary", Binary), InstanceType("Deferred", Deferred),
    *(InstanceType(name) for name in (
        "Timestamp", "Timespan", "SemVer", "SemVerRange", "URI", "Runtime", "Object", "TypeSet", "Error",
    )),
)  # fmt: skip

_ = DEFAULT
