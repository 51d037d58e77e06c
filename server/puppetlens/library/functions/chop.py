"""Remove the last character of a string; a final `\\r\\n` goes as one.

Numbers stay; something iterable gives an array of the results.
"""

from __future__ import annotations

from ..strings import string_function

EXAMPLES = {
    "notice(chop('abc'))": "ab",
    'notice("[${chop("a\\r\\n")}]")': "[a]",
}


def convert(text: str) -> str:
    return text[:-2] if text.endswith("\r\n") else text[:-1]


FUNCTION = string_function(__name__, __doc__, EXAMPLES, convert)
