"""`puppetlens serve` for tests, forked from a process that has loaded it once: to load it takes longer than most tests.

`QUICK` is the command, once `serving()` was called. It passes its streams on and ends as the server ends, but is another
process: who sends signals to the server, or looks for processes that it started, starts the real one.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

_FOLDER = Path(tempfile.gettempdir(), f"puppetlens-tests-{os.getpid()}")
_ROOT = Path(__file__).parents[2]
#: Passes the three streams to who listens at a socket, and ends with the status that comes back.
_PASS_ON = """
import os, socket, sys
with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as end:
    end.connect(sys.argv[1])
    words = [os.getcwdb(), *(name + b"=" + value for name, value in os.environb.items())]
    socket.send_fds(end, [b"\\0".join(words)], [0, 1, 2])
    for stream in (0, 1, 2):
        os.close(stream)
    os._exit(int(end.recv(9) or b"70"))
"""
_MOST_BYTES = 1 << 18
QUICK = [sys.executable, "-I", "-S", "-c", _PASS_ON, str(_FOLDER / "socket")]


@contextmanager
def serving() -> Iterator[None]:
    """While this lasts, `QUICK` can be started."""
    _FOLDER.mkdir(mode=0o700)
    command = [sys.executable, "-m", __name__, QUICK[-1]]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=_ROOT) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield
        process.communicate()
    (_FOLDER / "socket").unlink()
    _FOLDER.rmdir()


def _main(path: str) -> None:
    for name in ("cli.main", "cli.serve", "lsp.server", "engine.engine", "checks.diagnostics", "features.hover"):
        import_module(f"puppetlens.{name}")
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listening:
        listening.bind(path)
        listening.listen()
        print("ready", flush=True)
        if os.fork() == 0:
            sys.stdin.read()  # until the tests are over
            os.kill(os.getppid(), signal.SIGTERM)
            os._exit(0)
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those that wait
        while True:
            end, _ = listening.accept()
            if os.fork() == 0:
                listening.close()
                _wait_for_one(end)
            end.close()


def _wait_for_one(end: socket.socket) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    words, streams, _, _ = socket.recv_fds(end, _MOST_BYTES, 3)
    folder, *variables = words.split(b"\0")
    os.chdir(folder)
    os.environb.clear()
    os.environb.update(variable.split(b"=", 1) for variable in variables)
    child = os.fork()
    if child == 0:
        end.close()
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w")
        sys.argv = ["puppetlens", "serve"]
        import_module("puppetlens.cli.main").main(["serve"], prog_name="puppetlens")
        os._exit(0)
    for stream in (*streams, 0, 1, 2):
        os.close(stream)
    end.send(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])).encode())
    os._exit(0)


if __name__ == "__main__":
    _main(sys.argv[1])
