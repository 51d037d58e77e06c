"""Edits arrive where the client meant them, in every encoding, whatever the text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types as lsp
from puppetlens.base.position import Encoding, Text
from puppetlens.lsp.sync import apply_changes
from puppetlens.lsp.uris import to_path, to_uri
from puppetlens.syntax.parse import parse, reparse

from tests.lsp.units import units

PIECES = st.sampled_from(
    ["a", "$x", " ", "\n", "\r\n", "\r", "\f", "\u2028", "\u0085", "ä", "€", "😀", "e\u0301", "{", "}", "'", '"', "#"]
)
TEXTS = st.lists(PIECES, max_size=30).map("".join)
ENCODINGS = st.sampled_from(["utf-8", "utf-16", "utf-32"])


def client_position(text: str, index: int, encoding: Encoding) -> lsp.Position:
    """As a client counts: by the letter of the specification, without our tables."""
    ends = [match.end() for match in re.finditer(r"\r\n|\n|\r", text) if match.end() <= index]
    start = ends[-1] if ends else 0
    return lsp.Position(len(ends), units(text[start:index], encoding))


def inside_a_line_end(text: str, index: int) -> bool:
    return text[index - 1 : index + 1] == "\r\n"


@st.composite
def sessions(draw: st.DrawFn) -> tuple[Encoding, str, list[tuple[int, int, str]]]:
    """An encoding, a text, and edits as (start, end, new text) in characters, one after the other."""
    encoding: Encoding = draw(ENCODINGS)  # type: ignore[assignment]  # one of the three
    text = first = draw(TEXTS)
    edits = []
    for _ in range(draw(st.integers(1, 5))):
        places = [place for place in range(len(text) + 1) if not inside_a_line_end(text, place)]
        start, end = sorted((draw(st.sampled_from(places)), draw(st.sampled_from(places))))
        new = draw(TEXTS)
        edits.append((start, end, new))
        text = text[:start] + new + text[end:]
    return encoding, first, edits


@given(sessions())
def test_a_sequence_of_edits_gives_the_clients_text(session: tuple[Encoding, str, list[tuple[int, int, str]]]) -> None:
    encoding, text, edits = session
    ours = Text(text)
    changes: list[lsp.TextDocumentContentChangeEvent] = []
    for start, end, new in edits:
        places = client_position(text, start, encoding), client_position(text, end, encoding)
        changes.append(lsp.TextDocumentContentChangePartial(lsp.Range(*places), new))
        text = text[:start] + new + text[end:]
    result, in_bytes = apply_changes(ours, changes, encoding)
    assert result.string == text
    again = reparse(parse(ours), result, in_bytes)
    assert str(again.tree.root_node) == str(parse(Text(text)).tree.root_node)


def test_a_change_without_a_range_is_the_whole_text() -> None:
    result, (edit,) = apply_changes(Text("old"), [lsp.TextDocumentContentChangeWholeDocument("new text")], "utf-16")
    assert result.string == "new text"
    assert tuple(edit) == (0, 3, 8)


def test_a_range_that_is_upside_down_is_turned() -> None:
    upside_down = lsp.Range(lsp.Position(0, 2), lsp.Position(0, 1))
    result, _ = apply_changes(Text("abc"), [lsp.TextDocumentContentChangePartial(upside_down, "")], "utf-16")
    assert result.string == "ac"


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///a/b.pp", "/a/b.pp"),
        ("file:///a%20b/%C3%A4%23%3F.pp", "/a b/ä#?.pp"),
        ("file:///a;b/c,d.pp", "/a;b/c,d.pp"),
        ("file:///a#b.pp", "/a#b.pp"),
        ("file://localhost/a.pp", "/a.pp"),
        ("file://host/share/a.pp", "//host/share/a.pp"),
        ("file:///c%3A/a.pp", "c:/a.pp"),
        ("file:///a/%FF.pp", "/a/\udcff.pp"),
        ("file:///a/../b/./c.pp", "/b/c.pp"),
        ("file://[x/a.pp", None),
        ("untitled:Untitled-1", "/dev/null/Untitled-1"),
        ("untitled:/a/new%20b.pp", "/a/new b.pp"),
        ("untitled:", None),
        ("puppet-catalog:/a", None),
    ],
)
def test_uris_name_paths(uri: str, path: str | None) -> None:
    assert to_path(uri) == path
    if path is not None:
        assert to_path(to_uri(path)) == path
