"""Which files there are at one moment: those of each site, by what they may define, use or set; each found once.

What a file holds is no matter here. A site has manifests that may define something, its main manifest first; templates and
Ruby; data that Hiera reads, by levels; and what only tries it (examples). `covered` is what the index is about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ..base.position import Text
from ..project.autoload import FOLDERS
from ..project.environment import Environment
from ..project.files import Files, walk
from ..project.ruby_files import RubyFiles, find_ruby_files
from .data_document import CONFIGURATIONS, DataDocument, data_kind
from .document import Document
from .site import Site, Sites

if TYPE_CHECKING:
    from ..hiera.config import Layer
    from .data_references import DataKind

#: Folders of modules, beside those where something is defined, with files that name what is.
OTHER_FOLDERS = ("templates", "lib/puppet/functions", "lib/puppet/parser/functions")
#: Folders of modules whose manifests see the module and that nothing loads: they use names and give none to others.
TRYING_FOLDERS = ("examples", "tests")
#: The folders below the environment's root in which it keeps files of nodes, and what these are.
KEPT_OF_NODES: Mapping[str, DataKind] = {"facts": "facts", "nodes": "classified"}


class OpenFile(NamedTuple):
    """A buffer. `version` is the client's; `document` is None where it holds no Puppet code, `data` where no data."""

    text: Text
    version: int | None
    document: Document | None
    data: DataDocument | None = None


class Listing:
    """The files of the sites, as they are listed when somebody asks; open ones among them (`opened`: the one that changed
    last is the last)."""

    def __init__(self, files: Files, sites: Sites, opened: Mapping[str, OpenFile]) -> None:
        self.files = files
        self.sites = sites.all
        self.belonging = sites
        self.opened = opened
        #: The files of each folder of manifests or templates that was looked through, with their order.
        self.listed: dict[str, Mapping[str, int]] = {}
        #: Folder of an environment or module -> its data and configuration.
        self.data_of: dict[str, tuple[str, ...]] = {}
        #: The index of Ruby files of each environment (its root) that was asked for.
        self.ruby: dict[str, RubyFiles] = {}
        self._data_files: dict[str, Mapping[str, int]] = {}
        self._covered: dict[str, Mapping[str, None]] = {}
        self._trying: dict[str, Mapping[str, None]] = {}
        self._in_sites: Mapping[str, None] | None = None

    def site_of(self, path: str) -> Site:
        """The site a file belongs to."""
        return self.belonging.of(path)

    def puppet_files(self, folder: str) -> Mapping[str, int]:
        """The .pp files below a folder (of `templates` all, of `lib` those in Ruby) and their order, listed once."""
        found = self.listed.get(folder)
        if found is None:
            suffix = "" if folder.endswith("/templates") else ".rb" if "/lib/puppet/" in folder else ".pp"
            found = self.listed[folder] = {path: n for n, path in enumerate(walk(self.files, folder, suffix))}
        return found

    def module_files(self, site: Site, module: str) -> Iterator[str]:
        """The .pp files of a module that may define something."""
        root = site.modules.get(module)
        if root is not None:
            for folder in FOLDERS:
                yield from self.puppet_files(f"{root}/{folder}")

    def main_manifests(self, environment: Environment) -> Mapping[str, int]:
        """The files of the main manifest and their order."""
        if environment.manifest.endswith(".pp"):
            return {environment.manifest: 0}
        return self.puppet_files(environment.manifest)

    def all_files(self, site: Site) -> Iterator[str]:
        """Every .pp file of a site that may define something, the main manifest first."""
        yield from self.main_manifests(site.environment)
        for folder in ("functions", "types"):
            yield from self.puppet_files(f"{site.environment.root}/{folder}")
        for module in site.modules:
            yield from self.module_files(site, module)

    def data_below(self, root: str, layer: Layer) -> tuple[str, ...]:
        """The data that the hiera.yaml of an environment or module can read, and what configures it; found once."""
        found = self.data_of.get(root)
        if found is None:
            from ..hiera.reach import data_files  # not before somebody asks for data

            configured = (f"{root}/{name}" for name in CONFIGURATIONS)
            paths = (*data_files(self.files, root, layer), *filter(self.files.is_file, configured))
            found = self.data_of[root] = tuple(dict.fromkeys(paths))
        return found

    def data_nodes(self, site: Site) -> tuple[str, ...]:
        """The nodes that the environment has a file of data for."""
        from ..hiera.reach import node_names

        return node_names(self.files, site.environment.root)

    def kept_of_nodes(self, site: Site) -> list[str]:
        """What the environment keeps of nodes: their facts, what the classifier says of them."""
        folders = (f"{site.environment.root}/{name}" for name in KEPT_OF_NODES)
        paths = (f"{folder}/{name}" for folder in folders for name in self.files.list(folder))
        return [path for path in paths if data_kind(path) == "hiera" and path not in self.data_files(site)]

    def data_files(self, site: Site) -> Mapping[str, int]:
        """All of them in a site, with their order: the environment's first, by levels."""
        environment = site.environment
        found = self._data_files.get(environment.root)
        if found is None:
            paths = dict.fromkeys(self.data_below(environment.root, "environment"))
            for root in site.modules.values():
                if root != environment.root:
                    paths.update(dict.fromkeys(self.data_below(root, "module")))
            found = self._data_files[environment.root] = {path: n for n, path in enumerate(paths)}
        return found

    def ruby_files(self, site: Site) -> RubyFiles:
        root = site.environment.root
        found = self.ruby.get(root)
        if found is None:
            found = self.ruby[root] = find_ruby_files(
                self.files, root, site.modules, site.environment.libraries(self.files)
            )
        return found

    def covered(self, site: Site) -> Mapping[str, None]:
        """The files of a site that the index is about: what may define something, templates, data, functions in Ruby; and
        open ones with code."""
        root = site.environment.root
        found = self._covered.get(root)
        if found is None:
            paths: dict[str, None] = dict.fromkeys(self.all_files(site))
            for folder in (root, *site.modules.values()):
                for below in OTHER_FOLDERS:
                    paths.update(dict.fromkeys(self.puppet_files(f"{folder}/{below}")))
            for path, opened in self.opened.items():
                if opened.document is not None and self.site_of(path) == site:
                    paths[path] = None
            paths.update(dict.fromkeys(self.data_files(site)))
            found = self._covered[root] = paths
        return found

    def trying(self, site: Site) -> Mapping[str, None]:
        """The manifests that show or try what a site has: they may name anything, and what they define is nobody else's."""
        root = site.environment.root
        found = self._trying.get(root)
        if found is None:
            folders = (f"{folder}/{below}" for folder in (root, *site.modules.values()) for below in TRYING_FOLDERS)
            found = self._trying[root] = {path: None for folder in folders for path in self.puppet_files(folder)}
        return found

    def in_sites(self) -> Mapping[str, None]:
        """What all sites cover or try. The index may know more: files that somebody happened to ask about."""
        if self._in_sites is None:
            self._in_sites = {path: None for each in self.sites for path in (*self.covered(each), *self.trying(each))}
        return self._in_sites

    def list_as(self, old: Listing) -> None:
        """Take what an older one found out: no file came, went or was opened since, nor is it data or no more."""
        self._data_files, self._covered, self._trying = old._data_files, old._covered, old._trying
        self._in_sites = old._in_sites
