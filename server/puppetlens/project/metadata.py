"""A module's metadata.json."""

from __future__ import annotations

import json
import re
from posixpath import basename
from typing import NamedTuple

from .files import Files

_NAME = re.compile(r"[\w-]+(?:/[\w-]+)?", re.ASCII)


class Dependency(NamedTuple):
    """A module that another one needs: its own name, the one of the Forge, and the versions, as they are written."""

    name: str
    forge_name: str
    versions: str


class Metadata(NamedTuple):
    """The parts that matter here. `name` is the module's own, without its author; names are lower case."""

    name: str
    author: str
    version: str
    #: the modules it needs
    requires: tuple[Dependency, ...]

    @property
    def dependencies(self) -> tuple[str, ...]:
        """Their own names (`stdlib` for `puppetlabs/stdlib`)."""
        return tuple(each.name for each in self.requires)

    @property
    def forge_name(self) -> str:
        return f"{self.author}-{self.name}" if self.author else self.name


def own_name(forge_name: str) -> str:
    """`stdlib` of `puppetlabs-stdlib` or `puppetlabs/stdlib`."""
    return forge_name.replace("/", "-", 1).partition("-")[2] or forge_name


def read_metadata(files: Files, module_root: str) -> Metadata | None:
    """The metadata of the module in `module_root`; None where there is none or it is no JSON object.

    Each start reads those of all modules, so Python's parser does it, which is thirty times as fast as `parse_json` of
    `data/json_text.py`; that one is for whoever wants the places.
    """
    data = files.read(f"{module_root}/metadata.json")
    if data is None:
        return None
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict):
        return None
    forge_name = _forge_name(document) or basename(module_root).lower()
    dependencies = document.get("dependencies")
    requires = [
        Dependency(own_name(name), name.replace("/", "-", 1), _versions(entry))
        for entry in (dependencies if isinstance(dependencies, list) else ())
        if isinstance(entry, dict) and (name := _forge_name(entry))
    ]
    author = forge_name.replace("/", "-", 1).partition("-")[0] if own_name(forge_name) != forge_name else ""
    version = document.get("version")
    return Metadata(own_name(forge_name), author, version if isinstance(version, str) else "", tuple(requires))


def _forge_name(entry: dict[str, object]) -> str | None:
    """What can be the name of a module."""
    name = entry.get("name")
    return name.lower() if isinstance(name, str) and _NAME.fullmatch(name) else None


def _versions(entry: dict[str, object]) -> str:
    versions = entry.get("version_requirement")
    return versions if isinstance(versions, str) else ""
