"""What a pattern matches in a string: an array of the whole match and its groups, or undef.

The pattern is a regular expression, a string with one, a Pattern or Regexp type, or an array of those, of
which the first that matches counts. An array of strings gives an array of results. Unlike `=~` this sets
no match variables.
"""

from __future__ import annotations

from ...base.errors import PuppetError
from ...types import Type
from ...types.labels import ruby_class
from ...types.regex import captures, search
from ...types.strings import PatternType, RegexpType
from ...types.values import Regexp, Value
from ...types.variants import VariantType
from ..context import Context
from ..function import Function

EXAMPLES = {
    "notice('abc123'.match(/([a-z]+)([0-9]+)/))": "[abc123, abc, 123]",
    "notice('abc'.match('x') =~ Undef)": "true",
    "notice(['a1', 'b2'].match(/[0-9]/))": "[[1], [2]]",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES)


def matched(string: str, pattern: Value) -> Value:
    if isinstance(pattern, str):
        pattern = Regexp(pattern)
    if isinstance(pattern, Regexp):
        found = search(pattern, string)
        return None if found is None else captures(found)
    if isinstance(pattern, Type):
        return matched_by_type(string, pattern.resolved())
    if isinstance(pattern, tuple):
        results = (matched(string, each) for each in pattern)
        return next((result for result in results if result is not None), None)
    raise wrong_pattern(pattern)


def matched_by_type(string: str, pattern: Type) -> Value:
    if isinstance(pattern, VariantType):
        return matched(string, pattern.types)
    if isinstance(pattern, PatternType):
        return matched(string, pattern.patterns)
    if isinstance(pattern, RegexpType):
        if pattern.pattern is None:
            raise PuppetError("Given Regexp Type has no regular expression")
        return matched(string, pattern.pattern)
    raise wrong_pattern(pattern)


def wrong_pattern(pattern: Value) -> PuppetError:
    return PuppetError(
        "match() expects pattern of T, where T is String, Regexp, Regexp[r], Pattern[p], or Array[T]. "
        f"Got {ruby_class(pattern)}"
    )


@FUNCTION.dispatch("String $string, Variant[Any, Type] $pattern")
def of_string(_: Context, string: str, pattern: Value) -> Value:
    return matched(string, pattern)


@FUNCTION.dispatch("Array[String] $string, Variant[Any, Type] $pattern")
def of_array(_: Context, string: tuple[str, ...], pattern: Value) -> Value:
    return tuple(matched(each, pattern) for each in string)
