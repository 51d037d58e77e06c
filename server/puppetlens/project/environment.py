"""An environment: where its manifests, modules and data are.

`load_environment` follows Puppet exactly. `discover` also makes sense of what people open in an editor: a
control repo without environment.conf, a single module, a folder of modules or of environments, loose files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from posixpath import basename, dirname, join, normpath
from typing import Literal, NamedTuple

from .files import Files, walk
from .metadata import read_metadata

Kind = Literal["environment", "module", "modules", "loose"]

_MODULE_NAME = re.compile(r"[a-z][a-z0-9_]*")
_ENVIRONMENT_NAME = re.compile(r"\w+")
_SETTING = re.compile(r"\s*(\w+)\s*=\s*(.*?)\s*")
_SECTION = re.compile(r"\s*\[([^\]]*)\]")

#: Folders of a module: of those with code, and all.
_CODE_PARTS = ("manifests", "lib", "functions", "types", "plans")
_MODULE_PARTS = (*_CODE_PARTS, "templates", "files", "data", "tasks", "facts.d", "spec")
#: Folders of a control repo that hold modules, where no environment.conf says so, in their usual order.
MODULE_FOLDERS = ("site-modules", "site", "modules")
#: How far above an opened folder its environment is looked for.
_HIGHEST = 8


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


def discover(files: Files, folder: str, basemodulepath: Sequence[str] = ()) -> tuple[Environment, ...]:
    """The environments that an opened folder stands for: at least one, whatever is in it."""
    folder = normpath(folder)
    for look in (_environment_here, _enclosing):
        found = look(files, folder, basemodulepath)
        if found is not None:
            return (found,)
    for parent in (folder, join(folder, "environments")):
        inside = [
            environment
            for name in files.list(parent)
            if _ENVIRONMENT_NAME.fullmatch(name)
            and (environment := _environment_here(files, join(parent, name), basemodulepath)) is not None
        ]
        if inside:
            return tuple(inside)
    if is_module(files, folder):
        return (_single_module(files, folder, basemodulepath),)
    if any(is_module(files, join(folder, name)) for name in files.list(folder) if _MODULE_NAME.match(name)):
        bare = load_environment(files, folder, None, basemodulepath)
        return (bare._replace(modulepath=(folder, *basemodulepath), kind="modules"),)
    loose = load_environment(files, folder, None, basemodulepath)
    return (loose._replace(kind="loose", manifest=_manifest_folder(files, folder)),)


def is_module(files: Files, folder: str) -> bool:
    """True for a folder with the looks of a module."""
    return files.is_file(join(folder, "manifests", "init.pp")) or (
        files.is_file(join(folder, "metadata.json")) and any(files.is_dir(join(folder, part)) for part in _CODE_PARTS)
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


def _environment_here(files: Files, folder: str, basemodulepath: Sequence[str]) -> Environment | None:
    """The environment whose root is `folder`, if the folder looks like one."""
    if files.is_file(join(folder, "environment.conf")):
        return load_environment(files, folder, None, basemodulepath)
    present = [path for name in MODULE_FOLDERS if _is_for_modules(files, path := join(folder, name))]
    main = files.is_file(join(folder, "manifests", "site.pp"))
    if not (present or main) or is_module(files, folder):
        return None
    found = load_environment(files, folder, None, basemodulepath)
    if not present:
        return found
    return found._replace(modulepath=(*present, *basemodulepath))


def _is_for_modules(files: Files, folder: str) -> bool:
    """Whether a folder holds modules, however unfinished, or nothing yet: `types/modules` of a module does not."""
    if not files.is_dir(folder):
        return False
    inside = [path for name in files.list(folder) if files.is_dir(path := join(folder, name))]
    return not inside or any(files.is_dir(join(path, part)) for path in inside for part in _MODULE_PARTS)


def _enclosing(files: Files, folder: str, basemodulepath: Sequence[str]) -> Environment | None:
    """The environment above `folder`: by its environment.conf, or as `folder` is where its code would be."""
    parent = folder
    for _ in range(_HIGHEST):
        if parent == dirname(parent):
            return None
        parent = dirname(parent)
        found = _environment_here(files, parent, basemodulepath)
        if found is not None:
            certain = files.is_file(join(parent, "environment.conf")) or folder.startswith(found.manifest)
            holds = certain or any(_holds_module(files, path, folder) for path in found.modulepath)
            return found if holds else None
    return None


def _holds_module(files: Files, modules: str, folder: str) -> bool:
    """True where `folder` is the folder `modules`, or lies in it, and there is a module there indeed."""
    if folder == modules:
        return any(is_module(files, join(modules, name)) for name in files.list(modules))
    inside = folder.removeprefix(f"{modules}/")
    return inside != folder and is_module(files, join(modules, inside.partition("/")[0]))


def _single_module(files: Files, folder: str, basemodulepath: Sequence[str]) -> Environment:
    """A module opened on its own: what it depends on is looked for where its tests keep it, and beside it."""
    metadata = read_metadata(files, folder)
    name = metadata.name if metadata and metadata.name else re.sub(r"^.*-", "", basename(folder).lower())
    beside = [dirname(folder)] if basename(dirname(folder)) == "modules" else []
    return Environment(
        folder,
        "production",
        (join(folder, "spec", "fixtures", "modules"), *beside, *basemodulepath),
        join(folder, "spec", "fixtures", "manifests"),
        join(folder, "hiera.yaml"),
        None,
        "module",
        (name, folder),
    )


def _manifest_folder(files: Files, folder: str) -> str:
    manifests = join(folder, "manifests")
    return manifests if files.is_dir(manifests) else folder


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
