"""Files of Puppet code as a process before parsed them and found nothing wrong: a command's own process begins there.

`puppetlens catalog` is a process each time, and parses the same files each time. They are kept in the user's cache
folder, a file for each environment, by what messages call them, and count while their text, and what it is checked
by, is the same. Only a command has them: a process that lives on has its own, and does not write.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import msgspec

from ..base.errors import Location
from ..base.language import Language
from ..project.store import Entry, Store, digest_of, entry_of_content, made_by
from ..syntax import ast
from ..syntax.ast.packed import NotPacked, pack, unpack
from .checked import Warned
from .packages import PACKAGES

#: Characters of code that are not worth a file.
_FEW = 16_384

_Kept = tuple[bytes, list[tuple[str, tuple[str | None, int | None, int | None], str]]]
_DECODER = msgspec.msgpack.Decoder(_Kept)


class Parsed(NamedTuple):
    """What a file holds, and the warnings about it."""

    body: ast.Items
    warnings: tuple[Warned, ...]


class _Before:
    """Those of one environment."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._entries: dict[str, Entry] = store.load()
        self._new = 0

    def find(self, file: str, content: bytes) -> Parsed | None:
        entry = self._entries.get(file)
        if entry is None or entry.digest != digest_of(content):
            return None
        try:
            packed, warnings = _DECODER.decode(entry.data)
            body = unpack(packed)
        except (msgspec.DecodeError, NotPacked):
            return None
        return Parsed(body, tuple((message, Location(*place), code) for message, place, code in warnings))

    def keep(self, file: str, content: bytes, parsed: Parsed) -> None:
        try:
            data = msgspec.msgpack.encode((pack(parsed.body), parsed.warnings))
        except (NotPacked, msgspec.EncodeError, UnicodeError):
            return
        self._entries[file] = entry_of_content(content, data)
        self._new += len(content)

    def save(self) -> None:
        if self._new >= _FEW:
            self._store.save(self._entries)


_before: _Before | None = None


@contextmanager
def parsed_before(environment: str) -> Iterator[None]:
    """Let this process, a command's own, have what earlier ones parsed of an environment, and later ones what it does."""
    global _before
    _before = _Before(Store(environment, made_by(*PACKAGES), "parsed"))
    try:
        yield
        _before.save()
    finally:
        _before = None


def find(data: bytes, file: str, namespace: str | None, language: Language) -> Parsed | None:
    return None if _before is None else _before.find(file, _content(data, namespace, language))


def keep(data: bytes, file: str, namespace: str | None, language: Language, parsed: Parsed) -> None:
    if _before is not None:
        _before.keep(file, _content(data, namespace, language), parsed)


def _content(data: bytes, namespace: str | None, language: Language) -> bytes:
    """A text, and what it is checked by."""
    return f"{namespace!r} {language!r}\0".encode("utf-8", "surrogatepass") + data
