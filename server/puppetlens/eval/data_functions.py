"""Hiera's back ends written as functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..hiera import LookupError
from ..types.aliases import RICH_DATA
from ..types.parse import parse_type
from ..types.type import Type
from ..types.values import Unknown, UnknownReason, Value
from .lambdas import call_function

if TYPE_CHECKING:
    from .compiler import Compiler
    from .definitions import FunctionLike

_DATA_HASH = parse_type("Hash[Variant[String, Numeric], RichData]")

DataFunction = Callable[[tuple[Value, ...]], Value]


class DataFunctions:
    """The functions that a hiera.yaml may name (Hiera's `Functions`); they run in top scope."""

    def __init__(self, compiler: Compiler) -> None:
        self._compiler = compiler

    def find(self, kind: str, name: str) -> DataFunction | None:
        compiler = self._compiler
        function = compiler.loader.find_function(name.lower())
        if function is not None:
            self._check_return_type(kind, function)
            return lambda arguments: call_function(function, arguments, compiler.top)
        if compiler.loader.ruby_function(name.lower()):
            reason = UnknownReason(f"the function '{name}' is written in Ruby")
            return lambda arguments: Unknown(reason)
        return None

    def _check_return_type(self, kind: str, function: FunctionLike) -> None:
        if function.return_type is None:
            return
        returned = function.return_type(self._compiler.top)
        expected = _DATA_HASH if kind == "data_hash" else RICH_DATA
        if isinstance(returned, Type) and not expected.assignable(returned):
            raise LookupError(
                f"Return type of '{kind}' function named '{function.name}' is incorrect, "
                f"expects a {expected.name} value, got {returned.name}"
            )
