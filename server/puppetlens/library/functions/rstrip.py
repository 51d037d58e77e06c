"""Remove white space from the end of a string.

Numbers stay; something iterable gives an array of the results.
"""

from __future__ import annotations

from ..strings import BLANKS, string_function

EXAMPLES = {
    "notice(\"[${rstrip(' a b ')}]\")": "[ a b]",
}


def convert(text: str) -> str:
    return text.rstrip(BLANKS)


FUNCTION = string_function(__name__, __doc__, EXAMPLES, convert)
