"""Remove white space from both ends of a string.

Numbers stay; something iterable gives an array of the results.
"""

from __future__ import annotations

from ..strings import BLANKS, string_function

EXAMPLES = {
    "notice(\"[${strip(' a b ')}]\")": "[a b]",
    "notice([' a ', 'b '].strip)": "[a, b]",
}


def convert(text: str) -> str:
    return text.strip(BLANKS)


FUNCTION = string_function(__name__, __doc__, EXAMPLES, convert)
