"""One Ruby, with the files of an environment: requests in, answers out, both JSON text.

    vm = Vm(files, ["/code/env"], answer)
    vm.request('["ping"]')       # what `PL.request` of guest/protocol.rb gives for that text

While a request is under way, Ruby asks by `answer`; see `exchange` for which answers may in turn request.
`taints` and `reads` gather what a result depends on, until they are cleared. A VM is good for one catalog:
what Ruby code changed in it stays changed. After `Stopped` it is of no use; a new one takes a millisecond.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Sequence

from ..base.cancellation import NEVER, CancellationToken
from ..base.errors import Cancelled
from ..project.files import Files
from . import address_space
from .delivery import machine
from .exchange import Answer, Exchange, Start, start_plain
from .interpreter import Interpreter
from .limits import USUAL, Limits, Stopped
from .messages import ANSWER, ASK, CHANGED, GIVE, REST, SEED, TAINT, TAKE
from .virtual_files import Reads, VirtualFiles
from .wasi import Wasi, covered

_NOTHING = b" "
#: How much of a rest is asked for at once.
REST_ROOM = 1 << 16
#: A taint is Ruby's own word.
_LONGEST_TAINT, _MOST_TAINTS = 200, 100
#: What guest/protocol.rb answers where Ruby had no memory left, after which little can be relied on.
_NO_MEMORY = '["e","NoMemoryError"'
#: A part of the memory: who has used more may have rescued that there was no more.
_ALL_BUT = 0.95
_PAIR = struct.Struct("<II")


class Vm(Interpreter):
    """`files` are seen below `roots` alone. `start` runs a function in a thread with a stack for evaluations."""

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
        """Raises `NotReady` where there is no Ruby (yet)."""
        super().__init__(Exchange(answer, start))
        self._machine = machine()
        self._limits = limits
        self._token = token
        self._files = VirtualFiles(files, roots)
        self._covered = [each for each in roots if covered(each)]
        self._request = b""
        self._given: str | None = None
        self._closed = False
        self._rest = b""
        self._deadline = 0.0
        self._taken = address_space.take()
        wasi = Wasi(self._files, self._crossed, limits.message)
        self._wasi = wasi
        self._instance = self._machine.instance(self._machine.imports(wasi), limits.memory, self._overdue)
        wasi.memory = self._instance
        self._serve = self._instance.export("rb-funcallv-protect")
        self._called = self._machine.called

    @property
    def taints(self) -> set[str]:
        self._files.taints.update(f"reads {each}" for each in self._covered)
        return self._files.taints

    @property
    def reads(self) -> Reads:
        return self._files.reads

    def _run(self, request: bytes) -> str:
        """The answer is one only when the call came to its end."""
        self._request, self._given = request, None
        self._deadline = time.thread_time() + self._limits.seconds
        self._machine.entered()
        try:
            result = self._serve(*self._called, 0, 0)
        finally:
            self._machine.left()
        _, failed = _PAIR.unpack(self._instance.read(result, _PAIR.size))
        if failed or self._given is None:
            raise Stopped("it gave no answer")
        if self._given.startswith(_NO_MEMORY) or self._instance.measure() > self._limits.memory * _ALL_BUT:
            raise Stopped(f"it needs more than {self._limits.memory >> 20} megabytes of memory")
        return self._given

    def _died(self) -> None:
        """Its memory stays until it is closed."""

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            super().close()
            self._instance.close()
            address_space.give_back(self._taken)

    def _overdue(self) -> BaseException | None:
        """Asked 20 times a second while Ruby runs. Puppet code that it calls has a thread, and a time, of its own."""
        if self._token.cancelled:
            return Cancelled()
        if time.thread_time() > self._deadline:
            return Stopped(f"it took longer than {self._limits.seconds:g} seconds")
        return None

    def _crossed(self, kind: int, text: bytes, room: int) -> bytes:
        """What Ruby gets for what it sends: a part of it, where there is no room for more, and then the rest."""
        if kind == REST:
            message = self._rest
        elif kind == ASK:
            message = self._exchange.ask(text.decode("utf-8", "replace"))
        elif kind == ANSWER:
            message = self._exchange.answered(text.decode("utf-8", "replace"))
        elif kind == TAKE:
            message = self._request
        elif kind == GIVE:
            self._given, message = text.decode("utf-8", "replace"), _NOTHING
        else:
            self._note(kind, text)
            message = _NOTHING
        if len(message) < room:
            return message or _NOTHING
        # What fills the room is not all: an end that would fill it gets a blank more.
        self._rest = message[room:] + (_NOTHING if (len(message) - room) % REST_ROOM == 0 else b"")
        return message[:room]

    def _note(self, kind: int, text: bytes) -> None:
        if kind == SEED:
            self._wasi.seeding = text == b"1"
        elif kind == CHANGED:
            self.changed = True
        elif kind == TAINT and len(self._files.taints) < _MOST_TAINTS:
            self._files.taints.add(" ".join(text[:_LONGEST_TAINT].decode("utf-8", "replace").split()))
        elif kind != TAINT:
            raise Stopped("it sent what nobody understands")
