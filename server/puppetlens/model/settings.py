"""What the model is told by the user."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, TypeAlias, get_args, get_origin

import msgspec

from ..base.language import Language

#: Bytes of a file beyond which its syntax alone is checked.
LARGEST = 1_000_000

#: What becomes of a check: none, as it declares itself, or with findings of this severity.
Level: TypeAlias = Literal["off", "on", "error", "warning", "information", "hint"]


def converted(value: Any, annotation: Any) -> Any:
    """A value that somebody wrote, as a setting of that type takes it; raises `ValueError` with words for people."""
    try:
        return msgspec.convert(value, annotation)
    except msgspec.ValidationError as error:
        words = str(error).partition(" - at `")[0]
        choice = re.fullmatch(r"Invalid enum value (.*)", words, re.DOTALL)
        raise ValueError(f"{choice[1]} is none of {', '.join(_choices(annotation))}" if choice else words) from None


def _choices(annotation: Any) -> Iterator[str]:
    """What a type has to choose from, in it or inside of it."""
    if get_origin(annotation) is Literal:
        yield from map(str, get_args(annotation))
    else:
        for each in get_args(annotation):
            yield from _choices(each)


class Settings(NamedTuple):
    """`basemodulepath`: folders of modules beside the environment's own; `levels`: those of checks, by code.

    `style`: whether style is checked, None where the repo says so; `select`: the codes of the checks that are on, no others.
    """

    basemodulepath: tuple[str, ...] = ()
    language: Language = Language()
    levels: frozenset[tuple[str, Level]] = frozenset()
    largest_file: int = LARGEST
    style: bool | None = None
    select: frozenset[str] | None = None
