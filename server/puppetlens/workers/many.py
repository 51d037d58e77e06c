"""The same job many times, on all cores: each core has a process of the pool, which keeps what its jobs share."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ..base.cancellation import GRACE, NEVER, CancellationToken
from ..base.clock import CLOCK
from .pool import Limits, WorkerFault, WorkerPool

Data = dict[str, Any]

#: Seconds that are a fair share of any time: as many as a node has where it is the only one.
_ENOUGH = 60.0
#: Seconds before the end of all, in which a process is stopped that does not listen, and what is known is told.
_TO_TELL = 2 * GRACE


class Many:
    """`function` (`module:name`, see `worker`) for at most `most` requests, on at most `size` processes.

    `limits` are those of all together, of which one takes a share (`_share`). What was begun ends with the context, which
    raises `Cancelled` where that is why.
    """

    def __init__(self, function: str, most: int, limits: Limits, token: CancellationToken = NEVER) -> None:
        self._function, self._seconds, self._token = function, limits.seconds, token
        self.size = min(most, cores())
        self._pool = WorkerPool(self.size, limits.megabytes, function)
        self._end = CLOCK.now() + limits.seconds - _TO_TELL

    def __enter__(self) -> Many:
        return self

    def __exit__(self, *failure: object) -> None:
        self._pool.close()
        self._token.check()

    def start_one(self) -> None:
        """Let a process start for a request that comes soon, where a core has none yet."""
        self._pool.start_one()

    def run(
        self, requests: Sequence[Data], function: str | None = None, shared: bool = True
    ) -> Iterator[Data | WorkerFault]:
        """What is answered to each request, in their order, as soon as it is known; they are begun in their order, too, now.
        `function` is another one that the same processes run; where time is not `shared`, one may take all that is left.

        One that ends its process, or does not end, costs one answer: its place has the fault, as have those for which no time
        is left.
        """
        share = _share(self._seconds, len(requests), self.size) if shared else self._seconds

        def one(request: Data) -> Data | WorkerFault:
            left = self._end - CLOCK.now()
            if left <= 0:
                return WorkerFault("TIMEOUT", f"no time is left of {self._seconds:g} seconds (--timeout)")
            try:
                return self._pool.run(
                    function or self._function, request, seconds=round(min(left, share), 1), token=self._token
                )
            except WorkerFault as fault:
                return fault

        threads = ThreadPoolExecutor(max(self.size, 1))
        return self._ending_with(threads, threads.map(one, requests))

    def _ending_with(
        self, threads: ThreadPoolExecutor, answers: Iterator[Data | WorkerFault]
    ) -> Iterator[Data | WorkerFault]:
        with threads:
            try:
                yield from answers
            except BaseException:
                self._pool.close()  # nobody waits for what is under way
                raise
            finally:
                threads.shutdown(cancel_futures=True)


def run_many(
    function: str, requests: Sequence[Data], limits: Limits, token: CancellationToken = NEVER
) -> Iterator[Data | WorkerFault]:
    """The same where all requests are there at once."""
    with Many(function, len(requests), limits, token) as many:
        yield from many.run(requests)


def _share(seconds: float, jobs: int, size: int) -> float:
    """What one may take of the time of all: the others are to have some, too."""
    return max(seconds * min(size / max(jobs, 1), 1.0), seconds / 10, min(seconds / 4, _ENOUGH))


def cores() -> int:
    """Those that this process may use, where the system tells."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1
