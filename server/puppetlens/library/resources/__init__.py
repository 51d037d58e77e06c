"""The resource types that Puppet ships, as data: one JSON file a type.

The files are written from the installed Puppet by tests/conformance/record_resource_types.rb; they hold names,
kinds and namevars, no texts.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

#: Attributes of every resource.
METAPARAMETERS = (
    "alias", "audit", "before", "loglevel", "noop", "notify", "require", "schedule", "stage", "subscribe", "tag",
)  # fmt: skip


@dataclass(frozen=True)
class NativeType:
    """A resource type written in Ruby: its attributes (name -> `property` or `parameter`) and namevars."""

    name: str
    namevars: tuple[str, ...]
    attributes: dict[str, str]

    def has_attribute(self, name: str) -> bool:
        return name in self.attributes or name == "name"


@cache
def find(name: str) -> NativeType | None:
    """The type of this name in lower case, or None."""
    path = files(__package__).joinpath(f"{name}.json")
    if not name.isidentifier() or not path.is_file():
        return None
    data = json.loads(path.read_text(encoding="utf-8"))
    kinds = {attribute: each["kind"] for attribute, each in data["attributes"].items()}
    return NativeType(data["name"], tuple(data["namevars"]), kinds)


def names() -> tuple[str, ...]:
    """All types, sorted."""
    return tuple(sorted(p.name[: -len(".json")] for p in files(__package__).iterdir() if p.name.endswith(".json")))


def is_metaparameter(name: str) -> bool:
    return name in METAPARAMETERS
