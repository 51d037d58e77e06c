"""The disk as a process knows it: what it asks again, what it never asks twice, what it must not miss."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from puppetlens.project import kept_files
from puppetlens.project.kept_files import KeptFiles, Stamp, StampedDisk

from tests.support.counting import CountingDisk


@pytest.fixture(autouse=True)
def coarse_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the tests write is settled at once; they say where it is not."""
    monkeypatch.setattr(kept_files, "TICK", -(10**12))


def write(path: Path, text: str) -> str:
    path.write_text(text)
    return str(path)


def test_within_a_turn_each_path_is_asked_for_once(tmp_path: Path) -> None:
    disk = CountingDisk()
    files = KeptFiles(disk)
    path, missing = write(tmp_path / "a", "1"), str(tmp_path / "none")
    for _ in range(3):
        assert files.is_file(path)
        assert files.read(path) == b"1"
        assert files.read(missing) is None
        assert not files.is_dir(missing)
        assert files.list(str(tmp_path)) == ("a",)
    (tmp_path / "a").write_text("2")
    assert files.read(path) == b"1"
    folder = str(tmp_path)
    once = [("stamp", path), ("read", path), ("stamp", missing), ("stamp", folder), ("list", folder)]
    assert disk.take() == once


def test_a_later_turn_reads_again_what_is_another_file_now(tmp_path: Path) -> None:
    disk = CountingDisk()
    files = KeptFiles(disk)
    same, longer, moved = (write(tmp_path / name, "1") for name in ("same", "longer", "moved"))
    gone, later = write(tmp_path / "gone", "1"), str(tmp_path / "later")
    paths = (same, longer, moved, gone, later)
    assert [files.read(path) for path in paths] == [b"1", b"1", b"1", b"1", None]
    before = os.stat(moved)
    write(tmp_path / "longer", "22")
    os.replace(write(tmp_path / "other", "3"), moved)
    os.utime(moved, ns=(before.st_atime_ns, before.st_mtime_ns))
    os.unlink(gone)
    write(tmp_path / "later", "4")
    files.begin_turn()
    disk.take()
    assert [files.read(path) for path in paths] == [b"1", b"22", b"3", None, b"4"]
    assert [path for what, path in disk.take() if what == "read"] == [longer, moved, later]


def test_a_file_that_just_changed_is_read_again_for_it_may_change_within_the_tick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_files, "TICK", 10**12)
    files = KeptFiles(CountingDisk())
    path = write(tmp_path / "a", "1")
    before = os.stat(path)
    assert files.read(path) == b"1"
    monkeypatch.setattr(StampedDisk, "stamp", lambda self, path: Stamp(before.st_mode, before.st_mtime_ns, 0, 0, 0, 1))
    files.begin_turn()
    assert files.read(path) == b"1"
    write(tmp_path / "a", "2")
    files.begin_turn()
    assert files.read(path) == b"2"


def test_a_name_in_a_folder_comes_and_goes(tmp_path: Path) -> None:
    files = KeptFiles(CountingDisk())
    write(tmp_path / "a", "1")
    assert files.list(str(tmp_path)) == ("a",)
    write(tmp_path / "b", "1")
    os.unlink(tmp_path / "a")
    files.begin_turn()
    assert files.list(str(tmp_path)) == ("b",)


def test_what_is_kept_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_files, "_MOST_BYTES", 10)
    disk = CountingDisk()
    files = KeptFiles(disk)
    path = write(tmp_path / "a", "x" * 20)
    files.read(path)
    files.begin_turn()
    disk.take()
    files.read(path)
    assert ("read", path) in disk.take()


def test_a_path_that_no_disk_can_have_names_nothing() -> None:
    files = KeptFiles(StampedDisk())
    assert files.read("/a\0b") is None
    assert files.list("/a\0b") == ()
    assert not files.is_file("/a\0b")
