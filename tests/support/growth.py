"""How the time for a piece of work grows: for a text that is four times as long 4 times for linear work, 16 for its square."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import process_time

#: Between linear and quadratic, with room for a busy machine.
LINEAR = 9
#: Seconds below which a clock tells nothing.
_LEAST = 0.02
TRIES = 6


def growth(work: Callable[[int], object], size: int) -> float:
    """How many times as long `work` takes for four times the size: the least of some tries, as other work on the machine
    makes single ones longer. What grows with the square stays near 16 in all of them."""

    def seconds(of: int) -> float:
        begun = process_time()
        work(of)
        return process_time() - begun

    least = inf
    for _ in range(TRIES):
        least = min(least, seconds(4 * size) / max(seconds(size), _LEAST))
        if least < LINEAR:
            break
    return least
