"""A level of a hierarchy in use: its locations with variables put in, and what they hold for a key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from puppetlens.base.errors import PuppetError
from puppetlens.types.values import DEFAULT, Hash, Unknown, UnknownReason, Value

from .check_type import assert_instance
from .config import Entry, HieraConfig
from .data_file import DataFile, Reader, read_json, read_yaml
from .errors import Found, LookupError, Origin, Place, RubyError
from .functions import LookupContext, NotFound
from .interpolation import interpolate
from .invocation import Invocation
from .keys import LookupKey
from .locations import Location
from .merge import MergeStrategy
from .world import World

_READERS: dict[str, Reader] = {"yaml_data": read_yaml, "json_data": read_json, "eyaml_lookup_key": read_yaml}
_ENCRYPTED = "ENC["


@dataclass
class Level:
    """One entry of a hierarchy; lives as long as the variables in its locations keep their values."""

    world: World
    config: HieraConfig
    entry: Entry
    module_name: str | None
    options: Value
    #: None alone where the entry names no location.
    locations: tuple[Location | None, ...]
    _function: Callable[[tuple[Value, ...]], Value] | None = None
    _results: dict[tuple[Location | None, object], Value] = field(default_factory=dict)
    _caches: dict[Location | None, dict[object, tuple[Value, Value]]] = field(default_factory=dict)

    def look(self, key: LookupKey, strategy: MergeStrategy, invocation: Invocation) -> Found | None:
        return strategy.search(self.locations, lambda location: self._look_at(location, key, invocation))

    def _look_at(self, location: Location | None, key: LookupKey, invocation: Invocation) -> Found | None:
        if location is not None and location.unknown is not None:
            return Found(location.unknown)
        if self.entry.function in _READERS and location is not None and location.path is not None:
            if self.options and self.entry.kind == "data_hash":
                raise self._missing_path(self.entry.function)
            return self._look_in_file(location.path, key, invocation)
        if location is not None and location.path is not None and not self.world.files.is_file(location.path):
            return None
        if self.entry.kind == "hiera3_backend" or self.entry.function == "hocon_data":
            return Found(self._unknown(f"Hiera's back end '{self.entry.function}' is not run"))
        try:
            return self._call(location, key, invocation)
        except NotFound:
            return None

    # Files -------------------------------------------------------------------------------------------

    def _look_in_file(self, path: str, key: LookupKey, invocation: Invocation) -> Found | None:
        file = self.world.data_file(_READERS[self.entry.function], path)
        if file is None:
            return None
        values = self._hash_of(file)
        if key.root not in values:
            return None
        value = values[key.root]
        origin = file.origin(key.root, *key.segments)
        if self.entry.function == "eyaml_lookup_key":
            value = _without_secrets(value, origin)
        self._check_value(value, key.root, path)
        return Found(interpolate(value, invocation), (origin,))

    def _hash_of(self, file: DataFile) -> Hash:
        """The file's hash; a file without one counts as empty, with a warning."""
        if file.values is not None:
            if self.module_name is not None and self.world.first_use(file.path):
                self._warn_of_foreign_keys(file, file.values)
            return file.values
        if self.entry.function == "json_data":
            what = f"Value returned from {self._name}, when using location '{file.path}',"
            assert_instance(what, "Hash", file.value)
        message = f"{file.path}: file does not contain a valid yaml hash"
        if self.world.strict == "error" and file.value not in (None, False):
            raise LookupError(message)
        if self.world.first_use(file.path):
            self.world.warn(message)
        return Hash()

    def _warn_of_foreign_keys(self, file: DataFile, values: Hash) -> None:
        prefix = f"{self.module_name}::"
        foreign = [key for key in values if key != "lookup_options" and not str(key).startswith(prefix)]
        message = (
            f"Module '{self.module_name}': Value returned from {self._name}, when using location "
            f"'{file.path}', must use keys qualified with the name of the module"
        )
        names = self.world.puppet_version >= (8, 0, 0)
        for key in foreign:
            self.world.warn(f"{message}; got {key}" if names else message)

    @property
    def _name(self) -> str:
        return f"{self.entry.kind} function '{self.entry.function}'"

    def _check_value(self, value: Value, key: str, location: str | None) -> None:
        """Data may be anything but what is no Puppet value at all, a Ruby symbol."""
        symbol = _find_symbol(value)
        if symbol is None:
            return
        where = f", when using location '{location}'," if location else ""
        raise PuppetError(
            f"Value for key '{key}', in hash returned from {self._name}{where} has wrong type, "
            f"expects Puppet::LookupValue, got {symbol}"
        )

    # Functions ---------------------------------------------------------------------------------------

    def _call(self, location: Location | None, key: LookupKey, invocation: Invocation) -> Found | None:
        function = self._load()
        options = self.options
        if location is not None:
            kind = "path" if location.path is not None else "uri"
            options = options.merge(Hash({kind: str(location)}))
        context = LookupContext(
            self.world.environment_name,
            self.module_name,
            self._caches.setdefault(location, {}),
            lambda value: interpolate(value, invocation),
            self.world.read_text,
            self._read_data,
        )
        if self.entry.kind in ("data_hash", "v4_data_hash"):
            return self._call_data_hash(function, options, context, location, key, invocation)
        if self.entry.kind == "lookup_key":
            memo = (location, key.root)
            if memo not in self._results:
                self._results[memo] = function((key.root, options, context))
            return Found(self._results[memo])
        memo = (location, key.text)
        if memo not in self._results:
            self._results[memo] = function(((key.root, *key.segments), options, context))
        return Found(key.undig(self._results[memo]))

    def _call_data_hash(
        self,
        function: Callable[[tuple[Value, ...]], Value],
        options: Hash,
        context: LookupContext,
        location: Location | None,
        key: LookupKey,
        invocation: Invocation,
    ) -> Found | None:
        memo = (location, None)
        if memo not in self._results:
            data = function(() if self.entry.kind == "v4_data_hash" else (options, context))
            where = f", when using location '{location}'," if location else ""
            assert_instance(f"Value returned from {self._name}{where}", "Hash", data)
            self._results[memo] = data
        data = self._results[memo]
        if isinstance(data, Unknown):
            return Found(data)
        return Found(interpolate(data[key.root], invocation)) if key.root in data else None

    def _read_data(self, function: str, options: Hash) -> Value:
        path = options.get("path")
        if len(options) != 1 or not isinstance(path, str):
            raise self._missing_path(function)
        file = self.world.data_file(_READERS[function], path)
        if file is None:
            raise RubyError(f"No such file or directory @ rb_file_s_stat - {path}")
        return self._hash_of(file) if function == "yaml_data" else file.value

    def _load(self) -> Callable[[tuple[Value, ...]], Value]:
        if self._function is not None:
            return self._function
        name = self.entry.function
        if name in _READERS:
            raise self._missing_path(name)
        function = self.world.functions.find(self.entry.kind, name)
        if function is None:
            raise LookupError(
                f"Unable to find '{self.entry.kind}' function named '{name}'",
                "HIERA_DATA_PROVIDER_FUNCTION_NOT_FOUND",
                Place(self.config.path),
            )
        self._function = function
        return function

    def _missing_path(self, function: str) -> PuppetError:
        return PuppetError(
            f"'{function}' one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be "
            f"declared in hiera.yaml when using this {self.entry.kind} function"
        )

    def _unknown(self, reason: str) -> Unknown:
        return Unknown(UnknownReason(reason, self.config.path))


def _without_secrets(value: Value, origin: Origin) -> Value:
    """`value` with Unknown for every string that is encrypted."""
    if isinstance(value, str) and _ENCRYPTED in value:
        return Unknown(UnknownReason("the value is encrypted", origin.file, origin.line, origin.column))
    if isinstance(value, tuple):
        return tuple(_without_secrets(item, origin) for item in value)
    if isinstance(value, Hash):
        return Hash((key, _without_secrets(item, origin)) for key, item in value.pairs())
    return value


def _find_symbol(value: Value) -> str | None:
    """The type that Puppet infers for a value with a Ruby symbol in it, None for plain data."""
    if isinstance(value, tuple):
        found = next((found for item in value if (found := _find_symbol(item))), None)
        return found and f"Array[{found}, {len(value)}, {len(value)}]"
    if isinstance(value, Hash):
        return next((found for item in value.values() if (found := _find_symbol(item))), None)
    known = value is None or value is DEFAULT or isinstance(value, (bool, int, float, str, Unknown))
    return None if known else "Runtime[ruby, 'Symbol']"
