"""Pictures of Neovim with the plug-in, and of the command line, made from the real ones on the sample control repo.

Both are screens of a Neovim (`tests/editors/neovim/pictures.lua`): the command line runs in its terminal.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scripts.draw_cells import Screen
from tests.editors.neovim_screen import screen_of
from tests.editors.neovim_session import Neovim

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "tests" / "fixtures" / "control-repo"
BACKGROUNDS = ("light", "dark")
NODE = "web01.example.com"
WEBSERVER = "site-modules/profile/manifests/webserver.pp"
#: What Neovim writes below a command that has ended.
_END = "[Process exited"
Edit = tuple[str, str, str]
#: What the last commit did not have: file, before, after.
CHANGES: tuple[Edit, ...] = (
    (WEBSERVER, "'https' => 443 }", "'https' => 443, 'metrics' => 9100 }"),
    (WEBSERVER, "'8080-8083'", "'8080-8084'"),
)
MISTAKES: tuple[Edit, ...] = (
    ("manifests/site.pp", "include role::webserver\n", "include role::webservr\n"),
    ("modules/nginx/manifests/service.pp", "enable ", "enabel "),
    ("data/common.yaml", "motd::greeting: \"%{lookup('company')}: this is %{literal('%')}s\"", "motd::greeting: true"),
)
#: Name, columns, command, what is edited before.
COMMANDS: tuple[tuple[str, int, str, tuple[Edit, ...]], ...] = (
    ("terminal-catalog", 118, f"catalog {NODE} --class profile::certificates", ()),
    ("terminal-diff", 112, "diff --all", CHANGES),
    ("terminal-check", 132, "check .", MISTAKES),
)


def take(program: Path, folder: Path, background: str) -> Iterator[tuple[str, Screen]]:
    """The name of each picture, and what is on it. `program` is a Neovim from 0.11 on; `folder` is empty."""
    with opened(program, folder / "editor", background, (132, 34)) as neovim:
        yield from in_the_editor(neovim)
    for name, columns, command, edits in COMMANDS:
        with opened(program, folder / name, background, (columns, 90)) as neovim:
            for edit in edits:
                change(neovim.root, *edit)
            yield name, printed(neovim, f"puppetlens {command}")


def in_the_editor(neovim: Neovim) -> Iterator[tuple[str, Screen]]:
    neovim.run(f"edit {WEBSERVER}")
    neovim.until("the server", "#vim.lsp.get_clients({ name = 'puppetlens', bufnr = 0 })", bool)
    neovim.keys("9Gzt")
    # what a node gets
    neovim.run(f"PuppetPreview {NODE}")
    neovim.until("the catalog", "vim.fn.search('^Firewall::Rule.http')", bool)
    neovim.until("what Ruby answers", "vim.wo.winbar", lambda bar: "incomplete" not in bar)
    neovim.keys("zt")
    yield "neovim-preview", screen_of(neovim)

    # a mistake: what is wrong, and the last good catalog
    neovim.keys("<C-w>h", ":33s/rule/rull/<CR>")
    reached = "vim.inspect(vim.diagnostic.get(0)):match('is declared here')"
    neovim.until("through which classes the code was reached", reached, bool)
    neovim.wait("what is wrong", lambda: f"{NODE} does not compile" in neovim.screen())
    neovim.keys("<C-w>d")
    neovim.until("the message", "#vim.api.nvim_list_wins()", lambda count: count == 3)
    yield "neovim-finding", screen_of(neovim)

    # what an edit changes
    neovim.keys("u", ":34s/3'/4'/<CR>", "<C-w>l", "/^Firewall::Rule.https<CR>", "zt")
    neovim.until("the edit in the catalog", "vim.fn.search('8084')", bool)
    neovim.run("PuppetDiff")
    neovim.until("the difference", "vim.fn.bufname('%')", lambda name: name.startswith("puppet-diff"))
    neovim.run("resize 9")
    yield "neovim-diff", screen_of(neovim)


def printed(neovim: Neovim, command: str) -> Screen:
    """The rows of a command of the shell and what it prints."""
    neovim.run(f"lua Shell('$ {command}', '{command}')")
    neovim.wait("the end of the command", lambda: _END in neovim.screen())
    screen = screen_of(neovim)
    texts = screen.text().split("\n")
    end = next(at for at, text in enumerate(texts) if text.startswith(_END))
    while not texts[end - 1]:
        end -= 1
    return Screen(screen.rows[:end], screen.blank)


@contextmanager
def opened(program: Path, folder: Path, background: str, size: tuple[int, int]) -> Iterator[Neovim]:
    """A Neovim in a copy of the sample, which is a commit of git; `size`: columns and lines."""
    site = folder / "site"
    shutil.copytree(SAMPLE, site)
    git = ("git", "-c", "user.name=Ada", "-c", "user.email=ada@example.com")
    for words in (("init", "--quiet"), ("add", "--all"), ("commit", "--quiet", "--message", "All of it")):
        subprocess.run([*git, *words], cwd=site, check=True)
    script = ROOT / "tests" / "editors" / "neovim" / "pictures.lua"
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    # the user's cache, where Ruby is compiled
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    columns, lines = map(str, size)
    session = Neovim(
        str(program), site, script, "--cmd", f"set rtp^={ROOT / 'editors' / 'nvim'}",
        variables={"PATH": path, "XDG_CACHE_HOME": cache, "BACKGROUND": background, "WIDTH": columns, "HEIGHT": lines},
    )  # fmt: skip
    try:
        yield session
    finally:
        session.end()


def change(site: Path, file: str, old: str, new: str) -> None:
    text = (site / file).read_text(encoding="utf-8")
    if text.count(old) != 1:
        sys.exit(f"{file} has {text.count(old)} times what is to be edited: {old}")
    (site / file).write_text(text.replace(old, new), encoding="utf-8")
