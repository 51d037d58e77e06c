"""What names mean at one moment: files, buffers and settings as they were, and what was read of them so far."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from ..base.cancellation import check_cancelled
from ..base.position import Text
from ..project.autoload import (
    FOLDERS,
    class_paths,
    function_path,
    module_of,
    plan_path,
    type_alias_path,
)
from ..project.files import Files
from .configuration import Configuration, configuration, is_configuration
from .data_document import DataDocument, data_kind, open_data
from .definitions import DefinitionKind
from .document import Document, open_document
from .entity import Entity
from .index import Index
from .listing import Listing, OpenFile
from .meanings import Meanings
from .memo import Memo
from .settings import LARGEST, Settings
from .site import Site, Sites
from .summary import EMPTY, Definition, Key, Lookup, Place, Resource, Summary

#: How many parsed files are kept beside the open ones.
_KEPT = 128


#: What reads a file as `open_file` does; None for now where another thread does, after which there is a `Read`.
Reader = Callable[[str, Text, int], "Document | DataDocument | None"]


def may_configure(path: str) -> bool:
    """Whether a path that changed may say how others are checked: by its name, or a folder by the looks of it."""
    return is_configuration(path) or "." not in path.rpartition("/")[2]


class Found(NamedTuple):
    """A definition and where it stands."""

    definition: Definition
    path: str
    place: Place


class Snapshot(Listing):
    """One revision of everything: it says the same for as long as it lives, but is used by one thread alone.

    What is loaded lazily is a cache of pure answers about `files`, which show `opened`, the buffers (the one that changed
    last is the last), in place of what the disk has there.
    """

    def __init__(
        self,
        revision: int,
        files: Files,
        sites: Sites,
        opened: Mapping[str, OpenFile],
        index: Index,
        settings: Settings,
        read: Reader | None = None,
    ) -> None:
        super().__init__(files, sites, opened)
        self.settings = settings
        self.read = read or open_file
        self.revision = revision
        self.memo: dict[str, Memo] = {}
        self.index = index
        self._kept: dict[str, Document | DataDocument] = {}
        self._main: dict[str, Mapping[str, int]] = {}
        #: Folder -> what its repo says about how it is checked.
        self._configurations: dict[str, Configuration] = {}
        self._whole_modules: set[str] = set()
        #: Environments (their roots) of which the index knows what is covered, or (True) tried.
        self._whole_sites: set[tuple[str, bool]] = set()
        self.meanings = Meanings()
        #: The names of each kind of definition in each environment (its root) that were asked for.
        self.named: dict[tuple[str, str], Mapping[str, str]] = {}
        #: The titles of resources in each environment: type -> title -> the files that declare it.
        self.titles: dict[str, Mapping[str, Mapping[str, tuple[str, ...]]]] = {}
        #: What is written in the facts files of each environment (its root) of which somebody asked.
        self.words_of_facts: dict[str, frozenset[bytes]] = {}

    # Files -------------------------------------------------------------------------------------------

    def document(self, path: str) -> Document | None:
        """The parsed file; None where there is none."""
        check_cancelled()
        opened = self.opened.get(path)
        if opened is not None:
            return opened.document
        found = self._read(path) if data_kind(path) is None else None
        return found if isinstance(found, Document) else None

    def data(self, path: str) -> DataDocument | None:
        """The same of a file that is data by its name."""
        check_cancelled()
        opened = self.opened.get(path)
        if opened is not None:
            return opened.data
        found = self._read(path) if data_kind(path) is not None else None
        return found if isinstance(found, DataDocument) else None

    def _read(self, path: str) -> Document | DataDocument | None:
        """The file, which is kept for a while."""
        found = self._kept.pop(path, None)
        if found is None:
            data = self.files.read(path)
            if data is None:
                self.index.put(path, EMPTY)
                return None
            found = self.read(path, Text(data), self.settings.largest_file)
            if found is None:
                self.index.put_unread(path)
                return None
            self.index.put(path, found.summary)
        self._kept[path] = found  # the last to be asked for goes last
        while len(self._kept) > _KEPT:
            self._kept.pop(next(iter(self._kept)))
        return found

    def text(self, path: str) -> Text | None:
        """The text of any file; None where there is none."""
        opened = self.opened.get(path)
        if opened is not None:
            return opened.text
        data = self.files.read(path)
        return None if data is None else Text(data)

    def version(self, path: str) -> int | None:
        """The client's version of a buffer; None of a file that is not open."""
        opened = self.opened.get(path)
        return None if opened is None else opened.version

    def summary(self, path: str) -> Summary:
        """The summary of a file, the empty one where there is none. A file that is parsed for it alone is not kept."""
        found = self.index.get(path)
        return self.summarise(path) if found is None else found

    def summarise(self, path: str) -> Summary:
        """The same of the file as it is now, whatever the index knows."""
        check_cancelled()
        opened = self.opened.get(path)
        document = (opened.document or opened.data) if opened is not None else self._kept.get(path)
        data = self.files.read(path) if document is None and opened is None else None
        if document is None and data is not None:
            document = self.read(path, Text(data), self.settings.largest_file)
            if document is None:
                self.index.put_unread(path)
                return EMPTY
        found = document.summary if document is not None else EMPTY
        self.index.put(path, found)
        return found

    def configuration(self, folder: str) -> Configuration:
        """What its repo says about how the files in a folder are checked."""
        found = self._configurations.get(folder)
        if found is None:
            found = self._configurations[folder] = configuration(self.files, folder)
        return found

    # The index ---------------------------------------------------------------------------------------

    def load(self, paths: Iterable[str]) -> None:
        """Have the index know these files."""
        index = self.index
        for path in paths:
            if path not in index:
                self.summary(path)

    def reading(self, site: Site) -> Iterator[None]:
        """Have the index know all of a site, a file a step: what a long search begins with."""
        for path in self.covered(site):
            if path not in self.index:
                self.summary(path)
                yield

    def defining(self, site: Site, entity: Entity) -> list[str]:
        """The files of a site that define an entity, sorted."""
        covered = self._loaded(site)
        return sorted(path for path in self.index.defined(entity) if path in covered)

    def names_of(self, site: Site, kind: DefinitionKind) -> Mapping[str, str]:
        """The names of all definitions of a kind in a site, sorted, each with a file that has it."""
        key = (site.environment.root, kind)
        found = self.named.get(key)
        if found is None:
            names = {
                definition.name: path
                for path in self._loaded(site)
                for definition in (self.index.get(path) or EMPTY).definitions
                if definition.kind == kind
            }
            found = dict(sorted(names.items()))
            if not self.index.filling:
                self.named[key] = found
        return found

    def titles_of(self, site: Site, type_name: str) -> Mapping[str, tuple[str, ...]]:
        """The literal titles of all resources of a type (in lower case) in a site, with the files that declare them."""
        root = site.environment.root
        found = self.titles.get(root)
        if found is None:
            titles: dict[str, dict[str, tuple[str, ...]]] = {}
            for path in self._loaded(site):
                for resource in (self.index.get(path) or EMPTY).resources:
                    paths = titles.setdefault(resource.type, {}).get(resource.title, ())
                    titles[resource.type][resource.title] = (*paths, path)
            found = titles
            if not self.index.filling:
                self.titles[root] = found
        return found.get(type_name, {})

    def naming(self, site: Site, entity: Entity) -> list[str]:
        """The files of a site that may name an entity, sorted: those that define it, and those with such a name."""
        covered, trying = self._loaded(site), self._loaded(site, trying=True)
        if self.settings.language.relative_names:
            return sorted({**covered, **trying})
        found = set(self.index.defined(entity))
        for written in self.index.as_written(entity):
            found.update(self.index.used(written))
        return sorted(path for path in found if path in covered or path in trying)

    def using_module(self, site: Site, module: str) -> Mapping[str, list[Entity]]:
        """The manifests and templates of a site that use what is named as a module's, sorted, with these names."""
        covered = self._loaded(site)
        found: dict[str, list[Entity]] = {}
        for use in self.index.of_module(module):
            for path in self.index.used(use):
                if path in covered and path.endswith((".pp", ".epp")):
                    found.setdefault(path, []).append(use)
        return dict(sorted(found.items()))

    def users(self, site: Site, entity: Entity) -> list[str]:
        """The files of a site that use an entity as written so, sorted."""
        covered = self._loaded(site)
        return sorted(path for path in self.index.used(entity) if path in covered)

    def modules_used(self, site: Site) -> Collection[str]:
        """The modules, there or not, that anything is named as that is used."""
        self._loaded(site)
        return self.index.modules_used()

    def _loaded(self, site: Site, trying: bool = False) -> Mapping[str, None]:
        """The files of a site, or those that try it, all of them known to the index, unless it is being filled."""
        paths, key = self.trying(site) if trying else self.covered(site), (site.environment.root, trying)
        if not self.index.filling and key not in self._whole_sites:
            self.load(paths)
            self._whole_sites.add(key)
        return paths

    def settle(self, path: str) -> None:
        """Keep of what was computed for a file that is not open no more than the result."""
        settled = self.memo[path].settled() if path in self.memo else None
        if settled is not None:
            self.memo[path] = settled
        else:
            self.memo.pop(path, None)

    def carry_over(self, old: Snapshot, touched: set[str], lookups: set[Lookup] | None) -> None:
        """Take from an older snapshot what does not rest on the files `touched` or the names in `lookups`; None: any."""
        self._kept = {path: kept for path, kept in old._kept.items() if path not in touched}
        if not any(map(may_configure, touched)):
            self._configurations = old._configurations
        if lookups is None:
            return
        self.meanings = old.meanings.after(lookups)
        for path, memo in list(old.memo.items()):
            good = memo.after(path in touched, lookups)
            if good is not None:
                self.memo[path] = good

    def in_use(self, space: str, names: tuple[str, ...]) -> Mapping[str, int]:
        """In how many files of the sites each of many names is used, written as entities of a space; the most used first,
        equal ones in their order."""
        return self.index.in_use(space, names, None if self.index.filling else self.in_sites())

    def using(self, entity: Entity) -> Collection[str]:
        """The files of the sites that use an entity as written so."""
        used = self.index.used(entity)
        if self.index.filling:
            return used
        inside = self.in_sites()
        return [path for path in used if path in inside]

    def code_has_variable(self, site: Site, name: str) -> bool:
        """Whether any code of a site (data is none) sets or uses a variable or parameter of a short name, whosever it is."""
        covered = self._loaded(site)
        named = self.index.variables_named(name)
        return any(path in covered and data_kind(path) is None for use in named for path in self.index.used(use))

    # Names -------------------------------------------------------------------------------------------

    def definitions(self, site: Site, entity: Entity, asking: str) -> Iterator[Found]:
        """The definitions of a name as a file sees them, the one that Puppet would use first.

        The main manifest's come first (it is read before anything else), then what the autoloader finds, then
        the asking file's own; at last what the named module defines in a place where it is not autoloaded,
        which counts once something else has loaded that file.
        """
        seen: set[str] = set()
        for path in self._paths(site, entity, asking):
            if path not in seen:
                seen.add(path)
                summary = self.summary(path)
                if path in self.index.defined(entity):  # which knows it by now
                    for definition, place in summary.find(entity):
                        yield Found(definition, path, place)

    def _paths(self, site: Site, entity: Entity, asking: str) -> Iterator[str]:
        yield from self.in_main(site, entity)
        yield from autoload_paths(site, entity)
        yield asking
        module = module_of(entity.name)
        self._load_module(site, module)
        yield from sorted(path for path in self.index.defined(entity) if self._is_of_module(site, module, path))

    def in_main(self, site: Site, entity: Entity) -> list[str]:
        """The files of the main manifest that define an entity, in the order that Puppet reads them."""
        root = site.environment.root
        main = self._main.get(root)
        if main is None:
            main = self.main_manifests(site.environment)
            self.load(main)
            self._main[root] = main  # now, as the question may be stopped before
        return sorted((path for path in self.index.defined(entity) if path in main), key=main.__getitem__)

    def names_in_module(self, site: Site, module: str, kind: DefinitionKind) -> list[str]:
        """What a module defines, in the files where it would be looked for."""
        self._load_module(site, module)
        return sorted(
            entity.name
            for entity in self.index.in_module(module)
            if entity.space == kind
            and any(self._is_of_module(site, module, path) for path in self.index.defined(entity))
        )

    def resources(self, site: Site, entity: Entity) -> Iterator[tuple[Resource, str]]:
        """The declarations of a resource with this literal title, with their files."""
        for path in self.defining(site, entity):
            yield from ((resource, path) for resource in self.summary(path).resources if resource.entity == entity)

    def keys(self, site: Site, entity: Entity) -> Iterator[tuple[Key, str]]:
        """Where the data of a site sets a key, by levels."""
        order = self._loaded_data(site)
        for path in sorted(filter(order.__contains__, self.index.defined(entity)), key=order.__getitem__):
            yield from ((key, path) for key in self.summary(path).keys if key.entity == entity)

    def all_keys(self, site: Site) -> frozenset[str]:
        """The keys that the data of a site sets."""
        return frozenset(key.name for path in self._loaded_data(site) for key in self.summary(path).keys)

    def _loaded_data(self, site: Site) -> Mapping[str, int]:
        order = self.data_files(site)
        if not self.index.filling:
            self.load(order)
        return order

    def _load_module(self, site: Site, module: str) -> None:
        root = site.modules.get(module)
        if root is not None and root not in self._whole_modules:
            self.load(self.module_files(site, module))
            self._whole_modules.add(root)

    def _is_of_module(self, site: Site, module: str, path: str) -> bool:
        root = site.modules.get(module)
        if root is None or not path.startswith(f"{root}/"):
            return False
        folder = path[len(root) + 1 :].partition("/")[0]
        return folder in FOLDERS and path in self.puppet_files(f"{root}/{folder}")


def open_file(path: str, text: Text, largest: int = LARGEST) -> Document | DataDocument:
    """A file that the index is about: data by its name, else Puppet code (`open_document`)."""
    return open_data(path, text) or open_document(path, text, largest)


def autoload_paths(site: Site, entity: Entity) -> tuple[str, ...]:
    """Where the autoloader looks for a name."""
    kind, root, modules = entity.space, site.environment.root, site.modules
    if kind in ("class", "define"):
        return class_paths(entity.name, modules)
    if kind == "function":
        path = function_path(entity.name, root, modules)
    elif kind == "type":
        path = type_alias_path(entity.name, root, modules)
    else:
        path = plan_path(entity.name, modules)
    return () if path is None else (path,)


def own_path(site: Site, entity: Entity) -> str | None:
    """The file that is a definition's own, whether it exists or not; None where no place in a module fits its name."""
    paths = autoload_paths(site, entity)
    is_long = entity.space in ("class", "define") and "::" in entity.name  # `init.pp` is looked into first
    return paths[1 if is_long else 0] if paths else None
