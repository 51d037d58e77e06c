"""Back ends written as functions: what a look-up asks of the evaluator, and the context it hands over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from puppetlens.types import parse_type
from puppetlens.types.aliases import AliasType
from puppetlens.types.type import Type, register
from puppetlens.types.values import Hash, Value, identity, unknown_in

#: The block of a method call, taking Puppet values.
Block = Callable[..., Value]


class NotFound(Exception):
    """Thrown by `$context.not_found`: this back end does not have the key."""


class Functions(Protocol):
    """The functions that hiera.yaml may name."""

    def find(self, kind: str, name: str) -> Callable[[tuple[Value, ...]], Value] | None:
        """The function as something to call, or None where there is none.

        `kind` is `data_hash`, `lookup_key` or `data_dig`. A function written in Ruby gives Unknown.
        `NotFound` passes through a call.
        """


class LookupContext:
    """Puppet's `Puppet::LookupContext`: `$context` of a back end, with a cache for each hierarchy level."""

    def __init__(
        self,
        environment_name: str,
        module_name: str | None,
        cache: dict[object, tuple[Value, Value]],
        interpolate: Callable[[Value], Value],
        read_file: Callable[[str], str],
        read_data: Callable[[str, Hash], Value],
    ) -> None:
        self.environment_name = environment_name
        self.module_name = module_name
        self._cache = cache
        self._interpolate = interpolate
        self._read_file = read_file
        #: `yaml_data` and the like, called by name with options.
        self.read_data = read_data

    def not_found(self) -> Value:
        raise NotFound

    def interpolate(self, value: Value) -> Value:
        return self._interpolate(value)

    def cache(self, key: Value, value: Value) -> Value:
        self._cache[identity(key)] = (key, value)
        return value

    def cache_all(self, values: Hash) -> Value:
        for key, value in values.pairs():
            self.cache(key, value)
        return None

    def cache_has_key(self, key: Value) -> Value:
        return identity(key) in self._cache

    def cached_value(self, key: Value) -> Value:
        return self._cache.get(identity(key), (None, None))[1]

    def cached_entries(self, block: Block | None = None, arity: int = 1) -> Value:
        """The entries as pairs, or undef once a block of one or two parameters has seen each of them."""
        entries = tuple(self._cache.values())
        if block is None:
            return entries
        for entry in entries:
            if arity == 2:
                block(*entry)
            else:
                block(entry)
        return None

    def cached_file_data(self, path: str, block: Block | None = None) -> Value:
        content = self._read_file(path)
        return content if block is None else block(content)

    def call(self, method: str, arguments: tuple[Value, ...], block: Block | None, arity: int) -> Value:
        """What `$context.method(...)` gives in a manifest; `arity` is the block's."""
        unknown = unknown_in(*arguments)
        if unknown is not None:
            return unknown
        if method in ("environment_name", "module_name", "not_found"):
            found = getattr(self, method)
            return found() if callable(found) else found
        if method == "explain":
            # Nobody asks for the explanation, so its block is not called.
            return None
        if method == "cached_entries":
            return self.cached_entries(block, arity)
        if method == "cached_file_data":
            return self.cached_file_data(str(arguments[0]), block)
        return getattr(self, method)(*arguments)


#: The functions that read data files; a manifest may call them with options and the context.
DATA_FUNCTIONS = frozenset(("yaml_data", "json_data"))

#: The attributes and methods that a manifest may call on the context.
METHODS = frozenset(
    (
        "environment_name",
        "module_name",
        "not_found",
        "explain",
        "interpolate",
        "cache",
        "cache_all",
        "cache_has_key",
        "cached_value",
        "cached_entries",
        "cached_file_data",
    )
)


class LookupContextType(Type):
    """`Puppet::LookupContext`."""

    name = "Puppet::LookupContext"

    def contains(self, value: Value) -> bool:
        return isinstance(value, LookupContext)


register(
    LookupContextType(),
    AliasType("Puppet::LookupKey", lambda: parse_type("Variant[String, Numeric]")),
    AliasType("Puppet::LookupValue", lambda: parse_type("RichData")),
)
