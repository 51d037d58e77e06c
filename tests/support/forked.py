"""Python that has loaded puppetlens: to start it and to load the package takes longer than most tests.

`started()` gives a program that understands `-m puppetlens.cli.main ARGUMENTS` and `-c CODE` as Python does, and
`run_command` gives it a command of puppetlens. Each runs in a process of its own, a fork of one that has loaded the
package; what it starts by `sys.executable` is forked, too. The program itself only passes on its streams, and ends as
the fork ends; the fork is killed where the program is. So who sends other signals to a process, looks for it, or asks
what it has loaded, starts the real one.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import os
import pkgutil
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from selectors import EVENT_READ, BaseSelector, DefaultSelector
from typing import TYPE_CHECKING, Any, NoReturn

from tests.support import pass_on

if TYPE_CHECKING:
    from cattrs import Converter

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


def on_terminal(*arguments: str | Path) -> str:
    """What `puppetlens ARGUMENTS` shows on a terminal."""
    started()
    ours, theirs = os.openpty()
    with subprocess.Popen([*_PUPPETLENS, *map(str, arguments)], stdin=theirs, stdout=theirs, stderr=theirs):
        os.close(theirs)
        text = b""
        with contextlib.suppress(OSError):  # the other end is closed
            while read := os.read(ours, 65536):
                text += read
    os.close(ours)
    return text.decode()


@contextlib.contextmanager
def quick_workers() -> Iterator[None]:
    """While this lasts, evaluation processes that start here are forked, too."""
    usual, sys.executable = sys.executable, started()
    yield
    sys.executable = usual


@cache
def started() -> str:
    """The program; the process behind it lasts as long as this one."""
    shutil.rmtree(_FOLDER, ignore_errors=True)  # of a run that was killed
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
    shutil.rmtree(_FOLDER)


# In the process that has loaded the package --------------------------------------------------------


def _main(path: str) -> None:
    _load()
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listening, DefaultSelector() as waited:
        listening.bind(path)
        listening.listen()
        waited.register(listening, EVENT_READ)
        waited.register(sys.stdin, EVENT_READ)
        print("ready", flush=True)
        while (key := waited.select()[0][0]).fileobj is not sys.stdin:
            if key.fileobj is listening:
                _fork(listening.accept()[0], str(Path(path).with_name(Path(PYTHON).name)), waited)
            else:
                _end_of(*key.data, waited)
    os._exit(0)


def _fork(asking: socket.socket, program: str, waited: BaseSelector) -> None:
    """Begin a command, and wait for its end, and for that of who asks for it."""
    text, streams, _, _ = socket.recv_fds(asking, pass_on.MOST_BYTES, 3)
    process = os.fork()
    if process == 0:
        waited.close()
        asking.close()
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        sys.executable = program
        _become(*pass_on.read(text))
    for stream in streams:
        os.close(stream)
    ends = asking, process, os.pidfd_open(process)
    waited.register(asking, EVENT_READ, ends)
    waited.register(ends[-1], EVENT_READ, ends)


def _end_of(asking: socket.socket, process: int, descriptor: int, waited: BaseSelector) -> None:
    """Tell who asks how it ended; kill what nobody asks for any more."""
    if not select.select([descriptor], [], [], 0)[0]:
        os.kill(process, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    with contextlib.suppress(OSError):
        asking.send(str(status).encode())
    for each in (asking, descriptor):
        waited.unregister(each)
    asking.close()
    os.close(descriptor)


def _load() -> None:
    import puppetlens
    from puppetlens.lsp.server import Server

    for found in pkgutil.walk_packages(puppetlens.__path__, "puppetlens."):
        if not found.name.endswith("._grammar"):  # a library that is no module
            import_module(found.name)
    _know_the_protocol(Server().protocol._converter)
    gc.collect()
    gc.freeze()


def _know_the_protocol(converter: Converter) -> None:
    """All servers get a converter that knows all of the protocol's types: to learn these takes longer than most tests."""
    from lsprotocol.types import METHOD_TO_TYPES
    from pygls.server import JsonRPCServer

    for asked, answered, _, _ in METHOD_TO_TYPES.values():
        converter.get_structure_hook(asked)
        for each in (asked, answered):
            if each is not None:
                converter.get_unstructure_hook(each)
    begin = JsonRPCServer.__init__

    def with_it(self: JsonRPCServer, protocol: Any, _factory: Any, workers: int | None = None) -> None:
        begin(self, protocol, lambda: converter, workers)

    JsonRPCServer.__init__ = with_it  # type: ignore[method-assign]


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
