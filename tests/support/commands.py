"""Commands of `puppetlens`, each in a process of its own: a fork of one that has loaded the package once.

To start Python and to load the package takes longer than most commands that tests give.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

_ROOT = Path(__file__).parents[2]
_LOADED = (
    "cli.main",
    "cli.catalog",
    "cli.check",
    "cli.diff",
    "cli.lookup",
    "engine.check",
    "workers.jobs",
    "library.functions.notice",
)


def run_command(
    *arguments: str | Path,
    input: str = "",
    environment: Mapping[str, str] | None = None,
    folder: str | Path | None = None,
    seconds: int = 60,
) -> subprocess.CompletedProcess[str]:
    """`puppetlens ARGUMENTS`, as `subprocess.run` tells it. Its streams are no terminal; a signal ends it after `seconds`."""
    server = _server()
    assert server.stdin is not None
    assert server.stdout is not None
    words = [str(word) for word in arguments]
    with tempfile.TemporaryDirectory() as scratch:
        streams = [Path(scratch, name) for name in ("in", "out", "err")]
        for stream in streams:
            stream.write_text(input if stream.name == "in" else "", "utf-8", "surrogateescape")
        asked = {
            "words": words,
            "streams": list(map(str, streams)),
            "environment": {**os.environ, **(environment or {})},
            "folder": str(folder or Path.cwd()),
            "seconds": seconds,
        }
        server.stdin.write(json.dumps(asked).encode() + b"\n")
        server.stdin.flush()
        status = int(server.stdout.readline())
        out, err = [stream.read_bytes().decode("utf-8", "surrogateescape") for stream in streams[1:]]
    return subprocess.CompletedProcess(words, status, out, err)


@cache
def _server() -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", __name__]
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=_ROOT)
    atexit.register(server.communicate)
    return server


def _serve() -> None:
    """Fork for each line of stdin, and answer with the status; ends with its stdin."""
    for name in _LOADED:
        import_module(f"puppetlens.{name}")
    for line in sys.stdin.buffer:
        asked = json.loads(line)
        child = os.fork()
        if child == 0:
            _become(asked)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _become(asked: dict[str, Any]) -> NoReturn:
    signal.alarm(asked["seconds"])
    for number, path in enumerate(asked["streams"]):
        os.dup2(os.open(path, os.O_RDWR | (os.O_APPEND if number else 0)), number)
    os.environ.clear()
    os.environ.update(asked["environment"])
    os.chdir(asked["folder"])
    sys.argv = ["puppetlens", *asked["words"]]
    import_module("puppetlens.cli.main").main(asked["words"], prog_name="puppetlens")
    raise SystemExit


if __name__ == "__main__":
    _serve()
