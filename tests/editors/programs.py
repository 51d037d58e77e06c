"""Programs that tests need and a machine may lack."""

from __future__ import annotations

import os
import shutil

import pytest


def need(program: str) -> str:
    """Where a program is. Without it the test is skipped, and fails in CI, where nothing may be missing."""
    found = shutil.which(program)
    if found is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"{program} is not installed")
    return str(found)
