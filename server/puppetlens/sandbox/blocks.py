"""Blocks of Ruby as lambdas of Puppet."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from ..types.callable import CallableType
from ..types.numbers import IntegerType
from ..types.tuples import TupleType
from ..types.type import ANY, Type
from ..types.values import Value


class RubyBlock:
    """The library's `Lambda`: `parameters` are those of the block, each its kind (`req`, `opt`, `rest`) and name."""

    def __init__(self, call: Callable[[tuple[Value, ...]], Value], parameters: list[list[str]]) -> None:
        self._call = call
        self._parameters = [(kind, name) for kind, name in parameters if kind in ("req", "opt", "rest")]

    @property
    def parameter_names(self) -> tuple[str, ...]:
        return tuple(name for _, name in self._parameters)

    @property
    def required_count(self) -> int:
        return sum(1 for kind, _ in self._parameters if kind == "req")

    @property
    def captures_rest(self) -> bool:
        return any(kind == "rest" for kind, _ in self._parameters)

    @cached_property
    def callable_type(self) -> Type:
        high = None if self.captures_rest else len(self._parameters)
        return CallableType(TupleType((ANY,), IntegerType(self.required_count, high)), None, None)

    def call(self, *arguments: Value) -> Value:
        return self._call(arguments)
