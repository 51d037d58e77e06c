"""How to ask the process of `forked.py`; also, behind a `#!`, all of the program that only asks it: it loads little."""

from __future__ import annotations

import os
import socket
import sys

#: The name of the socket, beside the program.
SOCKET = "socket"
#: Of a message: a command and its environment.
MOST_BYTES = 1 << 18
#: What comes back where nobody can say how it ended.
_UNKNOWN = b"70"


def ask(
    words: list[str], streams: list[int], folder: str, environment: dict[str, str], seconds: float | None = None
) -> int:
    """How a command ended, its program first: its status, or below zero a signal's number. The streams are passed on.

    Raises TimeoutError after `seconds`; the command is killed then, as where the process that asks is.
    """
    variables = [f"{name}={value}" for name, value in environment.items()]
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as end:
        end.settimeout(seconds)
        end.connect(os.path.join(os.path.dirname(words[0]), SOCKET))
        text = "\0".join([str(len(words)), folder, *words, *variables])
        socket.send_fds(end, [os.fsencode(text)], streams)
        if seconds is None:
            for stream in streams:
                os.close(stream)
        return int(end.recv(9) or _UNKNOWN)


def read(text: bytes) -> tuple[list[str], str, dict[str, str]]:
    """What was asked: words, folder, environment."""
    count, folder, *rest = os.fsdecode(text).split("\0")
    words, variables = rest[: int(count)], rest[int(count) :]
    return words, folder, dict(variable.split("=", 1) for variable in variables)


if __name__ == "__main__":
    status = ask(sys.argv, [0, 1, 2], os.getcwd(), dict(os.environ))
    if status < 0:
        os.kill(os.getpid(), -status)
    os._exit(status)
