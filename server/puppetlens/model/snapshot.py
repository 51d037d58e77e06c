"""The immutable answer to "what does this name mean here?"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ..base.cancellation import CancellationToken
from ..base.position import Text
from ..project.autoload import (
    FOLDERS,
    class_paths,
    function_path,
    module_of,
    plan_path,
    type_alias_path,
)
from ..project.environment import Environment
from ..project.files import Files, walk
from ..project.ruby_files import RubyFiles, find_ruby_files
from .document import Document, open_document
from .entity import Entity
from .memo import Memo
from .settings import Settings
from .site import NOWHERE, Site
from .summary import EMPTY, Definition, Lookup, Place, Resource, Summary

#: How many parsed files are kept beside the open ones.
_KEPT = 128


class Found(NamedTuple):
    """A definition and where it stands."""

    definition: Definition
    path: str
    place: Place


class Snapshot:
    """One revision of everything. What is loaded lazily is a cache of pure answers about `files`.

    `open_documents` are the buffers; `loaded` maps each path that was looked at to its summary (the empty one
    where there is no such file); `listed` maps each folder of manifests that was looked through to its files.
    """

    def __init__(
        self,
        revision: int,
        files: Files,
        sites: tuple[Site, ...],
        open_documents: Mapping[str, Document],
        loaded: dict[str, Summary],
        listed: dict[str, tuple[str, ...]],
        settings: Settings,
    ) -> None:
        self.settings = settings
        self.revision = revision
        self.files = files
        self.sites = sites
        self.open_documents = open_documents
        self.loaded = loaded
        self.listed = listed
        self.token = CancellationToken()
        self.memo: dict[str, Memo] = {}
        self._kept: dict[str, Document] = {}
        self._main: dict[str, dict[Entity, list[str]]] = {}
        #: The index of Ruby files of each environment (its root) that was asked for.
        self.ruby: dict[str, RubyFiles] = {}

    # Files -------------------------------------------------------------------------------------------

    def document(self, path: str) -> Document | None:
        """The parsed file; None where there is none."""
        self.token.check()
        found = self.open_documents.get(path) or self._kept.get(path)
        if found is not None:
            return found
        data = self.files.read(path)
        if data is None:
            self.loaded[path] = EMPTY
            return None
        found = open_document(path, Text(data))
        self.loaded[path] = found.summary
        while len(self._kept) >= _KEPT:
            self._kept.pop(next(iter(self._kept)))
        self._kept[path] = found
        return found

    def text(self, path: str) -> Text | None:
        """The text of any file; None where there is none."""
        open_document = self.open_documents.get(path)
        if open_document is not None:
            return open_document.text
        data = self.files.read(path)
        return None if data is None else Text(data)

    def summary(self, path: str) -> Summary:
        found = self.loaded.get(path)
        if found is None:
            document = self.document(path)
            found = document.summary if document is not None else EMPTY
            self.loaded[path] = found
        return found

    def site_of(self, path: str) -> Site:
        """The site a file belongs to: the one with the nearest folder around it."""

        def nearness(site: Site) -> int:
            roots = (site.environment.root, *site.environment.modulepath)
            return max((len(root) for root in roots if path.startswith(root + "/")), default=-1)

        return max(self.sites, key=nearness, default=NOWHERE)

    def manifests_below(self, folder: str) -> tuple[str, ...]:
        """The .pp files below a folder, listed once."""
        found = self.listed.get(folder)
        if found is None:
            found = self.listed[folder] = tuple(walk(self.files, folder, ".pp"))
        return found

    def ruby_files(self, site: Site) -> RubyFiles:
        root = site.environment.root
        found = self.ruby.get(root)
        if found is None:
            found = self.ruby[root] = find_ruby_files(self.files, root, site.modules)
        return found

    def carry_over(self, old: Snapshot, touched: set[str], lookups: set[Lookup]) -> None:
        """Take from an older snapshot what does not rest on the files `touched` or the names in `lookups`."""
        self._kept = {path: kept for path, kept in old._kept.items() if path not in touched}
        for path, memo in list(old.memo.items()):
            good = memo.after(path in touched, lookups)
            if good is not None:
                self.memo[path] = good
        for site in self.sites:
            root = site.environment.root
            if root in old._main and touched.isdisjoint(self.main_manifests(site.environment)):
                self._main[root] = old._main[root]

    # Names -------------------------------------------------------------------------------------------

    def definitions(self, site: Site, key: Entity, asking: str) -> Iterator[Found]:
        """The definitions of a name as a file sees them, the one that Puppet would use first.

        The main manifest's come first (it is read before anything else), then what the autoloader finds, then
        the asking file's own; at last what the named module defines in a place where it is not autoloaded,
        which counts once something else has loaded that file.
        """
        seen: set[str] = set()
        for path in self._paths(site, key, asking):
            if path not in seen:
                seen.add(path)
                for definition, place in self.summary(path).find(key):
                    yield Found(definition, path, place)

    def _paths(self, site: Site, key: Entity, asking: str) -> Iterator[str]:
        yield from self._main_index(site.environment).get(key, ())
        yield from autoload_paths(site, key)
        yield asking
        yield from self.module_files(site, module_of(key.name))

    def module_files(self, site: Site, module: str) -> Iterator[str]:
        """The .pp files of a module that may define something."""
        root = site.modules.get(module)
        if root is not None:
            for folder in FOLDERS:
                yield from self.manifests_below(f"{root}/{folder}")

    def main_manifests(self, environment: Environment) -> tuple[str, ...]:
        if environment.manifest.endswith(".pp"):
            return (environment.manifest,)
        return self.manifests_below(environment.manifest)

    def _main_index(self, environment: Environment) -> dict[Entity, list[str]]:
        found = self._main.get(environment.root)
        if found is None:
            found = {}
            for path in self.main_manifests(environment):
                for definition in self.summary(path).definitions:
                    found.setdefault(definition.entity, []).append(path)
            self._main[environment.root] = found
        return found

    def all_files(self, site: Site) -> Iterator[str]:
        """Every .pp file of a site that may define something, the main manifest first."""
        yield from self.main_manifests(site.environment)
        for folder in ("functions", "types"):
            yield from self.manifests_below(f"{site.environment.root}/{folder}")
        for module in site.modules:
            yield from self.module_files(site, module)

    def resources(self, site: Site, key: Entity) -> Iterator[tuple[Resource, str]]:
        """The declarations of a resource with this literal title, with their files."""
        for path in self.all_files(site):
            self.token.check()
            summary = self.summary(path)
            if key in summary.titles:
                yield from ((resource, path) for resource in summary.resources if resource.entity == key)


def autoload_paths(site: Site, key: Entity) -> tuple[str, ...]:
    """Where the autoloader looks for a name."""
    kind, root, modules = key.space, site.environment.root, site.modules
    if kind in ("class", "define"):
        return class_paths(key.name, modules)
    if kind == "function":
        path = function_path(key.name, root, modules)
    elif kind == "type":
        path = type_alias_path(key.name, root, modules)
    else:
        path = plan_path(key.name, modules)
    return () if path is None else (path,)
