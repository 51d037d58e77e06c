"""`=~`, which `!~` negates."""

from __future__ import annotations

from ..base.errors import PuppetError
from .compare import Answer, found_in
from .decide import is_instance
from .errors import OperandError
from .labels import a_an, ruby_class
from .regex import compiled
from .semver_values import SemVerRange
from .shaped import stand_ins
from .type import Type
from .values import Regexp, Unknown, Value, unknown_in


def match(left: Value, pattern: Value) -> Answer:
    """`left =~ pattern`."""
    if isinstance(pattern, Type):
        return is_instance(pattern, left), None
    unknown = unknown_in(left, pattern)
    if unknown is not None:
        if isinstance(pattern, (str, Regexp)):
            _refuse_all(left)
        return unknown, None
    if isinstance(pattern, SemVerRange):
        return pattern.includes(left), None
    if isinstance(pattern, str):
        pattern = Regexp(pattern)
    if not isinstance(pattern, Regexp):
        raise OperandError(
            "Can not convert right match operand to a regular expression. Caused by"
            f" 'no implicit conversion of {_converted_name(pattern)} into String'.",
            "MATCH_NOT_REGEXP",
            "right",
        )
    if not isinstance(left, str):
        raise _no_string(left)
    try:
        compiled(pattern.source)
    except PuppetError as error:
        raise OperandError(
            f"Can not convert right match operand to a regular expression. Caused by '{error.message}'.",
            "MATCH_NOT_REGEXP",
            "right",
        ) from error
    return found_in(pattern, left)


def _refuse_all(left: Value) -> None:
    """An error where no value that an operand may have is a text."""
    kinds = stand_ins(left)
    if kinds and not any(isinstance(each, (str, Unknown)) for each in kinds):
        raise _no_string(kinds[-1])  # undef comes first


def _no_string(left: Value) -> OperandError:
    message = f"Left match operand must result in a String value. Got {a_an(left)}."
    return OperandError(message, "MATCH_NOT_STRING", "left")


def _converted_name(value: Value) -> str:
    """As Ruby names what it cannot convert."""
    if value is None:
        return "nil"
    return str(value).lower() if isinstance(value, bool) else ruby_class(value)
