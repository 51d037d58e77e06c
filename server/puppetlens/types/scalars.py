"""Scalar and ScalarData, which other types stand below, and Boolean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .labels import general_name
from .type import Args, Type, register
from .values import Hash, Regexp, Value

if TYPE_CHECKING:
    from .constructor import Constructor
    from .render import Renderer


class ScalarType(Type):
    name = simple_name = "Scalar"

    def contains(self, value: Value) -> bool:
        if isinstance(value, (str, int, float, Regexp)):
            return True
        if value is None or isinstance(value, (tuple, Hash, Type)):
            return False
        from .infer import infer

        return self.assignable(infer(value))

    def covers(self, other: Type) -> bool:
        return isinstance(other, ScalarType) or other.name == "SemVerRange"


class ScalarDataType(ScalarType):
    name = simple_name = "ScalarData"

    def contains(self, value: Value) -> bool:
        return isinstance(value, (str, int, float))

    def covers(self, other: Type) -> bool:
        return isinstance(other, ScalarDataType)


class BooleanType(ScalarDataType):
    name = simple_name = "Boolean"

    def __init__(self, value: bool | None = None) -> None:
        self.value = value

    def key(self) -> tuple[object, ...]:
        return (self.value,)

    def contains(self, value: Value) -> bool:
        return isinstance(value, bool) and (self.value is None or value is self.value)

    def covers(self, other: Type) -> bool:
        return isinstance(other, BooleanType) and (self.value is None or self.value is other.value)

    def generalize(self) -> Type:
        return BOOLEAN

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        return () if self.value is None else (to.value(self.value),)

    def specialise(self, args: Args) -> Value:
        from .specialise import assert_keys, flatten

        keys = flatten(args)
        assert_keys(self, keys, 1, 1, ("TrueClass", "FalseClass"), lambda key: isinstance(key, bool))
        return BooleanType(keys[0])

    def constructor(self) -> Constructor:
        from .constructor import Constructor, Dispatch, Mismatch

        return Constructor(
            "new_boolean",
            (
                Dispatch(
                    to_boolean, "Variant[Integer, Float, Boolean, Enum['false','true','yes','no','y','n',true]] from"
                ),
                Mismatch(not_boolean, "Any from"),
            ),
        )


def to_boolean(value: Value) -> bool:
    if isinstance(value, str):
        return value.lower() not in ("false", "no", "n")
    return bool(value)


def not_boolean(value: Value) -> str:
    return not_converted(value, "Boolean")


def not_converted(value: Value, type_name: str) -> str:
    if isinstance(value, str):
        return f"The string '{value}' cannot be converted to {type_name}"
    return f"Value of type {general_name(value)} cannot be converted to {type_name}"


BOOLEAN = BooleanType()
SCALAR, SCALAR_DATA = ScalarType(), ScalarDataType()
register(SCALAR, "single values: strings, numbers, booleans, regular expressions, versions and times")
register(SCALAR_DATA, "single values that JSON can hold")
register(BOOLEAN, "true and false", "[true or false]")
