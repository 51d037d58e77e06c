"""An environment: where its manifests, modules and data are.

`load_environment` follows Puppet exactly; `discovery.py` makes sense of what people open in an editor.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from posixpath import basename, join, normpath
from typing import Literal, NamedTuple

from .files import Files, walk

Kind = Literal["environment", "module", "modules", "loose"]

_MODULE_NAME = re.compile(r"[a-z][a-z0-9_]*")
_SETTING = re.compile(r"\s*(\w+)\s*=\s*(.*?)\s*")
_SECTION = re.compile(r"\s*\[([^\]]*)\]")


class Environment(NamedTuple):
    """An environment. Paths are absolute; `modulepath` may name folders that do not exist."""

    root: str
    name: str
    modulepath: tuple[str, ...]
    #: a file, or a folder whose .pp files all belong to the main manifest
    manifest: str
    hiera_config: str
    config_version: str | None = None
    kind: Kind = "environment"
    #: a module that is not on the module path but found all the same, as (name, folder)
    own_module: tuple[str, str] | None = None

    def modules(self, files: Files) -> dict[str, str]:
        """Module name -> its folder; the first on the module path wins, names of other shapes are none."""
        found: dict[str, str] = dict([self.own_module] if self.own_module else [])
        for folder in self.modulepath:
            for name in files.list(folder):
                path = join(folder, name)
                if name not in found and _MODULE_NAME.fullmatch(name) and files.is_dir(path):
                    found[name] = path
        return found

    def manifests(self, files: Files) -> tuple[str, ...]:
        """The files of the main manifest, in the order Puppet evaluates them."""
        if files.is_dir(self.manifest):
            return tuple(sorted(walk(files, self.manifest, ".pp")))
        return (self.manifest,) if files.is_file(self.manifest) else ()

    def is_main_manifest(self, path: str) -> bool:
        """Puppet compares the texts of the paths, no more."""
        return self.kind in ("environment", "loose") and path.startswith(self.manifest)


def load_environment(
    files: Files, root: str, name: str | None = None, basemodulepath: Sequence[str] = ()
) -> Environment:
    """The environment in the folder `root`, as Puppet reads its environment.conf (or does without)."""
    root = normpath(root)
    name = name or basename(root)
    settings = read_settings(files.read(join(root, "environment.conf")) or b"")
    values = {"environment": name, "basemodulepath": ":".join(basemodulepath)}

    def absolute(path: str) -> str:
        return normpath(join(root, _interpolate(path, values)))

    if "modulepath" in settings:
        entries = [
            path
            for entry in settings["modulepath"].split(":")
            for path in _interpolate(entry, values).split(":")
            if path and "$" not in path
        ]
        modulepath = tuple(path for entry in entries for path in _expand(files, normpath(join(root, entry))))
    else:
        modulepath = (join(root, "modules"), *basemodulepath)
    config_version = settings.get("config_version")
    return Environment(
        root,
        name,
        modulepath,
        absolute(settings.get("manifest") or "manifests"),
        join(root, "hiera.yaml"),
        absolute(config_version) if config_version else None,
    )


def read_settings(data: bytes) -> dict[str, str]:
    """The settings of an environment.conf; those below a section's title do not count."""
    settings: dict[str, str] = {}
    for line in data.decode("utf-8", "replace").splitlines():
        if line.lstrip().startswith("#"):
            continue
        section = _SECTION.match(line)
        if section and section[1] != "main":
            break
        setting = _SETTING.fullmatch(line)
        if setting:
            settings[setting[1]] = setting[2]
    return settings


def _interpolate(text: str, values: Mapping[str, str]) -> str:
    """`$name` and `${name}`; a setting that is not known stays as it is written."""
    return re.sub(r"\$(?:\{(\w+)\}|(\w+))", lambda found: values.get(found[1] or found[2], found[0]), text)


def _expand(files: Files, pattern: str) -> Iterator[str]:
    """The folders a module path entry with `*`, `?`, `[...]` or `{...}` stands for; others as they are."""
    braces = re.search(r"\{([^{}]*)\}", pattern)
    if braces:
        for choice in braces[1].split(","):
            yield from _expand(files, pattern[: braces.start()] + choice + pattern[braces.end() :])
        return
    if not re.search(r"[*?\[]", pattern):
        yield pattern
        return
    paths = [""]
    for part in pattern.strip("/").split("/"):
        if not re.search(r"[*?\[]", part):
            paths = [f"{path}/{part}" for path in paths]
        else:
            paths = [
                f"{path}/{name}"
                for path in paths
                for name in files.list(path or "/")
                if fnmatchcase(name, part) and not name.startswith(".")
            ]
    yield from (path for path in paths if files.is_dir(path))
