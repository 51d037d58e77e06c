"""The functions that give the path of the first thing found."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .context import Context
from .function import Function


def finding_function(
    name: str,
    doc: str | None,
    examples: Mapping[str, str],
    parameter: str,
    find: Callable[[Context, str], str | None],
    array_parameter: str | None = None,
) -> Function:
    """A function of any number of strings, or of one array of them."""
    function = Function(name, doc, examples)

    def first(context: Context, names: tuple[str, ...]) -> str | None:
        return next((found for each in names if (found := find(context, each)) is not None), None)

    @function.dispatch(f"String *${parameter}")
    def of_strings(context: Context, *names: str) -> str | None:
        return first(context, names)

    @function.dispatch(f"Array[String] *${array_parameter or parameter}")
    def of_array(context: Context, *arrays: tuple[str, ...]) -> str | None:
        return first(context, tuple(each for array in arrays for each in array))

    return function
