"""wasmtime by its C interface, as far as a VM needs it.

The Python package declares two thousand functions of the library that it carries when it is imported, which takes a
thirtieth of the time of a command. So the library is loaded from where the package has it, and what is used of it is
declared here, as `wasm.h` and `wasmtime.h` have it: addresses are numbers (None is no address), errors and traps are
owned by who gets them. Layouts and names are those of the versions that `pyproject.toml` allows.
"""

from __future__ import annotations

import ctypes
import platform
import sys
from ctypes import c_bool, c_char_p, c_int64, c_size_t, c_uint8, c_uint64, c_void_p
from importlib.util import find_spec
from pathlib import Path
from typing import Any


def folder() -> Path:
    """Where the package is; raises ImportError where it is not."""
    found = find_spec("wasmtime")
    if found is None or found.origin is None:
        raise ImportError("wasmtime")
    return Path(found.origin).parent


def _library() -> Path:
    """As the package names it for each platform."""
    name = {"win32": "_wasmtime.dll", "darwin": "_libwasmtime.dylib"}.get(sys.platform, "_libwasmtime.so")
    machine = {"AMD64": "x86_64", "arm64": "aarch64", "ARM64": "aarch64"}.get(platform.machine(), platform.machine())
    return folder() / f"{sys.platform}-{machine}" / name


_loaded = ctypes.CDLL(str(_library()))


def _function(name: str, result: Any, *arguments: Any) -> Any:
    found = _loaded[name]
    found.restype, found.argtypes = result, list(arguments)
    return found


class Vector(ctypes.Structure):
    """`wasm_byte_vec_t` and its like: so many things, where they begin."""

    _fields_ = (("size", c_size_t), ("data", c_void_p))

    def bytes(self) -> bytes:
        return ctypes.string_at(self.data, self.size) if self.size else b""

    def addresses(self) -> list[int]:
        return list((c_size_t * self.size).from_address(self.data)) if self.size else []


#: `wasmtime_func_t` and `wasmtime_memory_t` are inside of an `Extern`, at `VALUE_OF_EXTERN`.
Extern = c_uint64 * 4
VALUE_OF_EXTERN = 8
#: `wasmtime_instance_t`.
InstanceValue = c_uint64 * 2

CALLED_BACK = ctypes.CFUNCTYPE(c_size_t, c_void_p, c_void_p, c_void_p, c_size_t)
EPOCH_PASSED = ctypes.CFUNCTYPE(c_size_t, c_void_p, c_void_p, ctypes.POINTER(c_uint64), c_void_p)

config_new = _function("wasm_config_new", c_void_p)
config_epoch_interruption = _function("wasmtime_config_epoch_interruption_set", None, c_void_p, c_bool)
config_memory_reservation = _function("wasmtime_config_memory_reservation_set", None, c_void_p, c_uint64)
config_memory_guard_size = _function("wasmtime_config_memory_guard_size_set", None, c_void_p, c_uint64)
config_memory_may_move = _function("wasmtime_config_memory_may_move_set", None, c_void_p, c_bool)
config_async_stack_size = _function("wasmtime_config_async_stack_size_set", None, c_void_p, c_uint64)
config_max_wasm_stack = _function("wasmtime_config_max_wasm_stack_set", None, c_void_p, c_size_t)
engine_new = _function("wasm_engine_new_with_config", c_void_p, c_void_p)
engine_increment_epoch = _function("wasmtime_engine_increment_epoch", None, c_void_p)
engine_delete = _function("wasm_engine_delete", None, c_void_p)

_module_new = _function("wasmtime_module_new", c_void_p, c_void_p, c_char_p, c_size_t, c_void_p)
_module_from_file = _function("wasmtime_module_deserialize_file", c_void_p, c_void_p, c_char_p, c_void_p)
_module_serialize = _function("wasmtime_module_serialize", c_void_p, c_void_p, c_void_p)
module_delete = _function("wasmtime_module_delete", None, c_void_p)
module_imports = _function("wasmtime_module_imports", None, c_void_p, c_void_p)
_import_module = _function("wasm_importtype_module", ctypes.POINTER(Vector), c_void_p)
_import_name = _function("wasm_importtype_name", ctypes.POINTER(Vector), c_void_p)
_import_type = _function("wasm_importtype_type", c_void_p, c_void_p)
_as_function = _function("wasm_externtype_as_functype_const", c_void_p, c_void_p)
_parameters = _function("wasm_functype_params", ctypes.POINTER(Vector), c_void_p)
_results = _function("wasm_functype_results", ctypes.POINTER(Vector), c_void_p)
_kind = _function("wasm_valtype_kind", c_uint8, c_void_p)
function_type = _function("wasmtime_func_type", c_void_p, c_void_p, c_void_p)
function_type_delete = _function("wasm_functype_delete", None, c_void_p)

