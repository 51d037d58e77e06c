"""One of the three layers of data: global, environment, module."""

from __future__ import annotations

import posixpath
import re

import msgspec

from puppetlens.base.errors import OutsideError
from puppetlens.types.values import Hash, Unknown, UnknownReason, Value

from .config import Entry, HieraConfig, default_config, find_line, read_config
from .config import Layer as LayerKind
from .errors import Found, LookupError, Place, RubyError, UndefinedVariable, of_document
from .interpolation import interpolate
from .invocation import Invocation
from .keys import LookupKey
from .levels import INTERPOLATION, UNUSABLE, Level, place_of_level
from .locations import Location, resolve_datadir, resolve_locations
from .merge import MergeStrategy
from .surroundings import Surroundings
from .variables import RecordedVariables, TolerantVariables, Variables

_SET_ONCE = frozenset(("facts", "trusted", "server_facts"))


class Layer(msgspec.Struct):
    """A hiera.yaml and its levels, which are made anew when a variable in its locations has changed."""

    surroundings: Surroundings
    kind: LayerKind
    config: HieraConfig
    module_name: str | None = None
    _levels: dict[bool, tuple[Level, ...]] = msgspec.field(default_factory=dict)
    _read: dict[bool, dict[str, Value]] = msgspec.field(default_factory=dict)
    #: The names that the files of the hierarchy's levels hold, once all of them have been read.
    _held: frozenset[Value] | None = None

    def look(
        self, key: LookupKey, strategy: MergeStrategy, invocation: Invocation, *, default: bool = False
    ) -> Found | None:
        """What the hierarchy, or the module's default hierarchy, holds for a key."""
        with invocation.within(key.text):
            levels = self._current_levels(invocation, default)
            if not default and self.surroundings.trace is None and self.holds_nowhere(key.root):
                return None
            return strategy.search(levels, lambda level: level.look(key, strategy, invocation))

    def levels(self, invocation: Invocation, *, default: bool = False) -> tuple[Level, ...]:
        """Those of the hierarchy, or of the module's default hierarchy, as the variables are now."""
        return self._current_levels(invocation, default)

    def holds_nowhere(self, root: str) -> bool:
        """Whether it is known, without reading a file or calling a function, that the levels as they are hold no such key."""
        if self._held is None:
            found = []
            for level in self._levels[False]:
                if level.held is None:
                    return False
                found.append(level.held)
            self._held = frozenset().union(*found)
        return root not in self._held

    def is_current(self, variables: Variables, default: bool = False) -> bool:
        """Whether there are levels, and the variables that the levels were made with have their values still."""
        read = self._read.get(default)
        if not read:
            return read is not None
        tolerant = self._tolerant(variables)
        for name, value in read.items():
            now = tolerant.get(name)
            if now is not value and not (type(now) is type(value) and now == value and not isinstance(now, Unknown)):
                return False
        return True

    def _current_levels(self, invocation: Invocation, default: bool) -> tuple[Level, ...]:
        if self.is_current(invocation.variables, default):
            return self._levels[default]
        variables = RecordedVariables(invocation.variables)
        # hiera.yaml sees no overrides or defaults of the call, only variables.
        inner = Invocation(variables, invocation.lookup, names=list(invocation.names))
        try:
            levels = self._make_levels(inner, default)
        except UndefinedVariable as error:
            raise self._undefined_variable(error) from None
        except LookupError as error:
            if error.issue_code is None:
                raise
            placed = LookupError(error.message, error.issue_code, Place(self.config.path), error.faults)
            placed.exact = error.exact
            raise placed from None
        self._levels[default] = levels
        self._read[default] = {name: value for name, value in variables.read.items() if _may_change(name, value)}
        if not default:
            self._held = None
        return levels

    def _make_levels(self, invocation: Invocation, default: bool) -> tuple[Level, ...]:
        entries = self.config.default_hierarchy if default else self.config.hierarchy
        tolerant = invocation.child(self._tolerant(invocation.variables))
        name = self.kind if self.module_name is None else f"module {self.module_name}"
        name = f"default hierarchy of {name}" if default else name
        levels = []
        for entry in entries or ():
            try:
                locations = self._locations(entry, invocation, tolerant)
                options = interpolate(entry.options, invocation, methods=False)
            except UndefinedVariable:  # its line is sought by its name
                raise
            except (LookupError, RubyError) as error:
                code = INTERPOLATION if isinstance(error, LookupError) else UNUSABLE
                of_document(error, code, place_of_level(self.surroundings, self.config, entry))
                raise
            if self.config.path is None and locations is not None:
                locations = tuple(place for place in locations if self.surroundings.exists(place.path or ""))
                if not locations:
                    continue
            placed = (None,) if locations is None else locations
            levels.append(Level(self.surroundings, self.config, entry, name, self.module_name, options, placed))
        return tuple(levels)

    def _locations(self, entry: Entry, invocation: Invocation, tolerant: Invocation) -> tuple[Location, ...] | None:
        datadir = resolve_datadir(self.config, entry, invocation)
        try:
            locations = resolve_locations(self.surroundings.files, datadir, entry, tolerant)
            return locations and tuple(map(self._fenced, locations))
        except OutsideError as outside:
            return (self._unknown(outside),)

    def _fenced(self, place: Location) -> Location:
        try:
            if place.path is not None:
                self.surroundings.files.is_file(place.path)
        except OutsideError as outside:
            return self._unknown(outside)
        return place

    def _unknown(self, outside: OutsideError) -> Location:
        return Location(unknown=Unknown(UnknownReason(outside.message, self.config.path)))

    def _tolerant(self, variables: Variables) -> Variables:
        """Who finds locations for Puppet 8 only warns of an undefined variable."""
        return TolerantVariables(variables) if self.surroundings.language.major >= 8 else variables

    def _undefined_variable(self, error: UndefinedVariable) -> LookupError:
        """The error with its place in hiera.yaml, where the name is found."""
        name = error.name
        content = self.surroundings.files.read(self.config.path) if self.config.path else None
        line = find_line((content or b"").decode("utf-8", "replace"), rf"%\{{['\"]?{re.escape(name)}['\"]?}}")
        place = Place(self.config.path, line)
        return LookupError(f"Undefined variable '{name}'", "HIERA_UNDEFINED_VARIABLE", place, error.faults)


