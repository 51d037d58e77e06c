"""`check` of many files: findings come as they are found, and a person at a terminal sees how far it is."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from puppetlens.cli import progress
from puppetlens.engine.check import check_paths
from puppetlens.engine.settings import Settings


def test_a_finding_comes_before_the_next_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.pp").write_text("$x = [\n")
    (tmp_path / "b.pp").write_text("$x = 1\n")
    told: list[tuple[int, int]] = []
    reports = check_paths([str(tmp_path)], Settings(), lambda done, of: told.append((done, of)))
    assert Path(next(reports).path).name == "a.pp"
    assert told == [(0, 2)]
    (tmp_path / "b.pp").write_text("$x = {\n")
    assert {Path(report.path).name for report in reports} == {"b.pp"}
    assert told == [(0, 2), (1, 2), (2, 2)]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_for_terminals_and_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", 0)
    for stream, shown in ((Terminal(), "\r\x1b[K1 of 2 files\r\x1b[K"), (io.StringIO(), "")):
        monkeypatch.setattr("sys.stderr", stream)
        line = progress.Progress()
        line.tell(1, 2)
        line.clear()
        line.clear()
        assert stream.getvalue() == shown
