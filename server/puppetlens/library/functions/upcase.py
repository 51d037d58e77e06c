"""Turn a string, and all strings in an array or hash (keys too), into upper case."""

from __future__ import annotations

from ..strings import case_function

EXAMPLES = {
    "notice(upcase('web'))": "WEB",
    "notice({'a' => ['b', 1]}.upcase)": "{A => [B, 1]}",
}


def convert(text: str) -> str:
    return text.upper()


FUNCTION = case_function(__name__, __doc__, EXAMPLES, convert)
