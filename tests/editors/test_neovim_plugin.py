"""The plug-in for Neovim, at the keys, in the oldest Neovim that it supports and the newest: a preview that follows edits, stays while
the code is broken and leads to where things come from; why; what was changed; a node; the health of it all."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest

from tests.editors.neovim_session import Neovim
from tests.support.forked import started
from tests.support.programs import need_neovim
from tests.support.samples import first_of
from tests.support.written import write_files

pytestmark = pytest.mark.slow  # a real editor

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SAMPLE = HERE.parent / "fixtures" / "control-repo"
ROLE = "site-modules/role/manifests/webserver.pp"
NOTE = "File[/etc/motd.d/50-note-base]"
#: How many servers know the buffer: for a moment none after `:edit!`.
ATTACHED = "#vim.lsp.get_clients({ name = 'puppetlens', bufnr = 0 })"
#: How many classes the server knows by a name that is completed below: while it reads the environment, none.
INDEXED = """(function()
  local told = vim.lsp.buf_request_sync(0, 'workspace/symbol', { query = 'profile::hardened' }, 5000)
  for _, answer in pairs(told or {}) do return #(answer.result or {}) end
  return 0
end)()"""


@pytest.fixture(scope="module", params=first_of(["new", "old"]))
def neovim(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neovim]:
    which: Literal["old", "new"] = request.param
    program = need_neovim(which)
    started()
    root = tmp_path_factory.mktemp(which) / "repo"
    shutil.copytree(SAMPLE, root)
    packaged = root.parent / "packaged"  # as packages of Puppet bring it for Vim
    write_files(packaged, {"ftplugin/puppet.vim": "setlocal keywordprg=puppet\\ describe\\ --providers\n"})
    given = ["--cmd", f"set rtp^={ROOT / 'editors' / 'nvim'} | set rtp+={packaged}"]
    session = Neovim(program, root, HERE / "neovim" / "plugin.lua", *given)
    edit(session, ROLE)
    session.until("the classes", INDEXED, bool)
    yield session
    session.end()


def edit(neovim: Neovim, file: str) -> None:
    """As it is on the disk, and the server's."""
    neovim.run(f"edit! {file}")
    neovim.until("the server", ATTACHED, bool)


def lines(neovim: Neovim, name: str = "") -> list[str]:
    """Of the buffer whose name ends so, else of this one."""
    buffer = f"vim.fn.bufnr('{name}$')" if name else "0"
    return list(neovim.lua(f"vim.api.nvim_buf_get_lines({buffer}, 0, -1, false)"))


def bar(neovim: Neovim) -> str:
    return str(neovim.lua("vim.wo[vim.fn.bufwinid('puppet-catalog')].winbar"))


@pytest.fixture
def previewed(neovim: Neovim) -> Neovim:
    """With a preview, which a test before may have opened: any of them may be the first of its process."""
    if neovim.lua("vim.fn.bufwinid('puppet-catalog')") < 0:
        neovim.run("PuppetPreview web01.example.com")
        neovim.wait("the catalog", lambda: is_shown(neovim, NOTE))
        neovim.keys("<C-w>p")
    return neovim


def is_shown(neovim: Neovim, resource: str) -> bool:
    return any(line.startswith(resource) for line in lines(neovim, "web01.example.com"))


def in_the_preview(neovim: Neovim, place: str) -> None:
    """At the first place that this text is found at."""
    neovim.lua("vim.fn.win_gotoid(vim.fn.bufwinid('puppet-catalog'))")
    neovim.keys(f"gg/{re.sub('[^a-z0-9]', '.', place)}<CR>")


def test_a_preview_by_a_name_that_tab_completes(neovim: Neovim) -> None:
    neovim.keys(":PuppetPreview we<C-a>")
    both = "PuppetPreview web01.example.com web02.example.com"
    neovim.until("the names", "vim.fn.getcmdline()", lambda line: line == both)
    neovim.keys("<Esc>", ":PuppetPreview web01<Tab><CR>")
    neovim.wait("the catalog", lambda: "# modules/motd/manifests/fragment.pp:3" in "".join(lines(neovim)))
    assert neovim.lua("vim.bo.filetype") == "puppetcatalog"
    assert "web01.example.com: " in bar(neovim)
    assert "web01.example.com: " in neovim.screen()


