"""The settings of old that name a data provider: in environment.conf and in a module's metadata.json.

A hiera.yaml of version 5 wins over them.
"""

from __future__ import annotations

import json
import posixpath
from functools import lru_cache

from puppetlens.base.errors import PuppetError
from puppetlens.project.environment import read_settings

from .layer import Layer, function_layer, open_layer
from .surroundings import Surroundings

#: The names of those that there are.
PROVIDERS = ("none", "hiera", "function")


def environment_layer(surroundings: Surroundings, root: str) -> Layer | None:
    """The environment's layer; None where it has no data."""
    layer = open_layer(surroundings, "environment", root)
    path = posixpath.join(root, "environment.conf")
    settings = read_settings(surroundings.files.read(path) or b"")
    name = settings.get("environment_data_provider", "").strip("'\"") or None
    if name is None:
        return layer
    if layer is not None and layer.config.version >= 5:
        _warn(surroundings, f"Defining environment_data_provider='{name}' in environment.conf is deprecated", path)
        if name != "hiera":
            _warn(
                surroundings,
                f"The environment_data_provider='{name}' setting is ignored since '{layer.config.path}' version >= 5",
                path,
            )
        return layer
    message = f"Defining environment_data_provider='{name}' in environment.conf is deprecated."
    _warn(surroundings, message + _instead(layer), path)
    if name == "function":
        return function_layer(surroundings, "environment", root, "environment::data", None)
    if name == "hiera":
        return layer or open_layer(surroundings, "environment", root, default=True)
    if name not in PROVIDERS:
        raise PuppetError(
            f"Environment '{surroundings.environment_name}', cannot find environment_data_provider '{name}'"
        )
    return None


def module_layer(surroundings: Surroundings, root: str, module_name: str) -> Layer | None:
    """A module's layer; None where it has no data."""
    layer = open_layer(surroundings, "module", root, module_name)
    path = posixpath.join(root, "metadata.json")
    name = _metadata_provider(surroundings.files.read(path))
    if name is None:
        return layer
    message = f'Defining "data_provider": "{name}" in metadata.json is deprecated.'
    if layer is not None and layer.config.version >= 5:
        _warn(surroundings, f"{message} It is ignored since a 'hiera.yaml' with version >= 5 is present", path)
        return layer
    _warn(surroundings, message + _instead(layer), path)
    if name == "function":
        return function_layer(surroundings, "module", root, f"{module_name}::data", module_name)
    if name == "hiera":
        return layer or open_layer(surroundings, "module", root, module_name, default=True)
    if name not in PROVIDERS:
        # Puppet trips over its own sentence.
        sentence = "Environment '%{env}', cannot find module_data_provider '%{provider}'"
        raise PuppetError(f"undefined method `%' for #<Puppet::Error: {sentence}>")
    return None


@lru_cache(maxsize=1024)
def _metadata_provider(content: bytes | None) -> str | None:
    try:
        document = json.loads(content or b"null")
    except (ValueError, RecursionError):
        return None
    name = document.get("data_provider") if isinstance(document, dict) else None
    return name if isinstance(name, str) else None


def _instead(layer: Layer | None) -> str:
    return " A 'hiera.yaml' file should be used instead" if layer is None else ""


def _warn(surroundings: Surroundings, message: str, path: str) -> None:
    if surroundings.language.strict != "off":
        surroundings.warn_once(message, path)
