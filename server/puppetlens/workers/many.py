"""The same job for many nodes, on all cores: each core has a process of the pool, which keeps what its nodes share."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any

from ..base.cancellation import GRACE, NEVER, CancellationToken
from .pool import Limits, WorkerFault, WorkerPool

Data = dict[str, Any]

#: Seconds that are a fair share of any time: as many as a node has where it is the only one.
_ENOUGH = 60.0
#: Seconds before the end of all, in which a process is stopped that does not listen, and what is known is told.
_TO_TELL = 2 * GRACE


def run_many(
    function: str, requests: Sequence[Data], limits: Limits, token: CancellationToken = NEVER
) -> Iterator[Data | WorkerFault]:
    """What `function` (`module:name`, see `worker`) answers to each request, in their order, as soon as it is known.

    `limits` are those of all together, of which one takes a share (`_share`). One that ends its process, or does not end,
    costs one answer: its place has the fault, as have those for which no time is left. Raises `Cancelled`.
    """
    size = min(len(requests), _cores())
    pool = WorkerPool(size, limits.megabytes, function)
    end = monotonic() + limits.seconds - _TO_TELL
    share = _share(limits.seconds, len(requests), size)

    def run(request: Data) -> Data | WorkerFault:
        left = end - monotonic()
        if left <= 0:
            return WorkerFault("TIMEOUT", f"no time is left of {limits.seconds:g} seconds (--timeout)")
        try:
            return pool.run(function, request, seconds=round(min(left, share), 1), token=token)
        except WorkerFault as fault:
            return fault

    with ThreadPoolExecutor(max(size, 1)) as threads:
        try:
            yield from threads.map(run, requests)
        finally:
            pool.close()
            threads.shutdown(cancel_futures=True)
            token.check()


def _share(seconds: float, jobs: int, size: int) -> float:
    """What one may take of the time of all: the others are to have some, too."""
    return max(seconds * min(size / max(jobs, 1), 1.0), seconds / 10, min(seconds / 4, _ENOUGH))


def _cores() -> int:
    """Those that this process may use, where the system tells."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1
