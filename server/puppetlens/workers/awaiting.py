"""Answers that were given too early, while Ruby was still being prepared (once for a user, a quarter of a minute)."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any


def awaits_ruby(answer: Mapping[str, Any]) -> bool:
    """Whether an answer of `jobs` has values that are unknown only until Ruby is prepared."""
    from ..sandbox.delivery import PREPARING

    return any(PREPARING in each["reason"] for each in answer.get("unknown", ()))


def begin_preparation() -> None:
    """Have Ruby prepared beside, where it is not; nothing is said where it cannot be."""
    from ..sandbox import delivery
    from ..sandbox.limits import NotReady

    with suppress(NotReady):
        delivery.begin()


def wait_for_preparation() -> bool:
    """Wait until Ruby is prepared; False where it cannot be. Said on stderr."""
    from ..sandbox import delivery
    from ..sandbox.limits import NotReady

    try:
        delivery.wait(lambda text: print(text, file=sys.stderr, flush=True))
    except NotReady:
        return False
    return True
