"""Text -> tree, by tree-sitter, whose parser asks now and then whether it is to go on."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import LogType, Parser, Range, Tree

from ..base.cancellation import check_cancelled
from ..base.errors import Cancelled, TookTooLong
from .languages import LANGUAGES, Dialect

#: Bytes that are handed over at a time. What is shorter than a few of them cannot take long, and is not asked about.
_PART = 64 * 1024
_SHORT = 2048

#: Buffers that no parser reads from just now. The binding of tree-sitter (0.25, 0.26) never lets go of what a text is
#: handed over in, which would be a copy of it for each parse; so these are handed over again and again.
_buffers: list[bytearray] = []


def parse_tree(
    data: bytes,
    dialect: Dialect,
    old: Tree | None = None,
    *,
    within: Range | None = None,
    log: Callable[[LogType, str], None] | None = None,
) -> Tree:
    """The tree of a text (of `old`, which was edited, what can be used again); meanwhile `check_cancelled` may raise.

    Its nodes know where they stand in the text, and not what they say (`Node.text`).
    """
    parser = Parser(LANGUAGES[dialect], included_ranges=None if within is None else [within])
    if log is not None:
        parser.logger = log
    if len(data) < _SHORT:
        return parser.parse(data) if old is None else parser.parse(data, old)
    raised: list[Exception] = []
    buffer = _buffers.pop() if _buffers else bytearray()

    def part(offset: int, _: object) -> bytearray:
        buffer[:] = data[offset : offset + _PART]
        return buffer

    def is_over(offset: int, has_error: bool) -> bool:
        try:
            check_cancelled()
        except (Cancelled, TookTooLong) as error:
            raised.append(error)
        return bool(raised)

    try:
        if old is None:
            return parser.parse(part, progress_callback=is_over)
        return parser.parse(part, old, progress_callback=is_over)
    except ValueError:  # "Parsing failed"
        if not raised:
            raise
        raise raised[0] from None
    finally:
        _buffers.append(buffer)