linker_new = _function("wasmtime_linker_new", c_void_p, c_void_p)
linker_define = _function(
    "wasmtime_linker_define_func_unchecked",
    c_void_p,
    c_void_p,
    *[c_char_p, c_size_t] * 2,
    c_void_p,
    CALLED_BACK,
    c_void_p,
    c_void_p,
)
linker_instantiate = _function("wasmtime_linker_instantiate", c_void_p, *[c_void_p] * 5)
linker_delete = _function("wasmtime_linker_delete", None, c_void_p)

store_new = _function("wasmtime_store_new", c_void_p, *[c_void_p] * 3)
store_context = _function("wasmtime_store_context", c_void_p, c_void_p)
#: Memory in bytes; elements of tables, instances, tables, memories: -1 for any number.
store_limiter = _function("wasmtime_store_limiter", None, c_void_p, *[c_int64] * 5)
store_on_epoch = _function("wasmtime_store_epoch_deadline_callback", None, c_void_p, EPOCH_PASSED, c_void_p, c_void_p)
store_delete = _function("wasmtime_store_delete", None, c_void_p)
set_epoch_deadline = _function("wasmtime_context_set_epoch_deadline", None, c_void_p, c_uint64)
export_get = _function("wasmtime_instance_export_get", c_bool, c_void_p, c_void_p, c_char_p, c_size_t, c_void_p)
export_nth = _function("wasmtime_instance_export_nth", c_bool, c_void_p, c_void_p, c_size_t, *[c_void_p] * 3)
memory_data = _function("wasmtime_memory_data", c_size_t, c_void_p, c_void_p)
memory_size = _function("wasmtime_memory_data_size", c_size_t, c_void_p, c_void_p)
memory_grow = _function("wasmtime_memory_grow", c_void_p, c_void_p, c_void_p, c_uint64, c_void_p)
call = _function("wasmtime_func_call_unchecked", c_void_p, *[c_void_p] * 3, c_size_t, c_void_p)

error_new = _function("wasmtime_error_new", c_void_p, c_char_p)
_error_message = _function("wasmtime_error_message", None, c_void_p, c_void_p)
_error_delete = _function("wasmtime_error_delete", None, c_void_p)
trap_new = _function("wasmtime_trap_new", c_void_p, c_char_p, c_size_t)
_trap_message = _function("wasm_trap_message", None, c_void_p, c_void_p)
_trap_delete = _function("wasm_trap_delete", None, c_void_p)
_bytes_delete = _function("wasm_byte_vec_delete", None, c_void_p)


class WasmtimeError(Exception):
    """What the library says of something that it did not do."""


def check(error: int | None) -> None:
    """Raise an error, if there is one."""
    if error:
        raise WasmtimeError(error_text(error))


def error_text(error: int) -> str:
    """What an error says, which is gone then."""
    return _text(error, _error_message, _error_delete)


def trap_text(trap: int) -> str:
    return _text(trap, _trap_message, _trap_delete)


def _text(at: int, message: Any, delete: Any) -> str:
    found = Vector()
    message(at, ctypes.byref(found))
    delete(at)
    text = found.bytes().decode("utf-8", "replace")
    _bytes_delete(ctypes.byref(found))
    return text


def module_from_file(engine: int, path: str) -> int:
    """The module that was compiled to a file, which is machine code."""
    made = c_void_p()
    check(_module_from_file(engine, path.encode("utf-8", "surrogateescape"), ctypes.byref(made)))
    return made.value or 0


def compiled(engine: int, code: bytes) -> bytes:
    """A module as machine code."""
    made, found = c_void_p(), Vector()
    check(_module_new(engine, code, len(code), ctypes.byref(made)))
    try:
        check(_module_serialize(made, ctypes.byref(found)))
        return found.bytes()
    finally:
        module_delete(made)
        _bytes_delete(ctypes.byref(found))


def import_of(at: int) -> tuple[bytes, bytes, int]:
    """Module, name and function type of an import of a module."""
    kind = _as_function(_import_type(at))
    assert kind, "it imports functions alone"
    return _import_module(at).contents.bytes(), _import_name(at).contents.bytes(), kind


def kinds_of(function_type: int) -> tuple[list[int], int]:
    """The kinds of a function's parameters (0 i32, 1 i64, 3 f64), and how many results it has."""
    parameters = _parameters(function_type).contents.addresses()
    return [_kind(each) for each in parameters], _results(function_type).contents.size
