"""Look-ups across the three layers, with merges, look-up options and conversion.

Follows `Puppet::Pops::Lookup` and its `LookupAdapter`.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from puppetlens.base.errors import PuppetError
from puppetlens.types import Type
from puppetlens.types.values import NOTHING, Hash, Unknown, Value

from .check_type import assert_instance
from .data_provider import environment_layer, module_layer
from .errors import Found, LookupError, Place, Step, of_document
from .functions import LookupContext
from .invocation import Invocation
from .keys import MISSING, LookupKey, Missing, dig, lookup_key
from .layer import Layer, open_layer
from .levels import Level
from .merge import HASH_STRATEGY, MergeStrategy, likely, merge_strategy
from .options import LookupOptions, check_module_options, is_refusal, options_of, place_refusal
from .surroundings import Surroundings
from .variables import Variables

_OPTIONS_KEY: Final = LookupKey("lookup_options")
Look = Callable[[LookupKey, MergeStrategy, Invocation], Found | None]


class Hiera:
    """The data of one compilation: layers open on first use and stay until the compilation ends."""

    def __init__(self, surroundings: Surroundings) -> None:
        self.surroundings = surroundings
        self._layers: dict[str, Layer | None] = {}
        self._options: dict[str | None, LookupOptions] = {}
        self._default_options: dict[str, LookupOptions] = {}
        self._layer_options: dict[str, Found | None] = {}
        #: What the options of the keys of a module, or of no module, were read from last.
        self._options_from: dict[str | None, Found | None] = {}
        self._current: Invocation | None = None
        #: The variables, and the module's layer, for which all layers are known to be as they would be made.
        self._current_for: tuple[Variables | None, Layer | None] = None, None

    # What callers use --------------------------------------------------------------------------------

    def find(self, key: str, variables: Variables, merge: Value = None) -> Found | None:
        """A key's value with its origins; None where no layer has it. For automatic parameter look-up."""
        if merge is None and self._lacks(key, variables):
            return None
        return self._search(key, self._invocation(variables), merge)

    def lookup(
        self,
        names: str | tuple[str, ...],
        variables: Variables,
        *,
        value_type: Type | None = None,
        merge: Value = None,
        default: Value | Missing = MISSING,
        override: Hash | None = None,
        default_values: Hash | None = None,
        block: Callable[[Value], Value] | None = None,
    ) -> Value:
        """The function `lookup()` in all its forms: the first of `names` that has a value.

        `override` is asked before the data, `default_values` after it, then `block` (with the names as they
        were given) and last `default`.
        """
        invocation = self._invocation(variables, override, default_values)
        return self._first_name(names, invocation, value_type, merge, default, block)

    def legacy_lookup(
        self,
        key: str,
        variables: Variables,
        *,
        merge: str = "first",
        default: Value | Missing = MISSING,
        block: Callable[[Value], Value] | None = None,
    ) -> Value:
        """The functions `hiera`, `hiera_array` (unique), `hiera_hash` (hash) and `hiera_include` (unique).

        They see the global layer alone unless the environment has a hiera.yaml of version 5. Their argument
        that overrides the hierarchy concerns the global hiera.yaml of version 3 alone.
        """
        invocation = self._invocation(variables)
        invocation.legacy_call = True
        environment = self._layer("environment")
        invocation.global_only = environment is None or environment.config.version < 5
        return self._first_name(key, invocation, None, merge, default, block)

    def new_context(self, module_name: str | None) -> LookupContext:
        """What `Puppet::LookupContext.new` makes: no look-up is under way, so nothing can be interpolated."""

        def no_invocation(*_: Value) -> Value:
            raise PuppetError("undefined method `invocation' for nil:NilClass")

        environment = self.surroundings.environment_name
        return LookupContext(
            environment, module_name, {}, no_invocation, self.surroundings.file_data, no_invocation, in_lookup=False
        )

    def layer(self, name: str) -> Layer | None:
        """The data of a layer: `global`, `environment` or a module's name; None where it has none."""
        return self._layer(name)

    def levels_of(self, layer: Layer, variables: Variables, *, default: bool = False) -> tuple[Level, ...]:
        """The levels of a layer's hierarchy, or of its default hierarchy, for these variables."""
        return layer.levels(self._invocation(variables), default=default)

    def merge_of(self, key: LookupKey, variables: Variables) -> Value:
        """How look-up options say that a key is merged; None where they do not."""
        invocation = self._invocation(variables)
        with self._looking_up(invocation, key, key.module_name):
            return self._options_of(key, invocation).of(key.root).get("merge")

    def value_at(self, place: Place, key: str) -> Value | Missing:
        """What a data file that was read has for a key, before anything is interpolated or merged."""
        file = self.surroundings.read_before(place.file) if place.file is not None else None
        values = file.values if file is not None else None
        return MISSING if values is None else values.get(key, MISSING)

    def trace(self, tell: Callable[[Step], None] | None) -> None:
        """From now on tell of each place that is asked for a key; None: no longer."""
        self.surroundings.trace = tell

    # Names -------------------------------------------------------------------------------------------

    def _invocation(
        self, variables: Variables, overrides: Hash | None = None, defaults: Hash | None = None
    ) -> Invocation:
        known = self.surroundings.language.major >= 8
        invocation = Invocation(variables, self._interpolated, overrides or Hash(), defaults or Hash(), known)
        if self._current is not None:
            # Called from a function that a look-up called: a recursion is noticed through it.
            invocation.names = list(self._current.names)
            invocation.global_only = self._current.global_only
            invocation.legacy_call = self._current.legacy_call
        return invocation

    def _interpolated(self, key: str, invocation: Invocation) -> Value:
        return self._first_name(key, invocation, None, None, "", None)

    def _first_name(
        self,
        names: str | tuple[str, ...],
        invocation: Invocation,
        value_type: Type | None,
        merge: Value,
        default: Value | Missing,
        block: Callable[[Value], Value] | None,
    ) -> Value:
        def checked(subject: str, value: Value) -> Value:
            return value if value_type is None else assert_instance(subject, value_type, value)

        keys = names if isinstance(names, tuple) else (names,)
        doubt: Unknown | None = None

        def settled(subject: str, value: Value) -> Value:
            """The answer; only a likely one, of any type, where a key before was in doubt."""
            return checked(subject, value) if doubt is None else likely(doubt, value)

        for key in keys:
            if key in invocation.overrides:
                return settled(f"Value found for key '{key}' in override hash", invocation.overrides[key])
            found = self._search(key, invocation, merge)
            if found is not None and not found.doubtful:
                return settled("Found value", found.value)
            doubt = doubt or (None if found is None else found.value)
        for key in keys:
            if key in invocation.defaults:
                return settled(f"Value found for key '{key}' in default values hash", invocation.defaults[key])
        if block is not None and doubt is None:
            return checked("Value returned from default block", block(names))
        if not isinstance(default, Missing):
            return settled("Default value", default)
        if doubt is not None:
            return doubt
        if len(keys) == 1:
            raise LookupError(f"Function lookup() did not find a value for the name '{keys[0]}'")
        listed = ", ".join(f"'{key}'" for key in keys)
        raise LookupError(f"Function lookup() did not find a value for any of the names [{listed}]")

    # One key -----------------------------------------------------------------------------------------

    def _lacks(self, text: str, variables: Variables) -> bool:
        """Whether it is plain that nothing holds a key, as nothing does most parameters: no more than dicts are asked.

        That is so where no look-up is under way or traced, and all that the layers hold has been read: the options
        of keys are looked for in all of it.
        """
        if self.surroundings.trace is not None or self._current is not None:
            return False
        key = lookup_key(text)
        options = self._options.get(key.module_name)
        if options is None or options.say_something_of(key.root) or key.root == _OPTIONS_KEY.root:
            return False
        module = None if key.module_name is None else self._layers.get(key.module_name)
        if module is not None and module.config.default_hierarchy is not None:
            return False
        layers = (self._layers.get("global"), self._layers.get("environment"), module)
        if self._current_for[0] is not variables or self._current_for[1] is not module:
            if not all(layer is None or layer.is_current(variables) for layer in layers):
                return False
            self._current_for = variables, module
        return all(layer is None or layer.holds_nowhere(key.root) for layer in layers)

    def _search(self, text: str, invocation: Invocation, merge: Value) -> Found | None:
        if text == "lookup_options" or text.startswith("lookup_options."):
            return None
        key = lookup_key(text)
        self._current_for = None, None  # what is called may change variables
        outer = self._current, invocation.top_key, invocation.module_name
        self._current = invocation
        invocation.top_key, invocation.module_name = text, key.module_name
        try:
            options = self._options_of(key, invocation)
            strategy = options.merge_of(key) if merge is None else merge_strategy(merge)
            found = self._do_lookup(key, invocation, strategy)
            if found is None and not invocation.global_only:
                found = self._in_default_hierarchy(key, invocation)
            return found if found is None else self._converted(key, found, options)
        except PuppetError as error:
            place_refusal(error, self._options_from.get(key.module_name), self.surroundings)
            raise
        finally:
            self._current, invocation.top_key, invocation.module_name = outer

    def _converted(self, key: LookupKey, found: Found, options: LookupOptions) -> Found:
        try:
            return found._replace(value=options.converted(key, found.value, self.surroundings.parse_type))
        except PuppetError as error:
            if found.origins and not is_refusal(error):
                of_document(error, "", Place(*found.origins[0]))
            raise

    @contextmanager
    def _looking_up(self, invocation: Invocation, key: LookupKey, module_name: str | None) -> Iterator[None]:
        """An invocation of its own, which nobody asks afterwards, looks for a key."""
        outer = self._current
        self._current = invocation
        invocation.top_key, invocation.module_name = key.text, module_name
        try:
            yield
        finally:
            self._current = outer

    def _do_lookup(self, key: LookupKey, invocation: Invocation, strategy: MergeStrategy) -> Found | None:
        if invocation.global_only:
            found = self._in_global(key, strategy, invocation)
        else:
            layers: tuple[Look, ...] = (self._in_global, self._in_environment, self._in_module)
            found = strategy.search(layers, lambda look: look(key, strategy, invocation))
        return _dug(key, found)

    def _in_global(self, key: LookupKey, strategy: MergeStrategy, invocation: Invocation) -> Found | None:
        layer = self._layer("global")
        if (
            layer is not None
            and layer.config.version == 3
            and layer.config.merge is not None
            and invocation.legacy_call
        ):
            strategy = merge_strategy(layer.config.merge) if strategy.name == "hash" else strategy
        try:
            if layer is None:
                invocation.begin(key.text)  # Puppet notices a recursion in the first layer, empty or not
                invocation.names.pop()
                return None
            return layer.look(key, strategy, invocation)
        except LookupError as error:
            if error.issue_code is not None:
                raise
            raise PuppetError(f"Lookup of key '{invocation.top_key}' failed: {error.message}") from error

    def _in_environment(self, key: LookupKey, strategy: MergeStrategy, invocation: Invocation) -> Found | None:
        layer = self._layer("environment")
        return None if layer is None else layer.look(key, strategy, invocation)

    def _in_module(self, key: LookupKey, strategy: MergeStrategy, invocation: Invocation) -> Found | None:
        name = invocation.module_name
        layer = None if name is None else self._layer(name)
        return None if layer is None else layer.look(key, strategy, invocation)

    def _in_default_hierarchy(self, key: LookupKey, invocation: Invocation) -> Found | None:
        name = invocation.module_name
        layer = None if name is None else self._layer(name)
        if name is None or layer is None or layer.config.default_hierarchy is None:
            return None
        if name not in self._default_options:
            inner = self._invocation(invocation.variables)
            with self._looking_up(inner, _OPTIONS_KEY, name):
                found = layer.look(_OPTIONS_KEY, HASH_STRATEGY, inner, default=True)
            self._options_from[name] = found
            self._default_options[name] = options_of(check_module_options(found, name))
        strategy = self._default_options[name].merge_of(key)
        return _dug(key, layer.look(key, strategy, invocation, default=True))

    def _layer(self, name: str) -> Layer | None:
        if name not in self._layers:
            self._layers[name] = self._open(name)
        return self._layers[name]

    def _open(self, name: str) -> Layer | None:
        surroundings = self.surroundings
        if name == "global":
            root = posixpath.dirname(surroundings.global_config) if surroundings.global_config else None
            return None if root is None else open_layer(surroundings, "global", root)
        if name == "environment":
            return (
                None
                if surroundings.environment_root is None
                else environment_layer(surroundings, surroundings.environment_root)
            )
        module_root = surroundings.module_root(name)
        return None if module_root is None else module_layer(surroundings, module_root, name)

    # Look-up options ---------------------------------------------------------------------------------

    def _options_of(self, key: LookupKey, invocation: Invocation) -> LookupOptions:
        name = key.module_name
        if name not in self._options:
            self._options[name] = self._read_options(name, invocation)
        return self._options[name]

    def _read_options(self, module_name: str | None, invocation: Invocation) -> LookupOptions:
        inner = self._invocation(invocation.variables)
        inner.global_only = invocation.global_only
        with self._looking_up(inner, _OPTIONS_KEY, module_name):
            merged = self._options_above_modules(inner)
            if module_name is not None and not inner.global_only:
                found = self._options_from[module_name] = self._in_module(_OPTIONS_KEY, HASH_STRATEGY, inner)
                merged = _merged(merged, check_module_options(found, module_name))
            self._options_from[module_name] = merged
        return options_of(merged)

    def _options_above_modules(self, invocation: Invocation) -> Found | None:
        """Those of the global layer and the environment, which are read once."""
        layers: dict[str, Look] = {"global": self._in_global}
        if not invocation.global_only:
            layers["environment"] = self._in_environment
        merged: Found | None = None
        for name, look in layers.items():
            if name not in self._layer_options:
                if name == "global":
                    self._layer_options[name] = None  # for the look-ups that this one causes
                found = self._options_from[invocation.module_name] = look(_OPTIONS_KEY, HASH_STRATEGY, invocation)
                self._layer_options[name] = check_module_options(found, None)
            merged = _merged(merged, self._layer_options[name])
        return merged


def _merged(above: Found | None, below: Found | None) -> Found | None:
    if above is None or below is None:
        return below if above is None else above
    return Found(below.value.merge(above.value), above.origins + below.origins)


def _dug(key: LookupKey, found: Found | None) -> Found | None:
    """The part of a value that the key's other segments lead to."""
    if found is None or not key.segments:
        return found
    value = found.value
    if isinstance(value, Unknown) and value.likely is not NOTHING:
        inner = dig(key.text, key.segments, value.likely)
        doubt = Unknown(*value.reasons, unless=value.unless)
        return (
            found._replace(value=doubt, doubtful=True)
            if inner is MISSING
            else Found(likely(doubt, inner), found.origins)
        )
    value = dig(key.text, key.segments, value)
    return None if value is MISSING else found._replace(value=value)