def test_without_a_name_it_asks_which(neovim: Neovim) -> None:
    neovim.run("let g:wanted = 'web02' | PuppetPreview")
    neovim.until("the window", "vim.fn.bufname('%')", lambda name: name == "puppet-catalog://web02.example.com")
    neovim.run("bwipeout | unlet g:wanted")


def test_it_has_colours_and_folds(previewed: Neovim) -> None:
    neovim = previewed
    in_the_preview(neovim, NOTE)
    assert neovim.lua("vim.fn.synIDattr(vim.fn.synID(vim.fn.line('.'), 2, 1), 'name')") == "puppetCatalogResource"
    neovim.keys("zc")
    first, last = neovim.lua("{ vim.fn.foldclosed('.'), vim.fn.foldclosedend('.') }")
    assert lines(neovim)[first - 1].startswith(NOTE)
    assert all(line.startswith("  ") for line in lines(neovim)[first:last])
    neovim.keys("zo")


def test_a_key_leads_to_where_a_value_was_set(previewed: Neovim) -> None:
    neovim = previewed
    in_the_preview(neovim, NOTE)
    neovim.keys("/mode<CR><CR>")
    neovim.until("the manifest", "vim.fn.expand('%:t')", lambda name: name == "fragment.pp")
    assert neovim.lua("vim.fn.getline('.')").strip() == "mode    => '0644',"
    assert neovim.lua("vim.fn.bufwinid('puppet-catalog')") > 0


def test_it_follows_edits_and_stays_while_the_code_is_broken(previewed: Neovim) -> None:
    neovim = previewed
    edit(neovim, ROLE)
    neovim.keys("3Gonotify { 'typed':")
    neovim.wait("what is wrong", lambda: "web01.example.com does not compile" in bar(neovim))
    assert re.search(r"\(site-modules/role/manifests/webserver\.pp:\d\) \(catalog of [\d:]+\)%<$", bar(neovim))
    assert re.search(r"web01.example.com does not compile: Syntax error at .*>$", neovim.screen(), re.MULTILINE)
    assert is_shown(neovim, NOTE)
    neovim.keys(" }<Esc>")
    neovim.wait("the resource", lambda: is_shown(neovim, "Notify[typed]"))
    assert "does not compile" not in bar(neovim)


def test_what_stands_in_the_place_of_a_catalog_is_wrapped(neovim: Neovim) -> None:
    edit(neovim, ROLE)
    neovim.keys("3Gonotify { 'typed':<Esc>")
    neovim.run("PuppetPreview web02.example.com")
    wraps = "vim.wo[vim.fn.bufwinid('puppet-catalog://web02')].wrap"
    neovim.until("the words", wraps, bool)
    assert any(line.startswith("# Error: ") for line in lines(neovim, "web02.example.com"))
    neovim.keys("<C-w>pA }<Esc>")
    neovim.until("the catalog", wraps, lambda wrapped: not wrapped)
    neovim.run("bwipeout! puppet-catalog://web02.example.com")


def test_a_class_where_there_is_none_opens_no_window(neovim: Neovim) -> None:
    edit(neovim, "data/common.yaml")
    windows = neovim.lua("#vim.api.nvim_list_wins()")
    neovim.run("silent! PuppetPreviewClass")
    neovim.until("the reason", "vim.fn.execute('messages')", lambda told: "which class?" in told)
    assert neovim.lua("#vim.api.nvim_list_wins()") == windows


