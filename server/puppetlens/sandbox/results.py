"""What Ruby gave, on disk: found out by one process, used again by the next.

`puppetlens catalog` is a process each time, and what its Ruby takes is mostly the same each time: starting it, loading
files, compiling templates. One file in the user's cache folder, for each environment, has three tables of what the
interpreter told: calls with the steps that they took (see `memo`), what files of functions define, what templates ask
for. Their keys are digests of all that was given, the content of files included; entries of calls count only while the
files that they rest on are the same and each of their steps is answered as it was. So what somebody else put there
could be wrong, and is no code: a file of another shape, or made by another guest, is not seen. Nothing is written that
a `Sensitive` went into, nor any value but text, numbers, lists and hashes of these.
"""

from __future__ import annotations

import stat
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from ..base.digest import blake2b
from ..project import cache
from ..types.type import Type
from ..types.values import Hash, Sensitive, Value

T = TypeVar("T")
Reads = Mapping[tuple[str, str], object]

#: Bytes of one file.
_MOST = 32 * 1024 * 1024


class NotPlain(Exception):
    """Something that cannot be kept from one compilation, or one process, to the next."""


class Fingerprint(NamedTuple):
    """Stands for an answer of the files."""

    digest: bytes


def fingerprint(answer: object) -> Fingerprint:
    if isinstance(answer, Fingerprint):
        return answer
    return _of_content(answer) if type(answer) is bytes else Fingerprint(_digest(answer))


@lru_cache(maxsize=1024)
def _of_content(content: bytes) -> Fingerprint:
    return Fingerprint(_digest(content))


def _digest(data: object) -> bytes:
    return blake2b(msgspec.msgpack.encode(data, enc_hook=_named), digest_size=16).digest()


def _named(thing: Any) -> str:
    """Kinds of values by their name, types as text: what they mean is asked of the evaluation. Nothing else that JSON
    has not is in the key of what is kept on disk."""
    if isinstance(thing, type) and thing is not Sensitive:
        return f"{thing.__module__}.{thing.__qualname__}"
    if isinstance(thing, Type):
        return str(thing)
    raise NotPlain


def value_data(value: Value) -> Any:
    """A value as data for `from_data`; raises `NotPlain` where it is no plain one."""
    if type(value) is tuple:
        return [value_data(each) for each in value]
    if type(value) is Hash and all(type(key) is str for key in value):
        return {key: value_data(each) for key, each in value.pairs()}
    if value is None or type(value) in (str, bool, int, float):
        return value
    raise NotPlain


class Table(Generic[T]):
    """Results by key, those used last at the end. `stored` has those of former processes, by digest, as they are on
    disk: each is read when it is first asked for."""

    def __init__(self, most: int, write: Callable[[T], Any], read: Callable[[bytes], T]) -> None:
        self._most, self._write, self._read = most, write, read
        self._known: OrderedDict[Hashable, T] = OrderedDict()
        self.stored: dict[bytes, msgspec.Raw] = {}
        #: Whether there is something that is not on disk.
        self.grown = False

    def get(self, key: Hashable) -> T | None:
        found = self._known.get(key)
        if found is not None:
            self._known.move_to_end(key)
        elif self.stored:
            with suppress(NotPlain, msgspec.MsgspecError, TypeError, ValueError, LookupError):
                raw = self.stored.pop(_digest(key), None)
                found = None if raw is None else self._read(bytes(raw))
            if found is not None:
                self._known[key] = found
        return found

    def keep(self, key: Hashable, value: T) -> None:
        self._known[key] = value
        self.grown = True
        if len(self._known) > self._most:
            self._known.popitem(last=False)

    def data(self) -> dict[bytes, Any]:
        """All of it, for the disk."""
        found: dict[bytes, Any] = {}
        for key, value in self._known.items():
            with suppress(NotPlain, TypeError, ValueError, OverflowError):
                found[_digest(key)] = msgspec.Raw(msgspec.msgpack.encode(self._write(value)))
        return {**self.stored, **found}


class _File(msgspec.Struct, array_like=True):
    version: str
    tables: dict[str, dict[bytes, msgspec.Raw]]


class Results:
    """The tables of this process by name, and their file."""

    def __init__(self) -> None:
        self._tables: dict[str, Table[Any]] = {}

    def table(self, name: str, most: int, write: Callable[[T], Any], read: Callable[[bytes], T]) -> Table[T]:
        made: Table[T] = Table(most, write, read)
        self._tables[name] = made
        return made

    def load(self, environment: str, version: str) -> None:
        """Have what former processes found out; nothing where there is no file of use."""
        with suppress(cache.NoFolder, OSError, msgspec.MsgspecError):
            path = _file(environment)
            status = path.lstat()
            if not stat.S_ISREG(status.st_mode) or status.st_size > _MOST:
                return
            found = msgspec.msgpack.decode(path.read_bytes(), type=_File)
            cache.used(path)
            if found.version == version:
                for name, table in self._tables.items():
                    table.stored = found.tables.get(name, {})

    def save(self, environment: str, version: str) -> None:
        """Let the next process have it, if there is something new."""
        if not any(table.grown for table in self._tables.values()):
            return
        tables = {name: table.data() for name, table in self._tables.items()}
        data = msgspec.msgpack.encode(_File(version, tables))
        if len(data) > _MOST:  # begin anew
            for table in self._tables.values():
                table.stored.clear()
            data = msgspec.msgpack.encode(_File(version, {name: table.data() for name, table in self._tables.items()}))
        with suppress(cache.NoFolder, OSError):
            path = _file(environment)
            with cache.appearing(path) as new:
                new.write_bytes(data)
            cache.tidy("results")


def _file(environment: str) -> Path:
    return cache.folder() / f"results-{_digest(environment).hex()}"


#: Of this process.
RESULTS = Results()
