"""Tuple and Struct."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ..base.errors import PuppetError
from .collections import ArrayType, HashType, array_constructor, hash_constructor
from .iterables import IterableType
from .labels import ruby_class
from .numbers import DEFAULT_SIZE, INF, IntegerType
from .runtime import RuntimeType
from .specialise import assert_keys, flatten, trailing_size
from .strings import EnumType, StringType, string_value
from .type import ANY, UNDEF, UNIT, Args, Type, changed, register
from .values import Hash, Value
from .variants import NotUndefType, OptionalType, variant

if TYPE_CHECKING:
    from .constructor import Constructor
    from .render import Renderer


class TupleType(Type):
    """Arrays whose elements have a type each; the last repeats where `size_type` allows for more."""

    name = simple_name = "Tuple"

    def __init__(self, types: tuple[Type, ...] = (), size_type: IntegerType | None = None) -> None:
        self.types = types
        self.size_type = None if size_type is None else size_type.to_size()

    def key(self) -> tuple[object, ...]:
        return (self.types, self.size_type)

    def parts(self) -> Iterator[Type]:
        yield from self.types

    @property
    def size(self) -> IntegerType:
        if self.size_type is not None:
            return self.size_type
        return IntegerType(len(self.types), len(self.types)) if self.types else DEFAULT_SIZE

    def at(self, index: int) -> Type:
        """The type of the element at an index; `types` must not be empty."""
        return self.types[index if index < len(self.types) else -1]

    def contains(self, value: Value) -> bool:
        if not isinstance(value, tuple):
            return False
        types, size = self.types, self.size_type
        if size is not None:
            if not size.low <= len(value) <= size.high:
                return False
        elif types and len(types) != len(value):
            return False
        return not types or all(self.at(index).accepts(element) for index, element in enumerate(value))

    def covers(self, other: Type) -> bool:
        if self == other:
            return True
        if not isinstance(other, (TupleType, ArrayType)) or not self.size.covers(other.size):
            return False
        if not self.types:
            return True
        if isinstance(other, TupleType):
            if not other.types:
                return self.size.low == 0
            return all(self.at(index).assignable(type_) for index, type_ in enumerate(other.types))
        count = int(min(len(self.types), other.size.high))
        return all(self.types[index].assignable(other.element_type) for index in range(count))

    def generalize(self) -> Type:
        types = changed(self.types, lambda type_: type_.generalize())
        return self if types is None else TupleType(types, self.size_type)

    def normalize(self) -> Type:
        types = changed(self.types, lambda type_: type_.normalize())
        return self if types is None else TupleType(types, self.size_type)

    def iterable(self) -> bool:
        return True

    def iterable_type(self) -> IterableType:
        return IterableType(variant(self.types))

    def accepts_arguments_of(self, callable_: Type) -> bool:
        from .callable import CallableType

        assert isinstance(callable_, CallableType)
        params, block = callable_.param_types, callable_.block_type
        if self.types and self.types[-1].is_callable():
            if block is None or params is None or not block.assignable(self.types[-1]):
                return False
            count = len(self.types) - 1
            return params.size.covers(IntegerType(count, count)) and all(
                params.at(index).assignable(self.types[index]) for index in range(count)
            )
        return (params is None or params.assignable(self)) and (block is None or block.assignable(UNDEF))

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        if not self.types:
            return ()
        size = () if self.size_type is None else self.size_type.range_arguments()
        return (*map(to.type, self.types), *size)

    def specialise(self, args: Args) -> Value:
        keys = flatten(args)
        size_type = trailing_size(keys)
        assert_keys(self, keys, 1, INF, ("Any-Type",), lambda key: isinstance(key, Type))
        return TupleType(tuple(keys), size_type)

    def constructor(self) -> Constructor:
        return array_constructor()


class StructElement(NamedTuple):
    """A member of a Struct. `key_type` is the type of one string, or an Optional of it."""

    key_type: Type
    value_type: Type
    name: str

    @property
    def optional(self) -> bool:
        """Whether the key may be missing."""
        return self.key_type.assignable(UNDEF)


class StructType(Type):
    """Hashes with known string keys."""

    name = simple_name = "Struct"

    def __init__(self, elements: tuple[StructElement, ...] = ()) -> None:
        self.elements = elements
        self.by_name = {element.name: element for element in elements}

    @cached_property
    def required(self) -> tuple[str, ...]:
        """The names of the members that are not said to be optional; undef may be a value of some all the same."""
        return tuple(e.name for e in self.elements if not isinstance(e.key_type, OptionalType))

    def key(self) -> tuple[object, ...]:
        return (self.elements,)

    def parts(self) -> Iterator[Type]:
        for element in self.elements:
            yield element.key_type
            yield element.value_type

    def contains(self, value: Value) -> bool:
        if not isinstance(value, Hash):
            return False
        matched = 0
        for element in self.elements:
            if element.name in value:
                matched += 1
                if not element.value_type.accepts(value[element.name]):
                    return False
            elif not element.optional:
                return False
        return matched == len(value)

    def size_range(self) -> IntegerType:
        required = sum(not element.optional for element in self.elements)
        return IntegerType(required, len(self.elements))

    def covers(self, other: Type) -> bool:
        if isinstance(other, StructType):
            return self._covers_struct(other)
        if not isinstance(other, HashType):
            return False
        for element in self.elements:
            if not element.optional and not (
                element.value_type.assignable(other.value_type)
                and element.key_type.generalize().assignable(other.key_type)
            ):
                return False
        return self.size_range().covers(other.size)

    def _covers_struct(self, other: StructType) -> bool:
        matched = 0
        for element in self.elements:
            theirs = other.by_name.get(element.name)
            if theirs is None:
                if not element.optional:
                    return False
                continue
            matched += 1
            if not element.key_type.assignable(theirs.key_type):
                return False
            if not element.value_type.assignable(theirs.value_type):
                return False
        return matched == len(other.elements)

    def generalize(self) -> Type:
        return self._with(changed(tuple(e.value_type for e in self.elements), lambda type_: type_.generalize()))

    def normalize(self) -> Type:
        return self._with(changed(tuple(e.value_type for e in self.elements), lambda type_: type_.normalize()))

    def _with(self, types: tuple[Type, ...] | None) -> Type:
        if types is None:
            return self
        pairs = zip(self.elements, types, strict=True)
        return StructType(tuple(element._replace(value_type=type_) for element, type_ in pairs))

    def iterable(self) -> bool:
        return True

    def iterable_type(self) -> IterableType:
        if not self.elements:
            return IterableType(TupleType((UNIT, UNIT), IntegerType(2, 2)))
        keys = variant(element.key_type for element in self.elements)
        values = variant(element.value_type for element in self.elements)
        return IterableType(TupleType((keys, values), IntegerType(2, 2)))

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        if not self.elements:
            return ()
        return (to.entries((shown_key(element, to), element.value_type) for element in self.elements),)

    def specialise(self, args: Args) -> Value:
        assert_keys(self, list(args), 1, 1, ("Hash",), lambda key: isinstance(key, Hash))
        return struct_type(args[0])

    def constructor(self) -> Constructor:
        return hash_constructor()


def shown_key(element: StructElement, to: Renderer) -> str:
    """A key that may be missing prints as Optional, unless the value's type says so already."""
    value_optional = element.value_type.assignable(UNDEF)
    name = to.value(element.name)
    if isinstance(element.key_type, OptionalType):
        return name if value_optional else f"Optional[{name}]"
    return f"NotUndef[{name}]" if value_optional else name