def _may_change(name: str, value: Value) -> bool:
    """Nothing else can have the names of the facts and of what is certain of the node, once these are set."""
    return name not in _SET_ONCE or value is None or isinstance(value, Unknown)


def open_layer(
    surroundings: Surroundings, kind: LayerKind, root: str, module_name: str | None = None, *, default: bool = False
) -> Layer | None:
    """The layer below a folder; None where the folder has no hiera.yaml that counts.

    With `default`, and always in the global layer, Puppet's defaults stand in for a missing file.
    """
    path = (
        surroundings.global_config
        if kind == "global" and surroundings.global_config
        else posixpath.join(root, "hiera.yaml")
    )
    content = surroundings.files.read(path)
    refusal = surroundings.files.refusal(path) if content is None else None
    if refusal is not None:
        raise LookupError(f"{path}: {refusal}", None, Place(path))
    if content is None:
        return Layer(surroundings, kind, default_config(root), module_name) if default or kind == "global" else None
    config = read_config(surroundings, path, content, kind)
    if config.version == 3 and kind != "global":
        _refuse_version_3(surroundings, path, kind)
        return None
    return Layer(surroundings, kind, config, module_name)


def _refuse_version_3(surroundings: Surroundings, path: str, kind: LayerKind) -> None:
    if surroundings.language.strict == "error":
        article = "an" if kind == "environment" else "a"
        message = f"hiera.yaml version 3 cannot be used in {article} {kind}"
        error = LookupError(message, "HIERA_VERSION_3_NOT_GLOBAL", Place(path))
        raise of_document(error, "UNUSABLE_LEVEL", Place(path, 1))
    where = "the environment root" if kind == "environment" else "module root"
    surroundings.warn_once(f"hiera.yaml version 3 found at {where} was ignored", path)


def function_layer(
    surroundings: Surroundings, kind: LayerKind, root: str, function: str, module_name: str | None
) -> Layer:
    """The layer of the deprecated setting that names a function instead of a hiera.yaml."""
    if surroundings.language.strict != "off":
        surroundings.warn_once(
            f"Using of legacy data provider function '{function}'. Please convert to a 'data_hash' function"
        )
    entry = Entry(f"Legacy function '{function}'", "v4_data_hash", function, "data", None, (), Hash())
    return Layer(surroundings, kind, HieraConfig(None, root, 5, (entry,)), module_name)
