"""The settings as the evaluator and the model take them."""

from __future__ import annotations

from typing import Any

import msgspec

from ..base.language import language_of
from ..model.settings import Level
from ..model.settings import Settings as ModelSettings
from .settings import Settings, by_code, codes_of


def evaluation_settings(settings: Settings) -> dict[str, Any]:
    """What a request for a catalog says of them: all, of which the evaluation reads those that it knows."""
    return msgspec.structs.asdict(settings)


def model_settings(settings: Settings) -> ModelSettings:
    levels: dict[str, Level] = {code: "off" for name in settings.ignore for code in codes_of(name)}
    # A tag says less than a name.
    for codes, level in sorted(by_code(settings.checks).values(), key=lambda each: -len(each[0])):
        levels.update((code, level) for code in codes)
    select = frozenset(code for name in settings.select for code in codes_of(name)) if settings.select else None
    language = language_of(evaluation_settings(settings))
    return ModelSettings(
        settings.basemodulepath,
        language,
        frozenset(levels.items()),
        settings.largest_file * 1000,
        settings.style,
        select,
    )
