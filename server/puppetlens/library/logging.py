"""The functions that log: one for each level."""

from __future__ import annotations

from ..base.byte_text import shown
from ..types import to_string
from ..types.values import Value
from .context import Context, LogLevel
from .function import Function


def log_function(level: LogLevel, doc: str | None) -> Function:
    function = Function(level, doc, {f"{level}('disk at', 95, 'percent')": "disk at 95 percent"}, unknown="own")

    @function.dispatch("Any *$values >> Undef")
    def log(context: Context, *values: Value) -> None:
        context.log(level, " ".join(shown(to_string(value)) for value in values))

    return function