def test_a_preview_belongs_to_the_repo_that_it_was_asked_in(neovim: Neovim) -> None:
    """Where two are open, with a server each."""
    second = neovim.root.parent / "second"
    write_files(second, {"environment.conf": "", "manifests/site.pp": "node 'only.there' { notify { 'there': } }\n"})
    edit(neovim, f"{second}/manifests/site.pp")
    neovim.run("PuppetPreview only.there")
    neovim.wait("the catalog", lambda: "Notify[there]  # manifests/site.pp:1" in lines(neovim, "only.there"))
    neovim.run("wincmd p | split | lcd %:p:h:h:h/repo")
    edit(neovim, ROLE)
    neovim.run(f"wincmd p | edit {second}/manifests/site.pp")
    neovim.keys("Onotify { 'typed': }<Esc>")
    neovim.wait("the resource", lambda: "Notify[typed]  # manifests/site.pp:1" in lines(neovim, "only.there"))
    neovim.lua("vim.fn.win_gotoid(vim.fn.bufwinid('puppet-catalog://only.there'))")
    neovim.run("PuppetExplain Notify[there]")
    neovim.until("why", "vim.fn.bufname('%')", lambda name: name == "puppet-explain://Notify[there] on only.there")
    neovim.keys("q")
    neovim.run("silent! only! | bwipeout! puppet-catalog://only.there")
    edit(neovim, ROLE)


def test_why(previewed: Neovim) -> None:
    neovim = previewed
    neovim.run(f"PuppetExplain {NOTE}")
    neovim.until("why", "vim.fn.bufname('%')", lambda name: name.startswith("puppet-explain"))
    assert lines(neovim)[0] == f"{NOTE}  declared at modules/motd/manifests/fragment.pp:3"
    neovim.keys("q")


def test_why_of_what_the_cursor_is_at(previewed: Neovim) -> None:
    neovim = previewed
    for file, word, resource in (
        ("modules/motd/manifests/init.pp", "purge", "File[/etc/motd.d]"),
        ("data/common.yaml", "^profile::base::unwanted", "Class[Profile::Base]"),
    ):
        neovim.run(f"split {file}")
        neovim.keys(f"/{word}<CR>:PuppetExplain<CR>")
        title = f"puppet-explain://{resource} on web01.example.com"
        neovim.until("why", "vim.fn.bufname('%')", title.__eq__)
        neovim.keys("q:close<CR>")


def test_what_the_edit_changes(previewed: Neovim) -> None:
    neovim = previewed
    edit(neovim, ROLE)
    neovim.keys("3Gonotify { 'typed': }<Esc>")
    neovim.wait("the resource", lambda: is_shown(neovim, "Notify[typed]"))
    neovim.run("PuppetDiff")
    neovim.until("the difference", "vim.fn.bufname('%')", lambda name: name.startswith("puppet-diff"))
    head, *rest = lines(neovim)
    assert head == "web01.example.com: 1 to add, 0 to change, 0 to remove"
    assert rest[0].startswith("  + Notify[typed]  # ")
    assert neovim.lua("vim.fn.synIDattr(vim.fn.synID(2, 5, 1), 'name')") == "puppetDiffAdded"
    neovim.keys("q")


def test_a_line_around_a_change_that_begins_with_a_sign_has_no_colour_of_a_change(neovim: Neovim) -> None:
    neovim.run("enew | setfiletype puppetdiff")
    neovim.lua("vim.fn.setline(1, { '          - - old', '            - same' })")
    names = [neovim.lua(f"vim.fn.synIDattr(vim.fn.synID({row}, 13, 1), 'name')") for row in (1, 2)]
    assert names == ["puppetDiffRemoved", ""]
    neovim.run("bwipeout!")


def test_a_node_whose_values_are_shown(neovim: Neovim) -> None:
    neovim.run("PuppetNode web02.example.com")
    status = "require('puppetlens.node').statusline()"
    told = neovim.until("the node", status, lambda text: re.search(r" (ok|incomplete), \d+$", text))
    assert told.startswith("web02.example.com ")
    neovim.run("PuppetNode wbe02")  # it compiles as any node would of which nothing is known
    neovim.until("the node", status, lambda text: re.fullmatch(r"wbe02 \w+(, \d+)?, no facts", text))
    assert "there are no facts of wbe02: facts/wbe02.json is" in neovim.lua("vim.fn.execute('messages')")
    neovim.run("PuppetNode!")
    assert neovim.lua(status) == ""


def test_a_key_tells_what_a_name_is(neovim: Neovim) -> None:
    """Also where Puppet's plug-in for Vim would ask `puppet describe`."""
    edit(neovim, ROLE)
    assert neovim.lua("vim.fn.maparg('K', 'n', false, true).desc") == "vim.lsp.buf.hover()"


