"""Turn a string, and all strings in an array or hash (keys too), into lower case."""

from __future__ import annotations

from ..strings import case_function

EXAMPLES = {
    "notice(downcase('WEB'))": "web",
    "notice(['A', ['B', 1]].downcase)": "[a, [b, 1]]",
}


def convert(text: str) -> str:
    return text.lower() if text.isascii() else "".join(map(str.lower, text))  # no final sigma in Ruby


FUNCTION = case_function(__name__, __doc__, EXAMPLES, convert)
