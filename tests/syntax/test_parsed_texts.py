"""What was read is let go of: a text is parsed again with each letter that is typed."""

from __future__ import annotations

import tracemalloc

from puppetlens.base.position import Text
from puppetlens.syntax.parse import parse


def test_nothing_is_left_of_a_text_that_was_parsed() -> None:
    data = b"# a comment that fills the line up to its end\n" * 3000
    parse(Text(data))
    tracemalloc.start()
    try:
        for _ in range(5):
            parse(Text(bytes(data)))
        left, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert left < len(data) / 2


def test_nothing_is_left_of_a_text_that_is_read_in_many_pieces() -> None:
    data = b"/*\n" * 1000
    parse(Text(data))
    tracemalloc.start()
    try:
        parse(Text(bytes(data)))
        left, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert left < 100 * len(data)
