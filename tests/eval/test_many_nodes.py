"""A manifest of a site with thousands of nodes: to evaluate each by itself grows as they do."""

from __future__ import annotations

from pathlib import Path

import pytest
from puppetlens.base.language import Language
from puppetlens.project.discovery import discover
from puppetlens.project.kept_files import KeptFiles, StampedDisk
from puppetlens.workers.checking import mistakes_of
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
