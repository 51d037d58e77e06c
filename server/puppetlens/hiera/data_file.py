"""Data files: their values, and where in the file each key stands.

A file is parsed once per content and process, whoever reads it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import cached_property
from typing import Any

import msgspec

from puppetlens.data import psych
from puppetlens.data.json_text import JsonError, parse_json
from puppetlens.types.values import DEFAULT, Hash, Value

from .errors import LookupError, Origin
from .keys import Segment


class DataFile(msgspec.Struct, frozen=True, dict=True):
    """What a file holds, as Puppet and with positions."""

    path: str
    value: Value
    _root: psych.Node | None

    @property
    def values(self) -> Hash | None:
        """The hash that a data file should hold; None where it holds something else."""
        return self.value if isinstance(self.value, Hash) else None

    def origin(self, key: str, *segments: Segment) -> Origin:
        """Where a key stands, or the deepest part of it that the file has."""
        line = column = None
        entry = self._entries.get(key)
        for segment in (*segments, None):
            if entry is None:
                break
            place, node = entry
            line, column = place.line, place.column
            entry = None if segment is None else _entry(node, segment)
        return Origin(self.path, line, column)

    @cached_property
    def _entries(self) -> dict[str, tuple[psych.Node, psych.Node]]:
        """Key -> its node and its value's; of equal keys the last counts."""
        pairs = self._root.entries if isinstance(self._root, psych.Mapping) else ()
        return {str(_key_text(key.value)): (key, value) for key, value in pairs if isinstance(key, psych.Scalar)}

    def keys(self) -> tuple[str, ...]:
        return tuple(self.values) if self.values is not None else ()


def _entry(node: psych.Node | None, segment: Segment) -> tuple[psych.Node, psych.Node] | None:
    """The node to point at and the node of the value, for one step into a document."""
    if isinstance(node, psych.Sequence) and isinstance(segment, int) and 0 <= segment < len(node.items):
        return node.items[segment], node.items[segment]
    if isinstance(node, psych.Mapping):
        # The last of several equal keys counts.
        for key, value in reversed(node.entries):
            if isinstance(key, psych.Scalar) and _key_text(key.value) == segment:
                return key, value
    return None


def _key_text(value: Any) -> Any:
    return value.name if isinstance(value, psych.Symbol) else value


def to_value(node: psych.Node | None) -> Value:
    """The Puppet value of a document; symbols that are keys become strings."""
    if isinstance(node, psych.Scalar):
        return DEFAULT if node.value == psych.Symbol("default") else node.value
    if isinstance(node, psych.Sequence):
        return tuple(map(to_value, node.items))
    if isinstance(node, psych.Mapping):
        return Hash((_to_key(key), to_value(value)) for key, value in node.entries)
    return None


def _to_key(node: psych.Node) -> Value:
    return _key_text(node.value) if isinstance(node, psych.Scalar) else to_value(node)


Reader = Callable[[str, bytes], DataFile]


def read_yaml(path: str, content: bytes) -> DataFile:
    """`yaml_data`'s view of a file; raises `LookupError` with Puppet's sentence."""
    try:
        root = psych.parse(content, path)
    except psych.YamlError as error:
        raise LookupError(f"Unable to parse {error}") from None
    return DataFile(path, to_value(root), root)


def read_json(path: str, content: bytes) -> DataFile:
    """`json_data`'s view of a file; raises `LookupError` with Puppet's sentence."""
    try:
        root = parse_json(content.decode("utf-8", "replace"))
    except JsonError as error:
        raise LookupError(f"Unable to parse ({path}): {error}") from None
    return DataFile(path, to_value(root), root)


def read_hocon(path: str, content: bytes) -> DataFile:
    """`hocon_data`'s view of a file; raises `LookupError` with Puppet's sentence."""
    from puppetlens.data.hocon_parser import HoconError  # here: few have data in HOCON

    from .hocon_text import parse_hocon

    text = content.decode("utf-8", "replace")
    try:
        value, places = parse_hocon(text)
    except HoconError as error:
        raise LookupError(f"Unable to parse ({path}): {error}") from None

    def key(name: str, at: int) -> tuple[psych.Node, psych.Node]:
        line, column = text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1) + 1
        return psych.Scalar(line, column, name), psych.Scalar(line, column, None)

    return DataFile(path, value, psych.Mapping(1, 1, tuple(key(name, at) for name, at in places.items())))


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
