"""Methods that Ruby has for texts, lists and hashes, in Puppet's language."""

from __future__ import annotations

from ...types.algebra import (
    BOOLEAN,
    INTEGER,
    alternatives,
    array_of,
    elements,
    is_array,
    is_hash,
    keys,
    union,
    values,
    without_undef,
)
from ...types.type import UNDEF
from .ruby_value import STRING, Expression, Untranslatable, all_are, is_plain, is_text, may_be_undef, shown

_SAME_ON_TEXT = ("upcase", "downcase", "capitalize", "strip", "lstrip", "rstrip", "chomp")


def method(on: Expression, name: str, arguments: list[Expression]) -> Expression:
    """Its call on a value; raises `Untranslatable`."""
    code = on.inner
    if name == "nil?":
        return Expression(f"{code} =~ Undef", BOOLEAN, False)
    if name == "empty?" and all_are(on.type, lambda each: is_text(each) or is_hash(each) or is_array(each)):
        return Expression(f"{code}.empty", BOOLEAN)
    if name in ("length", "size") and all_are(on.type, lambda each: is_text(each) or is_hash(each) or is_array(each)):
        return Expression(f"{code}.length", INTEGER)
    if name == "to_s" and is_plain(on.type):
        return Expression(shown(on), STRING)
    if name in _SAME_ON_TEXT and not arguments and all_are(on.type, is_text):
        return Expression(f"{code}.{name}", STRING)
    is_key = name in ("has_key?", "key?", "include?") and len(arguments) == 1 and arguments[0].literal is not None
    if all_are(on.type, is_hash) and is_key:
        return Expression(f"{code}.keys.any |$each| {{ $each =~ Enum[{arguments[0].code}] }}", BOOLEAN, False)
    if all_are(on.type, is_hash) and name in ("keys", "values"):
        inside = keys(on.type) if name == "keys" else values(on.type)
        return Expression(f"{code}.{name}", array_of(inside) if inside is not None else None)
    if all_are(on.type, is_array):
        return _of_list(on, name, arguments)
    raise Untranslatable(f".{name}")


def _of_list(on: Expression, name: str, arguments: list[Expression]) -> Expression:
    inside, code = elements(on.type), on.inner
    if name == "join" and len(arguments) < 2 and is_plain(inside):
        given = arguments[0].code if arguments else "''"
        if arguments and arguments[0].literal is None and not all_are(arguments[0].type, is_text):
            raise Untranslatable(".join with what may be no text")
        return Expression(f"{code}.join({given})", STRING)
    if (
        name == "sort"
        and not arguments
        and all_are(inside, is_text)
        and inside is not None
        and not may_be_undef(inside)
    ):
        return Expression(f"{code}.sort", on.type)
    if name == "compact" and not arguments and inside is not None:
        return Expression(f"{code}.filter |$each| {{ $each !~ Undef }}", array_of(without_undef(inside)))
    if name == "uniq" and not arguments:
        return Expression(f"{code}.unique", on.type)
    if name == "flatten" and not arguments and inside is not None:
        leaves = union(elements(each) if is_array(each) else each for each in alternatives(inside))
        if leaves is not None and not any(is_array(each) for each in alternatives(leaves)):
            return Expression(f"{code}.flatten", array_of(leaves))
    if name in ("first", "last") and not arguments and inside is not None:
        return Expression(f"{code}[{0 if name == 'first' else -1}]", union((inside, UNDEF)))
    if name == "include?" and len(arguments) == 1 and arguments[0].literal is not None:
        return Expression(f"{code}.any |$each| {{ $each =~ Enum[{arguments[0].code}] }}", BOOLEAN, False)
    raise Untranslatable(f".{name}")
