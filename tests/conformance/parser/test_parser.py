"""Our parser and real Puppet's say the same of every file: verdict, kinds, nesting, names, values, anchors."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from compare import Report, compare

CONTROL_REPO = Path(__file__).parents[2] / "fixtures" / "control-repo"


def need(condition: bool, what: str) -> None:
    """In CI nothing is skipped for want of a program."""
    if not condition:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(what)


def puppet_is_installed() -> bool:
    return shutil.which("puppet") is not None


def agree(report: Report) -> None:
    assert not report.differences, "\n".join([str(report), *report.differences[:20]])


def test_the_sample_control_repo() -> None:
    need(puppet_is_installed(), "Puppet is not installed")
    report = compare([CONTROL_REPO])
    assert report.files > 40
    agree(report)


@pytest.mark.slow
def test_the_packaged_modules(capsys: pytest.CaptureFixture[str]) -> None:
    need(puppet_is_installed(), "Puppet is not installed")
    corpus = os.environ.get("PUPPETLENS_CORPUS")
    need(corpus is not None, "PUPPETLENS_CORPUS names no folder of modules")
    report = compare([Path(corpus or "")])
    with capsys.disabled():
        print(f"\n{report}")
    assert report.files > 1500
    agree(report)
