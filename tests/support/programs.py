"""What tests need and a machine may lack.

Without it a test is skipped; in CI, where nothing may be missing, it fails.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from typing import NoReturn

import pytest


def need(program: str) -> str:
    """Where a program is."""
    found = shutil.which(program)
    if found is None:
        missing(f"{program} is not installed")
    return str(found)


def need_puppet() -> None:
    """Real Puppet, as a program and as a library of Ruby's."""
    if not puppet_is_installed():
        missing("Puppet is not installed")


@cache
def puppet_is_installed() -> bool:
    if shutil.which("puppet") is None or shutil.which("ruby") is None:
        return False
    return subprocess.run(["ruby", "-e", "require 'puppet'"], capture_output=True, check=False).returncode == 0


def missing(what: str) -> NoReturn:
    """The only way to skip a test."""
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)
