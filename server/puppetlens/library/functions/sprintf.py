"""Format values by a template, as Ruby's `sprintf` does.

`%d` integers, `%f` `%e` `%g` floats, `%x` `%o` `%b` other radixes, `%s` strings, `%p` strings as in code,
`%%` a percent sign; between `%` and the letter flags (`-` left, `0` zeroes, `+` sign, space, `#`), width
and precision. `%1$s` takes arguments by number, `%<name>d` and `%{name}` out of a hash.
"""

from __future__ import annotations

from ...types import sprintf
from ...types.values import Value
from ..context import Context
from ..function import Function
from ..legacy import text_argument
from ..ruby_text import inspect, to_s

EXAMPLES = {
    "notice(sprintf('%05d|%-5s|%.2f', 42, 'ab', 3.14159))": "00042|ab   |3.14",
    "notice(sprintf('%x %b', 255, 5))": "ff 101",
    "notice(sprintf('%<port>d on %{host}', {'host' => 'web', 'port' => 80}))": "80 on web",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, legacy=True)


@FUNCTION.dispatch("String $format, Any *$arguments")
def format_text(_: Context, format: Value, *arguments: Value) -> str:
    return sprintf(text_argument(format), arguments, to_s, inspect, string_names=True)
