"""The ways to see files."""

from __future__ import annotations

from errno import EACCES
from pathlib import Path

import pytest
from puppetlens.project.files import DiskFiles, Files, MemoryFiles, OverlayFiles, RecordingFiles, walk
from puppetlens.project.kept_files import KeptFiles, StampedDisk

CONTENTS = {"/r/a.pp": b"a", "/r/sub/b.pp": b"b", "/r/sub/c.txt": b"c"}


def same(files: Files) -> None:
    assert files.list("/r") == ("a.pp", "sub")
    assert files.list("/none") == ()
    assert files.read("/r/a.pp") == b"a"
    assert files.read("/r/sub") is None
    assert files.is_dir("/r/sub")
    assert not files.is_dir("/r/a.pp")
    assert files.is_file("/r/a.pp")
    assert not files.is_file("/r/none")
    assert tuple(walk(files, "/r", ".pp")) == ("/r/a.pp", "/r/sub/b.pp")


def test_memory() -> None:
    same(MemoryFiles(CONTENTS))


def test_overlay() -> None:
    base = MemoryFiles({"/r/a.pp": b"old", "/r/gone": b"", "/r/sub/c.txt": b"c"})
    same(OverlayFiles(base, {"/r/a.pp": b"a", "/r/gone": None, "/r/sub/b.pp": b"b"}))


def test_disk(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    (tmp_path / "x/f.pp").write_bytes(b"f")
    files = DiskFiles()
    assert files.list(str(tmp_path)) == ("x",)
    assert files.read(f"{tmp_path}/x/f.pp") == b"f"
    assert files.read(f"{tmp_path}/x") is None
    assert files.list(f"{tmp_path}/none") == ()


def test_a_folder_that_may_not_be_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As root, who may list all, does not meet it."""

    def refused(path: str) -> None:
        raise PermissionError(EACCES, "Permission denied", path)

    assert DiskFiles().refusal(str(tmp_path)) is None
    monkeypatch.setattr("os.scandir", refused)
    assert DiskFiles().refusal(str(tmp_path)) == "it cannot be read (Permission denied)"
    assert KeptFiles(StampedDisk()).refusal(str(tmp_path)) == "it cannot be read (Permission denied)"
    assert KeptFiles(StampedDisk()).refusal(f"{tmp_path}/none") is None


def test_a_recording_knows_when_it_is_stale() -> None:
    contents = dict(CONTENTS)
    recording = RecordingFiles(MemoryFiles(contents))
    recording.read("/r/a.pp")
    recording.is_file("/r/later.pp")
    recording.list("/r/sub")
    assert not recording.stale(MemoryFiles({**contents, "/r/other": b""}))
    assert recording.stale(MemoryFiles({**contents, "/r/a.pp": b"changed"}))
    assert recording.stale(MemoryFiles({**contents, "/r/later.pp": b""}))
    assert recording.stale(MemoryFiles({**contents, "/r/sub/new": b""}))
