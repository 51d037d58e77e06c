"""The settings as the evaluator and the model take them."""

from __future__ import annotations

from typing import Any

import msgspec

from ..base.language import language_of
from ..model.settings import Settings as ModelSettings
from .settings import Settings, by_code


def evaluation_settings(settings: Settings) -> dict[str, Any]:
    """What a request for a catalog says of them: all, of which the evaluation reads those that it knows."""
    return msgspec.structs.asdict(settings)


def model_settings(settings: Settings) -> ModelSettings:
    levels = {(code, level) for code, level in by_code(settings.checks).values() if code is not None}
    language = language_of(evaluation_settings(settings))
    return ModelSettings(settings.basemodulepath, language, frozenset(levels), settings.largest_file * 1000)
