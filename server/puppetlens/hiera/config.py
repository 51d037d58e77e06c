"""hiera.yaml: read, checked and brought into one form, whatever its version.

Follows `Puppet::Pops::Lookup::HieraConfigV5`; versions 3 (global layer) and 4 (environment, module) are
turned into the entries that version 5 would have.
"""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from typing import Final, Literal

import msgspec

from puppetlens.base.errors import Location, PuppetError
from puppetlens.base.position import Text
from puppetlens.data import psych
from puppetlens.data.node import Symbol
from puppetlens.types.labels import ruby_class
from puppetlens.types.ruby_text import inspect
from puppetlens.types.values import Hash, Value

from .check_type import assert_instance
from .data_file import BROKEN, to_value
from .errors import LookupError, RubyError, of_document
from .surroundings import Surroundings

Layer = Literal["global", "environment", "module"]
FunctionKind = Literal["data_hash", "lookup_key", "data_dig", "hiera3_backend", "v4_data_hash"]
LocationKind = Literal["path", "paths", "glob", "globs", "uri", "uris", "mapped_paths"]

_FUNCTIONS: Final[tuple[FunctionKind, ...]] = ("data_hash", "lookup_key", "data_dig", "hiera3_backend")
_LOCATIONS: Final[tuple[LocationKind, ...]] = (
    "path",
    "paths",
    "glob",
    "globs",
    "uri",
    "uris",
    "mapped_paths",
)
_ENTRY_TYPE: Final = (
    "Array[Struct[{name=>String[1], "
    "Optional[options]=>Hash[Pattern[/\\A[A-Za-z](:?[0-9A-Za-z_-]*[0-9A-Za-z])?\\z/], Data], "
    "Optional[data_hash]=>String[1], Optional[lookup_key]=>String[1], Optional[hiera3_backend]=>String[1], "
    "Optional[v4_data_hash]=>String[1], Optional[data_dig]=>String[1], "
    "Optional[path]=>String[1], Optional[paths]=>Array[String[1], 1], "
    "Optional[glob]=>String[1], Optional[globs]=>Array[String[1], 1], "
    "Optional[uri]=>String[1], Optional[uris]=>Array[String[1], 1], "
    "Optional[mapped_paths]=>Array[String[1], 3, 3], Optional[datadir]=>String[1]}]]"
)
#: What a hiera.yaml of version 5 may hold.
CONFIG_TYPE: Final = (
    "Struct[{version=>Integer[5, 5], Optional[defaults]=>Struct[{Optional[data_hash]=>String[1], "
    "Optional[lookup_key]=>String[1], Optional[data_dig]=>String[1], Optional[datadir]=>String[1], "
    "Optional[options]=>Hash[Pattern[/\\A[A-Za-z](:?[0-9A-Za-z_-]*[0-9A-Za-z])?\\z/], Data]}], "
    f"Optional[hierarchy]=>{_ENTRY_TYPE}, Optional[plan_hierarchy]=>{_ENTRY_TYPE}, "
    f"Optional[default_hierarchy]=>{_ENTRY_TYPE}}}]"
)
_V4_TYPE: Final = (
    "Struct[{version=>Integer[4, 4], Optional[datadir]=>String[1], Optional[hierarchy]=>Array[Struct[{"
    "backend=>String[1], name=>String[1], Optional[datadir]=>String[1], Optional[path]=>String[1], "
    "Optional[paths]=>Array[String[1]]}]]}]"
)
#: The keys of a level in version 5, and those above it.
ENTRY_KEYS: Final = frozenset(re.findall(r"[{\[ ](\w+)\]?=>", _ENTRY_TYPE))
KEYS: Final = frozenset(re.findall(r"[{\[ ](\w+)\]?=>", CONFIG_TYPE.replace(_ENTRY_TYPE, "")))

#: The back ends of version 4.
_EXTENSIONS: Final = {"yaml": ".yaml", "json": ".json", "hocon": ".conf"}
#: What Ruby proposes where a collection has no `to_i`.
_SEVERAL_HINTS: Final = "Did you mean?  to_s\n               to_a\n               to_h"


class Entry(msgspec.Struct, frozen=True):
    """A level of a hierarchy: a function, what it is given and where it looks."""

    name: str
    kind: FunctionKind
    function: str
    datadir: str
    location_kind: LocationKind | None
    locations: tuple[str, ...]
    options: Hash
    #: Version 4 and 3 leave the extension of their paths out.
    extension: str = ""


