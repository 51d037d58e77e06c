"""Which site a file belongs to."""

from __future__ import annotations

import random

from puppetlens.model.site import NOWHERE, Site, by_folder, nearest
from puppetlens.project.environment import Environment

NAMES = ("a", "b", "ab", "a.b")


def path(chance: random.Random, most: int) -> str:
    return "".join(f"/{chance.choice(NAMES)}" for _ in range(chance.randint(1, most)))


def site(chance: random.Random) -> Site:
    folders = tuple(path(chance, 4) for _ in range(chance.randint(0, 3)))
    return Site(Environment(path(chance, 3), "e", folders, "/m", "/h"), {})


def test_it_is_the_first_of_those_with_the_nearest_folder() -> None:
    chance = random.Random(1)
    for _ in range(300):
        sites = [site(chance) for _ in range(chance.randint(1, 6))]
        around = by_folder(sites)
        for _ in range(20):
            file = f"{path(chance, 5)}/x.pp"
            longest = [
                max(
                    [len(f) for f in (each.environment.root, *each.environment.modulepath) if file.startswith(f"{f}/")]
                    or [-1]
                )
                for each in sites
            ]
            assert nearest(around, file) is sites[longest.index(max(longest))]


def test_where_no_folder_is_open() -> None:
    assert nearest(by_folder([]), "/a/b.pp") is NOWHERE
