"""A screen of a terminal as a picture: SVG, in which text is text, sharp at every size, and nothing is fetched.

Each run of equal cells is as wide as its cells, whichever font a page has. What frames are made of (`│`, `┌`) is drawn, so that
lines meet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby

#: Pixels: a cell, the baseline in it, the letters, and what is around all.
WIDE, HIGH, BASE, LETTER, MARGIN = 8, 18, 13.5, 13.3, 14
_FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"
#: To which sides of its cell a character leads: left, right, up, down.
_FRAMES = {
    "─": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu",
    "├": "rud", "┤": "lud", "┬": "lrd", "┴": "lru", "┼": "lrud",
}  # fmt: skip
_SIDES = {"l": (0, HIGH / 2), "r": (WIDE, HIGH / 2), "u": (WIDE / 2, 0), "d": (WIDE / 2, HIGH)}


@dataclass(frozen=True)
class Look:
    """Of a cell; colours are `#rrggbb`. `line`: that below it, "" for none."""

    foreground: str
    background: str
    bold: bool = False
    italic: bool = False
    line: str = ""
    wavy: bool = False


@dataclass(frozen=True)
class Screen:
    """Rows of cells, equally long: a character (none in the second cell of a wide one) and its look. `blank` is that of the rest."""

    rows: list[list[tuple[str, Look]]]
    blank: Look

    def text(self) -> str:
        """What a person reads."""
        return "\n".join("".join(character for character, _ in row).rstrip() for row in self.rows)


def draw(screen: Screen) -> str:
    """The picture, with a border that is seen on a page of its own colour, too."""
    width = len(screen.rows[0]) * WIDE + 2 * MARGIN
    height = len(screen.rows) * HIGH + 2 * MARGIN
    parts = [part for number, row in enumerate(screen.rows) for part in _row(row, number, screen.blank)]
    # what is behind the letters of any row comes before all letters
    behind = [part for part in parts if not part.startswith("<text")]
    letters = [part for part in parts if part.startswith("<text")]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"',
            ' xml:space="preserve">',  # what some browsers want in place of white-space
            f"<style>text {{ font-family: {_FONT}; font-size: {LETTER}px; white-space: pre }}</style>",
            f'<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8" fill="{screen.blank.background}"'
            ' stroke="#8888" />',
            f'<g transform="translate({MARGIN} {MARGIN})">',
            *behind,
            *letters,
            "</g>",
            "</svg>\n",
        ]
    )


def _row(row: list[tuple[str, Look]], number: int, blank: Look) -> Iterator[str]:
    top, at = number * HIGH, 0
    for look, cells in groupby(row, lambda cell: cell[1]):
        text = [character for character, _ in cells]
        x, width = at * WIDE, len(text) * WIDE
        at += len(text)
        if look.background != blank.background:
            yield f'<rect x="{x}" y="{top}" width="{width}" height="{HIGH}" fill="{look.background}" />'
        yield from _frames(text, look, x, top)
        letters = [" " if character in _FRAMES else character for character in text]
        yield from _letters(letters, look, x, top)
        if look.line:
            yield _line(look, x, top + HIGH - 2, width)


def _letters(text: list[str], look: Look, x: int, top: int) -> Iterator[str]:
    """Without the blanks around them."""
    begin = next((at for at, character in enumerate(text) if character.strip()), None)
    if begin is None:
        return
    end = max(at for at, character in enumerate(text) if character.strip()) + 1
    while end < len(text) and text[end] == "":  # the last one is wide
        end += 1
    style = (' font-weight="bold"' if look.bold else "") + (' font-style="italic"' if look.italic else "")
    place = (
        f'x="{x + begin * WIDE}" y="{top + BASE}" textLength="{(end - begin) * WIDE}" lengthAdjust="spacingAndGlyphs"'
    )
    yield f'<text {place} fill="{look.foreground}"{style}>{escape("".join(text[begin:end]), quote=False)}</text>'


def _frames(text: list[str], look: Look, x: int, top: int) -> Iterator[str]:
    steps = []
    for at, character in enumerate(text):
        left = x + at * WIDE
        for side in _FRAMES.get(character, ""):
            to_x, to_y = _SIDES[side]
            steps.append(f"M{left + WIDE / 2} {top + HIGH / 2}L{left + to_x} {top + to_y}")
    if steps:
        yield f'<path d="{"".join(steps)}" stroke="{look.foreground}" fill="none" />'


def _line(look: Look, x: int, y: float, width: int) -> str:
    wave = f"M{x} {y}" + "q2 -3 4 0t4 0" * (width // 8)
    return f'<path d="{wave if look.wavy else f"M{x} {y}h{width}"}" stroke="{look.line}" fill="none" />'
