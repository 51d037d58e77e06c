"""Remove underscores and start each of the words between them with an upper-case letter.

Numbers stay; something iterable gives an array of the results.
"""

from __future__ import annotations

from ..strings import string_function

EXAMPLES = {
    "notice(camelcase('my_own_name'))": "MyOwnName",
    "notice(['ab_cd', 'ef'].camelcase)": "[AbCd, Ef]",
}


def convert(text: str) -> str:
    return "".join(word.capitalize() for word in text.split("_"))


FUNCTION = string_function(__name__, __doc__, EXAMPLES, convert)
