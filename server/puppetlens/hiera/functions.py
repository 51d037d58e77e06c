"""Back ends written as functions: what a look-up asks of the evaluator, and the context it hands over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from puppetlens.types.values import Hash, Value, identity

#: The block of a method call, taking Puppet values.
Block = Callable[..., Value]


class NotFound(Exception):
    """Thrown by `$context.not_found`: this back end does not have the key."""


class Functions(Protocol):
    """The functions that hiera.yaml may name."""

    def find(self, name: str, module_name: str | None) -> Callable[[tuple[Value, ...]], Value] | None:
        """The function as something to call, or None where there is none.

        `module_name` is the module that owns the hiera.yaml. A function written in Ruby gives Unknown.
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
    ) -> None:
        self.environment_name = environment_name
        self.module_name = module_name
        self._cache = cache
        self._interpolate = interpolate
        self._read_file = read_file

    def not_found(self) -> Value:
        raise NotFound

    def explain(self, block: Block) -> Value:
        """The explanation is not asked for, so the block is not called."""
        return None

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


#: The methods that a manifest may call on the context; attributes are the other two.
METHODS = (
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
ATTRIBUTES = ("environment_name", "module_name")
