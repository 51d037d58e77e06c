"""`==`, `<`, `=~`, `in`, and the match of a case option or selector entry."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..base.errors import PuppetError
from .binary import Binary
from .decide import is_instance
from .errors import OperandError
from .labels import label
from .numbers import FLOAT, INTEGER
from .references import GIVEN
from .regex import captures, search
from .runtime import RuntimeObject
from .semver_values import SemVer, SemVerRange
from .strings import STRING
from .time_values import TimeData, Timespan
from .type import Type
from .values import DEFAULT, Hash, Regexp, Sensitive, Unknown, Value, unknown_in
from .variants import OptionalType

Captures = tuple[str | None, ...]

#: What a match says, and the captures where a regular expression matched.
Answer = tuple[bool | Unknown, Captures | None]

#: Types of which no value can be compared with one of the other: what may be undef can be compared with neither.
_EXAMPLES: Final[tuple[tuple[Type, str | int | float], ...]] = (
    (OptionalType(STRING), ""),
    (OptionalType(INTEGER), 0),
    (OptionalType(FLOAT), 0.0),
)
_FOLD = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}


def fold(text: str) -> str:
    """A string without regard to the case of ASCII letters; Ruby's `casecmp` folds no others."""
    return text.lower() if text.isascii() else text.translate(_FOLD)


# Equality --------------------------------------------------------------------------------------------------


def equals(left: Value, right: Value) -> bool | Unknown:
    """Puppet's `==`: strings without regard to case, numbers by value, never across kinds."""
    if isinstance(left, Type) and isinstance(right, Type):
        if isinstance(left, GIVEN) or isinstance(right, GIVEN):
            return left == right
        return left == right or (right.assignable(left) and left.assignable(right))
    return equal_values(left, right)


def equal_values(left: Value, right: Value) -> bool | Unknown:
    """`equals` inside a container and in `case`, where types are equal only if they are the same."""
    if isinstance(left, str) and isinstance(right, str):
        return left == right or fold(left) == fold(right)
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return unknown_in(left, right) or False
    if left is None or right is None:
        return left is right or (isinstance(left, RuntimeObject) and left.equals(right))
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return left == right
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all_of(map(equal_values, left, right))
    if isinstance(left, Hash) and isinstance(right, Hash):
        return len(left) == len(right) and all_of(equal_values(right.get(key), value) for key, value in left.pairs())
    if isinstance(left, Sensitive) and isinstance(right, Sensitive):
        unknown = unknown_in(left.value, right.value)
        return left == right if unknown is None else unknown
    for one, two in ((left, right), (right, left)):
        if isinstance(one, TimeData) and isinstance(two, (int, float, TimeData)):
            return one.compared(two) == 0
    if isinstance(left, RuntimeObject):
        return left.equals(right)
    return type(left) is type(right) and bool(left == right)


def all_of(answers: Iterable[bool | Unknown]) -> bool | Unknown:
    """False beats Unknown, Unknown beats true."""
    unknown: list[Unknown] = []
    for answer in answers:
        if answer is False:
            return False
        if answer is not True:
            assert isinstance(answer, Unknown)
            unknown.append(answer)
    return unknown_in(*unknown) or True


def any_of(answers: Iterable[bool | Unknown]) -> bool | Unknown:
    """True beats Unknown, Unknown beats false."""
    unknown: list[Unknown] = []
    for answer in answers:
        if answer is True:
            return True
        if answer is not False:
            assert isinstance(answer, Unknown)
            unknown.append(answer)
    return unknown_in(*unknown) or False


# Order -----------------------------------------------------------------------------------------------------


