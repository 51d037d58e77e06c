"""After any sequence of changes every request is answered as by a fresh start."""

from __future__ import annotations

import pytest
from puppetlens.base.position import Text
from puppetlens.features.semantic_tokens import Coloured, coloured
from puppetlens.model.world import Opened, World
from puppetlens.project.files import MemoryFiles

from tests.features.everywhere import AT_EACH, AT_SOME, done
from tests.model.test_random_edits import ROOT, Session

#: Changes between two comparisons, comparisons, and places in a file.
STEPS, ROUNDS, PLACES = 6, 5, 3


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 30))])
def test_every_request(seed: int) -> None:
    session = Session(1000 + seed)
    history: list[str] = []
    colours: dict[str, Coloured] = {}
    for _ in range(ROUNDS):
        history += [session.step() for _ in range(STEPS)]
        fresh = World(MemoryFiles(dict(session.disk)), [ROOT])
        fresh.apply(*(Opened(path, Text(data)) for path, data in session.open.items()))
        for world in (
            session.world,
            fresh,
        ):  # completion counts uses: both know all, as the server does after its start
            for site in world.snapshot().sites:
                done(world.snapshot().reading(site))
        for path in sorted(session.open):
            colours[path] = coloured(session.world.snapshot(), path, colours.get(path))
            assert colours[path].tokens() == coloured(fresh.snapshot(), path).tokens(), "\n".join(history[-12:])
            for _ in range(PLACES):
                offset = session.random.randint(0, len(session.open[path]))
                for name, question in (AT_EACH | AT_SOME).items():
                    held = question(session.world.snapshot(), path, offset)
                    expected = question(fresh.snapshot(), path, offset)
                    assert held == expected, f"{name} at {path}:{offset} after\n" + "\n".join(history[-12:])
