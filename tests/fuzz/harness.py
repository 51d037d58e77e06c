"""One program through the evaluator, in a worker process as the server has them."""

from __future__ import annotations

from random import Random
from typing import Any

from puppetlens.workers.batch import EVALUATE
from puppetlens.workers.pool import WorkerPool

from .mutation import mutated
from .writer import Writer

FACTS: dict[str, Any] = {
    "os": {"family": "Debian", "name": "Debian"},
    "networking": {"hostname": "h"},
    "n": 3,
    "list": [1, "a", None],
}
PUPPET_8 = {"strict": "error", "strict_variables": True, "puppet_version": "8.11.0"}
_SETTINGS: tuple[dict[str, Any], ...] = ({}, PUPPET_8, {"strict": "off", "storeconfigs": True})
#: Seconds that a program may take: most take hundredths of one, and a few go on for ever.
PATIENCE = 3.0


def new_pool() -> WorkerPool:
    return WorkerPool(1, megabytes=1024, preload=EVALUATE)


def request_of(random: Random) -> dict[str, Any]:
    """A program of either kind, with settings."""
    files = mutated(random) if random.randrange(2) else {"manifests/site.pp": Writer(random).program()}
    request = to_request(files, random.choice(_SETTINGS))
    return {**request, "facts": FACTS} if random.randrange(8) else request


def to_request(files: dict[str, str], settings: dict[str, Any]) -> dict[str, Any]:
    return {"id": 1, "manifest": files.get("manifests/site.pp", ""), "files": files, "settings": settings}


def compile_request(request: dict[str, Any], pool: WorkerPool) -> dict[str, Any]:
    """The answer. Raises `WorkerFault` where there is none, AssertionError for one that says too little."""
    given = pool.run(EVALUATE, request, seconds=PATIENCE)
    error = given["error"]
    assert (given["catalog"] is None) == (error is not None), "an answer has a catalog or an error"
    assert error is None or error["message"], "an error has a message"
    assert error is None or not (error["issue_code"] or "").startswith("PUPPETLENS_"), error["message"]
    return given
