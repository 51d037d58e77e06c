"""What fixes do to files on disk, whatever becomes of those in the meantime."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path

import pytest
from puppetlens.engine.check import check_paths
from puppetlens.engine.file_checks import Report
from puppetlens.engine.fixing import Fixing
from puppetlens.engine.settings import Settings

from tests.support.written import write_files

BEFORE, AFTER = '$x = "a"\n', "$x = 'a'\n"


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    write_files(
        tmp_path,
        {"repo/environment.conf": "", "repo/puppetlens.toml": "style = true", "outside.pp": BEFORE}
        | {f"repo/manifests/{name}.pp": BEFORE for name in ("a", "b")},
    )
    return tmp_path / "repo"


def found(repo: Path) -> list[Report]:
    return list(check_paths([str(repo)], Settings(), quick=True))


def fix(repo: Path, reports: list[Report]) -> dict[str, str]:
    """Fix them; what is left alone, by the file's name."""
    fixing = Fixing([str(repo)])
    fixing.fix(reports, time.time())
    assert not list((repo / "manifests").glob("new-*"))
    return {Path(path).name: reason for path, reason in fixing.left_alone.items()}


def test_mode_links_and_ends_of_lines_stay(repo: Path) -> None:
    a, b = repo / "manifests/a.pp", repo / "manifests/b.pp"
    a.chmod(0o640)
    b.unlink()
    (repo / "real.pp").write_bytes(b"File { ensure => '/x' }\r\nfile { 'a':\r\n  ensure => '/b',\r\n}\r\n")
    b.symlink_to("../real.pp")
    assert fix(repo, found(repo)) == {}
    assert a.read_text() == AFTER
    assert stat.S_IMODE(a.stat().st_mode) == 0o640
    assert b.is_symlink()
    assert (repo / "real.pp").read_bytes().endswith(b"  ensure => link,\r\n  target => '/b',\r\n}\r\n")


def test_what_cannot_be_written_is_left_alone_and_the_others_are_fixed(repo: Path) -> None:
    a, b = repo / "manifests/a.pp", repo / "manifests/b.pp"
    a.chmod(0o444)
    assert fix(repo, found(repo)) == {"a.pp": "it is read-only"}
    assert (a.read_text(), b.read_text()) == (BEFORE, AFTER)


def test_a_link_out_of_what_is_checked_is_not_followed(repo: Path) -> None:
    (repo / "manifests/a.pp").unlink()
    (repo / "manifests/a.pp").symlink_to("../../outside.pp")
    assert list(fix(repo, found(repo))) == ["a.pp"]
    assert (repo.parent / "outside.pp").read_text() == BEFORE
    assert (repo / "manifests/b.pp").read_text() == AFTER


def test_no_byte_of_a_file_that_is_no_utf_8_changes(repo: Path) -> None:
    data = 'class a {\n  notice("ä", $facts["ä"] >= \'2.0\', "$x", "${facts[\'ä\']}")\n  /* ä */\n}\n'.encode("latin-1")
    (repo / "manifests/a.pp").write_bytes(data)
    assert fix(repo, found(repo)) == {"a.pp": "it is no UTF-8"}
    assert (repo / "manifests/a.pp").read_bytes() == data


def test_what_has_changed_or_gone_since_is_left_alone(repo: Path) -> None:
    a, b = repo / "manifests/a.pp", repo / "manifests/b.pp"
    reports, checked_at = found(repo), time.time()
    a.write_text("# more\n" + BEFORE)
    os.utime(a, (checked_at + 1e-3, checked_at + 1e-3))
    b.unlink()
    time.sleep(2e-3)
    fixing = Fixing([str(repo)])
    assert fixing.fix(reports, checked_at) == 0
    assert sorted(fixing.left_alone.values()) == ["it is gone", "it was changed while it was checked: try again"]
    assert a.read_text() == "# more\n" + BEFORE
    assert not b.exists()
