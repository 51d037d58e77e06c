"""Walk into a value by the keys and indexes of a dotted string; undef or the default where one is
missing.

Keys with dots are put in quotes: `'a."b.c".0'`. A lambda gets the error where the value cannot be walked
into, and its result is the function's.
"""

from __future__ import annotations

import re

from ...base.errors import PuppetError
from ...types.builtin_objects import ERROR_TYPE
from ...types.values import Value
from ..context import Context, Lambda
from ..error_data import ErrorWithData
from ..function import Function

EXAMPLES = {
    "notice(get({'a' => [{'b' => 'found'}]}, 'a.0.b'))": "found",
    "notice(get({'a' => 1}, 'b', 'a default'))": "a default",
    "notice(get({'a.b' => 1}, '\"a.b\"'))": "1",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")

_SEGMENT = re.compile(r"""(\s*"[^"]+"\s*|\s*'[^']+'\s*|[^'".]+)""")
_INDEX = re.compile(r":?[+-]?[0-9]+\Z")


def segments_of(navigation: str) -> tuple[str | int, ...]:
    """The keys and indexes of `a."b.c".0`."""
    parts = _SEGMENT.split(f"x.{navigation}")
    while parts and not parts[-1]:
        parts.pop()
    between = parts[2::2]
    if parts[:1] != [""] or any(part != "." for part in between) or len(parts) % 2:
        raise PuppetError("Syntax error in dotted-navigation string")
    return tuple(map(_segment, parts[3::2]))


def _segment(text: str) -> str | int:
    text = text.strip()
    if text[:1] in ("'", '"'):
        return text[1:-1]
    return int(text) if _INDEX.match(text) and not text.startswith(":") else text


@FUNCTION.dispatch("Any $value, String $dotted_string, Any $default_value = undef, Optional[Callable[1, 1]] &$block")
def walk(
    context: Context, value: Value, dotted_string: str, default_value: Value = None, *, block: Lambda | None
) -> Value:
    if value is None:
        return default_value
    if not dotted_string:
        return value
    try:
        found = context.call_function("dig", (value, *segments_of(dotted_string)))
    except ErrorWithData as error:
        if block is None:
            raise
        return block.call(ERROR_TYPE.make(error.data))
    return default_value if found is None else found
