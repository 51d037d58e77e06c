"""Which modules of an environment Puppet has: it looks into each one's metadata.json, and leaves out those it cannot use.

As `Puppet::Module#load_metadata` does. What it fails at altogether (a number for a name, a dependency that is a text) is no matter
of one module: no catalog of the environment compiles, and the check METADATA_REFUSED tells why.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from .environment import Environment
from .files import Files

#: What a metadata.json has to give (null is nothing), in the order in which Puppet asks.
NEEDED = ("source", "author", "version", "license", "dependencies")
#: How many files of metadata are remembered.
_MOST = 2000


class Refusal(NamedTuple):
    """Why Puppet does not load a module: its words before and behind the module's name, and a value that they end with
    in single quotes, as Ruby writes it. A broken file is a reason where the setting `strict` is `error`, else a warning."""

    before: str
    behind: str
    value: object = None
    is_broken: bool = False


class LoadedModules(NamedTuple):
    """By their names: the folders of those that Puppet loads, and what it has against the metadata of some."""

    folders: Mapping[str, str]
    refusals: Mapping[str, Refusal] = MappingProxyType({})


def loaded_modules(environment: Environment, files: Files, strict: str) -> LoadedModules:
    """Those of an environment, with the setting `strict` at hand."""
    folders, refusals = environment.modules(files), {}
    for name, folder in tuple(folders.items()):
        data = files.read(f"{folder}/metadata.json")
        refusal = None if data is None else _refusal(data)
        if refusal is not None:
            refusals[name] = refusal
            if strict == "error" or not refusal.is_broken:
                del folders[name]
    return LoadedModules(folders, refusals)


@lru_cache(_MOST)
def _refusal(data: bytes) -> Refusal | None:
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return _broken(data)
    if not document or not isinstance(document, (dict, str)):
        return None
    given = document if isinstance(document, dict) else {}
    missing = next((each for each in NEEDED if given.get(each) is None), None)
    if missing is not None:
        return Refusal(f"No {missing} module metadata provided for ", "")
    if not isinstance(given["dependencies"], list):
        before = "The value for the key dependencies in the file metadata.json of the module "
        return Refusal(before, " must be an array, not: ", given["dependencies"])
    return None


def _broken(data: bytes) -> Refusal | None:
    """Ruby takes more than Python does: comments."""
    from ..data.json_text import JsonError, parse_json  # few are broken

    try:
        parse_json(data)
    except JsonError as error:
        said = f" has an invalid and unparsable metadata.json file. The parse error: {error}"
        return Refusal("", said, is_broken=True)
    return None
