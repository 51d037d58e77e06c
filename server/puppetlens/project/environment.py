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
_WORD = re.compile(r"\w+")
_SECTION = re.compile(r"\s*\[([^\]]*)\]")
_GLOB = re.compile(r"[*?\[]")
_BRACES = re.compile(r"\{([^{}]*)\}")
#: How many names the globs of a module path may stand for, or compare.
_MOST_NAMES = 10_000


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
    #: what of its settings is not followed, in sentences for people
    problems: tuple[str, ...] = ()

    def modules(self, files: Files) -> dict[str, str]:
        """Module name -> its folder; the first on the module path wins, names of other shapes are none."""
        found: dict[str, str] = dict([self.own_module] if self.own_module else [])
        for folder in self.modulepath:
            for name in files.list(folder):
                path = join(folder, name)
                if name not in found and _MODULE_NAME.fullmatch(name) and files.is_dir(path):
                    found[name] = path
        return found

    def libraries(self, files: Files) -> dict[str, str]:
        """Folders of the module path that are no modules, by their names: Puppet finds types in their `lib` all the same."""
        found: dict[str, str] = {}
        for folder in self.modulepath:
            for name in files.list(folder):
                if not _MODULE_NAME.fullmatch(name) and not name.startswith(".") and files.is_dir(join(folder, name)):
                    found.setdefault(name, join(folder, name))
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
    path = join(root, "environment.conf")
    refusal = None if (data := files.read(path)) is not None else files.refusal(path)
    problems = [] if refusal is None else [f"{path} is not read: {refusal}"]
    settings = read_settings(data or b"")
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
        globs = _Globs(files)
        modulepath = tuple(path for entry in entries for path in globs.folders(normpath(join(root, entry))))
        if globs.too_many:
            problems.append(f"the module path of {path} stands for too many folders: the rest is not looked at")
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
        problems=tuple(problems),
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
        name, equals, value = line.partition("=")
        if equals and _WORD.fullmatch(name := name.strip()):
            settings[name] = value.strip()
    return settings


def _interpolate(text: str, values: Mapping[str, str]) -> str:
    """`$name` and `${name}`; a setting that is not known stays as it is written."""
    return re.sub(r"\$(?:\{(\w+)\}|(\w+))", lambda found: values.get(found[1] or found[2], found[0]), text)


class _Globs:
    """The folders that the entries of one module path stand for: those with `*`, `?`, `[...]` or `{...}`, others as
    they are.

    A few words can stand for a billion folders, or for a walk over the whole disk, so there is a limit to both.
    """

    def __init__(self, files: Files) -> None:
        self._files = files
        self._left = _MOST_NAMES
        #: Whether the limit was reached.
        self.too_many = False

    def folders(self, pattern: str) -> Iterator[str]:
        for path in self._without_braces(pattern):
            if _GLOB.search(path):
                yield from self._matching(path)
            else:
                yield path

    def _without_braces(self, pattern: str) -> Iterator[str]:
        rest = [pattern]
        while rest:
            found = rest.pop()
            braces = _BRACES.search(found)
            choices = braces[1].split(",") if braces is not None else []
            if self._spend((1 + len(choices)) * (1 + len(found) // 100)):
                return
            if braces is None:
                yield found
            else:
                rest += [found[: braces.start()] + choice + found[braces.end() :] for choice in reversed(choices)]

    def _matching(self, pattern: str) -> Iterator[str]:
        paths = [""]
        for part in pattern.strip("/").split("/"):
            if not _GLOB.search(part):
                paths = [f"{path}/{part}" for path in paths]
                continue
            found: list[str] = []
            for path in paths:
                names = self._files.list(path or "/")
                if self._spend(1 + len(names)):
                    return
                found += [f"{path}/{name}" for name in names if fnmatchcase(name, part) and not name.startswith(".")]
            paths = found
        yield from (path for path in paths if self._files.is_dir(path))

    def _spend(self, names: int) -> bool:
        """Whether there is nothing left for this."""
        self._left -= names
        self.too_many |= self._left < 0
        return self._left < 0