def compare(operator: str, left: Value, right: Value) -> bool | Unknown:
    """`==`, `!=`, `<`, `<=`, `>`, `>=`: values by order, types by assignability."""
    if isinstance(left, Type) and isinstance(right, Type):
        try:
            return _compare_types(operator, left, right)
        except PuppetError as error:
            raise _not_possible(operator, left, right, error.message) from error
    if operator in ("==", "!="):
        answer = equals(left, right)
        return answer if isinstance(answer, Unknown) or operator == "==" else not answer
    unknown = unknown_in(left, right)
    if unknown is not None:
        left, right = _example(left), _example(right)
        if left is None or right is None or isinstance(left, str) == isinstance(right, str):
            return unknown
    if isinstance(left, Type):
        return False
    try:
        order = ordering(left, right)
    except NotComparable as error:
        raise _not_possible(operator, left, right, str(error)) from error
    return {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[operator]


def _compare_types(operator: str, left: Type, right: Type) -> bool:
    if operator in ("==", "!="):
        return equals(left, right) is (operator == "==")
    if operator in ("<", "<="):
        left, right = right, left
    return left.assignable(right) and (operator in ("<=", ">=") or equals(left, right) is not True)


def _example(value: Value) -> str | int | float | None:
    """A text, or a number, or what is as good as the unknown value for being compared with the other kind."""
    if isinstance(value, Unknown):
        return next((example for type_, example in _EXAMPLES if value.must_be(type_)), None)
    return value if isinstance(value, (str, int, float)) and not isinstance(value, bool) else None


def _not_possible(operator: str, left: Value, right: Value, why: str) -> OperandError:
    return OperandError(
        f"Comparison of: {label(left)} {operator} {label(right)}, is not possible. Caused by '{why}'.",
        "COMPARISON_NOT_POSSIBLE",
    )


class NotComparable(Exception):
    """Two values have no order; the message says why."""


def ordering(left: Value, right: Value) -> int:
    """Less than, equal to or greater than zero; `NotComparable` where the two have no order."""
    if isinstance(left, str):
        if not isinstance(right, str):
            raise NotComparable("A String is not comparable to a non String")
        one, two = fold(left), fold(right)
        return (one > two) - (one < two)
    if isinstance(left, (int, float)) and not isinstance(left, bool):
        if isinstance(right, TimeData):
            return (float(left) > float(right)) - (float(left) < float(right))
        if isinstance(right, SemVer):
            raise PuppetError("can't convert SemanticPuppet::Version into Float")
        if not isinstance(right, (int, float)) or isinstance(right, bool):
            raise NotComparable("A Numeric is not comparable to non Numeric")
        return (left > right) - (left < right)
    if isinstance(left, TimeData):
        order = left.compared(right)
        if order is None:
            name = "Timespan" if isinstance(left, Timespan) else "Timestamp"
            raise NotComparable(f"{name}s are only comparable to {name}s, Integers, and Floats")
        return order
    if isinstance(left, SemVer):
        if not isinstance(right, SemVer):
            raise NotComparable("Versions not comparable to non Versions")
        return left.compared(right)
    if left is DEFAULT:
        if right is not DEFAULT:
            raise NotComparable("Symbol not comparable to non Symbol")
        return 0
    raise NotComparable("Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable")


# Matches ---------------------------------------------------------------------------------------------------


def found_in(pattern: Regexp, text: str) -> Answer:
    """Whether a pattern finds something, and what."""
    found = search(pattern, text)
    return found is not None, None if found is None else captures(found)


def matches_option(value: Value, option: Value) -> Answer:
    """Whether a case option or selector entry takes the value.

    Regular expressions and types match, arrays and hashes match element by element, all else is `==`.
    """
    if type(option) is str:
        return equal_values(value, option), None
    if isinstance(option, Type):
        return is_instance(option, value), None
    if isinstance(value, Unknown) or isinstance(option, Unknown):
        return unknown_in(value, option) or False, None
    if isinstance(option, Regexp):
        return found_in(option, value) if isinstance(value, str) else (False, None)
    if option is DEFAULT:
        return True, None
    if isinstance(option, SemVer) and isinstance(value, str):
        try:
            return option == SemVer.parse(value), None
        except PuppetError:
            return False, None
    if isinstance(option, SemVerRange):
        return option.includes(value), None
    if isinstance(option, tuple):
        if not isinstance(value, tuple) or len(option) != len(value):
            return False, None
        return _all_match(zip(value, option, strict=True))
    if isinstance(option, Hash):
        if not isinstance(value, Hash):
            return False, None
        return _all_match((value.get(key), each) for key, each in option.pairs())
    return equal_values(value, option), None


def _all_match(pairs: Iterable[tuple[Value, Value]]) -> Answer:
    found: list[Captures] = []

    def answers() -> Iterable[bool | Unknown]:
        for value, option in pairs:
            answer, captured = matches_option(value, option)
            if captured is not None:
                found.append(captured)
            yield answer

    return all_of(answers()), found[-1] if found else None


def contains(needle: Value, haystack: Value) -> Answer:
    """`needle in haystack`."""
    if isinstance(haystack, Unknown):
        return unknown_in(haystack, needle) or haystack, None
    if isinstance(haystack, Hash):
        haystack = tuple(haystack)
    if isinstance(haystack, tuple):
        return _in_array(needle, haystack) if haystack else (False, None)
    if isinstance(needle, Unknown):
        return needle.plain(), None
    if isinstance(haystack, str):
        if isinstance(needle, str):
            return needle.lower() in haystack.lower(), None
        return found_in(needle, haystack) if isinstance(needle, Regexp) else (False, None)
    if isinstance(haystack, Binary):
        return _in_binary(needle, haystack.data), None
    return isinstance(haystack, SemVerRange) and haystack.includes(needle), None


def _in_array(needle: Value, elements: tuple[Value, ...]) -> Answer:
    if isinstance(needle, Unknown):
        return unknown_in(needle, *elements) or needle, None
    if isinstance(needle, Regexp):
        unknown = unknown_in(*elements)
        for element in elements:
            if isinstance(element, str) and (answer := found_in(needle, element))[0]:
                return answer
        return (False if unknown is None else unknown), None
    if isinstance(needle, Type) and not isinstance(needle, GIVEN):
        return any_of(is_instance(needle, each) for each in elements), None
    if isinstance(needle, (str, SemVer)):
        found: list[Captures] = []
        answers = (_noted(matches_option(needle, element), found) for element in elements)
        return any_of(answers), found[-1] if found else None
    return any_of(equal_values(element, needle) for element in elements), None


def _noted(answer: Answer, found: list[Captures]) -> bool | Unknown:
    if answer[1] is not None:
        found.append(answer[1])
    return answer[0]


def _in_binary(needle: Value, data: bytes) -> bool:
    if isinstance(needle, Binary):
        return needle.data in data
    if isinstance(needle, str):
        return needle.encode() in data
    return isinstance(needle, (int, float)) and not isinstance(needle, bool) and needle in tuple(data)
