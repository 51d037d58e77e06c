"""Hiera's back ends written as functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..hiera import BackEnd, LookupError, RubyError
from ..library import functions
from ..types import describe_signatures
from ..types.aliases import RICH_DATA
from ..types.describe import describe_mismatch_of_type
from ..types.parse import parse_type
from ..types.type import ANY, Type
from ..types.values import Value
from .context import EvalContext
from .lambdas import call_function

if TYPE_CHECKING:
    from .compiler import Compiler
    from .definitions import FunctionLike

_DATA_HASH = parse_type("Hash[RichDataKey, RichData]")


class DataFunctions:
    """The functions that a hiera.yaml may name (Hiera's `Functions`); they run in top scope."""

    def __init__(self, compiler: Compiler) -> None:
        self._compiler = compiler

    def find(self, kind: str, name: str) -> BackEnd | None:
        compiler = self._compiler
        name = name.removeprefix("::")
        module, colons, _ = name.partition("::")
        if colons and module != "environment" and module not in compiler.loader.modules:
            raise RubyError("undefined method `load_typed' for nil:NilClass")
        function = compiler.loader.find_function(name.lower())
        if function is not None and not isinstance(function, str):
            return BackEnd(_Called(compiler, function), self._check_return_type(kind, function))
        if functions.find(name) is not None or function is not None:
            context = EvalContext(compiler.top, compiler.main_class.origin, 0)
            return BackEnd(lambda arguments: context.call_function(name, arguments))
        return None

    def _check_return_type(self, kind: str, function: FunctionLike) -> bool:
        """Whether the function says that it returns what a back end has to; an error where it says otherwise."""
        if function.return_type is None:
            return False
        returned = function.return_type(self._compiler.top)
        if not isinstance(returned, Type) or returned is ANY:
            return False
        expected = _DATA_HASH if kind == "data_hash" else RICH_DATA
        if not expected.assignable(returned):
            what = f"Return type of '{kind}' function named '{function.name}' is incorrect,"
            raise LookupError(describe_mismatch_of_type(what, expected, returned))
        return True


class _Called:
    """A call of a function written in Puppet, in top scope."""

    def __init__(self, compiler: Compiler, function: FunctionLike) -> None:
        self._compiler, self._function = compiler, function

    def __call__(self, arguments: tuple[Value, ...]) -> Value:
        signature = self._compiler.signature_of(self._function)
        if not signature.callable_type.callable_with(arguments, None):
            raise RubyError(describe_signatures(self._function.name, [signature], arguments, None))
        return call_function(self._function, arguments, self._compiler.top)
