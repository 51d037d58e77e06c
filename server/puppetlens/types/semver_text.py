"""What the texts of semantic versions and of ranges of them are made of."""

from __future__ import annotations

import re

from ..base.errors import PuppetError

_PARTS = r"[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*"
VERSION_PATTERN = rf"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-({_PARTS}))?(?:\+({_PARTS}))?"
VERSION = rf"{VERSION_PATTERN}\n?\Z"  # few ask: `re` compiles it for the first one
_X = r"(?:x|X|\*|0|[1-9][0-9]*)"
_PARTIAL = rf"{_X}(?:\.{_X}(?:\.{_X}(?:-{_PARTS})?(?:\+{_PARTS})?)?)?"
SIMPLE = rf"([<>=~^]|<=|>=|~>|~=)?({_PARTIAL})\Z"
HYPHEN = rf"({_PARTIAL})\s+-\s+({_PARTIAL})\Z"
_FIELDS = rf"({_X})(?:\.({_X})(?:\.({_X})(?:-({_PARTS}))?(?:\+({_PARTS}))?)?)?\Z"

Partial = tuple[int | None, int | None, int | None, str | None, str | None]


def parse_prerelease(text: str | None) -> tuple[int | str, ...] | None:
    if text is None:
        return None
    for part in text.split("."):
        if part.isdigit() and len(part) > 1 and part[0] == "0":
            raise PuppetError("Numeric pre-release identifiers MUST NOT contain leading zeroes")
    return tuple(int(part) if part.isdigit() else part for part in text.split("."))


def parse_build(text: str | None) -> tuple[str, ...] | None:
    return None if text is None else tuple(text.split("."))


def read_partial(text: str) -> Partial:
    match = re.match(_FIELDS, text)
    if match is None:
        raise PuppetError(f'Unparsable version range: "{text}"')
    numbers = [None if part is None or part in "xX*" else int(part) for part in match.groups()[:3]]
    return (numbers[0], numbers[1], numbers[2], match[4], match[5])
