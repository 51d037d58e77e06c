"""The facts of a node: `<environment>/facts/<certname>.json` (or `.yaml`), or a file that is named.

The file is what `puppet facts show` prints, or `{"name": ..., "values": {...}}` as PuppetDB and older
Puppets have it. The key `trusted`, which is no fact, may give the node's trusted information, above all its
`extensions`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from posixpath import join
from typing import Any, NamedTuple

from ..data.node import to_data
from .files import Files

#: In the order in which they are looked for.
_EXTENSIONS = (".json", ".yaml", ".yml")


class FactsError(Exception):
    """A facts file that cannot be used, and why."""


class NodeFacts(NamedTuple):
    """Facts as JSON data, and what the file says of the node's trusted information. Shared by all who ask."""

    facts: Mapping[str, Any]
    trusted: Mapping[str, Any]
    path: str


def find_facts(files: Files, environment_root: str, certname: str) -> NodeFacts | None:
    """The facts that the environment keeps for a node; None where it keeps none."""
    path = find_facts_file(files, environment_root, certname)
    return None if path is None else read_facts(files, path)


def is_certname(name: str) -> bool:
    """Whether a text can name a node, and the files kept for it: it is no path."""
    return not any(each in name for each in "/\\\0") and name not in ("", ".", "..")


def find_facts_file(files: Files, environment_root: str, certname: str) -> str | None:
    """The file in which the environment keeps the facts of a node."""
    if not is_certname(certname):
        return None
    paths = (join(environment_root, "facts", certname + extension) for extension in _EXTENSIONS)
    return next((path for path in paths if files.is_file(path)), None)


def list_nodes(files: Files, environment_root: str) -> tuple[str, ...]:
    """The certnames of the nodes that the environment keeps facts of, sorted."""
    folder = join(environment_root, "facts")
    names = [name for name in files.list(folder) if name.endswith(_EXTENSIONS) and name[0] != "."]
    return tuple(sorted({name.rpartition(".")[0] for name in names if files.is_file(join(folder, name))}))


def read_facts(files: Files, path: str) -> NodeFacts:
    """The facts in a file; raises `FactsError`."""
    content = files.read(path)
    if content is None:
        raise FactsError(f"{path}: {files.refusal(path) or 'no such file'}")
    return _read(content, path)


@lru_cache(maxsize=64)
def _read(content: bytes, path: str) -> NodeFacts:
    data = _parse(content, path)
    if not isinstance(data, dict):
        raise FactsError(f"{path}: the facts must be a hash")
    facts = dict(data["values"]) if isinstance(data.get("values"), dict) else dict(data)
    trusted = facts.pop("trusted", {})
    if not isinstance(trusted, dict):
        raise FactsError(f"{path}: 'trusted' must be a hash")
    return NodeFacts(facts, trusted, path)


def _parse(content: bytes, path: str) -> Any:
    try:
        return json.loads(content) if path.endswith(".json") else _parse_yaml(content, path)
    except RecursionError:
        raise FactsError(f"{path}: the facts are nested too deep") from None
    except ValueError as error:
        raise FactsError(f"{path}: {error}") from None


def _parse_yaml(content: bytes, path: str) -> Any:
    from ..data import psych  # who compares nodes reads facts as JSON, mostly, and loads nothing that it does not need

    try:
        return to_data(psych.parse(content, path))
    except psych.YamlError as error:
        raise FactsError(f"{path}: {str(error).removeprefix(f'({path}): ')}") from None
