"""One program through the evaluator, as a worker runs it: what comes of it."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from puppetlens.base.cancellation import NEVER, CancellationToken
from puppetlens.engine.jobs import answer
from puppetlens.project.files import MemoryFiles

from .mutation import mutated
from .writer import Writer

FACTS: dict[str, Any] = {
    "os": {"family": "Debian", "name": "Debian"},
    "networking": {"hostname": "h"},
    "n": 3,
    "list": [1, "a", None],
}
_STRICT = (
    {},
    {"strict": "error", "strict_variables": True, "puppet_version": "8.11.0"},
    {"strict": "off", "storeconfigs": True},
)


def request_of(random: Random) -> dict[str, Any]:
    """A program of either kind, with settings."""
    files = mutated(random) if random.randrange(2) else {"manifests/site.pp": Writer(random).program()}
    settings = random.choice(_STRICT)
    request: dict[str, Any] = {
        "id": 1,
        "manifest": files.get("manifests/site.pp", ""),
        "files": files,
        "settings": settings,
    }
    if random.randrange(8):
        request["facts"] = FACTS
    return request


def compile_request(request: dict[str, Any], token: CancellationToken = NEVER) -> dict[str, Any]:
    """The answer, after everything that a worker does with it. Raises what would cost a worker its answer."""
    given = json.loads(json.dumps(answer(request, MemoryFiles({}), token)))
    code = (given["error"] or {}).get("issue_code") or ""
    assert not code.startswith("PUPPETLENS_"), given["error"]
    return given
