"""The order of what is offered rests on the files there are, not on what somebody has asked about."""

from __future__ import annotations

from puppetlens.base.position import Text
from puppetlens.features.completion.complete import complete
from puppetlens.model.world import Closed, Opened, Outside, World

from tests.support.fixture import LiveFiles

SITE = "/site/manifests/site.pp"
ELSEWHERE = "/site/notes/old.pp"


def offered(world: World) -> list[str]:
    found = complete(world.snapshot(), SITE, 0)
    assert found is not None
    return [item.label for item in found.items]


def test_a_file_that_no_environment_has_counts_for_nothing() -> None:
    disk = {SITE: b"\n", "/site/environment.conf": b"", ELSEWHERE: b"crit('a')\n" * 3}
    world = World(LiveFiles(disk), ["/site"])
    before = offered(world)
    world.snapshot().document(ELSEWHERE)
    assert offered(world) == before
    world.apply(Opened(ELSEWHERE, Text(disk[ELSEWHERE])), Closed(ELSEWHERE))
    assert offered(world) == before
    disk["/site/manifests/more.pp"] = disk[ELSEWHERE]
    world.apply(Outside(("/site/manifests/more.pp",)))
    assert offered(world).index("crit") < before.index("crit")
