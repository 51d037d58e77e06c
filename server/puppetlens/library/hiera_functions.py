"""The deprecated `hiera*` functions, which `lookup` replaces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from ..base.errors import PuppetError
from ..types.values import Value
from .context import MISSING, Context, Lambda
from .function import Function

#: What is done with the value found, given the context and the key.
Finish = Callable[[Context, str, Value], Value]


def hiera_function(
    name: str,
    doc: str | None,
    examples: Mapping[str, str],
    merge: Literal["first", "unique", "hash"],
    finish: Finish = lambda context, key, value: value,
) -> Function:
    """A function that looks a key up with one merge strategy."""
    function = Function(name, doc, examples, unknown="shallow")

    def look_up(context: Context, key: str, default: Value, block: Lambda | None = None) -> Value:
        warn_of_deprecation(context, function.name)
        return finish(context, key, context.hiera(key, merge, default, block))

    @function.dispatch("Tuple[String, Any, Any, 1, 3] $args")
    def of_array(context: Context, args: tuple[Value, ...]) -> Value:
        raise PuppetError("undefined method `hiera' for #<Class>")  # Puppet's own fault

    @function.dispatch("String $key")
    def without_default(context: Context, key: str) -> Value:
        return look_up(context, key, MISSING)

    @function.dispatch("String $key, Any $default, Any $override = undef")
    def with_default(context: Context, key: str, default: Value, override: Value = None) -> Value:
        return look_up(context, key, default)

    @function.dispatch("String $key, Callable[1, 1] &$default_block")
    def with_block(context: Context, key: str, *, block: Lambda) -> Value:
        return look_up(context, key, MISSING, block)

    @function.dispatch("String $key, Any $override, Callable[1, 1] &$default_block")
    def with_override_and_block(context: Context, key: str, override: Value, *, block: Lambda) -> Value:
        return look_up(context, key, MISSING, block)

    return function


def warn_of_deprecation(context: Context, name: str) -> None:
    if context.language.strict == "off":
        return
    major, minor, _ = context.language.puppet_version
    context.warn_once(
        "deprecations",
        name,
        f"The function '{name}' is deprecated in favor of using 'lookup'. "
        f"See https://puppet.com/docs/puppet/{major}.{minor}/deprecated_language.html",
    )
