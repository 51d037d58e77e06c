"""What several templates of one call give."""

from __future__ import annotations

from collections.abc import Iterable

from ..base import byte_text
from ..types.values import Value, unknown_in


def joined(texts: Iterable[Value]) -> Value:
    """One text; Unknown where a part is."""
    parts = list(texts)
    return unknown_in(*parts) or byte_text.joined(parts)
