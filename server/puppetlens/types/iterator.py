"""Iterators: what `reverse_each`, `step` and `tree_each` give, and what every iteration goes through."""

from __future__ import annotations

from collections.abc import Iterator as PythonIterator
from typing import final

from .infer import infer_set
from .iterables import IteratorType
from .numbers import IntegerType, is_integer
from .runtime import RuntimeType
from .strings import EnumType, StringType
from .tuples import TupleType
from .type import UNIT, Type
from .values import Hash, Value
from .variants import variant


@final
class Iterator:
    """Elements to be taken one by one; it remembers how far it was read, as Puppet's do.

    `hash_style` is true where the elements are a hash's entries: two-parameter lambdas get key and value
    then, index and element otherwise. `once` where all elements together can be had once only, `walk` is
    how a tree is walked through: `DepthFirst` or `BreadthFirst`.
    """

    __slots__ = ("_once", "_position", "element_type", "elements", "hash_style", "ruby_class")

    def __init__(
        self,
        elements: tuple[Value, ...] | range,
        element_type: Type | None = None,
        hash_style: bool = False,
        once: bool = False,
        walk: str | None = None,
    ) -> None:
        self.elements = elements
        self.element_type = element_type
        self.hash_style = hash_style
        self.ruby_class = f"Puppet::Pops::Types::{'Iterator' if walk is None else f'Iterable::{walk}TreeIterator'}"
        self._once = once or isinstance(elements, range)
        self._position = 0

    def take(self) -> PythonIterator[Value]:
        """The elements that nobody took before."""
        elements = self.elements
        # A range may have more elements than Python can count.
        count = -((elements.start - elements.stop) // elements.step) if isinstance(elements, range) else len(elements)
        while self._position < count:
            self._position += 1
            yield elements[self._position - 1]

    def all(self) -> PythonIterator[Value]:
        """The elements from the first one; those of some iterators can be read once only."""
        return self.take() if self._once else iter(self.elements)

    def reverse(self) -> Iterator:
        return Iterator(self.elements[::-1], self.element_type)

    def step(self, step: int) -> Iterator:
        return self if step == 1 else Iterator(self.elements[::step], self.element_type, once=True)

    @property
    def walks(self) -> bool:
        """Whether it walks through a tree: to Puppet, such an iterator is an object of Ruby's."""
        return "Tree" in self.ruby_class

    def puppet_type(self) -> Type:
        return RuntimeType("ruby", self.ruby_class) if self.walks else IteratorType(self.element_type)

    def __str__(self) -> str:
        if self.walks:
            # Ruby shows the object's address, too.
            return f"#<{self.ruby_class}>"
        if self.element_type is None:
            return "Iterator-Value"
        return f"Iterator[{self.element_type.generalize()}]-Value"


def iterate(value: Value, infer_elements: bool = False) -> Iterator | None:
    """An iterator over a value; None where it is not iterable.

    `infer_elements` where the iterator itself is a result and its type can be asked for.
    """
    if isinstance(value, Iterator):
        return value
    if isinstance(value, tuple):
        return Iterator(value, _element_type(value) if infer_elements or not value else None)
    if isinstance(value, Hash):
        return Iterator(
            tuple(value.pairs()), _pair_type(value) if infer_elements or not value else None, hash_style=True
        )
    if isinstance(value, str):
        return Iterator(tuple(value), StringType(IntegerType(1, 1)))
    if is_integer(value):
        if value < 0:
            return None
        return Iterator(range(value), IntegerType(0, value - 1) if value else UNIT)
    if isinstance(value, Type):
        resolved = value.resolved()
        if isinstance(resolved, IntegerType) and resolved.finite():
            return Iterator(range(int(resolved.low), int(resolved.high) + 1), resolved)
        if isinstance(resolved, EnumType):
            return Iterator(resolved.values, resolved)
    return None


def _element_type(values: tuple[Value, ...]) -> Type:
    return variant(map(infer_set, values)) if values else UNIT


def _pair_type(value: Hash) -> Type:
    two = IntegerType(2, 2)
    if not value:
        return TupleType((UNIT, UNIT), two)
    keys = variant(map(infer_set, value))
    return TupleType((keys, variant(infer_set(element) for _, element in value.pairs())), two)
