"""The grammar's corpus, with the parser that is built; and the generated C is what the grammar generates."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, get_args

import pytest
from puppetlens.syntax.languages import LANGUAGES, Dialect
from tree_sitter import Parser

ROOT = Path(__file__).resolve().parents[2]
GRAMMAR = ROOT / "grammar"
#: Unpacks the tree-sitter command line where the project's companions are beside it.
UNPACK = ROOT.parent / "shared" / "editors" / "extract_deb_client.sh"
DIALECTS: tuple[Dialect, ...] = get_args(Dialect)

_CASE = re.compile(
    r"^={3,}\n(?P<name>[^\n]+)\n(?P<error>:error\n)?={3,}\n(?P<text>.*?)\n-{3,}\n(?P<tree>.*?)(?=^={3,}\n|\Z)",
    re.MULTILINE | re.DOTALL,
)


class Case(NamedTuple):
    """`tree` is None where the text has errors."""

    dialect: Dialect
    name: str
    text: str
    tree: str | None


def cases() -> Iterator[Case]:
    for dialect in DIALECTS:
        for file in sorted((GRAMMAR / dialect / "test" / "corpus").glob("*.txt")):
            for found in _CASE.finditer(file.read_text("utf-8")):
                tree = None if found["error"] else found["tree"]
                yield Case(dialect, f"{dialect} {file.stem}: {found['name']}", found["text"].rstrip("\n") + "\n", tree)


CASES = list(cases())


def test_there_are_enough() -> None:
    assert len(CASES) > 270


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_corpus(case: Case) -> None:
    root = Parser(LANGUAGES[case.dialect]).parse(case.text.encode()).root_node
    assert root.has_error == (case.tree is None)
    if case.tree is not None:
        assert flat(str(root)) == flat(case.tree)


def flat(tree: str) -> str:
    return re.sub(r"\s+", " ", tree).replace(" )", ")").strip()


@pytest.mark.slow
def test_generating_again_gives_the_same_bytes(tmp_path: Path) -> None:
    program = os.environ.get("TREE_SITTER") or shutil.which("tree-sitter")
    if program is None and UNPACK.exists():
        packages = ("sid", "usr/bin/tree-sitter", "tree-sitter-cli", "libc6", "libgcc-s1")
        subprocess.run(["sh", str(UNPACK), str(tmp_path / "cli"), *packages], check=True, capture_output=True)
        program = str(tmp_path / "cli" / "run")
    if program is None:
        pytest.skip("no tree-sitter command line: set TREE_SITTER to one of version 0.26")
    copy = tmp_path / "grammar"
    shutil.copytree(GRAMMAR, copy)
    for dialect in DIALECTS:
        subprocess.run([program, "generate"], cwd=copy / dialect, check=True, capture_output=True)
        for name in ("parser.c", "grammar.json", "node-types.json"):
            new, committed = copy / dialect / "src" / name, GRAMMAR / dialect / "src" / name
            assert new.read_bytes() == committed.read_bytes(), f"{dialect}/src/{name} is not what the grammar generates"
