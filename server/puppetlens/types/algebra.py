"""Sums and differences of types, and what stands inside of them.

None is a type that is not known; `NOTHING` the type of what has no value: of a branch that fails, of the elements of
`[]`. Types out of literals are exact (`'a'` is a String that is `a`); `widened` makes of them what a person would write.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from .aliases import AliasType
from .collections import ArrayType, HashType
from .infer import FALSE, TRUE
from .iterables import IterableType, IteratorType
from .numbers import FloatType, IntegerType
from .scalars import BooleanType
from .shaped import overlap
from .strings import STRING, EnumType, RegexpType, StringType, string_value
from .tuples import StructType, TupleType, struct_element
from .type import ANY, UNDEF, UNIT, AnyType, Type, UndefType, UnitType
from .type_type import TypeType
from .variants import NotUndefType, OptionalType, VariantType, variant

Known = Type | None

NOTHING: Final[Type] = UNIT
BOOLEAN: Final[Type] = BooleanType()
INTEGER: Final[Type] = IntegerType()
#: So many alternatives are told apart; of what has more nothing is known.
_ALTERNATIVES = 24


def known(type_: Known) -> Known:
    """None where a type says nothing."""
    return None if type_ is None or isinstance(type_.resolved(), AnyType) else type_


def union(types: Iterable[Known]) -> Known:
    """The type of what is of one of some types; not known where one of them is not."""
    found: list[Type] = []
    for type_ in types:
        if known(type_) is None:
            return None
        assert type_ is not None
        if isinstance(type_, EnumType) and len(type_.values) == 1 and not type_.case_insensitive:
            # For Puppet a String that is one text is wider than any Enum of one.
            type_ = string_value(type_.values[0])
        if not isinstance(type_, UnitType) and type_ not in found:
            found.append(type_)
    if len(found) < 2:
        return found[0] if found else NOTHING
    if len(found) > _ALTERNATIVES:
        found = list(dict.fromkeys(map(widened, found)))
        if len(found) > _ALTERNATIVES:
            return None
    narrow = [
        each
        for at, each in enumerate(found)
        if not any(
            other.assignable(each) and (at > place or not each.assignable(other))
            for place, other in enumerate(found)
            if place != at
        )
    ]
    return variant(narrow).normalize()


def subtract(type_: Type, gone: Type) -> Type:
    """What is left of a type without the values of another one; an alias keeps its name where nothing goes."""
    if gone.assignable(type_):
        return NOTHING
    if isinstance(type_, AliasType):
        meant = type_.resolved()
        left = subtract(meant, gone)
        return type_ if left is meant else left
    if isinstance(type_, VariantType):
        parts = [subtract(each, gone) for each in type_.types]
        if all(new is old for new, old in zip(parts, type_.types, strict=True)):
            return type_
        return union(parts) or type_
    if isinstance(type_, OptionalType) and type_.type is not None:
        inner = subtract(type_.type, gone)
        if gone.assignable(UNDEF):
            return inner
        return type_ if inner is type_.type else union((UNDEF, inner)) or type_
    if isinstance(type_, BooleanType):
        one = [each for each in (TRUE, FALSE) if not gone.assignable(each)]
        return one[0] if len(one) == 1 else type_
    if isinstance(type_, EnumType) and not type_.case_insensitive:
        values = tuple(value for value in type_.values if not gone.accepts(value))
        return type_ if len(values) == len(type_.values) else EnumType(values)
    return type_


def intersect(type_: Known, wanted: Type) -> Type:
    """What a value of a type is that is found to be of another one, too."""
    if known(type_) is None:
        return wanted
    assert type_ is not None
    return _common(type_, wanted) or wanted


def _common(type_: Type, wanted: Type) -> Known:
    """The values of both; None where there seem to be none."""
    if wanted.assignable(type_):
        return type_
    if isinstance(type_, UndefType):
        return None
    if isinstance(type_, AliasType):
        return _common(type_.resolved(), wanted)
    if isinstance(type_, VariantType) or (isinstance(type_, OptionalType) and type_.type is not None):
        parts = type_.types if isinstance(type_, VariantType) else (UNDEF, type_.type or ANY)
        return _of_several(_common(each, wanted) for each in parts)
    if type_.assignable(wanted):
        return wanted
    meant = wanted.resolved()
    if isinstance(meant, VariantType):
        return _of_several(_common(type_, each) for each in meant.types)
    return wanted if overlap(type_, wanted) else None


def _of_several(found: Iterable[Known]) -> Known:
    some = [each for each in found if each is not None]
    return union(some) if some else None


def without_undef(type_: Known) -> Known:
    return None if type_ is None else subtract(type_, UNDEF)


def may_be_undef(type_: Type) -> bool:
    return type_.assignable(UNDEF) and not isinstance(type_, UnitType)


def alternatives(type_: Type) -> Iterator[Type]:
    """The types that one may be, without aliases, Variant and Optional around them."""
    type_ = type_.resolved()
    if isinstance(type_, VariantType):
        for each in type_.types:
            yield from alternatives(each)
    elif isinstance(type_, OptionalType):
        yield UNDEF
        if type_.type is not None:
            yield from alternatives(type_.type)
    elif isinstance(type_, NotUndefType):
        for each in alternatives(type_.type or ANY):
            if not isinstance(each, UndefType):
                yield each
    else:
        yield type_


def of_each(type_: Known, ask: Callable[[Type], Known]) -> Known:
    """What a question gives for every alternative but undef, together."""
    if known(type_) is None:
        return None
    assert type_ is not None
    return union(ask(each) for each in alternatives(type_) if not isinstance(each, UndefType))


# What is inside -------------------------------------------------------------------------------------------


def literal_of(type_: Known) -> str | int | None:
    """The one text or number that is of a type."""
    if isinstance(type_, StringType):
        return type_.value
    if isinstance(type_, IntegerType) and type_.low == type_.high:
        return int(type_.low)
    return None


def member(type_: Known, key: Known) -> Known:
    """The type of `value[key]`."""
    return of_each(type_, lambda each: _member(each, key))


def _member(type_: Type, key: Known) -> Known:
    literal = literal_of(key)
    if isinstance(type_, StructType):
        if not isinstance(literal, str):
            return union(each.value_type for each in type_.elements)
        element = type_.by_name.get(literal)
        if element is None:
            return UNDEF
        return union((element.value_type, UNDEF)) if isinstance(element.key_type, OptionalType) else element.value_type
    if isinstance(type_, HashType):
        return known(type_.value_type)
    if isinstance(type_, TupleType) and isinstance(literal, int) and type_.types:
        if type_.size_type is None and not -len(type_.types) <= literal < len(type_.types):
            return UNDEF
        return type_.types[literal] if literal < 0 else type_.at(literal)
    if isinstance(type_, (ArrayType, TupleType)):
        return elements(type_)
    return STRING if isinstance(type_, (StringType, EnumType)) else None


def along(type_: Known, keys: Iterable[str | int]) -> Known:
    """The type of what keys lead to, one after the other."""
    for key in keys:
        type_ = member(type_, StringType(None, key) if isinstance(key, str) else IntegerType(key, key))
    return type_


def elements(type_: Known) -> Known:
    """The type of what an iteration with one parameter sees."""
    return of_each(type_, _elements)


def _elements(type_: Type) -> Known:
    if isinstance(type_, TupleType):
        return union(type_.types) if type_.types else None
    if isinstance(type_, ArrayType):
        return known(type_.element_type)
    if isinstance(type_, (HashType, StructType)):
        return TupleType((keys(type_) or ANY, values(type_) or ANY))
    if isinstance(type_, (IterableType, IteratorType)):
        return known(type_.type)
    if isinstance(type_, TypeType):
        return type_.type if type_.iterable() else None
    if isinstance(type_, IntegerType):
        return IntegerType(0)
    return STRING if STRING.assignable(type_) else None


def keys(type_: Known) -> Known:
    return of_each(type_, _keys)


def _keys(type_: Type) -> Known:
    if isinstance(type_, HashType):
        return known(type_.key_type)
    return union(map(string_value, type_.by_name)) if isinstance(type_, StructType) and type_.by_name else None


def values(type_: Known) -> Known:
    return of_each(type_, _values)


def _values(type_: Type) -> Known:
    if isinstance(type_, HashType):
        return known(type_.value_type)
    return union(each.value_type for each in type_.elements) if isinstance(type_, StructType) else None


def is_hash(type_: Type) -> bool:
    return isinstance(type_, (HashType, StructType))


def is_array(type_: Type) -> bool:
    return isinstance(type_, (ArrayType, TupleType))


def array_of(type_: Known) -> Type:
    """Of nothing, an array that may be of anything."""
    return ArrayType(None if isinstance(type_, UnitType) else type_)


def hash_of(key: Known, value: Known) -> Type:
    of_key, of_value = (None if isinstance(each, UnitType) else each for each in (key, value))
    return HashType(of_key, of_value)


def iterated(type_: Known, count: int) -> tuple[Known, ...]:
    """The types of a lambda's parameters, of which there are `count`, where it is given each part of a value."""
    if count < 2:
        return (elements(type_),)
    if type_ is not None and all(is_hash(each) for each in alternatives(without_undef(type_) or ANY)):
        return keys(type_), values(type_)
    if type_ is not None and not any(is_hash(each) for each in alternatives(type_)) and known(type_) is not None:
        return IntegerType(0), elements(type_)
    return None, None


