"""Jobs for a worker process: well-behaved and not."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

from puppetlens.base.cancellation import CancellationToken
from puppetlens.base.clock import CLOCK
from puppetlens.project.files import Files

Data = dict[str, Any]
_calls = 0


def process(request: Data, files: Files, token: CancellationToken) -> Data:
    global _calls
    _calls += 1
    return {"pid": os.getpid(), "calls": _calls}


def modules(request: Data, files: Files, token: CancellationToken) -> Data:
    return {"modules": sorted(sys.modules)}


def crash(request: Data, files: Files, token: CancellationToken) -> Data:
    os._exit(3)


def prepare(request: Data, files: Files, token: CancellationToken) -> Data:
    with CLOCK.stopped("preparing"):
        time.sleep(request["seconds"])
    return {}


def fail(request: Data, files: Files, token: CancellationToken) -> Data:
    raise KeyError("nothing\nhere")


def endless(request: Data, files: Files, token: CancellationToken) -> Data:
    while True:
        token.check()


def deaf(request: Data, files: Files, token: CancellationToken) -> Data:
    time.sleep(60)
    return {}


def hungry(request: Data, files: Files, token: CancellationToken) -> Data:
    return {"size": len(bytearray(request["megabytes"] * 1024 * 1024))}


def long_answer(request: Data, files: Files, token: CancellationToken) -> Data:
    return {"text": "x" * (request["megabytes"] * 1024 * 1024)}


def deep(request: Data, files: Files, token: CancellationToken) -> Data:
    return deep(request, files, token)


def talk(request: Data, files: Files, token: CancellationToken) -> Data:
    print("talking")
    os.write(1, b"to the channel?\n")
    return {"said": True}


def no_json(request: Data, files: Files, token: CancellationToken) -> Data:
    return {"it": object()}


def read(request: Data, files: Files, token: CancellationToken) -> Data:
    data = files.read(request["path"])
    return {"text": None if data is None else data.decode()}
