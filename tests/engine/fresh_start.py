"""Evaluates each request in a process of its own that has seen no other: lines of JSON in, lines of JSON out.

A request is {"files": {path: text}, "run": "preview" or "look_up", "request": the job's}.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from puppetlens.base.cancellation import NEVER
from puppetlens.project.files import MemoryFiles
from puppetlens.workers import jobs
from puppetlens.workers.deep_stack import run_deep


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    files = MemoryFiles({path: text.encode("utf-8", "surrogateescape") for path, text in asked["files"].items()})
    run = {"preview": jobs.preview, "look_up": jobs.look_up}[asked["run"]]
    return run_deep(lambda: run(asked["request"], files, NEVER))


def main() -> None:
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            os.write(1, json.dumps(answer(json.loads(line))).encode() + b"\n")
            os._exit(0)
        os.waitpid(child, 0)
