"""Where a file belongs: an environment with its modules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from posixpath import dirname
from types import MappingProxyType
from typing import NamedTuple

from ..project.environment import Environment
from ..project.files import Files


class Site(NamedTuple):
    """The environment of a file and its modules (name -> folder).

    To Puppet an empty folder is a module, too, which has nothing; here it is none: most likely it is a submodule of git that
    nobody has checked out.
    """

    environment: Environment
    modules: Mapping[str, str]
    empty: frozenset[str] = frozenset()


def site_of(environment: Environment, files: Files) -> Site:
    folders = environment.modules(files)
    modules = {name: path for name, path in folders.items() if files.list(path)}
    return Site(environment, modules, frozenset(folders.keys() - modules.keys()))


class Sites(NamedTuple):
    """All sites, and which of them a file belongs to.

    A file that is open or asked about belongs where discovery says, whatever else is open: the lone module or the
    fixtures that another file brings see the modules around them, which are theirs as little as before. Any other
    file is seen as the nearest site does.
    """

    all: tuple[Site, ...] = ()
    #: Folder -> the site of the files there, where it is not the nearest.
    apart: Mapping[str, Site] = MappingProxyType({})
    #: What `by_folder` makes of them all.
    around: Mapping[str, Site] = MappingProxyType({})

    def of(self, path: str) -> Site:
        found = self.apart.get(dirname(path)) if self.apart else None
        return found or nearest(self.around, path)


def by_folder(sites: Iterable[Site]) -> dict[str, Site]:
    """The sites by the folders that they stand around; by "" the first, where all that lies elsewhere belongs."""
    found: dict[str, Site] = {}
    for site in sites:
        for folder in ("", site.environment.root, *site.environment.modulepath):
            found.setdefault(folder, site)
    return found


def nearest(around: Mapping[str, Site], path: str) -> Site:
    """The site with the nearest folder around a file: there may be thousands."""
    folder = path
    while folder:
        folder = folder.rpartition("/")[0]
        if folder in around:
            return around[folder]
    return NOWHERE


#: The site of a file where no folder is open.
NOWHERE = Site(Environment("/", "production", (), "/manifests", "/hiera.yaml", kind="loose"), {})
