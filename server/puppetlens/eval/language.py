"""The settings that say what the language is."""

from __future__ import annotations

import re
from typing import Literal

from ..library.context import Settings


def settings_of(
    puppet_version: str, strict: Literal["off", "warning", "error"] | None, strict_variables: bool | None
) -> Settings:
    """What is not set is as this Puppet has it by default."""
    parts = [int(part) for part in re.findall(r"\d+", puppet_version)[:3]]
    major, minor, patch = (*parts, 0, 0, 0)[:3]
    strictly = major >= 8
    return Settings(
        strict or ("error" if strictly else "warning"),
        strictly if strict_variables is None else strict_variables,
        (major, minor, patch),
    )
