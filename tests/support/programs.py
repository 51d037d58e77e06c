"""What tests need and a machine may lack.

Without it a test is skipped; in CI, where nothing may be missing, it fails.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Literal, NoReturn

import pytest

_ROOT = Path(__file__).parents[2]


def need(program: str) -> str:
    """Where a program is."""
    found = shutil.which(program)
    if found is None:
        missing(f"{program} is not installed")
    return str(found)


def need_neovim(which: Literal["older", "old", "new"]) -> str:
    """The oldest Neovim that the plug-in supports (0.10), the newest, or one that is too old (0.7)."""
    program = _ROOT / "build" / f"neovim-{which}" / "run"
    if not program.exists():
        suite = {"older": "bookworm", "old": "trixie", "new": "sid"}[which]
        missing(f"no Neovim: .ci/get-debian $PWD/build/neovim-{which} {suite} neovim nvim")
    return str(program)


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
