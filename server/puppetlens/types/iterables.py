"""Iterable and Iterator, and what types around another type have in common."""

from __future__ import annotations

from collections.abc import Iterator as PythonIterator
from typing import TYPE_CHECKING

from .errors import OperandError, arity_error
from .labels import ruby_class
from .specialise import flatten
from .type import ANY, Args, Type, register
from .values import Hash, Value

if TYPE_CHECKING:
    from .render import Renderer


class WrapperType(Type):
    """A type around another one, None where it says nothing of it."""

    def __init__(self, type_: Type | None = None) -> None:
        self.type = type_

    def key(self) -> tuple[object, ...]:
        return (self.type,)

    def parts(self) -> PythonIterator[Type]:
        if self.type is not None:
            yield self.type

    def generalize(self) -> Type:
        return self._around(None if self.type is None else self.type.generalize())

    def normalize(self) -> Type:
        return self._around(None if self.type is None else self.type.normalize())

    def _around(self, type_: Type | None) -> Type:
        return self if type_ is self.type else type(self)(type_)

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        return () if self.type is None else (to.type(self.type),)

    def specialise(self, args: Args) -> Value:
        keys = flatten(args)
        if len(keys) != 1:
            raise arity_error(f"{self.name}-Type", 1, None, len(keys))
        if not isinstance(keys[0], Type):
            raise OperandError(
                f"{self.name}-Type[] arguments must be types. Got {ruby_class(keys[0])}", "BAD_TYPE_SLICE_TYPE", 0
            )
        return type(self)(keys[0])


def is_iterator(value: Value) -> bool:
    from .iterator import Iterator

    return isinstance(value, Iterator)


class IterableType(WrapperType):
    name = simple_name = "Iterable"

    def contains(self, value: Value) -> bool:
        if self.type is None or self.type.assignable(ANY):
            if isinstance(value, Type):
                return value.resolved().enumerable()
            if isinstance(value, int):
                return not isinstance(value, bool) and value >= 0
            return isinstance(value, (str, tuple, Hash)) or is_iterator(value)
        from .infer import infer

        return self.assignable(infer(value))

    def covers(self, other: Type) -> bool:
        if self.type is None or self.type.assignable(ANY):
            return other.iterable()
        theirs = other.iterable_type()
        return theirs is not None and theirs.type is not None and self.type.assignable(theirs.type)

    def iterable(self) -> bool:
        return True

    def iterable_type(self) -> IterableType:
        return self


class IteratorType(WrapperType):
    name = simple_name = "Iterator"

    def contains(self, value: Value) -> bool:
        return is_iterator(value) and (self.type is None or self.type.assignable(value.element_type or ANY))

    def covers(self, other: Type) -> bool:
        return isinstance(other, IteratorType) and (
            self.type is None or (other.type is not None and self.type.assignable(other.type))
        )

    def iterable(self) -> bool:
        return True

    def iterable_type(self) -> IterableType:
        return IterableType(self.type)


register(IterableType(), "what one can iterate over", "[element type]")
register(IteratorType(), "iterations that are under way", "[element type]")
