"""Parsing never raises, and parsing again after an edit gives what a fresh parse gives."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puppetlens.base.position import Text
from puppetlens.syntax import ast
from puppetlens.syntax.languages import Dialect
from puppetlens.syntax.parse import MOST_FAULTS, TOO_DEEP, Edit, ParsedFile, parse, reparse
from puppetlens.workers.deep_stack import run_deep

from tests.support.samples import examples

REPO = Path(__file__).parents[1] / "fixtures" / "control-repo"
RICH = (
    """\
class über (String $x = 'é', Hash[String, Any] $h = {}) inherits a::b {
  # a comment with ünïcode 😀
  $text = @("END"/L) + f(@(RAW:json), "q${x}${h['k'][0]}\\u{1F600}")
    zwölf ${$x.map |$i| { "<${i}>" }} 😀
    | END
    {"a": 1}
    |- RAW
  file { ['/a', "/b/${x}"]: ensure => file, mode => '0644'; '/c': * => $h }
  if $x =~ /^[a-z]\\/é/ and 4 / 2 > 1 { notice $x, [1] } elsif {} { } else { Foo['a'] -> @@bar { 'x': } }
  $y = $x ? { 'a' => 1, default => { b => 2 } }
  Foo::Bar <<| tag == 'é' |>> { z +> 1 }
}
define über::é { }
node /^web\\d+/, 'a.b', c.d { include a, b }
""".replace("über::é", "a::c")
    .replace("über", "a")
    .encode()
)
TEMPLATE = """\
<%- | String $n, Array $l = ['é'] | -%>
ünï <%= $n %> text <%# comment %>
<% $l.each |$i| { -%>
  row <%= "${i}😀" %> <%% literal %%>
<%- } else_ -%>
<% if $n { %>a<% } else { %>b<% } %>
""".replace(" else_", "").encode()


def with_crlf(texts: list[bytes]) -> list[bytes]:
    return [*texts, *(text.replace(b"\n", b"\r\n") for text in texts[:4])]


MANIFESTS = with_crlf([RICH, *(path.read_bytes() for path in sorted(REPO.rglob("*.pp")))])
TEMPLATES = with_crlf([TEMPLATE, *(path.read_bytes() for path in sorted(REPO.rglob("*.epp")))])

PIECES = st.sampled_from(
    [b"", b"{", b"}", b"(", b")", b"[", b"]", b"'", b'"', b"$", b"${", b"@(X)", b'@("X")', b"\nX\n", b"\n", b"\r\n", b" ",
     b"\nclass a {", b"=>", b"/", b"/*", b"*/", b"#", b";", b",", b"<%", b"<%-", b"<%#", b"%>", b"-%>", b"| ", b"::", b"a",
     b"1", b"\\", b"\xff", "é".encode(), "😀".encode(), "\u00a0".encode()]
)  # fmt: skip
EDITS = st.lists(st.tuples(st.floats(0, 1), st.sampled_from((0, 0, 1, 3, 30)), PIECES), min_size=1, max_size=4)


def edited(text: bytes, place: float, removed: int, inserted: bytes) -> tuple[bytes, Edit]:
    start = int(place * len(text))
    end = min(start + removed, len(text))
    return text[:start] + inserted + text[end:], Edit(start, end, start + len(inserted))


def same(again: ParsedFile, text: bytes) -> None:
    fresh = parse(Text(text), again.dialect)
    assert str(again.tree.root_node) == str(fresh.tree.root_node)
    assert ast.dump(again.program) == ast.dump(fresh.program)
    assert again.program.faults == fresh.program.faults


def edits_agree(text: bytes, dialect: Dialect, edits: list[tuple[float, int, bytes]]) -> None:
    """One edit after the other, each parsed; then all of them at once."""
    first = step = parse(Text(text), dialect)
    made: list[Edit] = []
    for place, removed, inserted in edits:
        text, edit = edited(text, place, removed, inserted)
        step = reparse(step, Text(text), [edit])
        same(step, text)
        made.append(edit)
    same(reparse(first, Text(text), made), text)


@examples(100)
@given(st.sampled_from(MANIFESTS), EDITS)
def test_an_edited_manifest(text: bytes, edits: list[tuple[float, int, bytes]]) -> None:
    edits_agree(text, "puppet", edits)


@examples(60)
@given(st.sampled_from(TEMPLATES), EDITS)
def test_an_edited_template(text: bytes, edits: list[tuple[float, int, bytes]]) -> None:
    edits_agree(text, "epp", edits)


def test_an_interpolation_that_goes_on_over_a_heredoc() -> None:
    """The text of the one heredoc is read before the quote behind it, which is then looked for above that text."""
    edits_agree(
        RICH,
        "puppet",
        [(RICH.index(b'"q${') / len(RICH), 0, b""), ((RICH.index(b"${x}${h") + 2.5) / len(RICH), 0, b"\nX\n")],
    )


def test_the_samples_parse() -> None:
    assert not parse(Text(RICH)).program.faults
    assert not parse(Text(TEMPLATE), "epp").program.faults


@examples(300)
@given(st.lists(PIECES, max_size=40).map(b"".join) | st.binary(max_size=60))
def test_anything_parses_to_something(text: bytes) -> None:
    for dialect in ("puppet", "epp"):
        parsed = parse(Text(text), "epp" if dialect == "epp" else "puppet")
        for fault in parsed.program.faults:
            assert 0 <= fault.start <= fault.end <= len(text)
            assert fault.message


def test_an_item_whose_text_did_not_change_keeps_its_ast() -> None:
    text = b"class a {\n  notify { 'x': }\n  file { '/a': ensure => file }\n}\nclass b { include a }\n"
    old = parse(Text(text))
    at = text.index(b"'x'") + 1
    new_text = text[:at] + b"yy" + text[at:]
    new = reparse(old, Text(new_text), [Edit(at, at, at + 2)])
    first_old, first_new = old.program.body[0].node, new.program.body[0].node
    assert isinstance(first_old, ast.HostClassDefinition)
    assert isinstance(first_new, ast.HostClassDefinition)
    assert first_new is not first_old
    assert first_new.body[1].node is first_old.body[1].node
    assert new.program.body[1].node is old.program.body[1].node


@pytest.mark.parametrize(
    "text", ["(" * 30_000 + "1" + ")" * 30_000, "if true { " * 30_000 + "}" * 30_000, "$x = " + "!" * 30_000 + "1"]
)
@pytest.mark.slow
def test_code_that_nests_too_deeply_has_a_fault(text: str) -> None:
    file = run_deep(lambda: parse(Text(text)))
    assert [(fault.start, fault.end, fault.message) for fault in file.program.faults] == [(0, len(text), TOO_DEEP)]
    mended = run_deep(lambda: reparse(file, Text("$x = 1"), [Edit(0, len(text), 6)]))
    assert (mended.program.faults, len(mended.program.body)) == ((), 1)


def test_a_text_full_of_errors_has_as_many_as_anybody_reads() -> None:
    faults = parse(Text(b"]" * 20_000)).program.faults
    assert len(faults) == MOST_FAULTS
    assert faults[0].message == "this `]` closes nothing"
    assert faults[-1].message == f"from here on there are {20_001 - MOST_FAULTS} more errors, which are not shown"