def test_the_health(neovim: Neovim) -> None:
    neovim.run("checkhealth puppetlens")
    neovim.wait("the report", lambda: any("6 with facts" in line for line in lines(neovim)))
    report = "\n".join(lines(neovim))
    assert "puppetlens, version " in report
    assert f"a server runs for {neovim.root}" in report
    assert "ERROR" not in report
    neovim.keys(":bdelete<CR>")


def test_the_help_has_all_commands(neovim: Neovim) -> None:
    neovim.run(f"helptags {ROOT / 'editors' / 'nvim' / 'doc'}")
    for command in ("PuppetPreview", "PuppetPreviewClass", "PuppetNode", "PuppetDiff", "PuppetExplain"):
        neovim.run(f"help :{command}")
        neovim.until("the help", "vim.fn.expand('%:t')", lambda name: name == "puppetlens.txt")
        assert f"*:{command}*" in neovim.lua("vim.fn.getline('.')")
        assert neovim.lua(f"vim.fn.exists(':{command}')") == 2
        neovim.keys(":close<CR>")


def test_a_name_is_completed_a_finding_fixed_and_a_class_renamed(neovim: Neovim) -> None:
    edit(neovim, ROLE)
    neovim.keys("6Goinclude profile::hard<C-x><C-o>")
    neovim.until("the name", "vim.fn.getline('.')", lambda line: line == "  include profile::hardened")
    neovim.keys("<Esc>oinclude profile::absent<Esc>")
    neovim.until("the finding", "#vim.diagnostic.get(0)", lambda count: count == 1)
    neovim.run("let g:wanted = 'Create class' | lua vim.lsp.buf.code_action()")
    neovim.until("the finding to go", "#vim.diagnostic.get(0)", lambda count: count == 0)
    assert lines(neovim, "absent.pp")[0] == "class profile::absent {"
    neovim.run("lua vim.lsp.buf.rename('profile::present')")
    neovim.until("the rename", "vim.fn.getline('.')", lambda line: "profile::present" in line)
    neovim.until("its file", "vim.fn.bufnr('profile/manifests/present.pp')", lambda number: number > 0)


def test_an_older_neovim_is_told_so(tmp_path: Path) -> None:
    program = need_neovim("older")
    script = tmp_path / "show.vim"
    script.write_text(
        "set filetype=puppet\nredir! > told\nmessages\nredir END\ncheckhealth puppetlens\nwrite! report\nqall!\n"
    )
    rtp = f"set rtp^={ROOT / 'editors' / 'nvim'}"
    command = [
        program,
        "--headless",
        "-u",
        "NONE",
        "--cmd",
        rtp,
        "-c",
        "runtime! plugin/puppetlens.lua",
        "-S",
        str(script),
    ]
    subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=60, check=True)
    assert "puppetlens: this plug-in needs Neovim 0.10 or newer" in (tmp_path / "told").read_text()
    assert "ERROR: this plug-in needs Neovim 0.10 or newer" in (tmp_path / "report").read_text()


def test_without_the_program_a_person_is_told_what_to_do(tmp_path: Path) -> None:
    script = tmp_path / "init.lua"
    script.write_text(
        "vim.cmd('filetype plugin on')\n"
        f"vim.cmd('edit {tmp_path}/a.pp')\n"
        "vim.cmd('edit b.pp')\n"
        "local _, raised = pcall(vim.cmd, 'PuppetPreview')\n"  # what is notified of is an error of the script in 0.10
        "io.stderr:write(tostring(raised))\n"
        "vim.cmd('checkhealth puppetlens')\n"
        "io.stdout:write(table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n'))\n"
        "vim.cmd('qall!')\n"
    )
    rtp = f"set rtp^={ROOT / 'editors' / 'nvim'}"
    for which in ("old", "new"):
        command = [need_neovim(which), "--headless", "--clean", "-i", "NONE", "-n", "--cmd", rtp, "-S", str(script)]
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
        done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=60)
        message = f'puppetlens: there is no program "puppetlens"; install it with "pipx install {ROOT}"'
        assert done.stderr.count(message) == 1
        assert "puppetlens: no server runs; open a manifest first (:checkhealth puppetlens)" in done.stderr
        assert "there is no node" not in done.stderr
        assert f"pipx install {ROOT}\n" in done.stdout
