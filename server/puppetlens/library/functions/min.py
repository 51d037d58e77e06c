"""The least of the arguments, or of the elements of a single array.

Numbers compare with numbers and strings with strings (by code point); conversions of others are
deprecated. A lambda of two parameters tells the order, as `compare` does.
"""

from __future__ import annotations

from ..extremes import extreme_function

EXAMPLES = {
    "notice(min(1, 2.5))": "1",
    "notice(min(['b', 'a']))": "a",
    "notice(min('aa', 'b') |$a, $b| { compare(length($a), length($b)) })": "b",
}

FUNCTION = extreme_function(__name__, __doc__, EXAMPLES, -1)
