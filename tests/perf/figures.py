"""What was measured beside what is aimed at: a line of a table."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import NamedTuple


class Figure(NamedTuple):
    """`value` is what the aim is about (None: there is none), `besides` what else was seen of it."""

    what: str
    value: float
    unit: str
    aim: float | None
    besides: str = ""

    @property
    def is_missed(self) -> bool:
        return self.aim is not None and self.value > self.aim

    def line(self) -> str:
        aim = "" if self.aim is None else f"{self.aim:g} {self.unit}"
        verdict = "MISSED" if self.is_missed else "" if self.aim is None else "ok"
        return f"{self.what:64} {self.value:9.2f} {self.unit:4} {aim:>9} {verdict:6} {self.besides}"


def seconds(what: str, value: float, aim: float | None) -> Figure:
    return Figure(what, value, "s", aim)


def waits(what: str, times: Sequence[float], aim: float | None) -> Figure:
    """Of times in milliseconds, the 95th percentile."""
    times = sorted(times)
    besides = f"median {statistics.median(times):.1f}, worst {times[-1]:.1f} of {len(times)}"
    return Figure(f"{what}, p95", times[int(len(times) * 0.95)], "ms", aim, besides)
