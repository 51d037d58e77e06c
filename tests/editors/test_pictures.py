"""The pictures of the pages can be made: real VS Code tells the story that they show."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.support.programs import need
from tests.support.vscode import HERE, ROOT, TOOLS, bare_vsix, node_folder, run

STILLS = {"catalog", "squiggle", "completion", "changed", "diff"}


@pytest.mark.slow
def test_the_story_is_told_in_frames_and_stills(tmp_path: Path) -> None:
    need("chromium")
    node = node_folder()
    shutil.copytree(ROOT / "tests" / "fixtures" / "control-repo", tmp_path / "site")
    server = Path(sys.executable).with_name("puppetlens")
    out = tmp_path / "out"
    arguments = (TOOLS, bare_vsix(), tmp_path / "site", server, out, "Dark 2026")
    run(node / "node", HERE / "pictures.mjs", *arguments, cwd=ROOT, timeout=400)
    names = {file.stem for file in out.glob("*.png")}
    assert names >= STILLS
    assert len([name for name in names if re.fullmatch(r"frame-\d\d-\d+", name)]) >= 10
