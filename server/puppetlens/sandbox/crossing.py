"""Into WebAssembly and out of it by the shortest way ctypes has.

wasmtime's Python package converts and checks each value of each call: 8 microseconds to call an export of
nothing, more for a function that is called back. Its C interface has `unchecked` twins of both, which take
an array of raw values, 16 bytes each, in which results take the place of arguments: 0.7 and 2 microseconds.
They check nothing, so arity and kinds come from the module itself, and each address that comes from inside is
held against the memory's size here. The bindings used are private to that package, hence its upper bound.

A function that is called back may raise: the exception is kept, Ruby is ended by a trap, and the call that
entered raises it again.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Mapping
from struct import Struct
from typing import Any, NamedTuple

import wasmtime
from wasmtime import _bindings, _ffi

from .limits import Stopped
from .wasi import Handler

_KINDS = {"i32": "I12x", "i64": "q8x", "f64": "d8x"}
#: Bytes of a raw value.
_VALUE = 16
_CALLED_BACK = ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
_EPOCH_PASSED = ctypes.CFUNCTYPE(
    ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(ctypes.c_uint64), ctypes.c_void_p
)


def _function(name: str, result: Any, *arguments: Any) -> Any:
    """A C function of wasmtime's under types of our own: the package's objects are shared and typed strictly."""
    found = _ffi.dll[name]
    found.restype, found.argtypes = result, list(arguments)
    return found


_call = _function(
    "wasmtime_func_call_unchecked",
    ctypes.c_void_p,
    *[ctypes.c_void_p] * 3,
    ctypes.c_size_t,
    ctypes.c_void_p,
)
_define = _function(
    "wasmtime_linker_define_func_unchecked",
    ctypes.c_void_p,
    ctypes.c_void_p,
    *[ctypes.c_char_p, ctypes.c_size_t] * 2,
    ctypes.c_void_p,
    _CALLED_BACK,
    ctypes.c_void_p,
    ctypes.c_void_p,
)
_on_epoch = _function(
    "wasmtime_store_epoch_deadline_callback",
    None,
    ctypes.c_void_p,
    _EPOCH_PASSED,
    ctypes.c_void_p,
    ctypes.c_void_p,
)
_new_error = _function("wasmtime_error_new", ctypes.c_void_p, ctypes.c_char_p)
_new_trap = _function("wasmtime_trap_new", ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t)


class Import(NamedTuple):
    """A function that a module calls: names, and how its arguments lie in memory."""

    module: bytes
    name: bytes
    kind: wasmtime.FuncType
    values: Struct
    has_result: bool

    @classmethod
    def of(cls, module: wasmtime.Module) -> list[Import]:
        found = []
        for each in module.imports:
            kind = each.type
            assert isinstance(kind, wasmtime.FuncType)
            values = Struct("<" + "".join(_KINDS[str(one)] for one in kind.params))
            found.append(cls(each.module.encode(), (each.name or "").encode(), kind, values, bool(kind.results)))
        return found


class Imports:
    """What a module calls outside, bound to handlers; `failure` is what one of them raised last."""

    def __init__(
        self, engine: wasmtime.Engine, imports: Iterable[Import], handlers: Callable[[str, bool], Handler]
    ) -> None:
        """`handlers` gives a handler for the name of a function and whether that has a result."""
        self.failure: BaseException | None = None
        self.linker = wasmtime.Linker(engine)
        self._kept: list[Any] = []
        at = ctypes.cast(self.linker.ptr(), ctypes.c_void_p)
        for each in imports:
            function = self._called_back(each, handlers(each.name.decode().partition(":")[0], each.has_result))
            self._kept.append(function)
            kind = ctypes.cast(each.kind.ptr(), ctypes.c_void_p)
            names = (each.module, len(each.module), each.name, len(each.name))
            error = _define(at, *names, kind, function, None, None)
            if error:
                raise _owned_error(error)

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
                trap: int = _new_trap(b"ended", 5)
                return trap
            return 0

        return _CALLED_BACK(called_back)


class Instance:
    """One life of a module: its memory and exports. `overdue` is asked at each tick of the engine's clock
    while WebAssembly runs, on the same thread; where it gives an exception, that ends the call."""

    def __init__(
        self, module: wasmtime.Module, imports: Imports, memory: int, overdue: Callable[[], BaseException | None]
    ) -> None:
        self._imports = imports
        self._store = wasmtime.Store(imports.linker.engine)
        self._store.set_limits(memory_size=memory)
        self._store.set_epoch_deadline(1)
        self._overdue = overdue
        self._on_epoch = _EPOCH_PASSED(self._epoch_passed)
        _on_epoch(ctypes.cast(self._store.ptr(), ctypes.c_void_p), self._on_epoch, None, None)
        self._context = ctypes.cast(self._store._context(), ctypes.c_void_p)
        self._exports: Mapping[str, Any] = imports.linker.instantiate(self._store, module).exports(self._store)
        exported = self._exports["memory"]
        assert isinstance(exported, wasmtime.Memory)
        self._memory = exported
        self.base = ctypes.addressof(self._memory.data_ptr(self._store).contents)
        self.size = self._memory.data_len(self._store)

    def close(self) -> None:
        self._store.close()

    def _epoch_passed(self, _context: int, _data: int, delta: Any, _kind: int) -> int:
        failure = self._overdue()
        if failure is None:
            delta[0] = 1
            return 0
        self._imports.failure = failure
        error: int = _new_error(b"overdue")
        return error

    def export(self, name: str) -> Callable[..., int]:
        """The export of that name (up to its signature) as a function of numbers that gives a number."""
        full = next(each for each in self._exports if each.partition(":")[0] == name)
        function: wasmtime.Func = self._exports[full]
        kind = function.type(self._store)
        slots = max(len(kind.params), len(kind.results), 1)
        values = (ctypes.c_uint64 * (slots * _VALUE // 8))()
        trap = ctypes.c_void_p()
        imports, context = self._imports, self._context
        at_function, at_values, at_trap = (ctypes.addressof(each) for each in (function._func, values, trap))

        def call(*arguments: int) -> int:
            for index, value in enumerate(arguments):
                values[2 * index] = value
            error = _call(context, at_function, at_values, slots, at_trap)
            if error or trap.value:
                ended = _stopped(error, trap)
                failure, imports.failure = imports.failure, None
                raise failure or ended
            return values[0] & 0xFFFFFFFF

        call.__dict__["kept"] = (function, trap)  # what the addresses above point into
        return call

    def read(self, at: int, size: int) -> bytes:
        self._check(at + size)
        return ctypes.string_at(self.base + at, size)

    def write(self, at: int, data: bytes) -> None:
        self._check(at + len(data))
        ctypes.memmove(self.base + at, data, len(data))

    def grow(self, size: int) -> None:
        """Make the memory `size` bytes long, which it is not yet."""
        self._memory.grow(self._store, (size - self.size) >> 16)
        self.measure()

    def measure(self) -> int:
        """The memory's size now."""
        self.size = self._memory.data_len(self._store)
        return self.size

    def _check(self, end: int) -> None:
        """The memory never moves, and its size is asked for anew only where it does not suffice."""
        if end > self.size and end > self.measure():
            raise Stopped("it gave an address outside of its memory")


def _owned_error(error: int) -> wasmtime.WasmtimeError:
    return wasmtime.WasmtimeError._from_ptr(ctypes.cast(error, ctypes.POINTER(_bindings.wasmtime_error_t)))


def _stopped(error: int | None, trap: ctypes.c_void_p) -> Stopped:
    """What WebAssembly itself ended for.

    CRuby saves the stack it runs on into buffers of 24 KiB, where an exception may have to unwind it and where
    garbage is collected: some 30 to 70 calls into each other of C functions with blocks (`hash.map`). Beyond, it
    ends as unreachable or out of bounds, and a stack that is used up looks no different to a user.
    """
    if error:
        text = str(_owned_error(error))
    else:
        text = str(wasmtime.Trap._from_ptr(ctypes.cast(trap, ctypes.POINTER(_ffi.wasm_trap_t))))
        trap.value = None
    if any(each in text for each in ("unreachable", "out of bounds", "call stack exhausted")):
        return Stopped("it nests too deeply")
    return Stopped("it failed inside: " + text.strip().rpartition("\n")[2].strip())
