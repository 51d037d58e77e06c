"""Real Neovim, at the keys: completion, rename, references, a quick fix, formatting, signatures, in the sample repo."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.editors.neovim_session import Neovim
from tests.support.forked import started
from tests.support.programs import need

pytestmark = pytest.mark.slow  # a real editor

HERE = Path(__file__).parent
SAMPLE = HERE.parent / "fixtures" / "control-repo"
ROLE = "site-modules/role/manifests/webserver.pp"


@pytest.fixture(scope="module")
def neovim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neovim]:
    started()
    root = tmp_path_factory.mktemp("typing") / "repo"
    shutil.copytree(SAMPLE, root)
    session = Neovim(need("nvim"), root, HERE / "neovim" / "typing.lua")
    yield session
    session.end()


def line_of(neovim: Neovim) -> str:
    return str(neovim.lua("vim.fn.getline('.')"))


def test_completion_writes_the_name_of_a_class(neovim: Neovim) -> None:
    neovim.edit(ROLE, 6, 1)
    neovim.keys("oinclude profile::hard<C-x><C-o>")
    words = neovim.until("the menu", "Keys.words()", bool)
    assert words[0] == "profile::hardened"
    neovim.keys("<C-y><Esc>")
    assert line_of(neovim).strip() == "include profile::hardened"


def test_completion_after_a_dot_and_of_attributes(neovim: Neovim) -> None:
    neovim.edit(ROLE, 6, 1)
    neovim.keys("ofile { '/etc/x':<CR>mod<C-x><C-o>")
    words = neovim.until("the menu", "Keys.words()", bool)
    assert words[0].startswith("mode")
    neovim.keys("<Esc>:undo<CR>")


def test_signatures_while_a_call_is_typed(neovim: Neovim) -> None:
    neovim.edit(ROLE, 6, 1)
    neovim.keys("o$x = split('a', ")
    neovim.keys("<Cmd>lua vim.lsp.buf.signature_help()<CR>")
    shown = neovim.until("the signature", "Keys.float()", bool)
    assert "split(String $str, String $pattern)" in shown
    neovim.keys("<Esc>:undo<CR>")


def test_references_fill_the_list(neovim: Neovim) -> None:
    neovim.edit(ROLE, 3, 14)
    neovim.run("lua vim.lsp.buf.references()")
    found = neovim.until("the references", "Keys.quickfix()", lambda found: len(found) > 3)
    assert "webserver.pp:3" in found
    assert "base.pp:9" in found
    neovim.run("cclose")


def test_a_quick_fix_creates_the_missing_class(neovim: Neovim) -> None:
    neovim.edit(ROLE, 6, 1)
    neovim.keys("oinclude profile::absent<Esc>")
    neovim.until("the finding", "#vim.diagnostic.get(0)", lambda count: count > 0)
    neovim.run("let g:wanted = 'Create class' | lua vim.lsp.buf.code_action()")
    neovim.until(
        "the class", "Keys.buffer('profile/manifests/absent.pp')", lambda text: "class profile::absent" in str(text)
    )
    neovim.edit(ROLE, 7, 1)
    neovim.until("the finding to go", "#vim.diagnostic.get(0)", lambda count: count == 0)


def test_a_rename_reaches_every_file_and_moves_the_class(neovim: Neovim) -> None:
    neovim.edit("site-modules/role/manifests/application.pp", 3, 14)
    neovim.run("lua vim.lsp.buf.rename('profile::tight')")
    neovim.until("the rename", "vim.fn.getline('.')", lambda line: "profile::tight" in line)
    moved = neovim.root / "site-modules/profile/manifests/tight.pp"
    neovim.wait("the class", moved.exists)
    assert "class profile::tight" in moved.read_text()
    assert not moved.with_name("hardened.pp").exists()
    assert "Class['profile::tight'] -> " in neovim.lua("Keys.buffer('role/manifests/application.pp')")
    assert "include profile::tight" in neovim.lua("Keys.buffer('role/manifests/monitoring.pp')")


def test_formatting(neovim: Neovim) -> None:
    neovim.edit(ROLE, 6, 1)
    neovim.keys("ofile { '/etc/y':<CR>mode => '0644',<CR>ensure=>file<CR>}<Esc>")
    neovim.run("lua Keys.format()")
    text = neovim.until(
        "formatting", "Keys.buffer('role/manifests/webserver.pp')", lambda text: "ensure => file," in text
    )
    assert "  file { '/etc/y':\n    mode   => '0644',\n    ensure => file,\n  }\n" in text
