"""How much of a campaign is run: a part where slow tests are left out (`make fast`), all of it elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings

T = TypeVar("T")

#: One of so many. `tests/conftest.py` says which.
_every = 1


def leave_out(every: int) -> None:
    global _every
    _every = every


def examples(number: int, **more: Any) -> settings:
    """Of a property; hypothesis finds others in each run. A busy machine may be slow at it."""
    more.setdefault("suppress_health_check", [HealthCheck.too_slow])
    return settings(max_examples=max(1, number // _every), deadline=None, **more)


def part(of: Sequence[T]) -> Sequence[T]:
    """Of a long table, always the same: not every third, which may be every third column."""
    return of if _every == 1 else Random(len(of)).sample(of, -(-len(of) // _every))


def first_of(of: Sequence[T], ids: Sequence[str] | None = None) -> list[Any]:
    """Cases that are much alike and take long: where slow tests are left out, the first one alone."""
    names = ids or [None] * len(of)
    rest = zip(of[1:], names[1:], strict=True)
    return [
        pytest.param(of[0], id=names[0]),
        *(pytest.param(each, id=name, marks=pytest.mark.slow) for each, name in rest),
    ]
