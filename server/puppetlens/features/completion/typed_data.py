"""What may stand at a place of data: by the type of the parameter that a key sets, by what the format itself takes, and by
what stands in places alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from ...data.node import Mapping, Node, Sequence, key_text
from ...model.summary import Facet
from .data_place import path_of
from .members import Below, Written, below_at, element, written_in
from .place import Place

#: So many files are looked at for what stands in the same place.
_FILES = 12
_STRATEGIES = "Enum['first', 'unique', 'hash', 'deep']"
#: What `lookup_options` takes (`Puppet::Pops::Lookup`).
_OPTIONS = (
    f"Hash[String, Struct[{{Optional[merge] => Variant[{_STRATEGIES}, Struct[{{strategy => {_STRATEGIES}, "
    "Optional[knockout_prefix] => String, Optional[sort_merged_arrays] => Boolean, "
    "Optional[merge_hash_arrays] => Boolean}]], Optional[convert_to] => Variant[Enum['Sensitive', 'Integer', "
    "'Float', 'Numeric', 'Boolean', 'String', 'Array', 'Hash', 'Timestamp', 'Timespan', 'SemVer'], Array]}]]"
)


def type_of_key(place: Place) -> str:
    """The type, as source, of the mapping that a key is written in; empty where nothing is known."""
    return _type_at(place, path_of(place)).text


def member_at(place: Place, name: str) -> Below | None:
    """What is declared of a key of the mapping that the place is a key of."""
    return below_at(place.view, _type_at(place, path_of(place)), name)


def type_of_value(place: Place) -> str:
    """That of the value, or of the element of a list, which stands at the place."""
    text = _type_at(place, path_of(place)).text
    return element(place.view, text) if text and is_element(place) else text


def is_element(place: Place) -> bool:
    before = place.before.strip("'\" ")
    return before.endswith(("-", "[")) or ("[" in before and before.endswith(","))


def keys_elsewhere(place: Place) -> Counter[str]:
    """The keys that mappings have in the same place of this and other files, or beside it: how often each."""
    snapshot, path, found = place.view.snapshot, path_of(place), Counter[str]()
    others = (where for _, where in place.view.keys(path[0])) if path else ()
    inner = [""] * len(path[1:-1])
    ways = {tuple(path), *({(*path[:-1], ""), (*path[:1], *inner, path[-1])} if path[1:] else ())}
    for each in islice(dict.fromkeys((place.view.path, *others)), _FILES) if path else ():
        data = snapshot.data(each)
        if data is not None:
            for way in ways:
                found.update(key_text(key) for mapping in _reached(data.root, list(way)) for key, _ in mapping.entries)
    return found


def _reached(node: Node | None, path: list[str]) -> Iterator[Mapping]:
    """The mappings that keys lead to, through lists; an empty key leads to all that is there."""
    if isinstance(node, Sequence):
        for item in node.items:
            yield from _reached(item, path)
    elif isinstance(node, Mapping) and not path:
        yield node
    elif isinstance(node, Mapping):
        for key, value in node.entries:
            if path[0] in ("", key_text(key)):
                yield from _reached(value, path[1:])


def _type_at(place: Place, path: list[str]) -> Written:
    """Empty where nothing is known."""
    if place.owner == "hiera.yaml":
        from ...hiera.config import CONFIG_TYPE  # a server starts without Hiera

        type_ = Written(CONFIG_TYPE)
    elif place.owner == "hiera" and path:
        type_ = Written(_OPTIONS) if path[0] == "lookup_options" else _of_parameter(place, path[0])
        path = path[1:]
    else:
        return Written("")
    for key in path:
        found = below_at(place.view, type_, key) if type_.text else None
        type_ = found.type if found is not None else Written("")
    return type_


def _of_parameter(place: Place, key: str) -> Written:
    class_name, _, name = key.rpartition("::")
    found = place.view.find("class", class_name, Facet.SIGNATURE) if class_name else None
    parameter = found.definition.parameter(name) if found is not None else None
    if found is None or parameter is None:
        return Written("")
    return written_in(place.view, found.path, found.place.parameters[name].span, parameter.type or "")