def struct_type(members: Hash) -> StructType:
    """A Struct of a hash from names, or Optional, NotUndef, String and Enum types of one, to types."""
    return StructType(tuple(struct_element(key, value) for key, value in members.pairs()))


def struct_element(key: Value, value: Value) -> StructElement:
    from .infer import infer

    if isinstance(value, str):
        value_type: Type = RuntimeType("ruby", value)
    else:
        value_type = value if isinstance(value, Type) else infer(value).generalize()
    if isinstance(key, str):
        if not key:
            raise PuppetError("Struct element key cannot be an empty String")
        key_type: Type = string_value(key)
        if value_type.assignable(UNDEF):
            key_type = OptionalType(key_type)
        return StructElement(key_type, value_type, key)
    key_type = key
    inner: Value
    if isinstance(key, NotUndefType):
        inner = key.type
        key_type = key.type or ANY
    elif isinstance(key, OptionalType):
        inner = key.type
    elif isinstance(key, StringType):
        inner = key
    elif isinstance(key, EnumType):
        inner = string_value(key.values[0]) if len(key.values) == 1 else None
    else:
        raise PuppetError(
            f"Illegal Struct member key type. Expected NotUndef, Optional, String, or Enum. Got: {ruby_class(key)}"
        )
    if not isinstance(inner, StringType) or inner.value is None:
        raise PuppetError(f"Unable to extract a non-empty literal string from Struct member key type {key_type}")
    return StructElement(key_type, value_type, inner.value)


TUPLE, STRUCT = TupleType(), StructType()
register(TUPLE, "arrays with a type for each element", "[type..., least size, greatest size]")
register(STRUCT, "hashes with the keys in brackets", "[{key => type, ...}]")
