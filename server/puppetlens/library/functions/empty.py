"""Whether a string, array, hash or Binary holds nothing; undef is empty too, a number never."""

from __future__ import annotations

from ...types.binary import Binary
from ...types.values import Sensitive, Value
from ..context import Context
from ..function import Function

EXAMPLES = {"notice(empty(''))": "true", "notice([1].empty)": "false", "notice(empty(undef))": "true"}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")


@FUNCTION.dispatch("Collection $coll")
def of_collection(_: Context, coll: Value) -> bool:
    return len(coll) == 0


@FUNCTION.dispatch("Sensitive[String] $str")
def of_sensitive(context: Context, str: Sensitive) -> Value:
    return context.call_function("empty", (str.value,))


@FUNCTION.dispatch("String $str")
def of_string(_: Context, str: str) -> bool:
    return not str


@FUNCTION.dispatch("Numeric $num")
def of_number(context: Context, num: int | float) -> bool:
    place = context.location
    message = "Calling function empty() with Numeric value is deprecated."
    context.warn_once("deprecations", f"empty-from-{place.file}-{place.line}", message, place)
    return False


@FUNCTION.dispatch("Binary $bin")
def of_binary(_: Context, bin: Binary) -> bool:
    return not bin.data


@FUNCTION.dispatch("Undef $x")
def of_undef(_: Context, x: None) -> bool:
    return True
