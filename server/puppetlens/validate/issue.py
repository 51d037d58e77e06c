"""A broken rule."""

from __future__ import annotations

from typing import Literal

import msgspec


class Issue(msgspec.Struct, frozen=True):
    """Puppet's issue code and text; `start`, `end` and `anchor` are absolute byte offsets."""

    code: str
    message: str
    start: int
    end: int
    anchor: int
    severity: Literal["error", "warning"] = "error"
