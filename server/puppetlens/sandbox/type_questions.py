"""What Ruby asks about data types: all of it is answered at once."""

from __future__ import annotations

from ..base.errors import PuppetError
from ..types import describe_signatures, infer, infer_set, new_value, parse_type
from ..types.callable import CallableType
from ..types.describe import describe_mismatch_of_type
from ..types.numbers import IntegerType
from ..types.object_value import ObjectValue
from ..types.semver_values import SemVerRange
from ..types.type import Type
from ..types.values import Value
from .questions import Questions
from .values import Strange


class TypeQuestions(Questions):
    """`Puppet::Pops::Types`."""

    def parse_type(self, text: str) -> Value:
        return self._context.parse_type(text)

    def named_type(self, name: str) -> Value:
        try:
            return parse_type(name, self._context.type_named)
        except PuppetError:
            return None

    def is_instance(self, type_: Type, value: Value) -> Value:
        return type_.accepts(value)

    def is_assignable(self, type_: Type, other: Type) -> Value:
        return type_.assignable(other)

    def same_type(self, type_: Type, other: Type) -> Value:
        return type_ == other

    def object_text(self, value: Value) -> Value:
        return str(value)

    def object_hash(self, value: Value) -> Value:
        if not isinstance(value, ObjectValue):
            raise Strange("not supported: what an object was made of")
        return value.init_hash()

    def same_object(self, value: Value, other: Value) -> Value:
        return type(value) is type(other) and bool(value == other)

    def infer(self, value: Value) -> Value:
        return infer(value)

    def infer_set(self, value: Value) -> Value:
        return infer_set(value)

    def generalize(self, type_: Type) -> Value:
        return type_.generalize()

    def resolved_type(self, type_: Type) -> Value:
        return type_.resolved()

    def type_arguments(self, type_: Type) -> Value:
        return tuple(type_.parts())

    def type_size(self, type_: Type) -> Value:
        size = getattr(type_, "size", type_)
        if not isinstance(size, IntegerType):
            return (0, None)
        return (size.low, size.high)

    def build_type(self, name: str, arguments: tuple[Value, ...]) -> Value:
        if name == "Callable":
            return CallableType()
        return parse_type(name).specialise(tuple(arguments))

    def describe_mismatch(self, name: str, expected: Type, actual: Type) -> Value:
        return describe_mismatch_of_type(name, expected, actual)

    def describe_signatures(self, closure: str, _signatures: Value, _actual: Value) -> Value:
        function = self._host.function(closure)
        return describe_signatures(closure, [each.signature for each in function.dispatches], (), None)

    def make(self, kind: str, arguments: tuple[Value, ...]) -> Value:
        return new_value(parse_type(kind), arguments)

    def range_includes(self, range_: Value, version: Value) -> Value:
        if not isinstance(range_, SemVerRange):
            raise Strange("not supported: what a range includes")
        return range_.includes(version)
