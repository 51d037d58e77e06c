"""The environment of a folder, as an evaluation takes it."""

from __future__ import annotations

from collections.abc import Sequence
from posixpath import basename, dirname, join, normpath

from .discovery import discover, is_module
from .environment import Environment, load_environment
from .files import Files

#: Puppet's own name for the environment of nodes that ask for none.
DEFAULT_NAME = "production"


def environment_name(environment: Environment) -> str:
    """Puppet's name for it: that of its folder, where that is one of several; a checkout is `production`."""
    return basename(environment.root) if is_named_by_its_folder(environment) else DEFAULT_NAME


def is_named_by_its_folder(environment: Environment) -> bool:
    return basename(dirname(environment.root)) == "environments"


def open_environment(files: Files, root: str, basemodulepath: Sequence[str] = ()) -> Environment:
    """The environment whose root is this folder."""
    root = normpath(root)
    for found in discover(files, root, basemodulepath):
        if found.root == root:
            return found._replace(name=environment_name(found))
    bare = load_environment(files, root, None, basemodulepath)
    return bare._replace(name=environment_name(bare))


def environment_of_module(files: Files, folder: str, basemodulepath: Sequence[str] = ()) -> Environment | None:
    """Where a class of a module can be compiled: the environment around a folder, or the module alone; None: neither.

    A module alone finds the modules that it needs where its tests keep them (`spec/fixtures/modules`) and beside it.
    """
    folder = normpath(folder)
    found, *others = discover(files, folder, basemodulepath)
    if found.kind == "loose" or others:
        return None
    beside = dirname(found.root)
    neighbours = (join(beside, name) for name in files.list(beside) if join(beside, name) != found.root)
    if found.kind == "module" and beside not in found.modulepath and any(is_module(files, each) for each in neighbours):
        found = found._replace(modulepath=(*found.modulepath, beside))
    return found._replace(name=environment_name(found))
