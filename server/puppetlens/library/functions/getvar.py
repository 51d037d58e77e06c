"""The value of a variable given by name, walked into by keys and indexes after dots.

`getvar('facts.os.name')` is `$facts['os']['name']`; undef or the default where the variable or a part is
missing. A lambda gets the error where the value cannot be walked into.
"""

from __future__ import annotations

import re

from ...types.values import Value
from ..context import MISSING, Context, Lambda
from ..function import Function

EXAMPLES = {
    "$server = {'ports' => [80, 443]}\nnotice(getvar('server.ports.1'))": "443",
    "notice(getvar('no_such_variable', 'a default'))": "a default",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES)

_NAME = re.compile(r"((?:::)?(?:\w+::)*\w+)(.*)\Z", re.ASCII | re.DOTALL)


@FUNCTION.dispatch(
    r"Pattern[/\A(?:::)?(?:[a-z]\w*::)*[a-z_]\w*(?:\.|\Z)/] $get_string, Any $default_value = undef, "
    "Optional[Callable[1, 1]] &$block"
)
def get_variable(context: Context, get_string: str, default_value: Value = None, *, block: Lambda | None) -> Value:
    match = _NAME.match(get_string)
    assert match is not None
    name, navigation = match.groups()
    value = context.variable(name)
    if value is MISSING:
        return default_value
    return context.call_function("get", (value, navigation.removeprefix("."), default_value), block)


@FUNCTION.mismatch("String $get_string, Any $default_value = undef, Optional[Callable] &$block")
def no_variable(_: Context, get_string: str, default_value: Value = None, *, block: Lambda | None = None) -> str:
    return "The given string does not start with a valid variable name"
