"""Data files: their values, and where in the file each key stands.

A file is parsed once per content and process, whoever reads it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from functools import cached_property

import msgspec

from ..base.position import Text
from ..data import psych
from ..data.json_text import JsonError, parse_json
from ..data.node import FromEnvironment, Mapping, Node, Scalar, Sequence, Symbol, key_text, step
from ..types.values import DEFAULT, Hash, Unknown, UnknownReason, Value
from .errors import LookupError, Origin, Place, of_document
from .keys import Segment


class DataFile(msgspec.Struct, frozen=True, dict=True):
    """What a file holds, as Puppet and with positions."""

    path: str
    value: Value
    _root: Node | None

    @property
    def values(self) -> Hash | None:
        """The hash that a data file should hold; None where it holds something else."""
        return self.value if isinstance(self.value, Hash) else None

    @cached_property
    def names(self) -> frozenset[Value]:
        """Its keys."""
        return frozenset(self.values or ())

    def is_plain(self, key: str) -> bool:
        """Whether the value of a key is one of data, with nothing in it that is to be interpolated."""
        known = self._plain.get(key)
        if known is None:
            known = self._plain[key] = self.values is not None and _is_plain(self.values[key])
        return known

    @cached_property
    def _plain(self) -> dict[str, bool]:
        return {}

    def origin(self, key: str, *segments: Segment) -> Origin:
        """Where a key stands, or the deepest part of it that the file has."""
        line = column = None
        entry = self._entries.get(key)
        for segment in (*segments, None):
            if entry is None:
                break
            place, node = entry
            line, column = place.line, place.column
            entry = None if segment is None else step(node, segment)
        return Origin(self.path, line, column)

    @cached_property
    def _entries(self) -> dict[str, tuple[Node, Node]]:
        """Key -> its node and its value's; of equal keys the last counts."""
        pairs = self._root.entries if isinstance(self._root, Mapping) else ()
        return {key_text(key): (key, value) for key, value in pairs}

    def found(self, *names: str) -> Iterator[tuple[Origin, Value]]:
        """All that stands under these keys, each directly inside of the one before, however deep the first is."""
        waiting = [self._root]
        while waiting:
            node = waiting.pop()
            if isinstance(node, Sequence):
                waiting += node.items
            elif isinstance(node, Mapping):
                waiting += [value for _, value in node.entries]
                yield from self._below(node, names)

    def _below(self, node: Node, names: tuple[str, ...]) -> Iterator[tuple[Origin, Value]]:
        for key, value in node.entries if isinstance(node, Mapping) else ():
            if key_text(key) != names[0]:
                continue
            if len(names) == 1:
                yield Origin(self.path, key.line, key.column), to_value(value)
            else:
                yield from self._below(value, names[1:])

    def keys(self) -> tuple[str, ...]:
        """Those that a look-up can ask for."""
        return tuple(key for key in self.values or () if isinstance(key, str))


_SCALARS = frozenset((int, float, bool, type(None)))


def _is_plain(value: Value) -> bool:
    kind = type(value)
    if kind is str:
        return "%{" not in value
    if kind is tuple:
        return all(map(_is_plain, value))
    if kind is Hash:
        return all(type(key) is str and "%{" not in key and _is_plain(item) for key, item in value.pairs())
    return kind in _SCALARS


def to_value(node: Node | None) -> Value:
    """The Puppet value of a document; symbols that are keys become strings."""
    if isinstance(node, Scalar):
        value = node.value
        return _of_ruby(value) if isinstance(value, _NOT_PLAIN) else value
    if isinstance(node, Sequence):
        return tuple(map(to_value, node.items))
    if isinstance(node, Mapping):
        return Hash((_to_key(key), to_value(value)) for key, value in node.entries)
    return None


def _to_key(node: Node) -> Value:
    return node.value.name if isinstance(node, Scalar) and isinstance(node.value, Symbol) else to_value(node)


_NOT_PLAIN = (Symbol, FromEnvironment)


def _of_ruby(value: Symbol | FromEnvironment) -> Value:
    if isinstance(value, FromEnvironment):
        reasons = (UnknownReason(f"the environment variable {name} of the Puppet server") for name in value.names)
        return Unknown(*reasons)
    return DEFAULT if value.name == "default" else value  # Puppet refuses other symbols where they are found


Reader = Callable[[str, bytes], DataFile]
#: The code of the check that tells that a file does not parse.
BROKEN = "DATA_SYNTAX_ERROR"


def read_yaml(path: str, content: bytes) -> DataFile:
    """`yaml_data`'s view of a file; raises `LookupError` with Puppet's sentence."""
    try:
        root = psych.parse(content, path)
    except psych.YamlError as error:
        raise _broken(f"Unable to parse {error}", path, content, error.span.start) from None
    return DataFile(path, to_value(root), root)


def read_json(path: str, content: bytes) -> DataFile:
    """`json_data`'s view of a file; raises `LookupError` with Puppet's sentence."""
    try:
        root = parse_json(content)
    except JsonError as error:
        raise _broken(f"Unable to parse ({path}): {error}", path, content, error.start) from None
    return DataFile(path, to_value(root), root)


def read_hocon(path: str, content: bytes) -> DataFile:
    """`hocon_data`'s view of a file; raises `LookupError` with Puppet's sentence."""
    from ..data.hocon_text import HoconError, parse_hocon  # here: few have data in HOCON

    try:
        root = parse_hocon(content)
    except HoconError as error:
        raise of_document(LookupError(f"Unable to parse ({path}): {error}"), BROKEN, Place(path, error.line)) from None
    return DataFile(path, to_value(root), root)


def _broken(message: str, path: str, content: bytes, start: int) -> LookupError:
    return of_document(LookupError(message), BROKEN, Place(path, *Text(content).puppet_position(start)))


class _Cache:
    """Parsed files by reader, path and content; the least recently used go first."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._files: OrderedDict[tuple[Reader, str, bytes], DataFile] = OrderedDict()

    def read(self, reader: Reader, path: str, content: bytes) -> DataFile:
        key = (reader, path, content)
        file = self._files.get(key)
        if file is None:
            file = self._files[key] = reader(path, content)
            if len(self._files) > self._size:
                self._files.popitem(last=False)
        else:
            self._files.move_to_end(key)
        return file


_CACHE = _Cache(4096)


def read_data_file(reader: Reader, path: str, content: bytes) -> DataFile:
    """A data file, parsed at most once for this content."""
    return _CACHE.read(reader, path, content)
