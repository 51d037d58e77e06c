"""What deferred calls return, as far as it can be known before the agent makes them."""

from __future__ import annotations

from ..base.errors import PuppetError
from ..library import functions
from ..library.function import no_such_arity
from ..types.builtin_objects import Deferred
from ..types.type import Type
from .definitions import FunctionLike
from .scope import Scope


def return_type(scope: Scope, call: Deferred) -> Type | None:
    """None where the function does not say: Puppet warns once for each function then."""
    known = _declared(scope, call)
    if known is None:
        message = (
            f"Deferred function {call.name} has no return_type, unable to guarantee value type during compilation."
        )
        scope.run.warn_once("deprecations", f"{call.name}_deferred_warning", message)
    return known


def _declared(scope: Scope, call: Deferred) -> Type | None:
    loader = scope.draft.loader
    key = call.name.removeprefix("::").lower()
    written: FunctionLike | str | None = loader.functions.get(key)
    built_in = None if written is not None else functions.find(key)
    if built_in is not None:
        return built_in.return_type(call.arguments, scope.run.language.major)
    written = written or loader.find_function(key)
    if isinstance(written, str):
        return None
    if written is not None:
        signature = loader.signature_of(written)
        if not signature.callable_type.callable_with(call.arguments, None):
            raise no_such_arity(written.name, call.arguments)
        return signature.callable_type.return_type
    raise PuppetError("undefined method `dispatcher' for NilClass:Class")
