"""The string with its first letter in upper case and all others in lower case.

Numbers stay; something iterable gives an array of the results.
"""

from __future__ import annotations

from ..strings import string_function

EXAMPLES = {
    "notice(capitalize('hello WORLD'))": "Hello world",
    "notice(['ab', 'cd'].capitalize)": "[Ab, Cd]",
}


def convert(text: str) -> str:
    return text.capitalize()


FUNCTION = string_function(__name__, __doc__, EXAMPLES, convert)
