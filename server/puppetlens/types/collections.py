"""Collection, Array and Hash."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..base.errors import PuppetError
from .errors import OperandError, arity_error
from .hash_tree import hash_from_tree
from .iterables import IterableType
from .labels import general_name, ruby_class
from .numbers import DEFAULT_SIZE, ZERO_SIZE, IntegerType, integer_range, is_integer
from .specialise import flatten, size_argument
from .type import ANY, UNDEF, UNIT, Args, Type, register
from .values import Hash, Value

if TYPE_CHECKING:
    from .constructor import Constructor
    from .render import Renderer


class CollectionType(Type):
    """Arrays and hashes of a size; `size_type` is None where any will do."""

    name = simple_name = "Collection"

    def __init__(self, size_type: IntegerType | None = None) -> None:
        self.size_type = None if size_type is None else size_type.to_size()

    def key(self) -> tuple[object, ...]:
        return (self.size_type,)

    @property
    def size(self) -> IntegerType:
        return self.size_type or DEFAULT_SIZE

    def empty(self) -> bool:
        """Whether only what is empty is of the type."""
        return self.size_type is not None and self.size_type.high == 0

    def contains(self, value: Value) -> bool:
        return isinstance(value, (tuple, Hash)) and self.fits(len(value))

    def fits(self, size: int) -> bool:
        return self.size_type is None or self.size_type.low <= size <= self.size_type.high

    def covers(self, other: Type) -> bool:
        from .tuples import StructType, TupleType

        if isinstance(other, CollectionType):
            return self.size.covers(other.size)
        if isinstance(other, TupleType):
            return self.size.covers(other.size_type or IntegerType(len(other.types), len(other.types)))
        return isinstance(other, StructType) and self.size.covers(IntegerType(len(other.elements), len(other.elements)))

    def generalize(self) -> Type:
        return COLLECTION

    def normalize(self) -> Type:
        return COLLECTION

    def iterable(self) -> bool:
        return True

    def size_arguments(self) -> tuple[str, ...]:
        return () if self.size_type is None else self.size_type.range_arguments()

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        return self.size_arguments()

    def specialise(self, args: Args) -> Value:
        keys = flatten(args)
        if not 1 <= len(keys) <= 2:
            raise arity_error("Collection-Type", 1, 2, len(keys))
        return CollectionType(size_argument(0, keys))


class ArrayType(CollectionType):
    name = simple_name = "Array"

    def __init__(self, element_type: Type | None = None, size_type: IntegerType | None = None) -> None:
        super().__init__(size_type)
        if size_type is not None and size_type.low == 0 and size_type.high == 0:
            element_type = UNIT
        self.element_type = ANY if element_type is None else element_type

    def key(self) -> tuple[object, ...]:
        return (self.size_type, self.element_type)

    def parts(self) -> Iterator[Type]:
        yield self.element_type

    def contains(self, value: Value) -> bool:
        if not isinstance(value, tuple) or not self.fits(len(value)):
            return False
        element_type = self.element_type
        return element_type is ANY or all(map(element_type.accepts, value))

    def covers(self, other: Type) -> bool:
        from .tuples import TupleType

        if isinstance(other, TupleType):
            size = other.size_type or IntegerType(len(other.types), len(other.types))
            return self.size.covers(size) and all(map(self.element_type.assignable, other.types))
        return (
            isinstance(other, ArrayType)
            and self.size.covers(other.size)
            and self.element_type.assignable(other.element_type)
        )

    def generalize(self) -> Type:
        if self.element_type == ANY:
            return ARRAY
        general = self.element_type.generalize()
        return self if self.size_type is None and general is self.element_type else ArrayType(general)

    def normalize(self) -> Type:
        if self.element_type == ANY:
            return ARRAY
        normal = self.element_type.normalize()
        return self if normal is self.element_type else ArrayType(normal, self.size_type)

    def iterable_type(self) -> IterableType:
        return IterableType(None if self.element_type == ANY else self.element_type)

    def accepts_arguments_of(self, callable_: Type) -> bool:
        from .callable import CallableType

        assert isinstance(callable_, CallableType)
        return (callable_.param_types is None or callable_.param_types.assignable(self)) and (
            callable_.block_type is None or callable_.block_type.assignable(UNDEF)
        )

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        if self.empty():
            return ("0", "0")
        if self.element_type == ANY and self.size_type is None:
            return ()
        return (to.type(self.element_type), *self.size_arguments())

    def specialise(self, args: Args) -> Value:
        keys = flatten(args)
        if not 1 <= len(keys) <= 3:
            raise arity_error("Array-Type", 1, 3, len(keys))
        typed = isinstance(keys[0], Type)
        if not typed and len(keys) != 2:
            raise bad_type_argument("Array", keys[0], 0)
        if not typed:
            return ArrayType(None, size_argument(0, keys))
        return ArrayType(keys[0], size_argument(1, keys[1:]) if len(keys) > 1 else None)

    def constructor(self) -> Constructor:
        return array_constructor()


def array_constructor() -> Constructor:
    from .constructor import Constructor, Dispatch, Mismatch

    return Constructor(
        "new_array",
        (
            Dispatch(to_array, "Variant[Array,Hash,Binary,Iterable] from", "Boolean[false] wrap?"),
            Dispatch(
                lambda value, wrap: value if isinstance(value, tuple) else (value,), "Any from", "Boolean[true] wrap"
            ),
            Mismatch(
                lambda value, wrap=False: f"Value of type {general_name(value)} cannot be converted to Array",
                "Any from",
                "Boolean wrap?",
            ),
        ),
    )


def to_array(value: Value, wrap: bool = False) -> Value:
    from .binary import Binary
    from .iterator import iterate

    if isinstance(value, Binary):
        return tuple(value.data)
    iterator = iterate(value)
    assert iterator is not None
    return tuple(iterator.all())


def bad_type_argument(name: str, key: Value, index: int) -> OperandError:
    return OperandError(f"{name}-Type[] arguments must be types. Got {ruby_class(key)}", "BAD_TYPE_SLICE_TYPE", index)


class HashType(CollectionType):
    name = simple_name = "Hash"

    def __init__(
        self, key_type: Type | None = None, value_type: Type | None = None, size_type: IntegerType | None = None
    ) -> None:
        super().__init__(size_type)
        if size_type is not None and size_type.low == 0 and size_type.high == 0:
            key_type = value_type = UNIT
        self.key_type = ANY if key_type is None else key_type
        self.value_type = ANY if value_type is None else value_type

    def key(self) -> tuple[object, ...]:
        return (self.size_type, self.key_type, self.value_type)

    def parts(self) -> Iterator[Type]:
        yield self.key_type
        yield self.value_type

    def contains(self, value: Value) -> bool:
        if not isinstance(value, Hash) or not self.fits(len(value)):
            return False
        key_type, value_type = self.key_type, self.value_type
        return (key_type is ANY or all(map(key_type.accepts, value))) and (
            value_type is ANY or all(value_type.accepts(element) for _, element in value.pairs())
        )

    def covers(self, other: Type) -> bool:
        from .tuples import StructType

        if isinstance(other, HashType):
            if (self.size_type is None or self.size_type.low == 0) and other == EMPTY_HASH:
                return True
            return (
                self.key_type.assignable(other.key_type)
                and self.value_type.assignable(other.value_type)
                and self.size.covers(other.size)
            )
        return isinstance(other, StructType) and (
            self.fits(len(other.elements))
            and all(
                self.key_type.accepts(element.name) and self.value_type.assignable(element.value_type)
                for element in other.elements
            )
        )

    def generalize(self) -> Type:
        if self in (HASH, EMPTY_HASH):
            return self
        return self._of(self.key_type.generalize(), self.value_type.generalize(), None)

    def normalize(self) -> Type:
        if self in (HASH, EMPTY_HASH):
            return self
        return self._of(self.key_type.normalize(), self.value_type.normalize(), self.size_type)

    def _of(self, key_type: Type, value_type: Type, size_type: IntegerType | None) -> Type:
        same = key_type is self.key_type and value_type is self.value_type and size_type is self.size_type
        return self if same else HashType(key_type, value_type, size_type)

    def iterable_type(self) -> IterableType:
        from .tuples import TupleType

        any_pair = self in (HASH, EMPTY_HASH)
        types = (UNIT, UNIT) if any_pair else (self.key_type, self.value_type)
        return IterableType(TupleType(types, IntegerType(2, 2)))

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        if self.empty():
            return ("0", "0")
        if self == HASH:
            return ()
        return (to.type(self.key_type), to.type(self.value_type), *self.size_arguments())

    def specialise(self, args: Args) -> Value:
        keys = flatten(args)
        if len(keys) == 2 and is_integer(keys[0]) and is_integer(keys[1]):
            return HashType(None, None, integer_range(*keys))
        for index, key in enumerate(keys[:2]):
            if not isinstance(key, Type):
                raise bad_type_argument("Hash", key, index)
        if len(keys) == 2:
            return HashType(*keys)
        if len(keys) == 3:
            size = keys[2]
            return HashType(keys[0], keys[1], size if isinstance(size, IntegerType) else integer_range(size))
        if len(keys) == 4:
            return HashType(keys[0], keys[1], size_argument(2, keys[2:]))
        raise arity_error("Hash-Type", 2, 4, len(keys))

    def constructor(self) -> Constructor:
        return hash_constructor()


def hash_constructor() -> Constructor:
    from .constructor import Constructor, Dispatch, local_types

    types = local_types(
        KeyValueArray="Array[Tuple[Any,Any],1]",
        TreeArray="Array[Tuple[Array,Any],1]",
        NewHashOption="Enum[tree, hash_tree]",
    )
    return Constructor(
        "new_hash",
        (
            Dispatch(hash_from_tree, "TreeArray from", "NewHashOption build_option?"),
            Dispatch(Hash, "KeyValueArray from"),
            Dispatch(hash_from_any, "Any from"),
        ),
        types,
    )


def hash_from_any(value: Value) -> Hash:
    from .iterator import iterate

    if isinstance(value, Hash):
        return value
    iterator = iterate(value)
    if iterator is None:
        raise PuppetError(f"Value of type {general_name(value)} cannot be converted to Hash")
    elements = tuple(iterator.all())
    if len(elements) % 2:
        raise PuppetError("odd number of arguments for Hash")
    return Hash(zip(elements[::2], elements[1::2], strict=True))


COLLECTION, ARRAY, HASH = CollectionType(), ArrayType(), HashType()
EMPTY_ARRAY, EMPTY_HASH = ArrayType(UNIT, ZERO_SIZE), HashType(UNIT, UNIT, ZERO_SIZE)
register(COLLECTION, "arrays and hashes", "[least size, greatest size]")
register(ARRAY, "arrays", "[element type, least size, greatest size]")
register(HASH, "hashes", "[key type, value type, least size, greatest size]")