class HieraConfig(msgspec.Struct, frozen=True):
    """A checked hiera.yaml; `path` is None for the configuration that stands in for a missing file."""

    path: str | None
    root: str
    version: int
    hierarchy: tuple[Entry, ...]
    default_hierarchy: tuple[Entry, ...] | None = None
    merge: Value = None


def default_config(root: str) -> HieraConfig:
    """What holds where a layer has no hiera.yaml: `data/common.yaml`, if it is there."""
    entry = Entry("Common", "data_hash", "yaml_data", "data", "path", ("common.yaml",), Hash())
    return HieraConfig(None, root, 5, (entry,))


def read_config(surroundings: Surroundings, path: str, content: bytes, layer: Layer) -> HieraConfig:
    """The configuration in a hiera.yaml; raises `PuppetError` with Puppet's sentence and issue code."""
    try:
        values = _document(path, content)
    except psych.YamlError as error:
        place = Location(path, *Text(content).puppet_position(error.span.start))
        raise of_document(PuppetError(str(error)), BROKEN, place) from None
    try:
        return _read(surroundings, path, content, layer, values)
    except PuppetError as error:
        line = error.location.line if error.location is not None else None
        of_document(error, "HIERA_CONFIGURATION", Location(path, line or 1))
        raise


def _read(surroundings: Surroundings, path: str, content: bytes, layer: Layer, values: Hash | None) -> HieraConfig:
    if values is None:
        surroundings.warn(
            f"{path}: File exists but does not contain a valid YAML hash. "
            "Falling back to Hiera version 3 default config"
        )
        values = Hash({"version": 3})
    version = _to_i(_given(values, "version", 3))
    if version in (3, 4):
        surroundings.warn_deprecated(path, version)
    return _config(path, content, layer, version)


@lru_cache(maxsize=1024)
def _document(path: str, content: bytes) -> Hash | None:
    """What is in a hiera.yaml; every compilation of an environment asks for the same ones."""
    values = to_value(psych.parse(content, path))
    return _stringify_keys(values) if isinstance(values, Hash) else None


@lru_cache(maxsize=1024)
def _config(path: str, content: bytes, layer: Layer, version: int) -> HieraConfig:
    values = _document(path, content)
    reader = _ConfigReader(path, content.decode("utf-8", "replace"), layer)
    return reader.read(Hash({"version": 3}) if values is None else values, version)


def _stringify_keys(value: Value) -> Value:
    if isinstance(value, Hash):
        return Hash(
            (key.name if isinstance(key, Symbol) else key, _stringify_keys(item)) for key, item in value.pairs()
        )
    if isinstance(value, tuple):
        return tuple(map(_stringify_keys, value))
    return value


