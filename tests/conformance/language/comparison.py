"""Our answer to a program beside real Puppet's: everything a user could see must be equal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from programs import NODE, Answer, Program
from puppetlens.base.cancellation import NEVER
from puppetlens.project.files import MemoryFiles
from puppetlens.workers.jobs import answer

from tests.support import catalogs

_OBJECT = "#<Puppet::Resource::Type>"
_VERSIONS = {7: "7.23.0", 8: "8.11.0"}


def ask_here(program: Program, major: int, mode: str) -> Answer:
    """Our answer, in this process."""
    return answer(
        {
            "id": program.name,
            "manifest": program.files.get("manifests/site.pp", ""),
            "files": program.files,
            "node": NODE["name"],
            "facts": program.beside.get("facts", NODE["facts"]),
            "trusted": NODE["trusted"],
            "server_facts": NODE["server_facts"],
            "settings": {**program.settings(major, mode), "puppet_version": _VERSIONS[major]},
            "enc": program.beside.get("enc"),
        },
        MemoryFiles({}),
        NEVER,
    )


def differences(ours: Answer, theirs: Answer) -> Iterator[str]:
    """A line for each thing that is not as Puppet has it."""
    mine, real = ours["error"], theirs["error"]
    if (mine is None) != (real is None):
        yield f"error: {mine and _error(mine)} is not {real and _error(real)}"
    elif real is not None:
        for facet, value in _error(real).items():
            if not _same(_error(mine)[facet], value):
                yield f"error {facet}: {_error(mine)[facet]!r} is not {value!r}"
    else:
        yield from catalogs.differences(ours["catalog"], theirs["catalog"])
    if catalogs.plain(_logs(ours)) != catalogs.plain(_logs(theirs)):
        yield f"logs: {_logs(ours)} are not {_logs(theirs)}"
    if ours.get("unknown"):
        yield f"unknown: {ours['unknown']}"


def _same(mine: Any, real: Any) -> bool:
    """Where Puppet's sentence shows a Ruby object, ours may say what it stands for."""
    if isinstance(real, str) and isinstance(mine, str) and _OBJECT in real:
        return re.fullmatch(".+".join(map(re.escape, real.split(_OBJECT))), mine) is not None
    return bool(mine == real)


def _error(error: Answer) -> Answer:
    """`reported` are the errors on the way to the last one, which is the error itself."""
    facets = ("message", "line", "column", "file", "issue_code")
    reported = [each for each in error.get("reported") or [] if each["message"] != error["message"]]
    return {**{facet: error.get(facet) for facet in facets}, "reported": reported}


def _logs(given: Answer) -> list[list[Any]]:
    return [
        [*log[:2], *({k: v for k, v in each.items() if v is not None} for each in log[2:])] for log in given["logs"]
    ]
