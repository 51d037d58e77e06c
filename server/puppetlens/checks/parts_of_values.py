"""What one level of Hiera may hold for a key that `lookup_options` merge or convert, and what becomes of it.

Options count where all that the data say of a key are the same; else, and where a merge is not known, nobody knows.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from ..base.errors import PuppetError
from ..data.node import dig
from ..hiera.conversion import convert
from ..hiera.data_file import to_value
from ..hiera.merge import DEFAULT_STRATEGY, MergeStrategy, merge_strategy
from ..hiera.options import LookupOptions
from ..model.inference import types_of
from ..model.summary import Key
from ..model.view import View
from ..project.autoload import capitalised
from ..types import Type, TypeReferenceType, check_parameters, parse_type
from ..types.partial import partial_type
from ..types.strings import string_value
from ..types.tuples import StructElement, StructType
from ..types.type import walk_types
from ..types.values import EMPTY_HASH, Hash, Unknown, UnknownReason, Value, reasons_in

#: Merges that are told here; what the others make of a value depends on options that few write.
_TOLD = ("first", "default", "unique", "hash", "deep")
_MERGED = Unknown(UnknownReason(reason="merged"))


class Way(NamedTuple):
    """How a key is looked up."""

    strategy: MergeStrategy = DEFAULT_STRATEGY
    convert_to: Value = None


def way_of(view: View, key: Key) -> Way | None:
    """None where nobody knows."""
    values = _options(view, key)
    if not values:
        return Way()
    first = values[0]
    if not isinstance(first, Hash) or any(each != first for each in values):
        return None
    try:
        way = Way(merge_strategy(first.get("merge")), first.get("convert_to"))
    except PuppetError:
        return None
    is_told = way.strategy.name in _TOLD and (way.convert_to is None or way.strategy.takes_first)
    return way if is_told else None


def _options(view: View, key: Key) -> list[Value]:
    """All that `lookup_options` of files say of a key; those of other modules' data say nothing of it."""
    data_files = view.snapshot.data_files(view.site)
    patterns = view.once("patterns of keys", lambda: view.using_any("key_pattern"))
    found = []
    for path in dict.fromkeys((*patterns, *(path for path in view.using(key.entity) if path in data_files))):
        options = view.once(("options of keys", path), partial(_options_in, view, path))
        given = options.of(key.name) if options is not None else _MERGED
        if given is not EMPTY_HASH:
            found.append(given)
    return found


def _options_in(view: View, path: str) -> LookupOptions | None:
    """Those of a file; None where Puppet does not take them."""
    data = view.snapshot.data(path)
    options = dig(data.root, ("lookup_options",)) if data is not None else None
    value = to_value(options) if options is not None else None
    try:
        return LookupOptions(value if isinstance(value, Hash) else None)
    except PuppetError:
        return None


def part_of(strategy: MergeStrategy, type_: Type, value: Value) -> tuple[Type, Value]:
    """The type that a part has of a merged value, and the part as the merge takes it."""
    if strategy.name == "unique":
        return partial_type(type_, deep=False), value if isinstance(value, (Hash, Unknown)) else _elements(value)
    if strategy.name == "hash":
        return partial_type(type_, deep=False), value
    if strategy.name == "deep":
        options = strategy.options
        return partial_type(type_, True, options.merge_hash_arrays), _taking_part(value, options.knockout_prefix)
    return type_, value


def _elements(value: Value) -> Value:
    """Those of the set that it gives: what it nests is melted in, wherever that stands then."""
    return tuple(
        _MERGED if isinstance(each, tuple) else each for each in (value if isinstance(value, tuple) else (value,))
    )


def _taking_part(value: Value, knockout_prefix: str | None) -> Value:
    """What a deep merge keeps: `~` gives way to what other levels have, as does what is knocked out."""
    if value is None or (knockout_prefix and isinstance(value, str) and value.startswith(knockout_prefix)):
        return _MERGED
    if isinstance(value, tuple):
        return tuple(_taking_part(each, knockout_prefix) for each in value)
    if isinstance(value, Hash):
        return Hash(
            (key, _taking_part(each, knockout_prefix))
            for key, each in value.pairs()
            if _taking_part(key, knockout_prefix) is not _MERGED
        )
    return value


def converted(view: View, key: Key, value: Value, convert_to: Value) -> Value:
    """What `convert_to` makes of a value; raises a PuppetError with Puppet's words."""
    target = convert_to[0] if isinstance(convert_to, tuple) and convert_to else convert_to
    types = types_of(view)
    is_known = isinstance(target, str) and types.parsed(target) is not None
    if reasons_in(value) or not is_known:
        return _MERGED
    return convert(key.name, value, convert_to, lambda text: parse_type(text, types.resolve))


def mismatch(owner: str, parameter: str, type_: Type, value: Value) -> str | None:
    """Puppet's sentences where a value is not of the type of a parameter of the class `owner`."""
    element = StructElement(string_value(parameter), type_, parameter)
    try:
        check_parameters(f"Class[{capitalised(owner)}]", StructType((element,)), {parameter: value})
    except PuppetError as error:
        return error.message
    return None


def is_whole(type_: Type) -> bool:
    """Whether all of its names are known."""
    return not any(isinstance(each, TypeReferenceType) for each in walk_types(type_))
