"""How fast files parse: `python tests/perf/bench_syntax.py ROOT` over the manifests below ROOT.

Prints parse speed, lowering time per 1,000 lines, and what an edit of one character costs on a file of 100 kB (tree
alone) and of 1,000 lines (tree and AST). All times are the processor's, the least of three, so that they mean the same
on a busy machine. `bench_model.py` adds the summary.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from puppetlens.base.position import Text
from puppetlens.syntax.languages import LANGUAGES
from puppetlens.syntax.parse import Edit, parse, reparse
from tree_sitter import Parser

#: What is typed anywhere in a text.
TYPED = b"""abcx019 \n\t'"${}()[],.=>:;#/|-+*"""


def milliseconds(work: Callable[[], object], times: int = 3) -> float:
    least = float("inf")
    for _ in range(times):
        start = time.process_time()
        work()
        least = min(least, time.process_time() - start)
    return least * 1000


def quoted_percentiles(times: list[float]) -> str:
    times.sort()
    return f"median {statistics.median(times):.2f} ms, p95 {times[int(len(times) * 0.95)]:.2f} ms"


def joined(files: list[bytes], size: int) -> bytes:
    """Whole files one after the other until there are `size` bytes."""
    text = b""
    for data in files:
        if len(text) >= size:
            break
        text += data.rstrip() + b"\n"
    return text


def main() -> None:
    files = [path.read_bytes() for path in sorted(Path(sys.argv[1]).rglob("*.pp"))]
    clean = [data for data in files if not parse(Text(data)).program.faults]
    parser = Parser(LANGUAGES["puppet"])
    total = sum(map(len, files))
    took = sum(milliseconds(lambda data=data: parser.parse(data)) for data in files)  # type: ignore[misc]
    print(f"parse: {len(files)} files, {total / 1e6:.1f} MB, {total / 1e3 / took:.1f} MB/s")
    lines = sum(data.count(b"\n") for data in files)
    whole = sum(milliseconds(lambda data=data: parse(Text(data))) for data in files)  # type: ignore[misc]
    print(f"lowering: {(whole - took) / lines * 1000:.1f} ms per 1,000 lines")
    chance = random.Random(1)
    edits_of(joined(clean, 100_000), chance)
    ast_edits_of(joined(clean, 36_000), chance)


def edits_of(data: bytes, chance: random.Random) -> None:
    """Letters within words; then any character anywhere, those that break the text apart."""
    parser = Parser(LANGUAGES["puppet"])
    text, tree = Text(data), parser.parse(data)
    typed = [(at, b"x") for at in letters(data, chance)]
    typed += [(chance.randrange(len(data)), bytes([chance.choice(TYPED)])) for _ in range(400)]
    times: dict[str, list[float]] = {"a letter": [], "any character, clean": [], "any character, broken": []}
    for index, (at, character) in enumerate(typed):
        new = data[:at] + character + data[at:]
        line = character == b"\n"
        edited = tree.copy()
        point = text.point(at)
        edited.edit(at, at, at + 1, point, point, (point[0] + 1, 0) if line else (point[0], point[1] + 1))
        broken = parser.parse(new, edited).root_node.has_error
        kind = "a letter" if index < 200 else f"any character, {'broken' if broken else 'clean'}"
        times[kind].append(milliseconds(lambda new=new, edited=edited: parser.parse(new, edited)))  # type: ignore[misc]
    for kind, taken in times.items():
        print(f"re-parse of {len(data)} bytes, {kind}: {quoted_percentiles(taken)}")


def ast_edits_of(data: bytes, chance: random.Random) -> None:
    old, times = parse(Text(data)), []
    for at in letters(data, chance):
        new = Text(data[:at] + b"x" + data[at:])
        times.append(milliseconds(lambda new=new, at=at: reparse(old, new, [Edit(at, at, at + 1)])))  # type: ignore[misc]
    print(f"tree and AST after an edit in {data.count(bytes([10]))} lines: {quoted_percentiles(times)}")


def letters(data: bytes, chance: random.Random) -> list[int]:
    """Places behind a lower-case letter, where another one leaves the file whole."""
    places = [at for at in range(1, len(data)) if data[at - 1 : at + 1].isalpha() and data[at - 1 : at + 1].islower()]
    return chance.sample(places, 200)


if __name__ == "__main__":
    main()
