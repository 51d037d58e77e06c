"""A manifest of a site with thousands of nodes: to evaluate each by itself grows as they do."""

from __future__ import annotations

from pathlib import Path

import pytest
from puppetlens.base.cancellation import CancellationToken
from puppetlens.base.errors import Cancelled
from puppetlens.base.language import Language
from puppetlens.project.discovery import discover
from puppetlens.project.kept_files import KeptFiles, StampedDisk
from puppetlens.workers.checking import check_file, mistakes_of
from puppetlens.workers.deep_stack import run_deep

from tests.support.growth import LINEAR, growth


@pytest.mark.slow
def test_evaluations_of_thousands_of_nodes(tmp_path: Path) -> None:
    (tmp_path / "environment.conf").touch()
    manifest = tmp_path / "manifests" / "site.pp"
    manifest.parent.mkdir()

    def check(nodes: int) -> None:
        manifest.write_text("".join(f"node 'n{at}' {{ $x = {at} + 'a' }}\n" for at in range(nodes)))
        files = KeptFiles(StampedDisk())
        found = mistakes_of(discover(files, str(tmp_path))[0], Language(), str(manifest), files, ())
        assert len(found) == nodes

    assert run_deep(lambda: growth(check, 2000)) < LINEAR


class _Typing(CancellationToken):
    """What an evaluation is given up by as soon as it is asked for the third time."""

    asked = 0

    def check(self) -> None:
        self.asked += 1
        if self.asked == 3:
            self.cancel()
        super().check()


@pytest.mark.parametrize("is_data", [False, True])
def test_evaluations_of_small_nodes_are_given_up_for_the_next_keystroke(tmp_path: Path, is_data: bool) -> None:
    """Who does not stop in time loses its process, which is slow to start: with each key."""
    (tmp_path / "environment.conf").touch()
    manifest = tmp_path / "manifests" / "site.pp"
    manifest.parent.mkdir()
    manifest.write_text("".join(f"node 'n{at}' {{ notify {{ 'x': }} }}\n" for at in range(4)))
    (tmp_path / "hiera.yaml").write_text("version: 5\n")
    files = KeptFiles(StampedDisk())
    environment = discover(files, str(tmp_path))[0]._asdict()
    with pytest.raises(Cancelled):
        check_file({"path": str(manifest), "environment": environment, "is_data": is_data}, files, _Typing())
