"""Evaluation processes that the engines of a test module share: to start one takes longer than most evaluations."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from puppetlens.engine import previews, typing_evaluations
from puppetlens.workers.pool import WorkerPool

from tests.support.forked import quick_workers


@pytest.fixture(scope="module", autouse=True)
def forked_workers() -> Iterator[None]:
    with quick_workers():
        yield


class _Shared(WorkerPool):
    def close(self) -> None:
        """The next engine goes on with it."""


@pytest.fixture(scope="module")
def shared_workers() -> Iterator[None]:
    pools: dict[tuple[object, ...], _Shared] = {}

    def pool(*given: object, background: bool = False) -> _Shared:
        key = (*given, background)
        if key not in pools:
            pools[key] = _Shared(*given, background=background)  # type: ignore[arg-type]
        return pools[key]

    with pytest.MonkeyPatch.context() as patch:
        for module in (previews, typing_evaluations):
            patch.setattr(module, "WorkerPool", pool)
        yield
    for pool in pools.values():
        WorkerPool.close(pool)
