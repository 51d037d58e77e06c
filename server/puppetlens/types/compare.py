"""`==`, `<`, `=~`, `in`, and the match of a case option or selector entry."""

from __future__ import annotations

from ..base.errors import PuppetError
from .infer import infer
from .regex import captures, search
from .type import Type
from .values import DEFAULT, Hash, Regexp, Sensitive, Unknown, Value, unknown_in
from .variants import DATA

Captures = tuple[str | None, ...]


def equals(left: Value, right: Value) -> bool | Unknown:
    """Puppet's `==`: strings without regard to case, numbers by value, never across kinds."""
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return unknown_in(left, right) or False
    if isinstance(left, str) and isinstance(right, str):
        return left == right or left.casefold() == right.casefold()
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return left == right
    if isinstance(left, tuple) and isinstance(right, tuple):
        if len(left) != len(right):
            return False
        return all_of(equals(a, b) for a, b in zip(left, right, strict=True))
    if isinstance(left, Hash) and isinstance(right, Hash):
        if len(left) != len(right) or any(key not in right for key in left):
            return False
        return all_of(equals(value, right[key]) for key, value in left.pairs())
    if isinstance(left, Sensitive) and isinstance(right, Sensitive):
        return equals(left.value, right.value)
    if left is None or right is None or left is DEFAULT or right is DEFAULT:
        return left is right
    return type(left) is type(right) and bool(left == right)


def all_of(answers: object) -> bool | Unknown:
    """False beats Unknown, Unknown beats true."""
    unknown: Unknown | None = None
    for answer in answers:  # type: ignore[attr-defined]  # any iterable of answers
        if isinstance(answer, Unknown):
            unknown = answer
        elif not answer:
            return False
    return True if unknown is None else unknown


def compare(operator: str, left: Value, right: Value) -> bool | Unknown:
    """`<`, `<=`, `>`, `>=` on numbers, strings and types."""
    unknown = unknown_in(left, right)
    if unknown:
        return unknown
    if isinstance(left, Type) and isinstance(right, Type):
        return {
            "<": right.assignable(left) and not left.assignable(right),
            "<=": right.assignable(left),
            ">": left.assignable(right) and not right.assignable(left),
            ">=": left.assignable(right),
        }[operator]
    order = ordering(left, right)
    if order is None:
        a, b = infer(left).general(), infer(right).general()
        if isinstance(left, (str, int, float)) and not isinstance(left, bool):
            raise PuppetError(
                f"Comparison of: {a} {operator} {b}, is not possible. Caused by 'Only Strings, "
                "Numbers, Timespans, Timestamps, and Versions are comparable'.",
                "COMPARISON_NOT_POSSIBLE",
            )
        raise PuppetError(
            f"Comparison of: {a} {operator} {b}, is not possible. Caused by 'Only Strings, Numbers, Timespans, "
            "Timestamps, and Versions are comparable'.",
            "COMPARISON_NOT_POSSIBLE",
        )
    return {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[operator]


def ordering(left: Value, right: Value) -> int | None:
    """Less than, equal to or greater than zero; None where the two cannot be ordered."""
    numbers = (int, float)
    if isinstance(left, bool) or isinstance(right, bool):
        return None
    if isinstance(left, numbers) and isinstance(right, numbers):
        return (left > right) - (left < right)
    if isinstance(left, str) and isinstance(right, str):
        a, b = left.casefold(), right.casefold()
        return (a > b) - (a < b)
    return None


def match(left: Value, pattern: Value) -> tuple[bool | Unknown, Captures | None]:
    """`left =~ pattern`; the captures where a regular expression matched."""
    unknown = unknown_in(left, pattern)
    if unknown:
        return unknown, None
    if isinstance(pattern, Type):
        return pattern.accepts(left), None
    if isinstance(pattern, str):
        pattern = Regexp(pattern)
    if not isinstance(pattern, Regexp):
        raise PuppetError(
            f"Can not convert right match operand to a regular expression. Caused by 'can't convert "
            f"{ruby_class(pattern)} into String'",
            "MATCH_NOT_REGEXP",
        )
    if not isinstance(left, str):
        raise PuppetError(
            f"Left match operand must result in a String value. Got {a_an(infer(left).general().name)}.",
            "MATCH_NOT_STRING",
        )
    found = search(pattern, left)
    return found is not None, captures(found) if found else None


def ruby_class(value: Value) -> str:
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return "true" if value else "false"
    names: dict[type, str] = {int: "Integer", float: "Float", tuple: "Array", Hash: "Hash"}
    return names.get(type(value), type(value).__name__)


def a_an(noun: str) -> str:
    noun = {"Undef": "Undef Value"}.get(noun, noun)
    return f"{'an' if noun[:1] in 'AEIOUaeiou' else 'a'} {noun}"


def contains(needle: Value, haystack: Value) -> tuple[bool | Unknown, Captures | None]:
    """`needle in haystack`."""
    unknown = unknown_in(needle, haystack)
    if unknown:
        return unknown, None
    if isinstance(haystack, str):
        if isinstance(needle, Regexp):
            found = search(needle, haystack)
            return found is not None, captures(found) if found else None
        if isinstance(needle, str):
            return needle.casefold() in haystack.casefold(), None
        return False, None
    if isinstance(haystack, (tuple, Hash)):
        if isinstance(needle, Regexp):
            for element in haystack:
                found = search(needle, element) if isinstance(element, str) else None
                if found:
                    return True, captures(found)
            return False, None
        if isinstance(needle, Type):
            return any(needle.accepts(e) for e in haystack) or needle in list(haystack), None
        return any_of(equals(needle, element) for element in haystack), None
    return False, None


def any_of(answers: object) -> bool | Unknown:
    """True beats Unknown, Unknown beats false."""
    unknown: Unknown | None = None
    for answer in answers:  # type: ignore[attr-defined]  # any iterable of answers
        if isinstance(answer, Unknown):
            unknown = answer
        elif answer:
            return True
    return False if unknown is None else unknown


def matches_option(value: Value, option: Value) -> tuple[bool | Unknown, Captures | None]:
    """Whether a case option or selector entry takes the value: regular expressions and types match, arrays and
    hashes match element by element, all else is `==`."""
    unknown = unknown_in(value, option)
    if unknown:
        return unknown, None
    if isinstance(option, Regexp):
        if not isinstance(value, str):
            return False, None
        found = search(option, value)
        return found is not None, captures(found) if found else None
    if isinstance(option, Type) and not isinstance(value, Type):
        return option.accepts(value), None
    if option is DEFAULT:
        return value is DEFAULT, None
    if isinstance(option, tuple) and isinstance(value, tuple):
        if len(option) != len(value):
            return False, None
        return all_of(matches_option(v, o)[0] for v, o in zip(value, option, strict=True)), None
    if isinstance(option, Hash) and isinstance(value, Hash):
        if any(key not in value for key in option):
            return False, None
        return all_of(matches_option(value[key], o)[0] for key, o in option.pairs()), None
    return equals(value, option), None


_ = DATA
