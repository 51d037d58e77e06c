"""The pictures of the pages can be made: real VS Code, real Neovim and the real command line tell what they show."""

from __future__ import annotations

import re
import shutil
import sys
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from scripts.draw_cells import Look, Screen, draw
from scripts.terminal_pictures import BACKGROUNDS, take
from tests.support.programs import need, need_neovim
from tests.support.vscode import HERE, ROOT, TOOLS, bare_vsix, node_folder, run

STILLS = {"catalog", "squiggle", "completion", "changed", "difference", "diff"}
PICTURES = ROOT / "docs" / "pictures"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLANK = Look("#111111", "#ffffff")
RED = Look("#aa0000", "#ffffff", bold=True, line="#ff0000", wavy=True)
BAR = Look("#222222", "#dddddd", italic=True)
SVG = "{http://www.w3.org/2000/svg}"


def screen(*rows: tuple[str, Look]) -> Screen:
    """A row of one look each."""
    return Screen([[(character, look) for character in text] for text, look in rows], BLANK)


def parsed(drawn: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawn)


def test_text_is_text_in_its_colours() -> None:
    drawn = parsed(draw(screen(("a <b> & 'c'", BLANK), ("  wrong::r ", RED))))
    plain, wrong = drawn.iter(f"{SVG}text")
    assert (plain.text, plain.get("fill"), plain.get("font-weight")) == ("a <b> & 'c'", "#111111", None)
    assert (wrong.text, wrong.get("fill"), wrong.get("font-weight")) == ("wrong::r", "#aa0000", "bold")
    (wave,) = drawn.iter(f"{SVG}path")
    assert wave.get("stroke") == "#ff0000"


def test_cells_are_in_columns_whichever_font_there_is() -> None:
    two = Screen([[(character, BLANK) for character in "ab"] + [(character, RED) for character in "cdef"]], BLANK)
    first, second = parsed(draw(two)).iter(f"{SVG}text")
    at = [float(each.get("x", "")) for each in (first, second)]
    long = [float(each.get("textLength", "")) for each in (first, second)]
    assert at[1] - at[0] == long[0]
    assert long[1] == 2 * long[0]
    wide = Screen([[("漢", BLANK), ("", BLANK), ("a", BLANK), (" ", BLANK)]], BLANK)
    (text,) = parsed(draw(wide)).iter(f"{SVG}text")
    assert (text.text, float(text.get("textLength", ""))) == ("漢a", long[0] * 1.5)


def test_a_bar_is_behind_its_text_and_lines_of_a_frame_meet() -> None:
    drawn = parsed(draw(screen(("│ bar", BAR), ("│    ", BLANK))))
    (group,) = drawn.iter(f"{SVG}g")
    behind = next(each for each in group if each.get("fill") == "#dddddd")
    assert list(group).index(behind) < [each.tag for each in group].index(f"{SVG}text")
    upper, lower = (re.findall(r"L[\d.]+ ([\d.]+)", each.get("d", "")) for each in drawn.iter(f"{SVG}path"))
    assert upper[-1] == lower[0]
    assert "".join(each.text or "" for each in drawn.iter(f"{SVG}text")) == "bar"


def pictures_of(page: Path) -> list[tuple[str, str | None]]:
    """Those that a page shows or leads to: name and alternative text; None of a link, and of a `source`, whose `img` has it."""
    text = page.read_text(encoding="utf-8")
    shown = [(name, alt) for alt, name in re.findall(r"!\[([^\]]*)\]\((?:\S*/)?pictures/([^)]+)\)", text)]
    for tag in re.findall(r"<(?:img|source)[^>]*>", text):
        (name,) = re.findall(r'src(?:set)?="(?:\S*/)?pictures/([^"]+)"', tag)
        alt = re.search(r'alt="([^"]*)"', tag)
        shown.append((name, unescape(alt[1]) if alt else None if tag.startswith("<source") else ""))
    linked = re.findall(r"(?<!!)\[[^\]]*\]\((?:\S*/)?pictures/([^)]+)\)", text)
    return shown + [(name, None) for name in linked]


def test_pages_show_the_pictures_that_there_are_and_say_what_is_on_them() -> None:
    found = [picture for page in PAGES for picture in pictures_of(page)]
    assert {name for name, _ in found} == {file.name for file in PICTURES.iterdir()}
    assert [name for name, alt in found if alt is not None and len(alt) < 20] == []


def test_each_light_picture_has_its_dark_one() -> None:
    for page in PAGES:
        names = [name for name, _ in pictures_of(page)]
        assert [each for each in names if "-light." in each and each.replace("-light.", "-dark.") not in names] == []


@pytest.mark.parametrize("file", sorted(PICTURES.glob("*.svg")), ids=lambda file: file.name)
def test_a_drawing_fetches_nothing_and_names_nothing_of_the_machine(file: Path) -> None:
    drawn = parsed(file.read_text(encoding="utf-8"))
    assert not [name for each in drawn.iter() for name in each.attrib if "href" in name]
    everything = " ".join(drawn.itertext())
    machine = rf"/tmp/|/home/|/root/|/usr/bin|/{re.escape(ROOT.parts[1])}/"
    assert re.findall(rf"url\(|@import|{machine}", everything) == []


def test_the_story_moves_and_is_not_too_large() -> None:
    content = (PICTURES / "story.webp").read_bytes()
    assert content.count(b"ANMF") >= 10
    assert len(content) < 2_000_000


@pytest.mark.slow
def test_neovim_and_the_command_line_are_drawn(tmp_path: Path) -> None:
    program = Path(need_neovim("new"))
    taken = dict(take(program, tmp_path, BACKGROUNDS[1]))
    seen = {name: each.text() for name, each in taken.items()}
    assert "web01.example.com: 217 resources" in seen["neovim-preview"]
    assert "1. Unknown resource type: 'firewall::rull'" in seen["neovim-finding"]
    assert "web01.example.com: 0 to add, 2 to change, 0 to remove" in seen["neovim-diff"]
    assert seen["terminal-catalog"].splitlines()[0].startswith("$ puppetlens catalog web01.example.com")
    assert seen["terminal-diff"].splitlines()[-1] == "2 of 6 nodes differ"
    assert seen["terminal-check"].endswith("2 errors, 1 warning")
    for name, each in taken.items():
        assert len({look for row in each.rows for _, look in row}) > 3, name  # it has colours
        assert f"{name}-dark.svg" in {file.name for file in PICTURES.iterdir()}


@pytest.mark.slow
def test_the_story_is_told_in_frames_and_stills(tmp_path: Path) -> None:
    need("chromium")
    node = node_folder()
    shutil.copytree(ROOT / "tests" / "fixtures" / "control-repo", tmp_path / "site")
    server = Path(sys.executable).with_name("puppetlens")
    out = tmp_path / "out"
    arguments = (TOOLS, bare_vsix(), tmp_path / "site", server, out, "Dark 2026")
    run(node / "node", HERE / "pictures.mjs", *arguments, cwd=ROOT, timeout=400)
    names = {file.stem for file in out.glob("*.png")}
    assert names >= STILLS
    assert len([name for name in names if re.fullmatch(r"frame-\d\d-\d+", name)]) >= 10
