"""Python that has loaded puppetlens: to start it and to load the package takes longer than most tests.

`started()` gives a program that understands `-m puppetlens.cli.main ARGUMENTS` and `-c CODE` as Python does, and
`run_command` gives it a command of puppetlens. Each runs in a process of its own, a fork of one that has loaded the
package; what it starts by `sys.executable` is forked, too. The program itself only passes on its streams, and ends as
the fork ends; the fork is killed where the program is. So who sends other signals to a process, looks for it, or asks
what it has loaded, starts the real one.
"""

from __future__ import annotations

import atexit
import gc
import os
import pkgutil
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from tests.support import pass_on

_ROOT = Path(__file__).parents[2]
_FOLDER = Path(tempfile.gettempdir(), f"puppetlens-tests-{os.getpid()}")
#: What `started()` gives.
PYTHON = str(_FOLDER / "python")
_PUPPETLENS = [PYTHON, "-m", "puppetlens.cli.main"]
#: The server, once `started()` was called.
QUICK = [*_PUPPETLENS, "serve"]


def run_command(
    *arguments: str | Path,
    input: str = "",
    environment: Mapping[str, str] | None = None,
    folder: str | Path | None = None,
    seconds: float = 60,
) -> subprocess.CompletedProcess[str]:
    """`puppetlens ARGUMENTS`, as `subprocess.run` tells it. Its streams are no terminal; it is killed after `seconds`."""
    words = [*_PUPPETLENS, *map(str, arguments)]
    started()
    variables = {**os.environ, **(environment or {})}
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(input.encode("utf-8", "surrogateescape"))
        given.seek(0)
        streams = [given.fileno(), out.fileno(), err.fileno()]
        status = pass_on.ask(words, streams, str(folder or Path.cwd()), variables, seconds)
        told = []
        for stream in (out, err):
            stream.seek(0)
            told.append(stream.read().decode("utf-8", "surrogateescape"))
    return subprocess.CompletedProcess(words, status, *told)


@contextmanager
def quick_workers() -> Iterator[None]:
    """While this lasts, evaluation processes that start here are forked, too."""
    usual, sys.executable = sys.executable, started()
    yield
    sys.executable = usual


@cache
def started() -> str:
    """The program; the process behind it lasts as long as this one."""
    _FOLDER.mkdir(mode=0o700)
    program = Path(PYTHON)
    program.write_text(f"#!{sys.executable} -IS\n{Path(pass_on.__file__).read_text()}")
    program.chmod(0o700)
    command = [sys.executable, "-m", __name__, str(_FOLDER / pass_on.SOCKET)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=_ROOT)
    assert process.stdout is not None
    process.stdout.readline()
    atexit.register(_end, process)
    return PYTHON


def _end(process: subprocess.Popen[bytes]) -> None:
    process.communicate()
    for name in os.listdir(_FOLDER):
        (_FOLDER / name).unlink()
    _FOLDER.rmdir()


# In the process that has loaded the package --------------------------------------------------------


def _main(path: str) -> None:
    _load()
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listening:
        listening.bind(path)
        listening.listen()
        print("ready", flush=True)
        signal.signal(signal.SIGCHLD, lambda *_: _forget_those_that_ended())
        while select.select([listening, sys.stdin], [], [])[0] == [listening]:
            end, _ = listening.accept()
            if os.fork() == 0:
                listening.close()
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                _wait_for_one(end, str(Path(path).with_name(Path(PYTHON).name)))
            end.close()


def _load() -> None:
    import puppetlens
    from puppetlens.lsp.server import Server

    for found in pkgutil.walk_packages(puppetlens.__path__, "puppetlens."):
        import_module(found.name)
    Server()  # makes lsprotocol ready
    gc.collect()
    gc.freeze()


def _forget_those_that_ended() -> None:
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def _wait_for_one(end: socket.socket, program: str) -> NoReturn:
    text, streams, _, _ = socket.recv_fds(end, pass_on.MOST_BYTES, 3)
    child = os.fork()
    if child == 0:
        end.close()
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        sys.executable = program
        _become(*pass_on.read(text))
    for stream in (*streams, 0, 1, 2):
        os.close(stream)
    ended = os.pidfd_open(child)
    if ended not in select.select([ended, end], [], [])[0]:
        os.kill(child, signal.SIGKILL)
    end.send(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])).encode())
    os._exit(0)


def _become(words: list[str], folder: str, environment: dict[str, str]) -> NoReturn:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w")
    try:
        _run(words[1:])
    except SystemExit as end:
        threading._shutdown()  # type: ignore[attr-defined]
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(end.code if isinstance(end.code, int) else bool(end.code))  # to take all apart takes a while
    raise SystemExit


def _run(words: Sequence[str]) -> None:
    kind, what, *arguments = words
    sys.argv = [kind, *arguments]
    if kind == "-c":
        exec(what, {"__name__": "__main__"})
    else:
        sys.argv[0] = "puppetlens"
        import_module(what).main(arguments, prog_name="puppetlens")


if __name__ == "__main__":
    _main(sys.argv[1])
