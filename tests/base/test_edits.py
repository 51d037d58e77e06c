"""Edits are applied as they are meant, or refused."""

from __future__ import annotations

import pytest
from puppetlens.base.edits import FileEdit, OverlapError, TextEdit, apply_edits, apply_file_edits
from puppetlens.base.span import Span


def edits(*pieces: tuple[int, int, str]) -> list[TextEdit]:
    return [TextEdit(Span(start, end), text) for start, end, text in pieces]


@pytest.mark.parametrize(
    ("pieces", "after"),
    [
        ([], "abcdef"),
        ([(4, 5, "E"), (0, 1, "A")], "AbcdEf"),
        ([(0, 3, ""), (3, 3, "x"), (6, 6, "!")], "xdef!"),
        ([(1, 2, "B"), (2, 3, "C")], "aBCdef"),
        ([(1, 2, "ä"), (1, 2, "ä")], "aäcdef"),
        ([(2, 2, "x"), (2, 4, "")], "abxef"),
    ],
)
def test_applied(pieces: list[tuple[int, int, str]], after: str) -> None:
    assert apply_edits(b"abcdef", edits(*pieces)).decode() == after


@pytest.mark.parametrize(
    "pieces",
    [[(0, 3, "x"), (2, 4, "y")], [(1, 2, "x"), (1, 2, "y")], [(2, 2, "x"), (2, 2, "y")], [(0, 4, "x"), (2, 2, "y")]],
)
def test_overlapping(pieces: list[tuple[int, int, str]]) -> None:
    with pytest.raises(OverlapError):
        apply_edits(b"abcdef", edits(*pieces))


@pytest.mark.parametrize("piece", [(5, 7, ""), (3, 2, "")])
def test_outside_of_the_text(piece: tuple[int, int, str]) -> None:
    with pytest.raises(ValueError, match="is not in a text of 6 bytes"):
        apply_edits(b"abcdef", edits(piece))


def test_several_files() -> None:
    one, two = edits((0, 1, "A"), (1, 1, "!"))
    after = apply_file_edits({"/a": b"ab", "/b": b"ab", "/c": b"ab"}, [FileEdit("/a", one), FileEdit("/b", two)])
    assert after == {"/a": b"Ab", "/b": b"a!b"}