class _ConfigReader:
    def __init__(self, path: str, text: str, layer: Layer) -> None:
        self.path = path
        self.root = posixpath.dirname(path)
        self._text = text
        self._layer = layer

    def read(self, config: Hash, number: int) -> HieraConfig:
        if number == 5:
            return self._version_5(config)
        if number == 4:
            return self._version_4(config)
        if number == 3:
            return self._version_3(config)
        raise self._error("HIERA_UNSUPPORTED_VERSION", f"This runtime does not support hiera.yaml version {number}")

    def _error(self, code: str, message: str, line: int | None = None) -> LookupError:
        return LookupError(message, code, Location(self.path, line))

    def _check(self, expected: str, config: Hash) -> None:
        assert_instance(f"The Lookup Configuration at '{self.path}'", expected, config)

    # Version 5 ---------------------------------------------------------------------------------------

    def _version_5(self, config: Hash) -> HieraConfig:
        defaults = _given(config, "defaults", Hash({"datadir": "data", "data_hash": "yaml_data"}))
        hierarchy = _given(config, "hierarchy", (Hash({"name": "Common", "path": "common.yaml"}),))
        config = config.merge(Hash({"defaults": defaults, "hierarchy": hierarchy}))
        self._check(CONFIG_TYPE, config)
        self._check_defaults(defaults)
        for entry in (*hierarchy, *config.get("plan_hierarchy", ())):
            self._check_entry(entry, defaults)
        default_hierarchy = config.get("default_hierarchy")
        if default_hierarchy is not None:
            if self._layer != "module":
                raise self._error(
                    "HIERA_DEFAULT_HIERARCHY_NOT_IN_MODULE",
                    "'default_hierarchy' is only allowed in the module layer",
                    self._line(r"(?:^|\s+)default_hierarchy:"),
                )
            for entry in default_hierarchy:
                self._check_entry(entry, defaults)
        return HieraConfig(
            self.path,
            self.root,
            5,
            self._entries(hierarchy, defaults),
            None if default_hierarchy is None else self._entries(default_hierarchy, defaults),
        )

    def _check_defaults(self, defaults: Hash) -> None:
        if sum(kind in defaults for kind in _FUNCTIONS) > 1:
            raise self._error(
                "HIERA_MULTIPLE_DATA_PROVIDER_FUNCTIONS_IN_DEFAULT",
                f"Only one of {_list(_FUNCTIONS)} can be defined in defaults",
            )
        for key in ("path", "uri"):
            if key in (defaults.get("options") or ()):
                raise self._error(
                    "HIERA_DEFAULT_OPTION_RESERVED_BY_PUPPET",
                    f"Option key '{key}' used in defaults is reserved by Puppet",
                )

    def _check_entry(self, entry: Hash, defaults: Hash) -> None:
        name = entry["name"]
        functions = sum(kind in entry for kind in (*_FUNCTIONS, "v4_data_hash"))
        if functions > 1:
            raise self._error(
                "HIERA_MULTIPLE_DATA_PROVIDER_FUNCTIONS",
                f"Only one of {_list(_FUNCTIONS)} can be defined in hierarchy '{name}'",
            )
        if functions == 0 and not any(kind in defaults for kind in _FUNCTIONS):
            raise self._error(
                "HIERA_MISSING_DATA_PROVIDER_FUNCTION",
                f"One of {_list(_FUNCTIONS)} must be defined in hierarchy '{name}'",
            )
        self._check_backend(entry)
        if sum(kind in entry for kind in _LOCATIONS) > 1:
            raise self._error(
                "HIERA_MULTIPLE_LOCATION_SPECS",
                f"Only one of {_list(('path', 'paths', 'glob', 'globs', 'uri', 'uris', 'mapped_paths'))} "
                f"can be defined in hierarchy '{name}'",
            )
        for key in ("path", "uri"):
            if key in (entry.get("options") or ()):
                raise self._error(
                    "HIERA_OPTION_RESERVED_BY_PUPPET",
                    f"Option key '{key}' used in hierarchy '{name}' is reserved by Puppet",
                )

    def _check_backend(self, entry: Hash) -> None:
        backend = entry.get("hiera3_backend")
        if backend is None:
            return
        if self._layer != "global":
            raise self._error(
                "HIERA_V3_BACKEND_NOT_GLOBAL",
                "'hiera3_backend' is only allowed in the global layer",
                self._line(r"\s+hiera3_backend:"),
            )
        if backend in ("json", "yaml"):
            raise self._error(
                "HIERA_V3_BACKEND_REPLACED_BY_DATA_HASH",
                f'Use "data_hash: {backend}_data" instead of "hiera3_backend: {backend}"',
                self._line(rf"\s+hiera3_backend:\s*['\"]?{backend}(?:[^\w]|$)"),
            )

    def _entries(self, hierarchy: tuple[Hash, ...], defaults: Hash) -> tuple[Entry, ...]:
        self._refuse_same_names([entry["name"] for entry in hierarchy])
        return tuple(self._entry(entry, defaults) for entry in hierarchy)

    def _entry(self, entry: Hash, defaults: Hash) -> Entry:
        own = next((kind for kind in (*_FUNCTIONS, "v4_data_hash") if kind in entry), None)
        source, kind = (entry, own) if own else (defaults, next(k for k in _FUNCTIONS if k in defaults))
        location_kind = next((kind for kind in _LOCATIONS if kind in entry), None)
        given = entry[location_kind] if location_kind else ()
        return Entry(
            entry["name"],
            kind,
            source[kind],
            entry.get("datadir") or defaults.get("datadir") or "data",
            location_kind,
            given if isinstance(given, tuple) else (given,),
            entry.get("options") or defaults.get("options") or Hash(),
        )

    def _refuse_same_names(self, names: list[str]) -> None:
        for at, name in enumerate(names):
            if name not in names[:at]:
                continue
            pattern = rf"\s+name:\s+['\"]?{re.escape(name)}(?:[^\w]|$)"
            first = self._line(pattern)
            line = self._line(pattern, first + 1) if first else None
            message = f"Hierarchy name '{name}' defined more than once."
            if line is None:
                line, first = first, None
            if first:
                message += f" First defined at (line: {first})"
            raise self._error("HIERA_HIERARCHY_NAME_MULTIPLY_DEFINED", message, line)

    # Older versions ----------------------------------------------------------------------------------

    def _version_4(self, config: Hash) -> HieraConfig:
        if self._layer == "global":
            raise self._error(
                "HIERA_UNSUPPORTED_VERSION_IN_GLOBAL",
                "hiera.yaml version 4 cannot be used in the global layer",
            )
        hierarchy = _given(config, "hierarchy", (Hash({"name": "common", "backend": "yaml"}),))
        config = config.merge(Hash({"datadir": config.get("datadir") or "data", "hierarchy": hierarchy}))
        self._check(_V4_TYPE, config)
        self._refuse_same_names([entry["name"] for entry in hierarchy])
        entries = []
        for entry in hierarchy:
            backend = entry["backend"]
            if backend not in _EXTENSIONS:
                raise self._error(
                    "HIERA_NO_PROVIDER_FOR_BACKEND",
                    f"No data provider is registered for backend '{backend}'",
                    self._line(rf"[^\w]{re.escape(backend)}(?:[^\w]|$)"),
                )
            datadir = entry.get("datadir") or config["datadir"]
            paths = _given(entry, "paths", (_given(entry, "path", entry["name"]),))
            entries.append(
                Entry(
                    entry["name"],
                    "data_hash",
                    f"{backend}_data",
                    datadir,
                    "paths",
                    paths,
                    Hash(),
                    _EXTENSIONS[backend],
                )
            )
        return HieraConfig(self.path, self.root, 4, tuple(entries))

    def _version_3(self, config: Hash) -> HieraConfig:
        backends = _array(config.get("backends") or ("yaml",))
        paths = _array(config.get("hierarchy") or ("nodes/%{::trusted.certname}", "common"))
        entries = []
        for backend in backends:
            settings = config.get(backend) or Hash()
            datadir = settings.get("datadir") or "%{::environment}/hieradata"
            extension = f".{settings.get('extension') or backend}"
            kind: FunctionKind = "data_hash" if backend in ("yaml", "json") else "hiera3_backend"
            function = f"{backend}_data" if kind == "data_hash" else backend
            entries.append(Entry(backend, kind, function, datadir, "paths", paths, Hash(), extension))
        behavior = config.get("merge_behavior")
        merge: Value = None
        if behavior in ("deep", "deeper"):
            strategy = "reverse_deep" if behavior == "deep" else "unconstrained_deep"
            merge = Hash({"strategy": strategy}).merge(config.get("deep_merge_options") or Hash())
        return HieraConfig(self.path, self.root, 3, tuple(entries), merge=merge)

    def _line(self, pattern: str, start: int = 1) -> int | None:
        return find_line(self._text, pattern, start)


