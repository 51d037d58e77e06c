"""What Psych makes of a plain scalar (`ScalarScanner` of Psych 4), and what it does not take for a string."""

from __future__ import annotations

import re
from typing import Final

from ..base.span import Span
from .node import Symbol

Resolved = bool | int | float | str | Symbol | None


class YamlError(Exception):
    """YAML that Puppet refuses; the message is the one that `Puppet::Util::Yaml` raises.

    `span` is where a person finds it, which is often not where the message says that its context began.
    """

    span: Span = Span(0, 0)


_WORD = re.compile(r"[^\d.:-]?[^\W\d_]|[^\d.:-]?[_\s!@#$%^&*(){}<>|/\\~;=]")
TIME = re.compile(
    r"-?\d{4}-\d{1,2}-\d{1,2}(?:[Tt]|\s+)\d{1,2}:\d\d:\d\d(?:\.\d*)?(?:\s*(?:Z|[-+]\d{1,2}:?(?:\d\d)?))?\Z",
    re.ASCII,
)
DATE = re.compile(r"\d{4}-(?:1[012]|0\d|\d)-(?:[12]\d|3[01]|0\d|\d)\Z", re.ASCII)
_BASE_60 = re.compile(r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9]){1,2}\Z")
_BASE_60_FLOAT = re.compile(r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9]){1,2}\.[0-9_]*\Z")
# Hours, minutes, seconds; two parts are hours and minutes.
_PLACES: Final = (3600, 60, 1)
_FLOAT = re.compile(r"[-+]?(?:[0-9][0-9_,]*)?\.[0-9]*(?:[eE][-+][0-9]+)?\Z")
_INTEGER = re.compile(
    r"(?:(?P<two>[-+]?0b[0-1_,]+)|(?P<eight>[-+]?0[0-7_,]+)"
    r"|(?P<ten>[-+]?(?:0|[1-9](?:[0-9]|,[0-9]|_[0-9])*))|(?P<sixteen>[-+]?0x[0-9a-fA-F_,]+))\Z"
)
_KEYWORDS: Final[dict[str, bool | None]] = {
    "~": None,
    "null": None,
    "yes": True,
    "true": True,
    "on": True,
    "no": False,
    "false": False,
    "off": False,
}


def resolve_scalar(text: str) -> Resolved:
    """What Psych makes of a plain scalar; dates and times are not its business."""
    if not text:
        return None
    if _WORD.match(text) or "\n" in text:
        return _KEYWORDS.get(text.lower(), text) if len(text) <= 5 else text
    lower = text.lower()
    if lower in (".inf", "+.inf"):
        return float("inf")
    if lower == "-.inf":
        return float("-inf")
    if lower == ".nan":
        return float("nan")
    if len(text) > 1 and text[0] == ":":
        quoted = re.match(r"""^:(["'])(.*)\1""", text)
        return Symbol((quoted[2] if quoted else text).removeprefix(":"))
    return _number(text)


def _number(text: str) -> int | float | str:
    if _BASE_60.match(text):
        return sum(_ruby_int(part) * _PLACES[at] for at, part in enumerate(text.split(":")))
    if _BASE_60_FLOAT.match(text):
        parts = text.replace("_", "").split(":")
        return sum(float(part) * _PLACES[at] for at, part in enumerate(parts))
    if _FLOAT.match(text):
        if text in (".", "+.", "-."):
            return text
        return float(re.sub(r"[,_]|\.([Ee]|$)", r"\1", text))
    match = _INTEGER.match(text)
    if not match:
        return text
    digits = re.sub("[,_]", "", text)
    base = {"two": 2, "eight": 8, "ten": 10, "sixteen": 16}[match.lastgroup or "ten"]
    if digits.lower().lstrip("+-") in ("", "0b", "0x"):
        raise YamlError(f'invalid value for Integer(): "{digits}"')
    return int(digits, base)


def _ruby_int(text: str) -> int:
    return int(text.replace("_", ""))
