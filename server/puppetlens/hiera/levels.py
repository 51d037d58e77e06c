"""A level of a hierarchy in use: its locations with variables put in, and what they hold for a key."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TypeVar

import msgspec

from puppetlens.base.errors import PuppetError
from puppetlens.base.position import Text
from puppetlens.data import psych
from puppetlens.data.node import Mapping, Sequence, dig
from puppetlens.types.aliases import RICH_DATA
from puppetlens.types.infer import infer
from puppetlens.types.values import Hash, Unknown, UnknownReason, Value

from .check_type import assert_instance
from .config import Entry, HieraConfig, find_line
from .data_file import DataFile, Reader, read_hocon, read_json, read_yaml, to_value
from .errors import Found, LookupError, Origin, Outcome, Place, RubyError, Step, doubtful, of_document
from .functions import BackEnd, LookupContext, NotFound
from .interpolation import interpolate
from .invocation import Invocation
from .keys import LookupKey, Missing
from .locations import Location
from .merge import MergeStrategy
from .surroundings import Surroundings

READERS: dict[str, Reader] = {
    "yaml_data": read_yaml,
    "json_data": read_json,
    "hocon_data": read_hocon,
    "eyaml_lookup_key": read_yaml,
}
#: How Puppet's own back ends are to be used in hiera.yaml.
_KINDS = {"eyaml_lookup_key": "lookup_key"}
_ARGUMENTS = {"data_hash": 2, "lookup_key": 3, "data_dig": 3}
#: The codes of the checks that tell that a file holds no hash, that a level cannot be asked, that what is interpolated is wrong.
_NO_HASH, UNUSABLE, INTERPOLATION = "DATA_WITHOUT_HASH", "UNUSABLE_LEVEL", "INTERPOLATION_REFUSED"
_Error = TypeVar("_Error", bound=PuppetError)
#: As Puppet asks whether a text is encrypted: in one line.
_KEYS = frozenset((str, int, float))
_PLAIN = _KEYS | {bool, type(None)}


class Level(msgspec.Struct, dict=True):
    """One entry of a hierarchy; lives as long as the variables in its locations keep their values."""

    surroundings: Surroundings
    config: HieraConfig
    entry: Entry
    #: The layer's name for people.
    layer: str
    module_name: str | None
    options: Value
    #: None alone where the entry names no location.
    locations: tuple[Location | None, ...]
    _function: BackEnd | None = None
    _results: dict[tuple[Location | None, object], Value] = msgspec.field(default_factory=dict)
    _caches: dict[Location | None, dict[object, tuple[Value, Value]]] = msgspec.field(default_factory=dict)
    _held: frozenset[Value] | None = None

    def look(self, key: LookupKey, strategy: MergeStrategy, invocation: Invocation) -> Found | None:
        held = self.held
        if held is not None and key.root not in held and self.surroundings.trace is None:
            return None
        return strategy.search(self.locations, lambda location: self._ask(location, key, invocation))

    def _ask(self, location: Location | None, key: LookupKey, invocation: Invocation) -> Found | None:
        found = self._look_at(location, key, invocation)
        if self.surroundings.trace is not None:
            outcome: Outcome = "no such key" if found is None else "cannot be asked" if found.doubtful else "found"
            if found is None and location is not None and location.path and not self.surroundings.exists(location.path):
                outcome = "not there"
            where, origins = location and str(location), found.origins if found is not None else ()
            self.surroundings.trace(Step(key.text, self.layer, self.entry.name, where, outcome, origins))
        return found

    def _look_at(self, location: Location | None, key: LookupKey, invocation: Invocation) -> Found | None:
        if location is not None and location.unknown is not None:
            return doubtful(location.unknown, self._unless)
        if self.entry.function in READERS:
            return self._look_in_file(location, key, invocation)
        if location is not None and location.path is not None and not self.surroundings.exists(location.path):
            return None
        if self.entry.kind == "hiera3_backend":
            return doubtful(self._unknown(f"Hiera's back end '{self.entry.function}' is not run"), self._unless)
        try:
            return self._call(location, key, invocation)
        except NotFound:
            return None

    # Files -------------------------------------------------------------------------------------------

    def _look_in_file(self, location: Location | None, key: LookupKey, invocation: Invocation) -> Found | None:
        """Puppet's readers of files want a path and, those of whole files, no options."""
        function, kind = self.entry.function, _KINDS.get(self.entry.function, "data_hash")
        path = None if location is None else location.path
        file = None if path is None else self.surroundings.data_file(READERS[function], path)
        if path is not None and file is None:
            return None
        if kind != self.entry.kind:
            wanted, given = _ARGUMENTS[kind], _ARGUMENTS[self.entry.kind]
            raise self._unusable(RubyError(f"'{function}' expects {wanted} arguments, got {given}"))
        if file is None or (self.options and kind == "data_hash"):
            raise self._unusable(missing_path(function))
        values = self._hash_of(file)
        if key.root not in values:
            return None
        value = values[key.root]
        origin = file.origin(key.root, *key.segments)
        if file.is_plain(key.root) and self.entry.function != "eyaml_lookup_key":
            return Found(value, (origin,))
        if self.entry.function == "eyaml_lookup_key":
            value = self._decrypted(value, origin)
        self._check_value(value, f"Value for key '{key.root}', in hash", path)
        try:
            return Found(interpolate(value, invocation), (origin,))
        except PuppetError as error:
            of_document(error, INTERPOLATION, Place(*origin))
            raise

    def _decrypted(self, value: Value, origin: Origin) -> Value:
        """A value of eyaml with what its encrypted texts say, or Unknown in their place."""
        if isinstance(value, str) and _is_encrypted(value):
            return self.surroundings.decrypt(value, origin)
        if isinstance(value, tuple):
            return tuple(self._decrypted(item, origin) for item in value)
        if isinstance(value, Hash):
            return Hash((key, self._decrypted(item, origin)) for key, item in value.pairs())
        return value

    @property
    def held(self) -> frozenset[Value] | None:
        """The keys that its files hold; None where there is more to it, or where one of them was not asked for yet."""
        if self._held is None and self._is_of_files:
            reader = READERS[self.entry.function]
            found = []
            for place in self.locations:
                file = None if place is None or place.path is None else self.surroundings.known_file(reader, place.path)
                if isinstance(file, Missing) or (file is not None and file.values is None):
                    return None
                if file is not None:
                    found.append(file.names)
            self._held = found[0] if len(found) == 1 else frozenset().union(*found)
        return self._held

    @cached_property
    def _is_of_files(self) -> bool:
        """Whether all that it holds is what stands in its files."""
        kind = _KINDS.get(self.entry.function, "data_hash")
        if self.entry.function not in READERS or kind != self.entry.kind or (self.options and kind == "data_hash"):
            return False
        return all(place is not None and place.path is not None for place in self.locations)

    @property
    def holds_files(self) -> bool:
        """Whether it reads whole files, whose keys can be listed."""
        kind = _KINDS.get(self.entry.function, "data_hash")
        return self.entry.function in READERS and kind == self.entry.kind

    def file_at(self, location: Location | None) -> DataFile | None:
        """What lies at a location of a level that holds files; None where nothing does."""
        path = None if location is None else location.path
        return None if path is None else self.surroundings.data_file(READERS[self.entry.function], path)

    def _hash_of(self, file: DataFile) -> Hash:
        """The file's hash; a file without one counts as empty, with a warning."""
        if file.values is not None:
            if self.module_name is not None and self.surroundings.first_use(file.path):
                self._warn_of_foreign_keys(file.values, file.path)
            return file.values
        if self.entry.function == "json_data":
            what = f"Value returned from {self._name}, when using location '{file.path}',"
            try:
                assert_instance(what, "Hash", file.value)
            except PuppetError as error:
                of_document(error, _NO_HASH, Place(file.path, 1))
                raise
        message = f"{file.path}: file does not contain a valid yaml hash"
        if self.surroundings.language.strict == "error" and file.value not in (None, False):
            raise of_document(LookupError(message), _NO_HASH, Place(file.path, 1))
        if self.surroundings.first_use(file.path):
            self.surroundings.warn(message)
        return Hash()

    def _warn_of_foreign_keys(self, values: Hash, location: str | None) -> None:
        prefix = f"{self.module_name}::"
        foreign = [key for key in values if key != "lookup_options" and not str(key).startswith(prefix)]
        message = (
            f"Module '{self.module_name}': Value returned from {self._name}{_where(location)} "
            "must use keys qualified with the name of the module"
        )
        names = self.surroundings.language.major >= 8
        for key in foreign:
            self.surroundings.warn(f"{message}; got {key}" if names else message)

    @property
    def _unless(self) -> str:
        return f"the level '{self.entry.name}'"

    @property
    def _name(self) -> str:
        if self.entry.kind == "v4_data_hash":
            return f"deprecated API function '{self.entry.function}'"
        return f"{self.entry.kind} function '{self.entry.function}'"

    def _check_value(self, value: Value, what: str, location: Location | str | None) -> None:
        if not _is_lookup_value(value):
            raise PuppetError(
                f"{what} returned from {self._name}{_where(location)} has wrong type, "
                f"expects Puppet::LookupValue, got {infer(value)}"
            )

    # Functions ---------------------------------------------------------------------------------------

    def _call(self, location: Location | None, key: LookupKey, invocation: Invocation) -> Found | None:
        function = self._load()
        options = self.options
        if location is not None:
            kind = "path" if location.path is not None else "uri"
            options = options.merge(Hash({kind: str(location)}))
        context = LookupContext(
            self.surroundings.environment_name,
            self.module_name,
            self._caches.setdefault(location, {}),
            lambda value: interpolate(value, invocation),
            self.surroundings.file_data,
            self._read_data,
        )
        if self.entry.kind in ("data_hash", "v4_data_hash"):
            return self._call_data_hash(function, options, context, location, key, invocation)
        if self.entry.kind == "lookup_key":
            memo = (location, key.root)
            if memo not in self._results:
                value = function((key.root, options, context))
                self._check_returned(function, value, f"Value for key '{key.root}',", location)
                self._results[memo] = value
            return self._given(self._results[memo])
        memo = (location, key.text)
        if memo not in self._results:
            self._results[memo] = function(((key.root, *key.segments), options, context))
        value = self._results[memo]
        self._check_returned(function, value, f"Value for key '{key}',", location)
        return self._given(value if isinstance(value, Unknown) else key.undig(value))

    def _given(self, value: Value) -> Found:
        """What a function gives: one that is not known may be that it has nothing."""
        return doubtful(value, self._unless) if isinstance(value, Unknown) else Found(value, self._origins)

    def _check_returned(self, function: BackEnd, value: Value, what: str, location: Location | None) -> None:
        """A function that declares what it returns was checked when it was found."""
        if not function.returns_data:
            self._check_value(value, what, location)

    def _call_data_hash(
        self,
        function: BackEnd,
        options: Hash,
        context: LookupContext,
        location: Location | None,
        key: LookupKey,
        invocation: Invocation,
    ) -> Found | None:
        memo = (location, None)
        if memo not in self._results:
            data = function(() if self.entry.kind == "v4_data_hash" else (options, context))
            assert_instance(f"Value returned from {self._name}{_where(location)}", "Hash", data)
            if isinstance(data, Hash) and self.module_name is not None:
                self._warn_of_foreign_keys(data, None if location is None else str(location))
            self._results[memo] = data
        data = self._results[memo]
        if isinstance(data, Unknown):
            return doubtful(data, self._unless)
        if key.root not in data:
            return None
        self._check_returned(function, data[key.root], f"Value for key '{key.root}', in hash", location)
        return Found(interpolate(data[key.root], invocation), self._origins)

    @cached_property
    def _origins(self) -> tuple[Origin, ...]:
        """Where a value of a function comes from: the level in hiera.yaml."""
        path = self.config.path
        if path is None:
            return ()
        text = (self.surroundings.files.read(path) or b"").decode("utf-8", "replace")
        return (Origin(path, find_line(text, self.name_pattern)),)

    @property
    def name_pattern(self) -> str:
        """What its name stands in, in a hiera.yaml."""
        return rf"\bname:\s*['\"]?{re.escape(self.entry.name)}(?:\W|$)"

    def _read_data(self, function: str, options: Hash) -> Value:
        path = options.get("path")
        if len(options) != 1 or not isinstance(path, str):
            raise missing_path(function)
        file = self.surroundings.data_file(READERS[function], path)
        if file is None:
            raise RubyError(f"No such file or directory @ rb_file_s_stat - {path}")
        return self._hash_of(file) if function == "yaml_data" else file.value

    def _load(self) -> BackEnd:
        if self._function is not None:
            return self._function
        name = self.entry.function
        function = self.surroundings.functions.find(self.entry.kind, name)
        if function is None:
            raise self._unusable(
                LookupError(
                    f"Unable to find '{self.entry.kind}' function named '{name}'",
                    "HIERA_DATA_PROVIDER_FUNCTION_NOT_FOUND",
                    Place(self.config.path),
                )
            )
        self._function = function
        return function

    def _unusable(self, error: _Error) -> _Error:
        return of_document(error, UNUSABLE, place_of_level(self.surroundings, self.config, self.entry))

    def _unknown(self, reason: str) -> Unknown:
        return Unknown(UnknownReason(reason, self.config.path))


