"""Into WebAssembly and out of it by the shortest way ctypes has.

wasmtime's Python package converts and checks each value of each call: 8 microseconds to call an export of
nothing, more for a function that is called back. Its C interface (`runtime`) has `unchecked` twins of both, which
take an array of raw values, 16 bytes each, in which results take the place of arguments: 0.7 and 2 microseconds.
They check nothing, so arity and kinds come from the module itself, and each address that comes from inside is
held against the memory's size here.

A function that is called back may raise: the exception is kept, Ruby is ended by a trap, and the call that
entered raises it again.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable
from struct import Struct
from typing import Any, NamedTuple

from . import runtime
from .limits import Stopped
from .wasi import Handler

#: How a parameter lies in memory, by its kind.
_LAYOUTS = {0: "I12x", 1: "q8x", 3: "d8x"}
#: Bytes of a raw value.
_VALUE = 16


class Import(NamedTuple):
    """A function that a module calls: names, and how its arguments lie in memory."""

    module: bytes
    name: bytes
    #: The address of its type.
    kind: int
    values: Struct
    has_result: bool

    @classmethod
    def of(cls, module: int) -> list[Import]:
        """Those of a module, which has to stay."""
        listed = runtime.Vector()  # never freed: there is one module in a process
        runtime.module_imports(module, ctypes.byref(listed))
        found = []
        for each in listed.addresses():
            whose, name, kind = runtime.import_of(each)
            parameters, results = runtime.kinds_of(kind)
            found.append(
                cls(whose, name, kind, Struct("<" + "".join(map(_LAYOUTS.__getitem__, parameters))), results > 0)
            )
        return found


class Imports:
    """What a module calls outside, bound to handlers; `failure` is what one of them raised last."""

    def __init__(self, engine: int, imports: Iterable[Import], handlers: Callable[[str, bool], Handler]) -> None:
        """`handlers` gives a handler for the name of a function and whether that has a result."""
        self.failure: BaseException | None = None
        self.engine = engine
        self.linker = runtime.linker_new(engine)
        self._kept: list[Any] = []
        for each in imports:
            function = self._called_back(each, handlers(each.name.decode().partition(":")[0], each.has_result))
            self._kept.append(function)
            names = (each.module, len(each.module), each.name, len(each.name))
            runtime.check(runtime.linker_define(self.linker, *names, each.kind, function, None, None))

    def close(self) -> None:
        runtime.linker_delete(self.linker)
        self._kept.clear()

    def _called_back(self, called: Import, handler: Handler) -> Any:
        unpack, size, has_result = called.values.unpack, called.values.size, called.has_result
        string_at, result_at = ctypes.string_at, ctypes.c_uint32.from_address

        def called_back(_env: int, _caller: int, at: int, _count: int) -> int:
            try:
                result = handler(*unpack(string_at(at, size)))
                if has_result:
                    result_at(at).value = result or 0
            except BaseException as failure:  # noqa: BLE001  (ctypes would print it and go on)
                self.failure = failure
                trap: int = runtime.trap_new(b"ended", 5)
                return trap
            return 0

        return runtime.CALLED_BACK(called_back)


class Instance:
    """One life of a module: its memory and exports. `overdue` is asked at each tick of the engine's clock
    while WebAssembly runs, on the same thread; where it gives an exception, that ends the call."""

    def __init__(self, module: int, imports: Imports, memory: int, overdue: Callable[[], BaseException | None]) -> None:
        self._imports = imports
        self._overdue = overdue
        self._on_epoch = runtime.EPOCH_PASSED(self._epoch_passed)
        self._store: int | None = runtime.store_new(imports.engine, None, None)
        runtime.store_limiter(self._store, memory, -1, -1, -1, -1)
        self._context = runtime.store_context(self._store)
        runtime.set_epoch_deadline(self._context, 1)
        runtime.store_on_epoch(self._store, self._on_epoch, None, None)
        self._value = runtime.InstanceValue()
        trap = ctypes.c_void_p()
        at = ctypes.byref(self._value)
        runtime.check(runtime.linker_instantiate(imports.linker, self._context, module, at, ctypes.byref(trap)))
        if trap.value:
            raise runtime.WasmtimeError(runtime.trap_text(trap.value))
        self._memory = runtime.Extern()
        runtime.export_get(self._context, at, b"memory", 6, ctypes.byref(self._memory))
        self._at_memory = ctypes.addressof(self._memory) + runtime.VALUE_OF_EXTERN
        self.base: int = runtime.memory_data(self._context, self._at_memory)
        self.size: int = runtime.memory_size(self._context, self._at_memory)

    def close(self) -> None:
        """Give back all of it; once is enough."""
        if self._store is not None:
            runtime.store_delete(self._store)
            self._imports.close()
            self._store = None

    def _epoch_passed(self, _context: int, _data: int, delta: Any, _kind: int) -> int:
        failure = self._overdue()
        if failure is None:
            delta[0] = 1
            return 0
        self._imports.failure = failure
        error: int = runtime.error_new(b"overdue")
        return error

    def export(self, name: str) -> Callable[..., int]:
        """The export of that name (up to its signature) as a function of numbers that gives a number."""
        function = self._exported(name.encode())
        at_function = ctypes.addressof(function) + runtime.VALUE_OF_EXTERN
        kind = runtime.function_type(self._context, at_function)
        parameters, results = runtime.kinds_of(kind)
        runtime.function_type_delete(kind)
        slots = max(len(parameters), results, 1)
        values = (ctypes.c_uint64 * (slots * _VALUE // 8))()
        trap = ctypes.c_void_p()
        imports, context = self._imports, self._context
        at_values, at_trap, enter = ctypes.addressof(values), ctypes.addressof(trap), runtime.call

        def call(*arguments: int) -> int:
            for index, value in enumerate(arguments):
                values[2 * index] = value
            error = enter(context, at_function, at_values, slots, at_trap)
            if error or trap.value:
                ended = _stopped(error, trap)
                failure, imports.failure = imports.failure, None
                raise failure or ended
            return values[0] & 0xFFFFFFFF

        call.__dict__["kept"] = (function, trap)  # what the addresses above point into
        return call

    def _exported(self, name: bytes) -> Any:
        """The `Extern` of that name, which a signature may follow."""
        found, text, size = runtime.Extern(), ctypes.c_void_p(), ctypes.c_size_t()
        at = [ctypes.byref(each) for each in (text, size, found)]
        index = 0
        while runtime.export_nth(self._context, ctypes.byref(self._value), index, *at):
            if ctypes.string_at(text.value or 0, size.value).partition(b":")[0] == name:
                return found
            index += 1
        raise LookupError(name)

    def read(self, at: int, size: int) -> bytes:
        self._check(at + size)
        return ctypes.string_at(self.base + at, size)

    def write(self, at: int, data: bytes) -> None:
        self._check(at + len(data))
        ctypes.memmove(self.base + at, data, len(data))

    def grow(self, size: int) -> None:
        """Make the memory `size` bytes long, which it is not yet."""
        before = ctypes.c_uint64()
        pages = (size - self.size) >> 16
        runtime.check(runtime.memory_grow(self._context, self._at_memory, pages, ctypes.byref(before)))
        self.measure()

    def measure(self) -> int:
        """The memory's size now."""
        self.size = runtime.memory_size(self._context, self._at_memory)
        return self.size

    def _check(self, end: int) -> None:
        """The memory never moves, and its size is asked for anew only where it does not suffice."""
        if end > self.size and end > self.measure():
            raise Stopped("it gave an address outside of its memory")


def _stopped(error: int | None, trap: ctypes.c_void_p) -> Stopped:
    """What WebAssembly itself ended for.

    CRuby saves the stack it runs on into buffers of 24 KiB, where an exception may have to unwind it and where
    garbage is collected: some 30 to 70 calls into each other of C functions with blocks (`hash.map`). Beyond, it
    ends as unreachable or out of bounds, and a stack that is used up looks no different to a user.
    """
    if error:
        text = runtime.error_text(error)
    else:
        text = runtime.trap_text(trap.value or 0)
        trap.value = None
    if any(each in text for each in ("unreachable", "out of bounds", "call stack exhausted")):
        return Stopped("it nests too deeply")
    return Stopped("it failed inside: " + text.strip().rpartition("\n")[2].strip())
