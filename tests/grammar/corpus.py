"""The corpus of the grammar, in the format of `tree-sitter test`: grammar/*/test/corpus/*.txt."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from puppetlens.syntax.languages import Dialect

GRAMMAR = Path(__file__).parents[2] / "grammar"
DIALECTS: tuple[Dialect, ...] = ("puppet", "epp")

_HEADER = re.compile(r"^={3,}\n(?P<name>[^\n]+)\n(?P<error>:error\n)?={3,}\n", re.MULTILINE)
_DIVIDER = re.compile(r"^-{20,}$", re.MULTILINE)


class Case(NamedTuple):
    """`tree` is an S-expression on one line; None where the text must not parse."""

    dialect: Dialect
    topic: str
    name: str
    source: str
    tree: str | None


def cases() -> Iterator[Case]:
    for dialect in DIALECTS:
        for path in sorted((GRAMMAR / dialect / "test/corpus").glob("*.txt")):
            yield from cases_of(dialect, path.stem, path.read_bytes().decode("utf-8"))


def cases_of(dialect: Dialect, topic: str, text: str) -> Iterator[Case]:
    headers = list(_HEADER.finditer(text))
    for header, following in zip(headers, [*headers[1:], None], strict=True):
        source, tree = _DIVIDER.split(text[header.end() : following.start() if following else len(text)])
        expected = None if header["error"] else one_line(tree)
        yield Case(dialect, topic, header["name"], source.removesuffix("\n"), expected)


def one_line(tree: str) -> str:
    return re.sub(r"\s+", " ", tree).replace(" )", ")").strip()
