"""When Python looks for garbage: what an evaluation makes stays until its end, so looking earlier finds nothing.

Reference counts free nearly everything at once; only what refers to itself in a circle waits for a collection.
"""

from __future__ import annotations

import atexit
import gc
import sys

#: Containers made and not freed since the last collection; a catalog of 5,000 resources makes 350,000. Each
#: collection walks over all there are, so by default they take a fifth of the time. Whoever makes more is bounded.
WITHIN_A_JOB = 1_000_000
BETWEEN_JOBS = 100_000

#: In the server: so many are looked at (some milliseconds) where nobody waits, and every second time those of the last two
#: times. With more at a time a look takes 15 ms while the index is filled.
_YOUNG = 20_000
#: The same while the index is filled, which leaves no garbage, but as many containers as a thousand edits: a look then
#: takes as long as a step of that.
_YOUNG_OF_MANY = 3_000
#: So many wherever they come together. An edit of a file of 3,000 lines leaves 4,000, none of them in circles, which take
#: 5 ms to look at: whoever types without a break waits for that once in 25 edits.
_LATEST = 100_000


def collect_when_idle() -> None:
    """For the server: nothing is looked through while somebody waits (but `_LATEST`): `collect_due` and `collect_young` are
    called where nobody does; everything only by `collect_all` (100 ms and more)."""
    gc.set_threshold(_LATEST, 1, 1_000_000_000)


def collect_due() -> None:
    """Look through what was made since the last look, if that is much: after a step of work that nobody waits for."""
    made, looked_at, _ = gc.get_count()
    if made > _YOUNG:
        gc.collect(1 if looked_at > 1 else 0)


class ShortLooks:
    """Between `begin` and `end` a look takes a millisecond or two, and there are more of them."""

    def __init__(self) -> None:
        self._before: tuple[int, int, int] | None = None

    def begin(self) -> None:
        if self._before is None:
            self._before = gc.get_threshold()
            gc.set_threshold(min(self._before[0], _YOUNG_OF_MANY), *self._before[1:])

    def end(self) -> None:
        if self._before is not None:
            gc.set_threshold(*self._before)
            self._before = None


def collect_young() -> None:
    """Look through what was made since the last two looks: before these are due, while nobody waits."""
    gc.collect(1)


def collect_all() -> None:
    """Look through everything."""
    gc.collect()


def keep_out() -> None:
    """Look through what is there now no more: modules, or the index, which has no circles, and most of what there is."""
    gc.freeze()


def collect_rarely() -> None:
    """For a process that evaluates."""
    gc.set_threshold(WITHIN_A_JOB)


def leave_to_the_system() -> None:
    """At the end of this process free nothing by hand: the system frees it all at once (a tenth of the time)."""
    atexit.register(_keep_all)


def _keep_all() -> None:
    """Keep what modules hold in a circle that nobody looks for: Python would empty each module, and free what was in it."""
    kept: list[object] = [
        list(vars(module).values()) for module in list(sys.modules.values()) if hasattr(module, "__dict__")
    ]
    kept.append(kept)
    gc.freeze()


def collect_between_jobs() -> None:
    """The scopes and resources of an evaluation refer to each other, and wait until somebody looks."""
    if gc.get_count()[0] > BETWEEN_JOBS:
        gc.collect()
