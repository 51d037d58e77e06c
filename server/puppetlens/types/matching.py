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
    if isinstance(pattern, Unknown):
        return unknown_in(left, pattern) or pattern, None
    if isinstance(pattern, SemVerRange):
        return (left.plain() if isinstance(left, Unknown) else pattern.includes(left)), None
    if isinstance(left, Unknown):
        if not isinstance(pattern, Regexp):  # which was read already
            _regexp(pattern)
        _refuse_all(left)
        return left.plain(), None
    regexp = _regexp(pattern)
    if not isinstance(left, str):
        raise _no_string(left)
    return found_in(regexp, left)


def _regexp(pattern: Value) -> Regexp:
    try:
        if isinstance(pattern, (str, Regexp)):
            regexp = Regexp(pattern) if isinstance(pattern, str) else pattern
            compiled(regexp.source)
            return regexp
        why = f"no implicit conversion of {_converted_name(pattern)} into String"
    except PuppetError as error:
        why = error.message
    raise OperandError(
        f"Can not convert right match operand to a regular expression. Caused by '{why}'.", "MATCH_NOT_REGEXP", "right"
    )


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
