"""Formats of values by type: what `%-10.3s` and hashes of such texts say."""

from __future__ import annotations

import re
from functools import cmp_to_key

from ..base.errors import PuppetError
from .binary import BINARY
from .collections import ARRAY, HASH, ArrayType, HashType
from .labels import ruby_class
from .numbers import FLOAT, NUMERIC
from .object_type import OBJECT
from .strings import EnumType, PatternType, StringType
from .tuples import StructType, TupleType
from .type import ANY, Type
from .values import Hash

FORMAT_PATTERN = r"^%([\s\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])$"
_FORMAT = re.compile(r"%([\s\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])", re.M)
_DELIMITERS = {"[": ("[", "]"), "{": ("{", "}"), "(": ("(", ")"), "<": ("<", ">"), "|": ("|", "|")}


class Format:
    """`%<flags><width>.<precision><letter>`, and what containers have besides."""

    def __init__(self, text: str) -> None:
        match = next((m for line in [text] if (m := _line_match(line))), None)
        if match is None:
            raise PuppetError(f"The format '{text}' is not a valid format on the form '%<flags><width>.<prec><format>'")
        flags = match[1]
        if len(set(flags)) != len(flags):
            raise PuppetError(f"The same flag can only be used once, got '{text}'")
        delimiters = [flag for flag in "[{(<|" if flag in flags]
        if len(delimiters) > 1:
            raise PuppetError(f"Only one of the delimiters [ {{ ( < | can be given in the format flags, got '{text}'")
        self.text = text
        self.letter = match[4]
        self.flags = flags
        self.left = "-" in flags
        self.alternate = "#" in flags
        self.width = int(match[2]) if match[2] else None
        self.precision = int(match[3]) if match[3] else None
        self.delimiters = _DELIMITERS[delimiters[0]] if delimiters else ("", "") if " " in flags else None
        self.separator: str | None = None
        self.separator2: str | None = None
        self.inner: Formats | None = None

    def merged(self, other: Format) -> Format:
        result = Format(other.text)
        result.separator = self.separator if other.separator is None else other.separator
        result.separator2 = self.separator2 if other.separator2 is None else other.separator2
        result.inner = merged_formats(self.inner, other.inner)
        return result


def _line_match(text: str) -> re.Match[str] | None:
    return next((m for line in text.split("\n") if (m := _FORMAT.fullmatch(line))), None)


Formats = dict[Type, Format]


def merged_formats(low: Formats | None, high: Formats | None) -> Formats | None:
    """`high` wins, also over narrower types that it has no format for."""
    if low is None or high is None:
        return low if high is None else high
    kept = {k: v for k, v in low.items() if not any(other != k and other.assignable(k) for other in high)}
    keys = list(dict.fromkeys((*kept, *high)))
    pairs = [
        (key, kept[key].merged(high[key]) if key in kept and key in high else kept.get(key) or high[key])
        for key in keys
    ]
    by_type = cmp_to_key(_narrower_first)
    return dict(sorted(pairs, key=lambda pair: by_type(pair[0])))


def _narrower_first(a: Type, b: Type) -> int:
    a_in_b, b_in_a = b.assignable(a), a.assignable(b)
    if a == b:
        return 0
    if a_in_b != b_in_a:
        return -1 if a_in_b else 1
    ranks = _rank(a), _rank(b)
    if 0 in ranks:
        ranks_text = str(a), str(b)
        return (ranks_text[0] > ranks_text[1]) - (ranks_text[0] < ranks_text[1])
    return ranks[0] - ranks[1]


def _rank(type_: Type) -> int:
    kinds = {StructType: 1, HashType: 2, TupleType: 3, ArrayType: 4, PatternType: 10, EnumType: 11, StringType: 12}
    return kinds.get(type(type_), 0)


def _container_format(text: str, separator: str, separator2: str) -> Format:
    format_ = Format(text)
    format_.separator, format_.separator2, format_.inner = separator, separator2, INNER
    return format_


INNER: Formats = {ANY: Format("%p")}
DEFAULTS: Formats = {
    OBJECT: Format("%p"), FLOAT: Format("%f"), NUMERIC: Format("%d"), ARRAY: _container_format("%a", ", ", ", "),
    HASH: _container_format("%h", ", ", " => "), BINARY: Format("%B"), ANY: Format("%s"),
}  # fmt: skip


def read_formats(given: Hash) -> Formats:
    formats: Formats = {}
    for key, value in given.pairs():
        if not isinstance(key, Type):
            raise PuppetError(
                f"top level keys in the format hash must be data types, got instance of '{ruby_class(key)}'"
            )
        formats[key] = _read_container(value) if isinstance(value, Hash) else Format(value)
    return formats


def _read_container(given: Hash) -> Format:
    result = Format(given.get("format") or "")
    result.separator, result.separator2 = given.get("separator"), given.get("separator2")
    inner = given.get("string_formats")
    result.inner = None if inner is None else read_formats(inner)
    return result
