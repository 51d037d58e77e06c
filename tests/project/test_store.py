"""What is kept between sessions: whole, the user's own, of this version, or nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from puppetlens.project import cache, kept_files, store
from puppetlens.project.kept_files import StampedDisk
from puppetlens.project.store import Store, entry_of


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cache, "_base", lambda: tmp_path / "cache")
    return tmp_path


def entry(path: Path, data: bytes = b"data") -> store.Entry:
    stamp = StampedDisk().stamp(str(path))
    assert stamp is not None
    return entry_of(stamp, path.read_bytes(), data)


def test_what_was_saved_is_there_again_for_the_same_workspace_and_version(home: Path) -> None:
    (home / "a.pp").write_text("class a {}")
    entries = {str(home / "a.pp"): entry(home / "a.pp")}
    Store("/site", "1").save(entries)
    assert Store("/site", "1").load() == entries
    assert Store("/other", "1").load() == {}
    assert Store("/site", "2").load() == {}
    (kept,) = cache.folder().glob("index-*")
    assert cache.folder().stat().st_mode & 0o777 == 0o700
    for broken in (b"", b"\x92\xa11", b"no messages", kept.read_bytes()[:-1], os.urandom(200)):
        kept.write_bytes(broken)
        assert Store("/site", "1").load() == {}
    kept.unlink()
    os.mkfifo(kept)
    assert Store("/site", "1").load() == {}


def test_a_stamp_counts_only_where_the_file_was_old_when_it_was_read(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "a.pp").write_text("class a {}")
    stamp = StampedDisk().stamp(str(home / "a.pp"))
    assert stamp is not None
    assert not entry(home / "a.pp").is_of(stamp)
    monkeypatch.setattr(store, "TICK", -(10**12))
    assert entry(home / "a.pp").is_of(stamp)
    assert not entry(home / "a.pp").is_of(stamp._replace(size=1))
    assert kept_files.TICK > 0


def test_the_oldest_go_where_there_is_no_room(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "a.pp").write_text("class a {}")
    for number in range(4):
        Store(f"/{number}", "1").save({"a": entry(home / "a.pp", b"x" * 1000)})
        (cache.folder() / "tidied-index").unlink(missing_ok=True)
        for path in cache.folder().glob("index-*"):
            os.utime(path, (path.stat().st_atime - 100, path.stat().st_mtime - 100))
    monkeypatch.setattr(cache, "MOST", 2500)
    Store("/4", "1").save({"a": entry(home / "a.pp", b"x" * 1000)})
    assert [bool(Store(f"/{number}", "1").load()) for number in range(5)] == [False, False, False, True, True]
