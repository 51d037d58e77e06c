"""The resource types that Puppet ships and those its packages bring along, as data: one JSON file a type.

All JSON files here are written by `tests/conformance/record_resource_types.rb` from real Puppet (version 7.23 and
Debian's packages of the `*_core` modules); they hold names, kinds, named values, namevars and title patterns, no texts.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from ...types.values import Value

#: Attributes of every resource.
METAPARAMETERS = (
    "alias",
    "audit",
    "before",
    "loglevel",
    "noop",
    "notify",
    "require",
    "schedule",
    "stage",
    "subscribe",
    "tag",
)


#: The values of those that take no others.
METAPARAMETER_VALUES = {
    "loglevel": ("debug", "info", "notice", "warning", "err", "alert", "emerg", "crit", "verbose"),
    "noop": ("true", "false"),
}


class Titled:
    """A resource type whose title says something of its attributes."""

    namevars: tuple[str, ...]
    #: Regular expressions in the order in which they are tried, with the attributes that their groups give.
    title_patterns: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def reads_titles(self) -> bool:
        return bool(self.title_patterns)

    def parse_title(self, title: str) -> dict[str, Value] | None:
        """The namevars that a title gives (`/a/` of a file: `path => /a`); None where no pattern matches.

        Puppet's error for None is "No set of title patterns matched the title "<title>".".
        """
        parsed = _parse_title(self.title_patterns, title)
        return None if parsed is None else dict(parsed)

    def identity(self, title: str, parameters: Mapping[str, Value]) -> tuple[Value, ...]:
        """What no two resources of an isomorphic type may have in common: the values of its namevars.

        `parameters` are those given, where `name` stands for a single namevar.
        """
        known: dict[str, Value] = {**(self.parse_title(title) or {}), **parameters}
        single = self.namevars[0] if len(self.namevars) == 1 else "name"
        known[single] = known.get(single) or known.get("name") or title
        return tuple(known.get(name) for name in sorted(self.namevars))


class NativeType(Titled, msgspec.Struct, frozen=True, eq=False):
    """A resource type written in Ruby: its attributes (name -> `property` or `parameter`), the values that these name
    (they may take others, too), and namevars. `closed` are, of attributes that take no others, those that Puppet lists
    where it refuses one: `values` without the other names of each.

    `module` is the name of the `*_core` module that has the type, None where Puppet itself does. Resources of
    a type that is not isomorphic may be the same thing twice (`exec`).
    """

    name: str
    module: str | None
    namevars: tuple[str, ...]
    attributes: Mapping[str, str]
    title_patterns: tuple[tuple[str, tuple[str, ...]], ...]
    isomorphic: bool
    values: Mapping[str, tuple[str, ...]] = {}
    closed: Mapping[str, tuple[str, ...]] = {}

    def has_attribute(self, name: str) -> bool:
        return name in self.attributes or name == "name"


@lru_cache(maxsize=65536)
def _parse_title(
    patterns: tuple[tuple[str, tuple[str, ...]], ...], title: str
) -> tuple[tuple[str, str | None], ...] | None:
    """Kept: a compilation asks several times for each resource, and the next one for the same titles."""
    from ...types.regex import search  # an editor, which must be quick to start, asks for no titles
    from ...types.values import Regexp

    for source, names in patterns:
        match = search(Regexp(source), title)
        if match is not None:
            return tuple(zip(names, match.groups(), strict=False))
    return None


@cache
def _stems() -> frozenset[str]:
    return frozenset(name[: -len(".json")] for name in os.listdir(*__path__) if name.endswith(".json"))


@cache
def _read(name: str) -> NativeType | None:
    if name not in _stems():
        return None
    with open(os.path.join(*__path__, f"{name}.json"), "rb") as file:
        data = json.loads(file.read())
    return NativeType(
        data["name"],
        data["module"],
        tuple(data["namevars"]),
        {attribute: each["kind"] for attribute, each in data["attributes"].items()},
        tuple((source, tuple(names)) for source, names in data["title_patterns"]),
        data["isomorphic"],
        *(
            {attribute: tuple(each[key]) for attribute, each in data["attributes"].items() if key in each}
            for key in ("values", "closed")
        ),
    )


def find(name: str, vendored: bool = False) -> NativeType | None:
    """The type of this name in lower case, or None; `vendored` finds those of the `*_core` modules too."""
    found = _read(name)
    return found if found is not None and (vendored or found.module is None) else None


@cache
def names(vendored: bool = False) -> tuple[str, ...]:
    """All types, sorted."""
    return tuple(sorted(name for name in _stems() if find(name, vendored) is not None))


def is_metaparameter(name: str) -> bool:
    return name in METAPARAMETERS
