"""Equality and order as Ruby's `==` and `<=>` see them: case counts, `1 == 1.0`, no mixing of kinds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cmp_to_key

from ..base.errors import PuppetError
from ..types import Type
from ..types.labels import ruby_class
from ..types.values import Hash, Unknown, Value, identity
from .ruby_text import inspect


def equal(left: Value, right: Value) -> bool:
    """`==`."""
    if is_number(left) and is_number(right):
        return bool(left == right)
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(map(equal, left, right))
    if isinstance(left, Hash) and isinstance(right, Hash):
        return len(left) == len(right) and all(key in right and equal(value, right[key]) for key, value in left.pairs())
    return bool(type(left) is type(right) and identity(left) == identity(right))


def order(left: Value, right: Value) -> int | None:
    """`<=>`: negative, zero, positive, or None where the two do not compare."""
    if is_number(left) and is_number(right):
        return None if left != left or right != right else (left > right) - (left < right)
    if isinstance(left, str) and isinstance(right, str):
        return (left > right) - (left < right)
    if isinstance(left, tuple) and isinstance(right, tuple):
        for one, other in zip(left, right, strict=False):
            answer = order(one, other)
            if answer != 0:
                return answer
        return (len(left) > len(right)) - (len(left) < len(right))
    if equal(left, right):
        return 0
    if not isinstance(left, (bool, Type, Hash)) and type(left) is type(right) and hasattr(left, "__lt__"):
        less = left.__lt__(right)
        return None if less is NotImplemented else (-1 if less else 1)
    return None


def compare(left: Value, right: Value) -> int:
    """`<=>` where an answer is needed; else Ruby's "comparison of X with Y failed"."""
    answer = order(left, right)
    if answer is None:
        raise not_comparable(left, right)
    return answer


def not_comparable(left: Value, right: Value) -> PuppetError:
    plain = right is None or isinstance(right, (bool, int, float))
    shown = inspect(right) if plain else ruby_class(right)
    return PuppetError(f"comparison of {ruby_class(left)} with {shown} failed")


def block_order(left: Value, right: Value, answer: Value) -> int:
    """What a block said about the order of two values, as Ruby takes it."""
    if is_number(answer):
        return int((answer > 0) - (answer < 0))
    if answer is None:
        raise not_comparable(left, right)
    raise not_comparable(answer, 0)


def in_order(values: Sequence[Value], compare_two: Callable[[Value, Value], int]) -> list[Value]:
    """The values sorted; `compare_two` gets the earlier value first, as in Ruby."""
    return sorted(values, key=cmp_to_key(lambda later, earlier: -compare_two(earlier, later)))


class UndecidedOrder(Exception):
    """A comparison whose answer is Unknown."""

    def __init__(self, unknown: Unknown) -> None:
        super().__init__()
        self.unknown = unknown.plain()


def is_number(value: Value) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
