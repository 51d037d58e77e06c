"""The settings as the evaluator and the model take them."""

from __future__ import annotations

from typing import Any

from ..base.language import language_of
from ..model.settings import Settings as ModelSettings
from .settings import Settings, by_code


def evaluation_settings(settings: Settings) -> dict[str, Any]:
    """What a request for a catalog says of them; who answers knows what stands for those that are not set."""
    return {
        "basemodulepath": list(settings.basemodulepath),
        "puppet_version": settings.puppet_version,
        "strict": settings.strict,
        "strict_variables": settings.strict_variables,
        "relative_names": settings.relative_names,
        "server_settings": settings.server_settings,
        "ruby": settings.ruby,
        "vendored_modules": settings.vendored_modules,
        "storeconfigs": settings.storeconfigs,
        "puppetdb_folder": settings.puppetdb_folder,
        "eyaml_private_key": settings.eyaml_private_key,
        "eyaml_public_key": settings.eyaml_public_key,
    }


def model_settings(settings: Settings) -> ModelSettings:
    language = language_of(settings.puppet_version, settings.strict, settings.strict_variables, settings.relative_names)
    levels = {(code, level) for code, level in by_code(settings.checks).values() if code is not None}
    return ModelSettings(settings.basemodulepath, language, frozenset(levels), settings.largest_file * 1000)
