"""Byte ranges."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """A half-open range of UTF-8 byte offsets."""

    start: int
    end: int

    def shift(self, by: int) -> Span:
        return Span(self.start + by, self.end + by)

    def contains(self, offset: int) -> bool:
        """True where a cursor at `offset` touches the span (both ends count)."""
        return self.start <= offset <= self.end