@lru_cache(maxsize=1024)
def find_line(text: str, pattern: str, start: int = 1) -> int | None:
    """The first line from `start` on that matches once its comment is cut off."""
    for number, line in enumerate(text.split("\n"), 1):
        if number >= start and re.search(pattern, _without_comment(line)):
            return number
    return None


def _without_comment(line: str) -> str:
    quote = None
    for at, char in enumerate(line):
        if char in "\"'":
            quote = None if quote == char else quote or char
        elif char == "#":
            return line[:at]
    return line


def _array(value: Value) -> tuple[Value, ...]:
    return value if isinstance(value, tuple) else (value,)


def _given(config: Hash, key: str, default: Value) -> Value:
    """What is written for a key, be it empty; undef and false count as nothing."""
    value = config.get(key)
    return default if value is None or value is False else value


def _to_i(value: Value) -> int:
    """Ruby's `to_i`, which collections and booleans lack."""
    if isinstance(value, str):
        match = re.match(r"\s*[+-]?\d+", value)
        return int(match[0]) if match else 0
    if value is True or isinstance(value, (tuple, Hash)):
        hint = "Did you mean?  to_s" if value is True else _SEVERAL_HINTS
        raise RubyError(f"undefined method `to_i' for {inspect(value)}:{ruby_class(value)}\n{hint}")
    return int(value)


def _list(words: tuple[str, ...]) -> str:
    return ", ".join(words[:-1]) + f", or {words[-1]}"
