"""Call a function by its name, or do now what a Deferred would do on the agent."""

from __future__ import annotations

from ...base.errors import PuppetError
from ...types.builtin_objects import Deferred
from ...types.values import Hash, Sensitive, Unknown, Value
from ..context import MISSING, Context, Lambda
from ..function import Function

EXAMPLES = {
    "notice(call('upcase', 'abc'))": "ABC",
    "notice(call(Deferred('join', [['a', 'b'], '-'])))": "a-b",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="own")


def resolved(context: Context, value: Value) -> Value:
    """The value with every Deferred in it called."""
    if isinstance(value, Deferred):
        arguments = tuple(resolved(context, each) for each in value.arguments)
        if not value.name.startswith("$"):
            return called(context, value.name, arguments, None)
        variable = context.variable(f"::{value.name[1:]}")
        return context.call_function("dig", (None if variable is MISSING else variable, *arguments))
    if isinstance(value, tuple):
        return tuple(resolved(context, each) for each in value)
    if isinstance(value, Hash):
        return Hash((key, resolved(context, each)) for key, each in value.pairs())
    return Sensitive(resolved(context, value.value)) if isinstance(value, Sensitive) else value


def called(context: Context, name: str, arguments: tuple[Value, ...], block: Lambda | None) -> Value:
    try:
        return context.call_function(name, arguments, block)
    except PuppetError as error:
        if error.message.endswith(f"Unknown function: '{name}'."):
            raise PuppetError(f"Unknown function '{name}'") from error
        raise


@FUNCTION.dispatch("String $function_name, Any *$arguments, Optional[Callable] &$block")
def by_name(context: Context, function_name: Value, *arguments: Value, block: Lambda | None) -> Value:
    if isinstance(function_name, Unknown):
        context.hole(function_name)
        return function_name.plain()
    return called(context, function_name, arguments, block)


@FUNCTION.dispatch("Deferred $deferred")
def of_deferred(context: Context, deferred: Deferred) -> Value:
    return resolved(context, deferred)
