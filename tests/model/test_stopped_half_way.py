"""A question that is stopped anywhere leaves nothing half done: the next one gets what a fresh start gives."""

from __future__ import annotations

from puppetlens.base.cancellation import CancellationToken, working
from puppetlens.base.errors import Cancelled
from puppetlens.model.world import World
from puppetlens.project.files import MemoryFiles

from tests.model.test_random_edits import PATHS, ROOT, START
from tests.support.snapshots import seen_in

USER = f"{ROOT}/modules/web/manifests/user.pp"  # of a class in the main manifest
FILES = {
    **{f"{ROOT}/{path}": text.encode() for path, text in START.items()},
    USER: b"class web::user { include local }\n",
}
#: The main manifest, which everything sees, is asked about last.
LAST_FIRST = [USER, *PATHS[::-1]]


class After(CancellationToken):
    """Is cancelled when it was asked so many times."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.left = times

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled


def test_a_question_that_is_stopped_anywhere_leaves_nothing_half_done() -> None:
    expected = seen_in(World(MemoryFiles(FILES), [ROOT]).snapshot(), LAST_FIRST)
    times = 0
    while True:
        snapshot = World(MemoryFiles(FILES), [ROOT]).snapshot()
        token = After(times)
        try:
            with working(token):
                seen_in(snapshot, LAST_FIRST)
        except Cancelled:
            assert seen_in(snapshot, LAST_FIRST) == expected, times
        else:
            assert times > 20, "nothing asks whether to go on"
            return
        times += 1 + times // 8
