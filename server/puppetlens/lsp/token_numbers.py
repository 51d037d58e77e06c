"""Semantic tokens as the protocol has them: five numbers a token, the place counted from the token before.

So the numbers of a statement stay as they are wherever it moves, but for the first two: a run of them is made once.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ..base.position import Encoding, Text
from ..features.semantic_tokens import KINDS, ItemTokens, SemanticToken

_NUMBERS = {kind: number for number, kind in enumerate(KINDS)}


class Run(NamedTuple):
    """The numbers of tokens in a row, without the first's line and column. The last token is so many lines below the
    first; `column` is its own, or how far it is behind the first in the same line."""

    numbers: tuple[int, ...]
    lines: int
    column: int


#: A run, with line and column of its first token from the last one of the run before.
PlacedRun = tuple[int, int, Run]


def placed_runs(
    text: Text, items: Sequence[tuple[int, ItemTokens]], known: Mapping[ItemTokens, Run], encoding: Encoding
) -> tuple[dict[ItemTokens, Run], list[PlacedRun]]:
    """The run of each item that has tokens; `known` are those made before."""
    runs: dict[ItemTokens, Run] = {}
    placed: list[PlacedRun] = []
    some = [each for each in items if each[1].tokens]
    firsts = text.lsp_places([(base + item.tokens[0][0], base + item.tokens[0][1]) for base, item in some], encoding)
    line = column = 0
    for (base, item), (row, at, _) in zip(some, firsts, strict=True):
        run = runs.get(item) or known.get(item)
        if run is None:
            run = _run(text, base, item.tokens, encoding)
        runs[item] = run
        placed.append((row - line, at - column if row == line else at, run))
        line, column = row + run.lines, run.column if run.lines else at + run.column
    return runs, placed


def _run(text: Text, base: int, tokens: Sequence[SemanticToken], encoding: Encoding) -> Run:
    found = numbers(text, [(base + start, base + end, kind, more) for start, end, kind, more in tokens], encoding)
    lines, column = 0, 0
    for at in range(5, len(found), 5):
        lines += found[at]
        column = column + found[at + 1] if found[at] == 0 else found[at + 1]
    return Run(tuple(found[2:]), lines, column)


def numbers(text: Text, tokens: Sequence[SemanticToken], encoding: Encoding) -> list[int]:
    """Of any tokens in order."""
    data: list[int] = []
    line = column = 0
    places = text.lsp_places([token[:2] for token in tokens], encoding)
    for (row, at, length), (_, _, kind, modifiers) in zip(places, tokens, strict=True):
        data += (row - line, at - column if row == line else at, length, _NUMBERS[kind], modifiers)
        line, column = row, at
    return data


def written(runs: Sequence[PlacedRun]) -> list[int]:
    data: list[int] = []
    for line, column, run in runs:
        data += (line, column)
        data += run.numbers
    return data


def difference(old: Sequence[PlacedRun], new: Sequence[PlacedRun]) -> tuple[int, int, list[int]]:
    """One edit: where it starts, how many numbers go, and what comes, between what both begin and end with."""
    shortest = min(len(old), len(new))
    head = next((at for at in range(shortest) if old[at] != new[at]), shortest)
    tail = next((at for at in range(shortest - head) if old[-1 - at] != new[-1 - at]), shortest - head)
    gone, come = written(old[head : len(old) - tail]), written(new[head : len(new) - tail])
    shortest = min(len(gone), len(come))
    first = _most(shortest, lambda size: gone[:size] == come[:size])
    last = _most(shortest - first, lambda size: gone[len(gone) - size :] == come[len(come) - size :])
    start = sum(2 + len(run.numbers) for _, _, run in new[:head]) + first
    return start, len(gone) - first - last, come[first : len(come) - last]


def _most(limit: int, holds: Callable[[int], bool]) -> int:
    """The largest number up to a limit for which something holds that holds for all smaller ones."""
    return bisect_left(range(1, limit + 1), True, key=lambda size: not holds(size))
