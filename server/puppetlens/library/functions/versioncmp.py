"""Compare two version strings part by part: -1, 0 or 1, as the first is lower, the same or higher.

Numbers compare as numbers, so `1.10` is higher than `1.9`. With `true` as third argument trailing zeroes
do not count: `1.0` is `1`.
"""

from __future__ import annotations

import re

from ...base.errors import PuppetError
from ..context import Context
from ..function import Function

EXAMPLES = {
    "notice(versioncmp('1.10', '1.9'))": "1",
    "notice(versioncmp('2.0', '2.0.0'))": "-1",
    "notice(versioncmp('2.0', '2.0.0', true))": "0",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES)

_PARTS = re.compile(r"[-.]|\d+|[^-.\d]+", re.ASCII)


def sign(left: str | int, right: str | int) -> int:
    assert type(left) is type(right)
    return (left > right) - (left < right)  # type: ignore[operator]  # the two are of one type


def without_zeroes(version: str) -> str:
    first, *rest = version.rstrip("-").split("-")
    if not version:
        raise PuppetError("undefined method `sub!' for nil:NilClass")
    line, feed = (first[:-1], "\n") if first.endswith("\n") else (first, "")  # as `$` of Ruby has it
    return "-".join([line.rstrip(".0") + feed, *rest])


def compare_versions(left: str, right: str) -> int:
    for one, other in zip(_PARTS.findall(left), _PARTS.findall(right), strict=False):
        if one == other:
            continue
        for separator in "-.":
            if one == separator:
                return -1
            if other == separator:
                return 1
        if one.isdigit() and other.isdigit() and not (one[0] == "0" or other[0] == "0"):
            return sign(int(one), int(other))
        return sign(one.upper(), other.upper())
    return sign(left, right)


@FUNCTION.dispatch("String $a, String $b, Boolean $ignore_trailing_zeroes = false")
def of_strings(_: Context, a: str, b: str, ignore_trailing_zeroes: bool = False) -> int:
    if ignore_trailing_zeroes:
        return compare_versions(without_zeroes(a), without_zeroes(b))
    return compare_versions(a, b)
