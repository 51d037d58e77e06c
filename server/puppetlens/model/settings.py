"""What the model is told by the user."""

from __future__ import annotations

from typing import NamedTuple

from ..base.language import Language


class Settings(NamedTuple):
    """`basemodulepath`: folders of modules beside the environment's own."""

    basemodulepath: tuple[str, ...] = ()
    language: Language = Language()
