"""Remove white space from the start of a string.

Numbers stay; something iterable gives an array of the results.
"""

from __future__ import annotations

from ..strings import BLANKS, string_function

EXAMPLES = {
    "notice(\"[${lstrip(' a b ')}]\")": "[a b ]",
}


def convert(text: str) -> str:
    return text.lstrip(BLANKS)


FUNCTION = string_function(__name__, __doc__, EXAMPLES, convert)
