"""Semantic tokens after an edit: only what it changed is made anew, and what is told leads to what a new client is told."""

from __future__ import annotations

import pytest
from puppetlens.base.position import Encoding, Text
from puppetlens.features.semantic_tokens import coloured, semantic_tokens
from puppetlens.lsp.token_numbers import difference, numbers, placed_runs, written
from puppetlens.model.world import Edited, Opened, World
from puppetlens.project.files import MemoryFiles
from puppetlens.syntax.parse import Edit

PATH = "/site/manifests/site.pp"
OTHER = "/site/modules/web/manifests/init.pp"
CODE = """\
# 😀
class a($port = 1) {
  include web
  $x = $port file { "/😀${x}": mode => $mode }
  [1].each |$one| { notice($one, $x) }
  web { 'a': port => $x }
  web { 'a': port => $x }
}
define a::b { notice($title) }
include a
$text = @(END) + $mode
  ${text}
  | END
"""


@pytest.mark.parametrize(
    ("old", "new", "most"),  # that are made anew: statements, and the definition around
    [
        ("# 😀\n", "# 😀\n\n# more\n", 0),
        ("include web", "include  web", 2),
        ("  $x = $port", "  $x = $port   notice('😀')", 3),
        ("notice($title)", "notice($name)\n\n", 2),
        # What binds `$x` and `$mode` in other statements:
        ("$x = $port", "", 5),
        ("$port = 1", "$mode = 1", 3),
        ("include a\n", "$mode = 1\n", 3),
        # As a heredoc's text lies below its line, this is one piece.
        ("@(END) + $mode", "@(END) notice($mode)", 1),
        (CODE, "", 1),
        (CODE, "class", 1),
    ],
)
@pytest.mark.parametrize("eol", ["\n", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-8"])
def test_after_an_edit(old: str, new: str, most: int, eol: str, encoding: Encoding) -> None:
    code, old, new = (text.replace("\n", eol) for text in (CODE, old, new))
    text, at = Text(code), code.encode().index(old.encode())
    world = World(MemoryFiles({OTHER: b"define web($port) { }"}), ["/site"])
    snapshot = world.apply(Opened(PATH, text))
    before = coloured(snapshot, PATH)
    known, told = placed_runs(text, before.items, {}, encoding)
    assert written(told) == numbers(text, semantic_tokens(snapshot, PATH), encoding)

    edit = Edit(at, at + len(old.encode()), at + len(new.encode()))
    after = Text(code.replace(old, new, 1))
    snapshot = world.apply(Edited(PATH, after, (edit,)))
    now = coloured(snapshot, PATH, before)
    assert now.tokens() == coloured(snapshot, PATH).tokens()
    # A heredoc is read anew each time, as its text is no part of its statement.
    assert len({id(item) for _, item in now.items} - {id(item) for _, item in before.items}) <= most + 1
    runs = placed_runs(after, now.items, known, encoding)[1]
    data, expected = written(told), numbers(after, semantic_tokens(snapshot, PATH), encoding)
    start, gone, come = difference(told, runs)
    data[start : start + gone] = come
    assert data == expected


@pytest.mark.parametrize("there", ["class web { }", "type Web = String", ""])
def test_what_a_name_means_may_change_elsewhere(there: str) -> None:
    world = World(MemoryFiles({OTHER: b"define web($port) { }"}), ["/site"])
    before = coloured(world.apply(Opened(PATH, Text(CODE))), PATH)
    snapshot = world.apply(Opened(OTHER, Text(there)))
    assert coloured(snapshot, PATH, before).tokens() == coloured(snapshot, PATH).tokens()
