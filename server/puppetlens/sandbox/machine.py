"""The compiled module and what its memory holds when Ruby is ready: new VMs begin there, in a tenth of a millisecond.

CRuby's module has its whole state in its linear memory while no call is under way (its globals are the stack
pointer and what unwinding needs, back at their first values by then). So the state after the start, with the
guest's code read, is that memory, kept as a file: an instance gets it by a private mapping of that file over
its memory, copied page by page when written to and shared by all processes else. Where there is no such
mapping the parts that are not empty are copied.
"""

from __future__ import annotations

import atexit
import threading
import time
from collections.abc import Callable
from pathlib import Path

from . import address_space, runtime
from .crossing import Import, Imports, Instance
from .image import Image, Placing
from .limits import Stopped
from .wasi import Handler, Wasi

#: Seconds between two looks at whether Ruby runs for too long.
TICK = 0.05
#: Bytes of stack that calls inside the VM may take. The thread needs more than that.
_STACK = 4 << 20


def new_engine() -> int:
    """How the module is compiled; part of what a compiled module depends on."""
    config = runtime.config_new()
    runtime.config_epoch_interruption(config, True)
    runtime.config_memory_reservation(config, address_space.RESERVED)
    runtime.config_memory_guard_size(config, address_space.GUARD)
    runtime.config_memory_may_move(config, False)
    runtime.config_async_stack_size(config, 2 * _STACK)  # must exceed the next, though nothing here is asynchronous
    runtime.config_max_wasm_stack(config, _STACK)
    engine: int = runtime.engine_new(config)
    return engine


class Machine:
    """One of a process: the engine, the compiled module and, once there is one, the image of the start."""

    def __init__(self, compiled: Path) -> None:
        """`compiled` is machine code: who calls this answers for where it comes from."""
        self.engine = new_engine()
        self.module = runtime.module_from_file(self.engine, str(compiled))
        self._imports = Import.of(self.module)
        atexit.register(self._end)
        self._placing: Placing | None = None
        #: The handle of `PL::Transport` and the number of its method `serve`.
        self.called = (0, 0)
        self._running = 0
        self._ended = False
        self._ticking = threading.Lock()  # no tick while the engine goes
        self._awake = threading.Event()
        self._clock: threading.Thread | None = None

    def imports(self, wasi: Wasi) -> Imports:
        def handler(name: str, has_result: bool) -> Handler:
            if name in ("resource_new_rb-abi-value", "resource_get_rb-abi-value"):
                return _same
            if name == "rb_wasm_throw_prohibit_rewind_exception":
                return _entered_twice
            return wasi.handler(name, has_result)

        return Imports(self.engine, self._imports, handler)

    def use(self, image: Image) -> None:
        """New instances begin with this."""
        self._placing = Placing(image)
        self.called = (image.receiver, image.method)

    def instance(self, imports: Imports, memory: int, overdue: Callable[[], BaseException | None]) -> Instance:
        """A new VM in which Ruby is ready, with so many bytes at most."""
        instance = Instance(self.module, imports, memory, overdue)
        if self._placing is not None:
            self._placing.place(instance)
        return instance

    def _end(self) -> None:
        with self._ticking:
            self._ended = True
        runtime.module_delete(self.module)
        runtime.engine_delete(self.engine)

    # -- the clock

    def entered(self) -> None:
        self._running += 1
        if not self._awake.is_set():
            if self._clock is None:
                self._clock = threading.Thread(target=self._tick, daemon=True)
                self._clock.start()
            self._awake.set()

    def left(self) -> None:
        self._running -= 1

    def _tick(self) -> None:
        while True:
            self._awake.wait()
            time.sleep(TICK)
            with self._ticking:
                if self._ended:
                    return
                runtime.engine_increment_epoch(self.engine)
            self._awake.clear()
            if self._running:
                self._awake.set()


def _same(number: int) -> int:
    """A handle of a Ruby object is its address: those that get out are few and live as long as the VM."""
    return number


def _entered_twice(_at: int, _size: int) -> None:
    raise Stopped("it was entered while it runs")
