"""Divide a string at each match of a regular expression.

The pattern may be a string, which is a regular expression too (`'[.]'`, not `'.'`, for a dot). Groups in
it are kept as elements; empty strings at the end are dropped.
"""

from __future__ import annotations

from ...types.strings import RegexpType
from ...types.values import Regexp, Value
from ..context import Context
from ..function import Function
from ..ruby_regexp import split

EXAMPLES = {
    "notice(split('a,b,,c,,', ','))": "[a, b, , c]",
    "notice('a1b2'.split(/[0-9]/))": "[a, b]",
    "notice(split('abc', ''))": "[a, b, c]",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES)


@FUNCTION.dispatch("String $str, String $pattern")
def by_text(_: Context, str: str, pattern: str) -> Value:
    return split(str, Regexp(pattern))


@FUNCTION.dispatch("String $str, Regexp $pattern")
def by_regexp(_: Context, str: str, pattern: Regexp) -> Value:
    return split(str, pattern)


@FUNCTION.dispatch("String $str, Type[Regexp] $pattern")
def by_regexp_type(_: Context, str: str, pattern: RegexpType) -> Value:
    return split(str, pattern.pattern or Regexp(""))
