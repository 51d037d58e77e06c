"""Real Emacs and Vim, set up with what docs/editors.md says: findings, definition, hover, rename; in Emacs completion and the
catalog, too."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.support.forked import QUICK, started
from tests.support.programs import need
from tests.support.written import write_files

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "editors.md"
FILES = {
    "environment.conf": "modulepath = modules\n",
    "manifests/site.pp": "# ä\n$face = '😀' ; include web::absent\ninclude web\n",
    "modules/web/manifests/init.pp": "# Serves pages.\nclass web { notify { 'from web': } }\n",
    "modules/web/manifests/able.pp": "class web::able { }\n",
    "facts/a.example.com.json": "{}",
}


def said_in_page(heading: str) -> str:
    """The first piece of code below a heading."""
    text = PAGE.read_text("utf-8").partition(f"\n### {heading}\n")[2].partition("\n### ")[0]
    found = re.search(r"```\w+\n(.*?)```", text, re.S)
    assert found is not None, heading
    return found[1]


def looked(folder: Path, *command: str | Path, **variables: str) -> dict[str, Any]:
    """What an editor's script saw of the site, with `puppetlens` on the PATH."""
    started()
    site, programs = folder / "site", folder / "bin"
    write_files(site, FILES)
    subprocess.run([need("git"), "init", "--quiet", site], check=True)  # where a project begins, for Emacs
    programs.mkdir()
    server = programs / "puppetlens"
    server.write_text("#!/bin/sh\nexec " + " ".join(QUICK[:-1]) + ' "$@"\n')
    server.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(folder),
        "SEEN": str(folder / "seen.json"),
        "LC_ALL": "C.UTF-8",
        "XDG_CACHE_HOME": str(folder / "cache"),
        **variables,
    }
    words = [str(each) for each in command]
    done = subprocess.run(
        words, cwd=site, env=environment, capture_output=True, text=True, timeout=180, check=False,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert (folder / "seen.json").exists(), done.stderr[-3000:]
    seen = dict(json.loads((folder / "seen.json").read_text("utf-8")))
    assert "fault" not in seen, (seen, done.stderr[-3000:])
    return seen


def assert_it_serves(seen: dict[str, Any]) -> None:
    assert "Could not find class ::web::absent" in seen["message"]
    assert seen["definition"] == "init.pp:2"
    assert "Serves pages." in seen["hover"]
    assert seen["renamed"] == "$mood"


@pytest.mark.slow
@pytest.mark.parametrize(("client", "heading"), [("eglot", "Emacs, eglot"), ("lsp", "Emacs, lsp-mode")])
def test_emacs(tmp_path: Path, client: str, heading: str) -> None:
    emacs = need("emacs")
    packages = "(require 'package) (package-initialize) (require 'puppet-mode)\n"
    quiet = {"eglot": "(require 'eglot)\n", "lsp": "(require 'lsp-mode)\n(setq lsp-auto-guess-root t)\n"}[client]
    (tmp_path / "setup.el").write_text(packages + quiet + said_in_page(heading), "utf-8")
    seen = looked(
        tmp_path, emacs, "--batch", "-l", tmp_path / "setup.el", "-l", HERE / "emacs" / "look.el", CLIENT=client
    )
    assert_it_serves(seen)
    assert seen["completed"] == "include web::able"
    if client == "eglot":
        assert (
            seen["marked"] == "web::absent"
        )  # lsp-mode counts other characters than it says, so an emoji moves the mark
        assert "\nNotify[from web]" in seen["preview"]


@pytest.mark.slow
def test_vim_with_ale(tmp_path: Path) -> None:
    vim = need("vim")
    setup = "set nocompatible encoding=utf-8 hidden\nfiletype plugin on\nset rtp+=/usr/share/puppet/vim\npackadd ale\n"
    (tmp_path / "setup.vim").write_text(setup + said_in_page("Vim, ALE"), "utf-8")
    seen = looked(tmp_path, vim, "-es", "-i", "NONE", "-n", "-u", tmp_path / "setup.vim", "-S", HERE / "vim/look.vim")
    assert_it_serves(seen)
    assert seen["line"] == 2  # ALE counts bytes in the line, so an emoji moves the mark
