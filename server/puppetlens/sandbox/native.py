"""A Ruby process of the user's own, for folders that are trusted: the same guest and protocol, over pipes.

For modules that need gems, HTTP or programs. Ruby is not fenced: it may all that the user may, reads the disk
and not unsaved text, and what its results depend on is not known, so they are never kept. Only a
setting of the user's own can choose it.
"""

from __future__ import annotations

import os
import select
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from ..base.cancellation import NEVER, CancellationToken
from ..base.errors import Cancelled
from ..project.files import Files
from .exchange import Answer, Exchange, Start, start_plain
from .interpreter import Interpreter
from .limits import USUAL, Limits, NotReady, Stopped
from .messages import ANSWER, ASK, GIVE, TAKE
from .virtual_files import Reads

_HEAD = struct.Struct(">II")
_GUEST = Path(__file__).with_name("guest")
#: Seconds between two looks at the caller's token.
_POLL = 0.05
#: Seconds that Ruby may take to start.
_START = 20.0


class Native(Interpreter):
    """Like `Vm`. `seconds` of the limits are of the clock here, Puppet code that Ruby calls left out."""

    def __init__(
        self,
        files: Files,
        roots: Sequence[str],
        answer: Answer,
        limits: Limits = USUAL,
        *,
        token: CancellationToken = NEVER,
        start: Start = start_plain,
    ) -> None:
        """Raises `NotReady` where no `ruby` is installed."""
        program = shutil.which("ruby")
        if program is None or sys.platform == "win32":
            raise NotReady("there is no `ruby` on this machine to run it natively")
        super().__init__(Exchange(answer, start))
        self._taints: set[str] = set()
        self._reads: Reads = {}
        self._limits = limits
        self._token = token
        self._to_start = _START
        its_in, self._out = os.pipe()
        self._in, its_out = os.pipe()
        self._process = subprocess.Popen(
            [program, "-EUTF-8", str(_GUEST / "pipes.rb"), str(its_in), str(its_out)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(its_in, its_out),
            start_new_session=True,
        )
        os.close(its_in)
        os.close(its_out)

    @property
    def taints(self) -> set[str]:
        return self._taints

    @property
    def reads(self) -> Reads:
        return self._reads

    def close(self) -> None:
        super().close()
        self._died()

    def _run(self, request: bytes) -> str:
        deadline = time.monotonic() + self._limits.seconds + self._to_start
        self._to_start = 0.0
        self._send(TAKE, request)
        while True:
            kind, text = self._receive(deadline)
            begin = time.monotonic()
            if kind == GIVE:
                return text
            if kind == ASK:
                self._send(ASK, self._exchange.ask(text))
            elif kind == ANSWER:
                self._send(ANSWER, self._exchange.answered(text))
            else:
                raise Stopped("it sent what nobody understands")
            deadline += time.monotonic() - begin

    def _send(self, kind: int, text: bytes) -> None:
        data = memoryview(_HEAD.pack(kind, len(text)) + text)
        try:
            while data:
                data = data[os.write(self._out, data) :]
        except BrokenPipeError:
            raise Stopped("it ended the process") from None

    def _receive(self, deadline: float) -> tuple[int, str]:
        kind, size = _HEAD.unpack(self._read(_HEAD.size, deadline))
        if size > self._limits.message:
            raise Stopped(f"it answered with more than {self._limits.message >> 20} megabytes")
        return kind, self._read(size, deadline).decode("utf-8", "replace")

    def _read(self, size: int, deadline: float) -> bytes:
        data = b""
        while len(data) < size:
            if not select.select([self._in], [], [], _POLL)[0]:
                if self._token.cancelled:
                    raise Cancelled
                if time.monotonic() > deadline:
                    raise Stopped(f"it took longer than {self._limits.seconds:g} seconds")
                continue
            part = os.read(self._in, size - len(data))
            if not part:
                raise Stopped("it ended the process")
            data += part
        return data

    def _died(self) -> None:
        if self._process.returncode is None:
            self._process.kill()
            self._process.wait()
            os.close(self._in)
            os.close(self._out)
