"""A long run: `python -m tests.fuzz.campaign --seconds 600 [--seed 1]`. Prints each program that does harm, once a cause."""

from __future__ import annotations

import argparse
import json
import logging
import re
import sys
import time
from collections import Counter
from random import Random
from typing import Any

from puppetlens.workers.pool import WorkerFault, WorkerPool

from .harness import compile_request, new_pool, request_of


class Campaign:
    """Programs by number, from `seed` on; a number gives the same program each time."""

    def __init__(self, seed: int, seconds: float, programs: int | None = None) -> None:
        self.number, self._end, self._left = seed, time.monotonic() + seconds, programs
        self.outcomes: Counter[str] = Counter()
        self.causes: set[str] = set()

    def run(self) -> set[str]:
        """The causes found."""
        pool = new_pool()
        try:
            while time.monotonic() < self._end and self._left != 0:
                self._try(request_of(Random(self.number)), pool)
                self.number += 1
                self._left = None if self._left is None else self._left - 1
        finally:
            pool.close()
        return self.causes

    def _try(self, request: dict[str, Any], pool: WorkerPool) -> None:
        try:
            given = compile_request(request, pool)
            self.outcomes["compiled" if given["error"] is None else "refused"] += 1
        except WorkerFault as fault:
            self.outcomes[fault.code] += 1
            if fault.code not in ("TIMEOUT", "MEMORY"):
                self._report(f"{fault.code} {fault.message}", request)
        except AssertionError as error:
            self._report(str(error), request)

    def _report(self, what: str, request: dict[str, Any]) -> None:
        cause = re.sub(r"'[^']*'|\d+", "_", what)
        if cause not in self.causes:
            self.causes.add(cause)
            print(f"=== {self.number}: {what}\n{json.dumps(request)}", flush=True)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--programs", type=int)
    given = options.parse_args()
    logging.basicConfig(format="%(message)s")  # the traces of workers
    campaign = Campaign(given.seed, given.seconds, given.programs)
    campaign.run()
    counts = ", ".join(f"{count} {outcome}" for outcome, count in sorted(campaign.outcomes.items()))
    print(f"{campaign.outcomes.total()} programs ({counts}), {len(campaign.causes)} causes of harm")
    sys.exit(1 if campaign.causes else 0)


if __name__ == "__main__":
    main()
