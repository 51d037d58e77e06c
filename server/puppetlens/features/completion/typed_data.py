"""The type of what stands at a place of data: by the parameter that a key sets, and by what the format itself takes."""

from __future__ import annotations

from ...model.summary import Facet
from .data_place import path_of
from .members import below, element
from .place import Place

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
    return _type_at(place, path_of(place))


def type_of_value(place: Place) -> str:
    """That of the value, or of the element of a list, which stands at the place."""
    text = _type_at(place, path_of(place))
    return element(place.view, text) if text and is_element(place) else text


def is_element(place: Place) -> bool:
    before = place.before.strip("'\" ")
    return before.endswith(("-", "[")) or ("[" in before and before.endswith(","))


def _type_at(place: Place, path: list[str]) -> str:
    if place.owner == "hiera.yaml":
        from ...hiera.config import CONFIG_TYPE  # a server starts without Hiera

        text = CONFIG_TYPE
    elif place.owner == "hiera" and path:
        text = _OPTIONS if path[0] == "lookup_options" else _of_parameter(place, path[0])
        path = path[1:]
    else:
        return ""
    for key in path:
        text = below(place.view, text, key) if text else ""
    return text


def _of_parameter(place: Place, key: str) -> str:
    class_name, _, name = key.rpartition("::")
    found = place.view.find("class", class_name, Facet.SIGNATURE) if class_name else None
    parameter = found.definition.parameter(name) if found is not None else None
    return parameter.type or "" if parameter is not None else ""
