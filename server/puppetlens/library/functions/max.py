"""The greatest of the arguments, or of the elements of a single array.

Numbers compare with numbers and strings with strings (by code point); conversions of others are
deprecated. A lambda of two parameters tells the order, as `compare` does.
"""

from __future__ import annotations

from ..extremes import extreme_function

EXAMPLES = {
    "notice(max(1, 2.5))": "2.5",
    "notice(max(['a', 'c', 'b']))": "c",
    "notice(max('aa', 'b') |$a, $b| { compare(length($a), length($b)) })": "aa",
}

FUNCTION = extreme_function(__name__, __doc__, EXAMPLES, 1)
