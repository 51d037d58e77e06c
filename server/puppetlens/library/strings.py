"""The string functions that also take collections of strings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ..base.byte_text import like
from ..base.errors import PuppetError
from ..types import Type
from ..types.iterator import iterate
from ..types.values import Hash, Value
from .context import Context
from .function import Function

#: What Ruby takes for white space at either end of a string.
BLANKS: Final = "\0\t\n\v\f\r "

Conversion = Callable[[str], str]


def string_function(name: str, doc: str | None, examples: Mapping[str, str], convert: Conversion) -> Function:
    """A function of a string, a number (left as it is) or something iterable of both."""
    function = Function(name, doc, examples)

    def converted(value: Value) -> Value:
        return like(value, convert(value)) if isinstance(value, str) else value

    @function.dispatch("Numeric $arg")
    def of_number(_: Context, arg: int | float) -> Value:
        return arg

    @function.dispatch("String $arg")
    def of_string(_: Context, arg: str) -> str:
        return like(arg, convert(arg))

    @function.dispatch("Iterable[Variant[String, Numeric]] $arg")
    def of_iterable(_: Context, arg: Value) -> Value:
        iterator = None if isinstance(arg, Type) else iterate(arg)
        if iterator is None:
            raise PuppetError(f"undefined method `map' for {arg}")
        return tuple(converted(element) for element in iterator.take())

    return function


def case_function(name: str, doc: str | None, examples: Mapping[str, str], convert: Conversion) -> Function:
    """`upcase` and `downcase`: arrays and hashes at any depth, keys too."""
    local_types = {"StringData": "Variant[String, Numeric, Array[StringData], Hash[StringData, StringData]]"}
    function = Function(name, doc, examples, local_types=local_types)

    def converted(value: Value) -> Value:
        if isinstance(value, str):
            return like(value, convert(value))
        if isinstance(value, tuple):
            return tuple(map(converted, value))
        if isinstance(value, Hash):
            return Hash((converted(key), converted(element)) for key, element in value.pairs())
        return value

    for signature in (
        "Numeric $arg",
        "String $arg",
        "Array[StringData] $arg",
        "Hash[StringData, StringData] $arg",
    ):

        @function.dispatch(signature)
        def of_any(_: Context, arg: Value) -> Value:
            return converted(arg)

    return function
