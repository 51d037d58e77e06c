"""Names and their places, both ways.

From a name to the files where Puppet looks for it (facts of Puppet 7.23):

* A class or define `a::b::c` is looked for in module `a`: `manifests/init.pp` is always read, then
  `manifests/b/c.pp`, then `manifests/b.pp`. So `a::init` can only be in `manifests/init.pp`
  or `manifests/init/...`, and a nested folder's `init.pp` has no special meaning.
* A function or type alias has one place: `functions/b/c.pp` or `types/b/c.pp` of module `a`. Here `init.pp`
  is a file like any other (`a::init`). A name without namespace is never found in a module.
* Beside the modules the environment has `functions/` and `types/`, for names without namespace and for those
  in namespace `environment` (`functions/environment/x.pp`).
* What is written in Ruby: `ruby_files.py`.

Paths are in lower case, whatever the case of the name.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

#: The namespace of what an environment itself defines.
ENVIRONMENT = "environment"

Folder = Literal["manifests", "functions", "types", "plans"]
FOLDERS: tuple[Folder, ...] = ("manifests", "functions", "types", "plans")


@lru_cache(maxsize=8192)  # the same names are asked for again and again
def normalise(name: str) -> str:
    """The key of a name: lower case, without leading `::`."""
    return name.removeprefix("::").lower()


def capitalised(name: str) -> str:
    """A name as a reference to a resource or a type is written: `web::vhost` is `Web::Vhost`."""
    return "::".join(part[:1].upper() + part[1:] for part in name.split("::"))


def module_of(name: str) -> str:
    return normalise(name).partition("::")[0]


def names_meant(name: str, namespace: str) -> tuple[str, ...]:
    """The names that the look-up of Puppet 3 tries for a class or define used in a namespace, in order.

    `nagios` in `apache::mod` is `apache::mod::nagios`, `apache::nagios` or `nagios`; `::nagios` is itself.
    """
    key = normalise(name)
    if name.startswith("::") or not key or not namespace:
        return (key,)
    parts = namespace.lower().split("::")
    return (*("::".join([*parts[:length], key]) for length in range(len(parts), 0, -1)), key)


def namespace_in(kind: str, name: str) -> str:
    """Where Puppet 3 begins to look for what a definition's code names: in a class itself, beside a define."""
    if kind == "class":
        return name.lower()
    return name.lower().rpartition("::")[0] if kind == "define" else ""


def class_paths(name: str, modules: Mapping[str, str]) -> tuple[str, ...]:
    """Where a class or define is looked for, in order, whether the files exist or not."""
    module, *rest = normalise(name).split("::")
    root = modules.get(module)
    if root is None:
        return ()
    longest_first = ["/".join(rest[:length]) for length in range(len(rest), 0, -1)]
    return tuple(f"{root}/manifests/{stem}.pp" for stem in ("init", *longest_first))


def function_path(name: str, environment: str, modules: Mapping[str, str]) -> str | None:
    """Where a function written in Puppet is looked for; `environment` is the environment's folder."""
    return _single_path(name, "functions", environment, modules)


def type_alias_path(name: str, environment: str, modules: Mapping[str, str]) -> str | None:
    return _single_path(name, "types", environment, modules)


def plan_path(name: str, modules: Mapping[str, str]) -> str | None:
    module, *rest = normalise(name).split("::")
    root = modules.get(module)
    return None if root is None else f"{root}/plans/{'/'.join(rest or ['init'])}.pp"


def _single_path(name: str, folder: str, environment: str, modules: Mapping[str, str]) -> str | None:
    key = normalise(name)
    module, *rest = key.split("::")
    if not rest or module == ENVIRONMENT:
        return f"{environment}/{folder}/{key.replace('::', '/')}.pp"
    root = modules.get(module)
    return None if root is None else f"{root}/{folder}/{'/'.join(rest)}.pp"


def generated_type_path(name: str, environment: str) -> str:
    """Where `puppet generate types` writes a resource type."""
    return f"{environment}/.resource_types/{normalise(name)}.pp"


# The other way ---------------------------------------------------------------------------------------------


class Place(NamedTuple):
    """A .pp file's place on the module path or in the environment.

    `module` is None for the environment's own `functions/` and `types/`. `folder` may be any of a module's.
    `name` is the one that the autoloader connects with the file.
    """

    module: str | None
    folder: str
    name: str


#: The modules that were asked about last, and the same by their folders: a compilation asks for each of its files.
_last: tuple[Mapping[str, str], dict[str, str]] = {}, {}


def _by_root(modules: Mapping[str, str]) -> Mapping[str, str]:
    global _last
    known, roots = _last
    if known is not modules or len(roots) != len(modules):
        roots = {root: module for module, root in modules.items()}
        _last = modules, roots
    return roots


def _module_around(path: str, modules: Mapping[str, str]) -> tuple[str | None, int]:
    """The module that a path lies in, and the length of its folder's. A module's fixtures hold modules, too: the
    innermost counts."""
    roots = _by_root(modules)
    folder = path.rpartition("/")[0]
    while folder:
        if folder in roots:
            return roots[folder], len(folder)
        folder = folder.rpartition("/")[0]
    return None, 0


def place_of(path: str, environment: str, modules: Mapping[str, str]) -> Place | None:
    """The place of a .pp file; None for one in no module and in none of the environment's own folders."""
    if not path.endswith(".pp"):
        return None
    module, length = _module_around(path, modules)
    if module is not None:
        folder, *rest = path[length + 1 : -len(".pp")].split("/")
        if not rest:
            return Place(module, "", module)
        if rest == ["init"] and folder in ("manifests", "plans"):
            return Place(module, folder, module)
        return Place(module, folder, "::".join([module, *rest]).lower())
    for folder in ("functions", "types"):
        prefix = f"{environment}/{folder}/"
        if path.startswith(prefix):
            return Place(None, folder, path[len(prefix) : -len(".pp")].replace("/", "::").lower())
    return None
