"""What a node classifier (ENC) says of a node: `<environment>/nodes/<certname>.yaml`, or a file that is named.

The file is what the classifier's program prints, YAML or JSON: a hash with `classes` (a list of names, or a hash from
each name to its parameters), `parameters` (top-scope variables) and `environment`. Puppet asks the program (setting
`external_nodes`); nothing is run here. A file of `nodes/` with other keys is somebody else's (data of Hiera) and no
answer of a classifier.
"""

from __future__ import annotations

from collections.abc import Mapping
from posixpath import join
from typing import Any, NamedTuple

from ..data import psych
from ..data.node import to_data
from .facts import is_certname
from .files import Files

#: In the order in which they are looked for.
_EXTENSIONS = (".yaml", ".yml", ".json")
_KEYS = frozenset({"classes", "parameters", "environment", "name"})


class EncError(Exception):
    """A classifier's answer that cannot be used, and why."""


class Classified(NamedTuple):
    """`classes` gives each class its parameters; in Puppet's order. `environment` None: the classifier has no wish."""

    classes: Mapping[str, Mapping[str, Any] | None]
    parameters: Mapping[str, Any]
    environment: str | None
    path: str


def find_classified(files: Files, environment_root: str, certname: str) -> Classified | None:
    """What the environment keeps for a node; None where it keeps nothing."""
    for extension in _EXTENSIONS if is_certname(certname) else ():
        path = join(environment_root, "nodes", certname + extension)
        if files.is_file(path):
            data = _parsed(files, path)
            if not isinstance(data, dict) or data.keys() <= _KEYS:
                return _classified(data, path)
    return None


def list_classified(files: Files, environment_root: str) -> tuple[str, ...]:
    """The certnames that the environment may keep an answer for, sorted."""
    names = files.list(join(environment_root, "nodes"))
    return tuple(sorted({name.rpartition(".")[0] for name in names if name.endswith(_EXTENSIONS) and name[0] != "."}))


def read_classified(files: Files, path: str) -> Classified:
    """The answer in a file; raises `EncError`."""
    return _classified(_parsed(files, path), path)


def _parsed(files: Files, path: str) -> Any:
    content = files.read(path)
    if content is None:
        raise EncError(f"{path}: {files.refusal(path) or 'no such file'}")
    try:
        return to_data(psych.parse(content, path))
    except psych.YamlError as error:
        raise EncError(f"{path}: {str(error).removeprefix(f'({path}): ')}") from None


def _classified(data: Any, path: str) -> Classified:
    if not isinstance(data, dict):
        raise EncError(f"{path}: what a node classifier prints is a hash with classes, parameters and environment")
    environment = data.get("environment")
    if environment is not None and not isinstance(environment, str):
        raise EncError(f"{path}: 'environment' must be a name")
    parameters = data.get("parameters")
    if parameters is not None and not isinstance(parameters, dict):
        raise EncError(f"{path}: 'parameters' must be a hash")
    # Puppet takes $environment from the environment alone.
    variables = {name: value for name, value in (parameters or {}).items() if name != "environment"}
    return Classified(_classes(data.get("classes"), path), variables, environment, path)


def _classes(classes: Any, path: str) -> Mapping[str, Mapping[str, Any] | None]:
    if isinstance(classes, list) and all(isinstance(name, str) for name in classes):
        return dict.fromkeys(classes)
    if isinstance(classes, dict) and all(given is None or isinstance(given, dict) for given in classes.values()):
        return classes
    if classes is None:
        return {}
    raise EncError(f"{path}: 'classes' must be a list of names, or a hash from each name to its parameters")
