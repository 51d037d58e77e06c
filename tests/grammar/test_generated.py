"""What is generated is what the grammar says, byte for byte, by tree-sitter 0.26 (TREE_SITTER or on the path)."""

from __future__ import annotations

import filecmp
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from puppetlens.syntax.languages import LANGUAGES, Dialect

from .corpus import DIALECTS, GRAMMAR
from tests.support.programs import missing

GENERATED = ("grammar.json", "node-types.json", "parser.c", "tree_sitter/alloc.h", "tree_sitter/array.h")


@pytest.fixture(scope="module")
def tree_sitter() -> str:
    """The command. CI installs it (.ci/run); elsewhere its tests are skipped without it."""
    command = os.environ.get("TREE_SITTER") or shutil.which("tree-sitter")
    if not command or not shutil.which(command):
        missing("no tree-sitter 0.26: put it on the path or name it in TREE_SITTER")
    assert command
    said = subprocess.run([command, "--version"], capture_output=True, text=True, check=False)
    if not re.search(r"\b0\.26\.", said.stdout):
        missing(f"tree-sitter 0.26 is needed, this is {said.stdout.strip() or said.stderr.strip()}")
    return command


@pytest.fixture(scope="module")
def grammar(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the grammar to generate in."""
    copy = tmp_path_factory.mktemp("generated") / "grammar"
    shutil.copytree(GRAMMAR, copy)
    return copy


@pytest.mark.parametrize("dialect", DIALECTS)
def test_generating_again_gives_the_same(tree_sitter: str, grammar: Path, dialect: Dialect) -> None:
    for name in GENERATED:
        (grammar / dialect / "src" / name).unlink()
    subprocess.run([tree_sitter, "generate"], cwd=grammar / dialect, check=True, timeout=120)
    _, unlike, missing = filecmp.cmpfiles(
        GRAMMAR / dialect / "src", grammar / dialect / "src", [*GENERATED, "tree_sitter/parser.h"], shallow=False
    )
    assert not unlike + missing, "run `make` in grammar/"


@pytest.mark.slow
@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_corpus_by_the_command(tree_sitter: str, grammar: Path, dialect: Dialect, tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "TREE_SITTER_LIBDIR": str(tmp_path)}
    done = subprocess.run(
        [tree_sitter, "test"], cwd=grammar / dialect, env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_newest_interface(dialect: Dialect) -> None:
    """ABI 15, with supertypes and no fewer fields than the README's table names."""
    language = LANGUAGES[dialect]
    assert language.abi_version == 15
    supertypes = {language.node_kind_for_id(each) for each in language.supertypes}
    assert supertypes == {"_statement", "_expression", "_literal", "_definition"}
    readme = (GRAMMAR / "README.md").read_text("utf-8")
    fields = {language.field_name_for_id(each) for each in range(1, language.field_count + 1)}
    assert all(f"`{field}" in readme for field in fields if field), "a field that the README does not tell of"


def test_generated_files_are_marked() -> None:
    marked = (GRAMMAR / ".gitattributes").read_text("utf-8")
    assert [line.split()[0] for line in marked.splitlines()] == [
        "*/src/*.json",
        "*/src/parser.c",
        "*/src/tree_sitter/*",
    ]
