"""What the types share when they are given parameters: `Type[...]`."""

from __future__ import annotations

from collections.abc import Callable

from .errors import OperandError, arity_error
from .labels import a_an, a_an_uc, class_label, key_type_name, with_article
from .numbers import IntegerType, integer_range, is_integer
from .type import Args, Type
from .values import DEFAULT, Value


def flatten(args: Args) -> list[Value]:
    """The arguments, arrays among them (and in those) replaced by their elements."""
    flat: list[Value] = []
    for arg in args:
        if isinstance(arg, tuple):
            flat.extend(flatten(arg))
        else:
            flat.append(arg)
    return flat


def assert_keys(
    type_: Type, keys: list[Value], low: int, high: float, expected: tuple[str, ...], allowed: Callable[[Value], bool]
) -> None:
    """Puppet's check of number and kind of the arguments. `expected` are Ruby's names."""
    if not low <= len(keys) <= high:
        raise arity_error(a_an_uc(type_), 1, high if high == float("inf") else int(high), len(keys))
    for index, key in enumerate(keys):
        if not allowed(key):
            raise OperandError(
                f"Error creating type specialization of {a_an(type_)}, Cannot use {key_type_name(key)}"
                f" where {' or '.join(expected)} is expected",
                "BAD_TYPE_SPECIALIZATION",
                index,
            )


def is_range_argument(key: Value) -> bool:
    return is_integer(key) or key is DEFAULT or (isinstance(key, str) and key == "default")


def trailing_size(keys: list[Value]) -> IntegerType | None:
    """Takes `from, to` or `from` off the end of `keys`."""
    if len(keys) >= 2 and is_range_argument(keys[-2]) and is_range_argument(keys[-1]):
        high = keys.pop()
        low = keys.pop()
        return integer_range(_bound(low), _bound(high))
    if keys and is_range_argument(keys[-1]):
        return integer_range(_bound(keys.pop()))
    return None


def _bound(key: Value) -> Value:
    return DEFAULT if isinstance(key, str) else key


def size_argument(start: int, keys: list[Value]) -> IntegerType:
    """A size of one Integer type, or of one or two bounds; `start` is the index of the first key."""
    if len(keys) == 1 and isinstance(keys[0], IntegerType):
        return keys[0]
    for index, key in enumerate(keys):
        if not is_integer(key) and key is not DEFAULT:
            raise OperandError(
                "A Type's size constraint arguments must be a single Integer type, or 1-2 integers (or default)."
                f" Got {with_article(class_label(key))}",
                "BAD_COLLECTION_SLICE_TYPE",
                start + index,
            )
    return integer_range(*keys)


def type_of(value: Value) -> Type:
    """A type itself; the general type of any other value."""
    from .infer import infer
    from .runtime import RuntimeType

    if isinstance(value, Type):
        return value
    return RuntimeType("ruby", value) if isinstance(value, str) else infer(value).generalize()
