"""The deep merge of two values with its options, as the deep_merge gem does it for Puppet."""

from __future__ import annotations

from typing import Any, NamedTuple

from puppetlens.types.values import Hash, Unknown, Value, identity

from .errors import RubyError


class DeepMergeOptions(NamedTuple):
    """The options that Puppet allows, and those that only Hiera 3 could pass."""

    knockout_prefix: str | None = None
    sort_merged_arrays: bool = False
    merge_hash_arrays: bool = False
    overwrite_arrays: bool = False
    extend_existing_arrays: bool = False


def deep_merge(source: Value, target: Value, options: DeepMergeOptions) -> Value:
    """`source` merged over `target`; hashes by key, arrays as sets, anything else is replaced."""
    if options.knockout_prefix == "":
        raise RubyError("knockout_prefix cannot be an empty string in deep_merge!")
    if source is None:
        return target
    if isinstance(source, Unknown) or isinstance(target, Unknown):
        return _with_unknown(source, target)
    if target is None or target is False:
        return source
    if isinstance(source, Hash):
        return _merge_hash(source, target, options)
    if isinstance(source, tuple):
        return _merge_array(source, target, options)
    if isinstance(target, tuple) and options.extend_existing_arrays:
        return (*target, source)
    return _overwrite(source, options)


def _with_unknown(source: Value, target: Value) -> Unknown:
    reasons = [reason for value in (source, target) if isinstance(value, Unknown) for reason in value.reasons]
    return Unknown(*reasons)


def _merge_hash(source: Hash, target: Value, options: DeepMergeOptions) -> Value:
    if not isinstance(target, Hash):
        if not source:
            return target
        if isinstance(target, tuple) and options.extend_existing_arrays:
            return (*target, source)
        return _overwrite(source, options)
    merged: dict[object, tuple[Value, Value]] = {identity(key): (key, value) for key, value in target.pairs()}
    for key, value in source.pairs():
        old = merged.get(identity(key))
        below = old[1] if old is not None else None
        # A missing or false target is merged with a copy of the source, which knocks out within itself.
        if below is None or below is False:
            below = value
        merged[identity(key)] = (old[0] if old else key, deep_merge(value, below, options))
    return Hash(merged.values())


def _merge_array(source: tuple[Value, ...], target: Value, options: DeepMergeOptions) -> Value:
    if options.overwrite_arrays:
        return source
    prefix = options.knockout_prefix
    if prefix is not None and prefix in [item for item in source if isinstance(item, str)]:
        # The prefix alone clears the target.
        target = type(target)() if isinstance(target, (tuple, Hash, str)) else None
        source = tuple(item for item in source if item != prefix)
    if not isinstance(target, tuple):
        return _overwrite(source, options)
    if prefix is not None:
        knocked = {item for item in source if isinstance(item, str) and item.startswith(prefix)}
        gone = knocked | {item.removeprefix(prefix) for item in knocked}
        target = tuple(item for item in target if not (isinstance(item, str) and item in gone))
        source = tuple(item for item in source if not (isinstance(item, str) and item in knocked))
    if options.merge_hash_arrays and all(isinstance(item, Hash) for item in (*source, *target)):
        return _merge_hashes_by_index(source, target, options)
    result = union(target, source)
    return sort(result) if options.sort_merged_arrays else result


def _merge_hashes_by_index(
    source: tuple[Value, ...], target: tuple[Value, ...], options: DeepMergeOptions
) -> tuple[Value, ...]:
    merged = [deep_merge(source[at] if at < len(source) else Hash(), item, options) for at, item in enumerate(target)]
    result = (*merged, *source[len(target) :])
    return sort(result) if options.sort_merged_arrays else result


def _overwrite(source: Value, options: DeepMergeOptions) -> Value:
    prefix = options.knockout_prefix
    if prefix is None:
        return source
    if isinstance(source, str):
        return "" if source.startswith(prefix) else source
    if isinstance(source, tuple):
        return tuple(item for item in source if not (isinstance(item, str) and item.startswith(prefix)))
    return source


def union(*arrays: tuple[Value, ...]) -> tuple[Value, ...]:
    """The elements of all arrays in order, each once (Ruby's `Array#|`)."""
    seen: dict[object, Value] = {}
    for array in arrays:
        for item in array:
            seen.setdefault(identity(item), item)
    return tuple(seen.values())


def sort(array: tuple[Value, ...]) -> tuple[Value, ...]:
    """Ruby's `Array#sort`: numbers with numbers, strings with strings."""

    def order(item: Value) -> Any:
        return item.encode("utf-8") if isinstance(item, str) else item

    numbers = all(isinstance(item, (int, float)) and not isinstance(item, bool) for item in array)
    if len(array) < 2 or numbers or all(isinstance(item, str) for item in array):
        return tuple(sorted(array, key=order))
    names = {str: "String", bool: "true", tuple: "Array", Hash: "Hash", type(None): "nil"}
    first, second = (names.get(type(item), str(item)) for item in array[:2])
    raise RubyError(f"comparison of {first} with {second} failed")
