"""What a file's structure alone says: what folds, how a selection grows; and what its names' meaning colours and links."""

from __future__ import annotations

from itertools import pairwise

import pytest
from puppetlens.base.span import Span
from puppetlens.features.folding import folding
from puppetlens.features.linked_editing import linked_editing
from puppetlens.features.selection_ranges import selection_ranges
from puppetlens.features.semantic_tokens import MODIFIERS, semantic_tokens

from tests.support.check import snapshot_of
from tests.support.fixture import read_fixture


def check_folds(source: str, *expected: str) -> None:
    """Each `first-last`, with its kind behind it; lines count from 1."""
    fixture = read_fixture(source)
    path = next(iter(fixture.files))
    text = fixture.text(path)
    shown = []
    for span, kind in folding(snapshot_of(fixture), path):
        first, last = (text.puppet_position(offset).line for offset in span)
        shown.append(f"{first}-{last}{' ' + kind if kind else ''}")
    assert shown == list(expected)


CODE = """\
# About
# this.
class a (
  String $x,
) {
  file { '/x':
    content => @(END),
      one
      | END
    mode    => [
      1 ],
  }
  /* a
     b */
  # alone
  if $x { 1 } else {
    $y = 'a
      b'
  }
}
"""


def test_regions_fold_and_may_be_nested() -> None:
    code = "# region all\ninclude a\n#region part\n\ninclude b\n# endregion\n# endregion all\n# endregion\n# regional\n"
    check_folds(code, "1-7 region", "3-6 region", "6-9 comment")


def test_what_folds_in_code() -> None:
    check_folds(CODE, "1-2 comment", "3-4", "5-19", "6-11", "7-9", "10-11", "13-15 comment", "16-18", "17-18")
    check_folds(
        CODE.replace("\n", "\r\n"),
        "1-2 comment",
        "3-4",
        "5-19",
        "6-11",
        "7-9",
        "10-11",
        "13-15 comment",
        "16-18",
        "17-18",
    )
    check_folds("<% if $x { -%>\ntext\n<% } -%>\n", "1-2")


def test_what_folds_in_data() -> None:
    source = "#- data/common.yaml\na:\n  b: 1\n  c:\n    - x: 1\n      y: 2\n    - 3\n\nd: |\n  one\n  two\n#- hiera.yaml\nversion: 5\n"
    check_folds(source, "1-6", "3-6", "4-5", "8-10")


@pytest.mark.parametrize(
    ("source", "steps"),
    [
        (
            "class a { $x = foo('b $^c', 1) }\n",
            ["b c", "'b c'", "'b c', 1", "('b c', 1)", "foo('b c', 1)", "$x = foo('b c', 1)", " $x = foo('b c', 1) "],
        ),
        ("file { '/x': mode => $$^m }\n", ["$m", "mode => $m", "'/x': mode => $m"]),
        ('$a = "x ${foo($^1)} y"\n', ["1", "(1)", "foo(1)", "${foo(1)}", "x ${foo(1)} y"]),
        ("include $^\nclass {\n", []),
        ("#- data/common.yaml\na:\n  b: [1, x$^y]\n  c: 2\n", ["xy", "[1, xy]", "b: [1, xy]", "b: [1, xy]\n  c: 2"]),
    ],
)
def test_how_a_selection_grows(source: str, steps: list[str]) -> None:
    fixture = read_fixture(source)
    path, data = fixture.cursor_path, fixture.files[fixture.cursor_path]
    spans = selection_ranges(snapshot_of(fixture), path, fixture.cursor_offset)
    shown = [data[span.start : span.end].decode() for span in spans]
    assert [step for step in shown if step in steps] == steps
    assert spans[-1] == Span(0, len(data))
    for inner, outer in pairwise(spans):
        assert outer.start <= inner.start
        assert inner.end <= outer.end
        assert inner != outer


def tokens(source: str, within: Span | None = None) -> list[str]:
    fixture = read_fixture(source)
    path = next(iter(fixture.files))
    shown = []
    for start, end, kind, modifiers in semantic_tokens(snapshot_of(fixture), path, within):
        marks = [name for bit, name in enumerate(MODIFIERS) if modifiers >> bit & 1]
        shown.append(" ".join((fixture.files[path][start:end].decode(), kind, *marks)))
    return shown


WEB = """\
class web(Integer $port) {
  include motd
  $all = $facts['os']
  web::vhost { "x ${port} ${all}": root => $port }
  file { '/x': mode => $motd::mode }
  [1].each |$one| { notice(web::f($one)) }
}
#- modules/web/manifests/vhost.pp
define web::vhost($root) {}
#- modules/web/functions/f.pp
function web::f($a) { $a }
#- modules/motd/manifests/init.pp
class motd($mode) {}
"""


def test_what_names_mean_has_a_colour() -> None:
    assert tokens(WEB) == [
        "web class definition",
        "Integer type defaultLibrary",
        "$port parameter definition",
        "include function defaultLibrary",
        "motd class",
        "$all variable definition",
        "$facts variable defaultLibrary",
        "web::vhost struct",
        "port parameter",
        "all variable",
        "root property",
        "$port parameter",
        "file struct defaultLibrary",
        "mode property",
        "motd class",
        "mode parameter",
        "each function defaultLibrary",
        "$one parameter definition",
        "notice function defaultLibrary",
        "web::f function",
        "$one parameter",
    ]
    second = WEB.index("include")
    assert tokens(WEB, Span(second, second + 10)) == ["include function defaultLibrary", "motd class"]
    assert tokens("#- data/common.yaml\nmotd::mode: '0644'\n#- hiera.yaml\nversion: 5\n" + WEB) == [
        "motd::mode property"
    ]


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("$x.each |$a, $b| { notice($$^a, \"${a}\", $b) }\n", 3),
        ("define d { $$^local = 1 notice($local) }\n", 2),
        # Others may name these, or there is nothing to link.
        ("class c { $$^seen = 1 notice($seen) }\n", 0),
        ("define d($$^par) { notice($par) }\n", 0),
        ("define d { $$^once = 1 }\n", 0),
        ("include $^c\n", 0),
    ],
)  # fmt: skip
def test_which_places_are_typed_together(source: str, count: int) -> None:
    fixture = read_fixture(source)
    path, data = fixture.cursor_path, fixture.files[fixture.cursor_path]
    spans = linked_editing(snapshot_of(fixture), path, fixture.cursor_offset)
    assert len(spans) == count
    assert len({data[span.start : span.end] for span in spans}) == min(count, 1)
