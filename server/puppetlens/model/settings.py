"""What the model is told by the user."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from ..base.language import Language

#: Bytes of a file beyond which its syntax alone is checked.
LARGEST = 1_000_000

#: What becomes of a check: none, as it declares itself, or with findings of this severity.
Level: TypeAlias = Literal["off", "on", "error", "warning", "information", "hint"]


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