def place_of_level(surroundings: Surroundings, config: HieraConfig, level: Entry) -> Place:
    """Where a level stands in its hiera.yaml; the file alone where there is none of its name."""
    content = surroundings.files.read(config.path) if config.path is not None else None
    root = psych.parse(content, config.path or "") if content is not None else None
    for _, levels in root.entries if isinstance(root, Mapping) else ():
        for item in levels.items if isinstance(levels, Sequence) else ():
            name = dig(item, ("name",))
            if content is not None and name is not None and to_value(name) == level.name:
                return Place(config.path, *Text(content).puppet_position(item.start))
    return Place(config.path, 1)


def missing_path(function: str) -> RubyError:
    """What a reader of files says where its level names none."""
    return RubyError(
        f"'{function}' one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be "
        f"declared in hiera.yaml when using this {_KINDS.get(function, 'data_hash')} function"
    )


def _where(location: Location | str | None) -> str:
    return f", when using location '{location}'," if location else ""


def _is_lookup_value(value: Value) -> bool:
    """Whether a value is `Puppet::LookupValue`; most are plain data, which is seen at once."""
    kind = type(value)
    if kind in _PLAIN:
        return True
    if kind is tuple:
        return all(map(_is_lookup_value, value))
    if kind is Hash:
        return all(type(key) in _KEYS for key in value) and all(map(_is_lookup_value, value.values()))
    return isinstance(value, Unknown) or RICH_DATA.accepts(value)


def _is_encrypted(text: str) -> bool:
    """Whether a line has an `ENC[...]`; a regular expression for that would look at a long line again for each `ENC[`."""
    found = (line.partition("ENC[") for line in text.split("\n"))
    return any(bracket and "]" in rest for _, bracket, rest in found)
