"""Where a parser finds that a text makes no sense any more.

An LR parser stops at the first token that nothing can follow from what stands before, and so does Puppet's.
tree-sitter goes on from there, but its log tells: it reports where a way to read the text ends, and begins to
recover only when no way is left.
"""

from __future__ import annotations

import re

from tree_sitter import LogType

from .languages import Dialect
from .tree import parse_tree

_PLACE = re.compile(r"row:(\d+), col:(\d+)")


def stop(data: bytes, dialect: Dialect) -> int | None:
    """The offset behind which no way to read the text is left; None for a text without errors.

    White space and comments may stand between it and the token that is the matter.
    """
    found: list[tuple[int, int]] = []
    recovering = False
    place = (0, 0)

    def read(kind: LogType, message: str) -> None:
        nonlocal place, recovering
        if kind != LogType.PARSE or recovering:
            return
        if message.startswith("process"):
            at = _PLACE.search(message)
            place = (int(at[1]), int(at[2])) if at else place
        elif message.startswith("detect_error"):
            found.append(place)
        elif message.startswith(("resume", "recover")):
            recovering = True

    parse_tree(data, dialect, log=read)
    if not recovering or not found:
        return None
    row, column = max(found)
    start = 0
    for _ in range(row):
        start = data.index(b"\n", start) + 1
    return start + column
