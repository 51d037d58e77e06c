"""Divide a string at each match of a regular expression.

The pattern may be a string, which is a regular expression too (`'[.]'`, not `'.'`, for a dot). Groups in
it are kept as elements; empty strings at the end are dropped. Puppet 8 also divides a Sensitive into a Sensitive array.
"""

from __future__ import annotations

from ...types.strings import RegexpType
from ...types.values import Regexp, Sensitive, Value
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


@FUNCTION.dispatch("Sensitive[String] $sensitive, String $pattern", since=8)
def sensitive_by_text(_: Context, sensitive: Sensitive, pattern: str) -> Value:
    return Sensitive(split(sensitive.value, Regexp(pattern)))


@FUNCTION.dispatch("Sensitive[String] $sensitive, Regexp $pattern", since=8)
def sensitive_by_regexp(_: Context, sensitive: Sensitive, pattern: Regexp) -> Value:
    return Sensitive(split(sensitive.value, pattern))


@FUNCTION.dispatch("Sensitive[String] $sensitive, Type[Regexp] $pattern", since=8)
def sensitive_by_regexp_type(_: Context, sensitive: Sensitive, pattern: RegexpType) -> Value:
    return Sensitive(split(sensitive.value, pattern.pattern or Regexp("")))
