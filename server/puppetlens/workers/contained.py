"""Below which folders an evaluation may read of an environment that nobody trusts."""

from __future__ import annotations

from collections.abc import Iterable

from ..project.contained import ContainedFiles
from ..project.discovery import is_below, is_module
from ..project.environment import Environment
from ..project.files import Files
from .hosts import ruby_roots


def contained(files: Files, environment: Environment, mine: Iterable[str], named: Iterable[str] = ()) -> ContainedFiles:
    """The files of the environment, of its modules, of the folders that are the user's (`mine`), and the `named` ones.

    Where the module path itself comes from the environment, a folder counts that is a module indeed.
    """
    roots = (environment.root, *mine)
    modules = dict(environment.modules(files)).values()
    kept = [each for each in modules if any(is_below(each, own) for own in roots) or is_module(files, each)]
    inside = (*roots, *ruby_roots(files, environment.root, kept), *named)
    return ContainedFiles(files, inside, environment.modulepath)
