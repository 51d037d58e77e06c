"""A long run: `python -m tests.fuzz.campaign --seconds 600 [--seed 1]`. Prints each program that does harm, once a cause."""

from __future__ import annotations

import argparse
import faulthandler
import json
import os
import sys
import time
import traceback
from random import Random
from threading import Event, Thread

from puppetlens.base.cancellation import CancellationToken
from puppetlens.base.errors import Cancelled
from puppetlens.engine.deep_stack import run_deep
from puppetlens.engine.worker import limit_memory

from .harness import compile_request, request_of

#: Seconds (of this process, however busy the machine is) that a program may take before it is told to stop, and that
#: it then has.
PATIENCE, GRACE = 3.0, 10.0


class Campaign:
    """Programs by number, from `seed` on; a number gives the same program each time."""

    def __init__(self, seed: int, seconds: float, programs: int | None) -> None:
        self.number, self._end, self._left = seed, time.monotonic() + seconds, programs
        self._seen: set[str] = set()
        self._started = 0.0
        self._token = CancellationToken()
        self.over = Event()
        self.errors = self.stopped = 0

    def run(self) -> int:
        """The number of causes found."""
        Thread(target=self._watch, daemon=True).start()
        first = self.number
        while time.monotonic() < self._end and self._left != 0:
            self._try(self.number)
            self.number += 1
            self._left = None if self._left is None else self._left - 1
        self.over.set()
        count = self.number - first
        print(f"{count} programs, {self.errors} refused, {self.stopped} stopped, {len(self._seen)} causes of harm")
        return len(self._seen)

    def _try(self, number: int) -> None:
        request = request_of(Random(number))
        self._token, self._started = CancellationToken(), time.process_time()
        try:
            given = compile_request(request, self._token)
            self.errors += given["error"] is not None
        except Cancelled:
            self.stopped += 1
        except Exception as error:  # noqa: BLE001  (each is a find)
            frame = traceback.extract_tb(error.__traceback__)[-1]
            self._report(
                f"{type(error).__name__} {frame.filename}:{frame.lineno}", request, traceback.format_exc(limit=-6)
            )

    def _report(self, cause: str, request: object, trace: str) -> None:
        if cause in self._seen:
            return
        self._seen.add(cause)
        print(f"=== {self.number}: {cause}\n{trace}{json.dumps(request)}", flush=True)

    def _watch(self) -> None:
        while not self.over.wait(0.5):
            took = time.process_time() - self._started
            if took > PATIENCE:
                self._token.cancel()
            if took > PATIENCE + GRACE:
                print(f"=== {self.number}: does not listen\n{json.dumps(request_of(Random(self.number)))}", flush=True)
                faulthandler.dump_traceback(sys.stdout)
                os._exit(3)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--programs", type=int)
    given = options.parse_args()
    limit_memory(4096)
    sys.exit(1 if run_deep(Campaign(given.seed, given.seconds, given.programs).run) else 0)


if __name__ == "__main__":
    main()
