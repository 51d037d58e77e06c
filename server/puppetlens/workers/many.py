"""The same job for many nodes, on all cores: each core has a process of the pool, which keeps what its nodes share."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ..base.cancellation import NEVER, CancellationToken
from .pool import Limits, WorkerFault, WorkerPool

Data = dict[str, Any]


def run_many(
    function: str, requests: Sequence[Data], limits: Limits, token: CancellationToken = NEVER
) -> Iterator[Data | WorkerFault]:
    """What `function` (`module:name`, see `worker`) answers to each request, in their order, as soon as it is known.

    `limits` are those of each of them. A process that ends costs one answer: its place has the fault. Raises `Cancelled`.
    """
    size = min(len(requests), _cores())
    pool = WorkerPool(size, limits.megabytes, function)

    def run(request: Data) -> Data | WorkerFault:
        try:
            return pool.run(function, request, seconds=limits.seconds, token=token)
        except WorkerFault as fault:
            return fault

    with ThreadPoolExecutor(max(size, 1)) as threads:
        try:
            yield from threads.map(run, requests)
        finally:
            pool.close()
            threads.shutdown(cancel_futures=True)
            token.check()


def _cores() -> int:
    """Those that this process may use, where the system tells."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1
