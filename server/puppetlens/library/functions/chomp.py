"""Remove the line end (`\\n`, `\\r\\n` or `\\r`) from the end of a string, one at most.

Numbers stay; something iterable gives an array of the results.
"""

from __future__ import annotations

from ..strings import string_function

EXAMPLES = {
    'notice("[${chomp("a\\r\\n")}]")': "[a]",
    'notice("[${chomp("a")}]")': "[a]",
}


def convert(text: str) -> str:
    return text[:-2] if text.endswith("\r\n") else text[:-1] if text.endswith(("\n", "\r")) else text


FUNCTION = string_function(__name__, __doc__, EXAMPLES, convert)
