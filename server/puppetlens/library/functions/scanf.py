"""Read values out of a string by a template: the array of all that matched, up to the first that did not.

`%d` reads a decimal integer, `%x` and `%o` other radixes, `%i` one with a prefix, `%f` a float, `%s` a
word, `%c` characters, `%[a-z]` those of a set; white space in the template matches any. A lambda gets the
array.
"""

from __future__ import annotations

from ...types.values import Value
from ..context import Context, Lambda
from ..function import Function
from ..ruby_scanf import scanf

#: None that real Puppet can confirm: it needs a Ruby library that systems rarely have.
EXAMPLES: dict[str, str] = {}

FUNCTION = Function(__name__, __doc__, EXAMPLES)


@FUNCTION.dispatch("String $data, String $format, Optional[Callable] &$block")
def scan(_: Context, data: str, format: str, *, block: Lambda | None) -> Value:
    values = scanf(data, format)
    return values if block is None else block.call(values)