# For people -----------------------------------------------------------------------------------------------


def widened(type_: Type) -> Type:
    """A type as a person would write it: single values of numbers and strings, and sizes that are exact, go."""
    if isinstance(type_, StringType):
        return STRING if type_.value is not None else type_
    if isinstance(type_, (IntegerType, FloatType)):
        return type(type_)() if type_.low == type_.high else type_
    if isinstance(type_, BooleanType):
        return BOOLEAN
    if isinstance(type_, RegexpType):
        return RegexpType()
    if isinstance(type_, TupleType):
        types = tuple(map(widened, type_.types))
        return ArrayType(types[0]) if types and len(set(types)) == 1 else TupleType(types, type_.size_type)
    if isinstance(type_, ArrayType):
        return ArrayType(ANY if isinstance(type_.element_type, UnitType) else widened(type_.element_type), _size(type_))
    if isinstance(type_, HashType):
        if isinstance(type_.key_type, UnitType):
            return HashType()
        return HashType(widened(type_.key_type), widened(type_.value_type), _size(type_))
    if isinstance(type_, StructType):
        return StructType(tuple(each._replace(value_type=widened(each.value_type)) for each in type_.elements))
    if isinstance(type_, VariantType):
        return union(map(widened, type_.types)) or type_
    if isinstance(type_, OptionalType) and type_.type is not None:
        return OptionalType(widened(type_.type))
    return type_


def _size(type_: ArrayType | HashType) -> IntegerType | None:
    size = type_.size_type
    return None if size is None or size.low == size.high else size


def struct(members: Iterable[tuple[str, Known]]) -> Type:
    """A Struct of names that are all there, the last of each; a value that is not known is Any."""
    return StructType(tuple(struct_element(name, type_ or ANY) for name, type_ in dict(members).items()))
