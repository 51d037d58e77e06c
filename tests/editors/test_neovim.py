"""Real Neovim, headless: diagnostics, definition, hover, an emoji before the cursor, the preview."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.support.forked import QUICK, started
from tests.support.programs import need
from tests.support.written import write_files

pytestmark = pytest.mark.slow  # a real editor

LOOK = Path(__file__).parent / "neovim" / "look.lua"
FILES = {
    "environment.conf": "modulepath = modules\n",
    "manifests/site.pp": "# ä\n$face = '😀' ; include web ; include web::absent\n",
    "modules/web/manifests/init.pp": "# Serves pages.\nclass web { notify { 'from web': } }\n",
    "facts/a.example.com.json": "{}",
}


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What one session of Neovim saw."""
    started()
    root = tmp_path_factory.mktemp("neovim")
    write_files(root, FILES)
    environment = {
        **os.environ,
        "SERVER": json.dumps(QUICK),
        "SITE": str(root / "manifests" / "site.pp"),
        "SEEN": str(root / "seen.json"),
        "XDG_STATE_HOME": str(root / "state"),
        "XDG_CACHE_HOME": str(root / "cache"),
    }
    command = [need("nvim"), "--headless", "--clean", "-i", "NONE", "-n", "-S", str(LOOK)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    found = json.loads((root / "seen.json").read_text("utf-8"))
    assert "fault" not in found, (found, done.stderr)
    return found


def test_a_finding_behind_an_emoji_marks_the_right_characters(seen: Any) -> None:
    assert seen["finding"]["marked"] == "web::absent"
    assert "web::absent" in seen["finding"]["message"]


def test_definition_behind_an_emoji(seen: Any) -> None:
    assert seen["definition"] == {"word": "web", "file": "init.pp", "line": 2, "column": len("class ")}


def test_hover(seen: Any) -> None:
    assert "class web" in seen["hover"]
    assert "Serves pages." in seen["hover"]


def test_a_file_that_comes_from_elsewhere_is_noticed(seen: Any) -> None:
    assert seen["pulled"]


def test_the_preview_shows_the_unsaved_buffer(seen: Any) -> None:
    assert "\nNotify[from web]" in seen["preview"]
    assert "\nNotify[typed 😀]" in seen["preview"]


def test_the_preview_can_follow_edits(seen: Any) -> None:
    assert seen["stale"] == "a.example.com"
    assert "\nNotify[typed again]" in seen["refreshed"]
    assert "typed 😀" not in seen["refreshed"]
