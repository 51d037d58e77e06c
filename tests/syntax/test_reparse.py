"""Parsing never raises, and parsing again after an edit gives what a fresh parse gives."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from puppetlens.base.position import Text
from puppetlens.syntax import ast
from puppetlens.syntax.parse import Edit, parse, reparse

REPO = Path(__file__).parents[1] / "fixtures" / "control-repo"
MANIFESTS = [path.read_bytes() for path in sorted(REPO.rglob("*.pp"))]
TEMPLATES = [path.read_bytes() for path in sorted(REPO.rglob("*.epp"))]

PIECES = st.sampled_from(
    [b"", b"{", b"}", b"(", b")", b"'", b'"', b"$", b"${", b"@(X)", b"X\n", b"\n", b" ", b"class a {", b"=>", b"/", b"#",
     b"<%", b"%>", b"-%>", b"| ", b"::", b"a", b"1", "é".encode(), b"\\"]
)  # fmt: skip


def trees_agree(old_text: bytes, place: float, removed: int, inserted: bytes, dialect: str) -> None:
    kind = "epp" if dialect == "epp" else "puppet"
    start = int(place * len(old_text))
    end = min(start + removed, len(old_text))
    new_text = old_text[:start] + inserted + old_text[end:]
    old = parse(Text(old_text), kind)
    again = reparse(old, Text(new_text), [Edit(start, end, start + len(inserted))])
    fresh = parse(Text(new_text), kind)
    if not fresh.program.faults:
        assert ast.dump(again.program) == ast.dump(fresh.program)
    assert bool(again.program.faults) == bool(fresh.program.faults)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(MANIFESTS), st.floats(0, 1), st.integers(0, 30), PIECES)
def test_an_edited_manifest(text: bytes, place: float, removed: int, inserted: bytes) -> None:
    trees_agree(text, place, removed, inserted, "puppet")


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(TEMPLATES), st.floats(0, 1), st.integers(0, 30), PIECES)
def test_an_edited_template(text: bytes, place: float, removed: int, inserted: bytes) -> None:
    trees_agree(text, place, removed, inserted, "epp")


@settings(max_examples=300, deadline=None)
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
