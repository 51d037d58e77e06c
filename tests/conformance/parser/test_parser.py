"""Our parser and real Puppet's say the same of every file: verdict, kinds, nesting, names, values, anchors."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from compare import Report, compare

from tests.support.programs import missing, need_puppet

CONTROL_REPO = Path(__file__).parents[2] / "fixtures" / "control-repo"


def agree(report: Report) -> None:
    assert not report.differences, "\n".join([str(report), *report.differences[:20]])


@pytest.mark.slow
def test_the_sample_control_repo() -> None:
    need_puppet()
    report = compare([CONTROL_REPO])
    assert report.files > 40
    agree(report)


@pytest.mark.slow
def test_the_packaged_modules(capsys: pytest.CaptureFixture[str]) -> None:
    need_puppet()
    corpus = os.environ.get("PUPPETLENS_CORPUS")
    if corpus is None:
        missing("PUPPETLENS_CORPUS names no folder of modules")
    report = compare([Path(corpus or "")])
    with capsys.disabled():
        print(f"\n{report}")
    assert report.files > 1500
    agree(report)
