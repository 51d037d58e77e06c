"""Merge strategies: how what several places hold for one key becomes one value.

Follows `Puppet::Pops::MergeStrategy`. Values come highest priority first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import msgspec

from puppetlens.types.ruby_text import to_s
from puppetlens.types.values import NOTHING, Hash, Unknown, Value, unknown_in

from .check_type import assert_instance
from .deep_merge import DeepMergeOptions, deep_merge, union
from .errors import Found, RubyError

T = TypeVar("T")

_STRATEGIES = ("first", "default", "hash", "unique", "deep", "unconstrained_deep", "reverse_deep")
_NO_OPTIONS = DeepMergeOptions()
_DEEP = ("deep", "unconstrained_deep", "reverse_deep")


#: What the last merges gave: files that are kept give the very same values to each compilation.
_MERGED: dict[tuple[object, ...], tuple[Value, Value, Value]] = {}
_MOST = 512


class MergeStrategy(msgspec.Struct, frozen=True):
    """A strategy by its name, with the options of a deep merge."""

    name: str = "default"
    options: DeepMergeOptions = _NO_OPTIONS

    @property
    def takes_first(self) -> bool:
        """Whether the first value counts alone."""
        return self.name in ("first", "default")

    def search(self, places: Sequence[T], look: Callable[[T], Found | None]) -> Found | None:
        """Ask each place in turn; None where no place has the key."""
        if self.takes_first:
            return self._first_of(places, look)
        if len(places) == 1:
            found = look(places[0])
            return found if found is None else found._replace(value=self._single(found.value))
        return self._merged(map(look, places))

    def _first_of(self, places: Sequence[T], look: Callable[[T], Found | None]) -> Found | None:
        """The first; likely the one below where a place cannot be asked."""
        doubt: Found | None = None
        for place in places:
            found = look(place)
            if found is None:
                continue
            if not found.doubtful:
                return found if doubt is None else Found(likely(doubt.value, found.value), found.origins)
            doubt = doubt or found
        return doubt

    def _merged(self, answers: Iterable[Found | None]) -> Found | None:
        """All of them in one value; a likely one where a place cannot be asked."""
        doubt: Found | None = None
        result: Found | None = None
        for found in answers:
            if found is None:
                continue
            value = found.value
            if isinstance(value, Unknown) and (found.doubtful or value.likely is not NOTHING):
                doubt = doubt or found
                if found.doubtful:
                    continue
                value = value.likely
            if result is None:
                result = Found(self._first(value), found.origins)
            else:
                result = Found(self.merge(result.value, value), result.origins + found.origins)
        if doubt is None or result is None:
            return doubt if result is None else result
        return Found(likely(doubt.value, result.value), result.origins)

    def merge(self, above: Value, below: Value) -> Value:
        """`above` has the higher priority."""
        unknown = unknown_in(above, below)
        if unknown is not None:
            return unknown
        key = (self.name, self.options, id(above), id(below))
        known = _MERGED.get(key)
        if known is None or known[0] is not above or known[1] is not below:
            while len(_MERGED) >= _MOST:
                _MERGED.pop(next(iter(_MERGED)), None)
            known = _MERGED[key] = above, below, self._merge(above, below)
        return known[2]

    def _merge(self, above: Value, below: Value) -> Value:
        self._check("The first element of the merge", above)
        self._check("The second element of the merge", below)
        if self.name == "hash":
            merged: Hash = below.merge(above)
            return merged
        if self.name == "unique":
            return union(self._first(above), self._first(below))
        if self.name == "reverse_deep":
            above, below = below, above
        return deep_merge(above, below, self.options)

    def _check(self, subject: str, value: Value) -> None:
        expected = {"hash": "Hash[String, Data]", "unique": "Variant[Scalar, Array[Data]]"}.get(self.name)
        if expected is not None:
            assert_instance(subject, expected, value)

    def _first(self, value: Value) -> Value:
        """The form in which the first value takes part in a merge."""
        if self.name != "unique" or isinstance(value, Unknown):
            return value
        return tuple(_flatten(value)) if isinstance(value, tuple) else (value,)

    def _single(self, value: Value) -> Value:
        return union(value) if self.name == "unique" and isinstance(value, tuple) else value


def likely(doubt: Unknown, value: Value) -> Unknown:
    """What a key has, unless the place has it that could not be asked."""
    if not isinstance(value, Unknown):
        return doubt.with_likely(value)
    return Unknown(*doubt.reasons, *value.reasons, likely=value.likely, unless=doubt.unless)


DEFAULT_STRATEGY = MergeStrategy()
HASH_STRATEGY = MergeStrategy("hash")


def merge_strategy(merge: Value | MergeStrategy) -> MergeStrategy:
    """The strategy that a `merge` argument or option means: undef, a name, or a hash with `strategy`."""
    if merge is None or merge is False:
        return DEFAULT_STRATEGY
    if isinstance(merge, MergeStrategy):
        return merge
    options = merge if isinstance(merge, Hash) else Hash()
    name = merge.get("strategy") if isinstance(merge, Hash) else merge
    if name is None:
        raise RubyError(
            "The hash given as 'merge' must contain the name of a strategy in string form for the key 'strategy'"
        )
    if name not in _STRATEGIES:
        raise RubyError(f"Unknown merge strategy: '{to_s(name)}'")
    if len(options) <= 1:
        return MergeStrategy(name)
    assert_instance("The merge options", _options_type(name), options)
    if name not in _DEEP:
        return MergeStrategy(name)
    known = {key: value for key, value in options.pairs() if key in DeepMergeOptions._fields and value is not None}
    return MergeStrategy(name, DeepMergeOptions(**known))


def _options_type(name: str) -> str:
    if name == "deep":
        return (
            "Struct[{strategy=>Optional[Pattern[/deep/]], knockout_prefix=>Optional[String], "
            "merge_debug=>Optional[Boolean], merge_hash_arrays=>Optional[Boolean], "
            "sort_merged_arrays=>Optional[Boolean]}]"
        )
    if name in _DEEP:
        return "Hash[String[1], Any]"
    return f"Struct[{{strategy=>Optional[Pattern[/{name}/]]}}]"


def _flatten(array: tuple[Value, ...]) -> Iterable[Value]:
    for item in array:
        if isinstance(item, tuple):
            yield from _flatten(item)
        else:
            yield item
