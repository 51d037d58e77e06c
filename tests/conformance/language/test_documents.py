"""Each line of docs/differences.md: its program gives what the line says, here and by real Puppet."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from comparison import ask_here
from programs import Answer, Program
from record import ask_puppet

from tests.support.programs import need_puppet

PAGE = Path(__file__).parents[3] / "docs" / "differences.md"
_CELL = re.compile(r"(?<!\\)\|")
_FILE = re.compile(r" #- (\S+) ")


class Row(NamedTuple):
    """`gives` is what Puppet 7 and Puppet 8 make of the program."""

    program: Program
    gives: dict[int, str]


def rows() -> Iterator[Row]:
    section = ""
    for line in PAGE.read_text("utf-8").splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ")
        cells = [cell.strip().replace(r"\|", "|") for cell in _CELL.split(line)[1:-1]]
        if not cells or cells[0] == "the document says" or cells[0].startswith("---"):
            continue
        _, _, code, seven, eight = cells
        manifest, *others = _FILE.split(code.strip("`"))
        files = {"manifests/site.pp": manifest, **dict(zip(others[::2], others[1::2], strict=True))}
        enc = files.pop("../enc.json", None)
        given = {7: seven.strip("`"), 8: (seven if eight == "same" else eight).strip("`")}
        yield Row(Program(section, code.strip("`"), files, {} if enc is None else {"enc": json.loads(enc)}), given)


ROWS = tuple(rows())


def facts(answer: Answer) -> Iterator[str]:
    """What an answer says, a line each."""
    for level, message, *_ in answer["logs"]:
        yield f"{level}: {message}"
    error = answer["error"]
    if error is not None:
        for each in (error, *error.get("reported", ())):
            yield f"error: {each['message']}"
    for resource in (answer["catalog"] or {"resources": []})["resources"]:
        for name, value in (resource.get("parameters") or {}).items():
            yield f"{resource['type']}[{resource['title']}] {name} => {_plain(value)}"


def _plain(value: Any) -> str:
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list) else str(value)


def says(answer: Answer, wanted: str) -> bool:
    """An error's message may say more, before and behind."""
    kind, _, text = wanted.partition(": ")
    if kind == "error":
        return any(fact.startswith("error: ") and text in fact for fact in facts(answer))
    return wanted in facts(answer)


@pytest.mark.parametrize("major", [7, 8])
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.program.name)
def test_a_line_holds_here(row: Row, major: int) -> None:
    answer = ask_here(row.program, major, "default")
    assert says(answer, row.gives[major]), list(facts(answer))


@pytest.mark.slow
def test_every_line_holds_for_the_puppet_that_is_installed() -> None:
    need_puppet()
    version, answers = ask_puppet([(row.program, "default") for row in ROWS], 7)
    major = int(version.partition(".")[0])
    for row, answer in zip(ROWS, answers, strict=True):
        assert says(answer, row.gives[major]), (row.program.name, list(facts(answer)))


def test_the_page_has_lines() -> None:
    assert len(ROWS) >= 40
