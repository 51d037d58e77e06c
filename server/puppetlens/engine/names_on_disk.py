"""The names that an environment on disk has, for a shell that completes a word; read at once, with no process beside."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.snapshot import Snapshot
from ..model.world import World
from ..project.kept_files import disk
from .language import model_settings
from .settings import Settings


def class_names(root: str, begin: str) -> Iterator[str]:
    """The classes of the module that is meant, as soon as one alone is; before that, the modules whose names begin so."""
    snapshot = _snapshot(root)
    for site in snapshot.sites:
        module, qualified, _ = begin.partition("::")
        modules = [module] if qualified else sorted(name for name in site.modules if name.startswith(begin))
        if len(modules) != 1:
            yield from modules
            continue
        yield from snapshot.names_in_module(site, modules[0], "class")


def all_class_names(root: str) -> list[str]:
    """Those of all modules."""
    snapshot = _snapshot(root)
    names = (snapshot.names_in_module(site, module, "class") for site in snapshot.sites for module in site.modules)
    return sorted({name for some in names for name in some})


def key_names(root: str) -> list[str]:
    """The keys that Hiera's data set, those of modules, too."""
    snapshot = _snapshot(root)
    found = {
        key.entity.name
        for site in snapshot.sites
        for path in snapshot.data_files(site)
        for key in snapshot.summary(path).keys
    }
    return sorted(found)


def _snapshot(root: str) -> Snapshot:
    return World(disk(), (root,), model_settings(Settings())).snapshot()


def revisions(root: str, *, trusted: bool) -> list[str]:
    """What a revision of git may be called there; raises `RevisionError`."""
    from ..project.git_repository import names_of_revisions  # few need git's objects

    return ["HEAD", *names_of_revisions(disk(), root, trusted=trusted)]
