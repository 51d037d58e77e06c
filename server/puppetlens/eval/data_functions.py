"""Hiera's back ends written as functions."""

from __future__ import annotations

from ..hiera import BackEnd, LookupError, RubyError
from ..library import functions
from ..types import describe_signatures
from ..types.aliases import RICH_DATA
from ..types.describe import describe_mismatch_of_type
from ..types.parse import parse_type
from ..types.type import ANY, Type
from ..types.values import Value
from .context import EvalContext
from .definitions import FunctionLike
from .draft import Draft
from .lambdas import call_function

_DATA_HASH = parse_type("Hash[RichDataKey, RichData]")


class DataFunctions:
    """The functions that a hiera.yaml may name (Hiera's `Functions`); they run in top scope."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft

    def find(self, kind: str, name: str) -> BackEnd | None:
        draft = self._draft
        name = name.removeprefix("::")
        module, colons, _ = name.partition("::")
        if colons and module != "environment" and module not in draft.loader.modules:
            raise RubyError("undefined method `load_typed' for nil:NilClass")
        function = draft.loader.find_function(name.lower())
        if function is not None and not isinstance(function, str):
            return BackEnd(_Called(draft, function), self._check_return_type(kind, function))
        if functions.find(name) is not None or function is not None:
            context = EvalContext(draft.top, draft.main_class.origin, 0)
            return BackEnd(lambda arguments: context.call_function(name, arguments))
        return None

    def _check_return_type(self, kind: str, function: FunctionLike) -> bool:
        """Whether the function says that it returns what a back end has to; an error where it says otherwise."""
        if function.return_type is None:
            return False
        returned = function.return_type(self._draft.top)
        if not isinstance(returned, Type) or returned is ANY:
            return False
        expected = _DATA_HASH if kind == "data_hash" else RICH_DATA
        if not expected.assignable(returned):
            what = f"Return type of '{kind}' function named '{function.name}' is incorrect,"
            raise LookupError(describe_mismatch_of_type(what, expected, returned))
        return True


class _Called:
    """A call of a function written in Puppet, in top scope."""

    def __init__(self, draft: Draft, function: FunctionLike) -> None:
        self._draft, self._function = draft, function

    def __call__(self, arguments: tuple[Value, ...]) -> Value:
        signature = self._draft.loader.signature_of(self._function)
        if not signature.callable_type.callable_with(arguments, None):
            raise RubyError(describe_signatures(self._function.name, [signature], arguments, None))
        return call_function(self._function, arguments, self._draft.top)
