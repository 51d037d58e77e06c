"""One file's window on the rest: every question it asks is noted."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cached_property
from posixpath import dirname
from typing import TypeVar, cast

from ..base.near_names import slip_of
from ..project import modulefile
from ..project.autoload import (
    ENVIRONMENT,
    module_of,
    names_meant,
    normalise,
)
from ..project.metadata import read_metadata
from ..project.published import SIGNS, is_published
from ..project.puppetfile import read_puppetfile
from . import builtin, open_titles
from .configuration import Configuration
from .data_document import DataDocument
from .definitions import DefinitionKind
from .document import Document
from .entity import Entity
from .file_scopes import Variable
from .item_facts import Reference, Use
from .key_pattern import means
from .listing import KEPT_OF_NODES
from .meaning import is_of_file, meaning
from .meanings import Meaning
from .ruby_names import RubyNames
from .site import Site
from .snapshot import Found, Snapshot
from .summary import ANYTHING, CONFIGURED, NAMED, NAMED_IN, TITLES, UNREAD, Facet, Key, Lookup, Resource

T = TypeVar("T")

#: What names with a namespace Ruby declares, too, and as which kind of its own.
_IN_RUBY: Mapping[DefinitionKind, str] = {"function": "function", "type": "datatypes"}


class View:
    """`snapshot` as the file `path` sees it. `lookups` are the questions since they were last taken."""

    def __init__(self, snapshot: Snapshot, path: str) -> None:
        self.snapshot = snapshot
        self.path = path
        self.lookups: set[Lookup] = set()
        self._found: dict[Entity, Found | None] = {}
        self._once: dict[Hashable, tuple[object, set[Lookup]]] = {}

    def take_lookups(self) -> frozenset[Lookup]:
        """The questions since this was asked last: what was computed in between rests on them."""
        taken, self.lookups = frozenset(self.lookups), set()
        return taken

    def once(self, question: Hashable, compute: Callable[[], T]) -> T:
        """What `compute` gives, computed once; the questions that it asks are noted each time."""
        known = self._once.get(question)
        if known is None:
            outer, self.lookups = self.lookups, set()
            try:
                known = self._once[question] = compute(), self.lookups
            finally:
                self.lookups = outer
        self.lookups |= known[1]
        return cast(T, known[0])

    def forget(self) -> None:
        """At the end of a view: much of what was computed once (types) refers to it, and such a circle waits for a look for
        garbage."""
        self._once.clear()

    @cached_property
    def document(self) -> Document | None:
        return self.snapshot.document(self.path)

    @cached_property
    def data(self) -> DataDocument | None:
        """The file where it is data or configuration of its site."""
        found = self.snapshot.data(self.path)
        if found is None or found.kind in ("erb", "ruby"):
            return found
        return found if self.path in self.snapshot.data_files(self.site) else None

    @cached_property
    def kept_of_node(self) -> DataDocument | None:
        """The file where it holds what the environment keeps of a node: its facts, or what the classifier says of it."""
        kind = KEPT_OF_NODES.get(self.path.removeprefix(f"{self.site.environment.root}/").rpartition("/")[0])
        found = self.snapshot.data(self.path) if kind is not None else None
        if found is None or kind is None or found.kind != "hiera" or self.path in self.snapshot.data_files(self.site):
            return None
        return DataDocument(found.path, found.text, kind)

    @cached_property
    def site(self) -> Site:
        return self.snapshot.site_of(self.path)

    @cached_property
    def module(self) -> str | None:
        """The module the file is in."""
        return self.module_around(self.path)

    def module_around(self, path: str) -> str | None:
        """The module any file is in; of several the innermost."""
        inside = [name for name, root in self.site.modules.items() if path.startswith(root + "/")]
        return max(inside, key=lambda name: len(self.site.modules[name]), default=None)

    def reading(self, document: Document) -> View:
        """The same snapshot as the file would see it if it were another document."""
        other = View(self.snapshot, self.path)
        other.document = document
        return other

    def at(self, path: str) -> View:
        """The same snapshot as another file sees it; what is asked there is noted here."""
        if path == self.path:
            return self
        other = View(self.snapshot, path)
        other.lookups = self.lookups
        return other

    @property
    def relative_names(self) -> bool:
        """Whether names are looked up as in Puppet 3."""
        return self.snapshot.settings.language.relative_names

    @property
    def configuration(self) -> Configuration:
        """What the repo says about how the file is checked."""
        self.lookups.add(CONFIGURED)
        return self.snapshot.configuration(dirname(self.path))

    # Definitions -------------------------------------------------------------------------------------

    def all(self, kind: DefinitionKind, name: str, facet: Facet) -> Iterator[Found]:
        """The definitions of a (normalised) name, Puppet's choice first."""
        key = Entity(kind, name)
        self.lookups.add((key, facet))
        yield from self.snapshot.definitions(self.site, key, self.path)

    def find(self, kind: DefinitionKind, name: str, facet: Facet = Facet.EXISTS) -> Found | None:
        key = Entity(kind, name)
        self.lookups.add((key, facet))
        if key not in self._found:
            self._found[key] = next(self.all(kind, name, facet), None)
        return self._found[key]

    def meant(self, use: Use) -> Reference:
        """The reference with full names: with the look-up of Puppet 3, names are relative to what is around them."""
        reference = use.reference
        if not use.namespace or reference.absolute or not self.relative_names:
            return reference
        if reference.owner is not None:
            kind, owner = reference.owner
            return reference._replace(owner=(kind, self._name_meant(kind, owner, use.namespace)))
        return reference._replace(name=self._name_meant(reference.kind, reference.name, use.namespace))

    def variable_meant(self, variable: Variable) -> Entity:
        """A variable with the full name of its class, where it is written with one."""
        use = variable.entity
        if "::" not in variable.name or variable.name.startswith("::") or use.owner is None:
            return use
        return use._replace(owner=Entity("class", self.class_meant(use.owner.name, variable.home.namespace)))

    def class_meant(self, name: str, namespace: str) -> str:
        """The full name of the class that a name as written means in a namespace."""
        if name.startswith("::") or not self.relative_names:
            return normalise(name)
        return self._name_meant("class", normalise(name), namespace)

    def _name_meant(self, kind: str, name: str, namespace: str) -> str:
        """Names of resource types and data types come before those of defines."""
        if kind in ("resource_type", "type"):
            if builtin.is_resource_type(name) or builtin.is_data_type(name) or self.ruby.type_path(name) is not None:
                return name
            if kind == "type" and (self.find("type", name) is not None or self.ruby.data_type_path(name) is not None):
                return name
        elif kind != "class":
            return name
        defined: DefinitionKind = "class" if kind == "class" else "define"
        return next((each for each in names_meant(name, namespace) if self.find(defined, each) is not None), name)

    def entity(self, use: Entity) -> Entity:
        """What a use, as written, means."""
        return self.once(("entity", use), lambda: self._meaning(use))

    def _meaning(self, use: Entity) -> Entity:
        """All files of a site see the same, but for those that define a name that was asked for on the way."""
        if is_of_file(use):
            return meaning(self, use)
        snapshot, key = self.snapshot, (self.site.environment.root, use)
        snapshot.summary(self.path)  # so that the index knows what it defines
        known = snapshot.meanings.get(key)
        if known is not None and not self._defines(known.lookups):
            self.lookups |= known.lookups
            return known.entity
        found = meaning(self, use)
        if not self._defines(self.lookups):
            snapshot.meanings.put(key, Meaning(found, frozenset(self.lookups)))
        return found

    def _defines(self, lookups: Iterable[Lookup]) -> bool:
        index, path = self.snapshot.index, self.path
        return any(path in index.defined(entity) for entity, _ in lookups)

    def lineage(self, class_name: str) -> Iterator[Found | None]:
        """A class and those that it inherits from, nearest first; None at the end where one is not known."""
        seen: set[str] = set()
        while class_name not in seen:
            seen.add(class_name)
            found = self.find("class", class_name, Facet.SIGNATURE)
            yield found
            if found is None or found.definition.parent is None:
                return
            class_name = self.class_meant(found.definition.parent, class_name)
        yield None

    def outer(self, variable: Entity) -> list[str]:
        """The files that set a variable of the outer scopes: those of the main manifest, and this one."""
        self.lookups.add((variable, Facet.EXISTS))
        return list(dict.fromkeys((*self.snapshot.in_main(self.site, variable), self.path)))

    def neighbours(self, kind: DefinitionKind, name: str) -> list[str]:
        """What a name may have been meant to be: those of a kind in the module that it belongs to, or that this is a slip of."""
        module = module_of(name)
        if not self.has_module(module):
            module = slip_of(module, self.site.modules) or module
        self.lookups.add((Entity("names", module), Facet.EXISTS))
        names = self.snapshot.names_in_module(self.site, module, kind)
        return names if kind not in _IN_RUBY else [*names, *self.ruby.of_module(_IN_RUBY[kind], module)]

    def resources(self, entity: Entity) -> Iterator[tuple[Resource, str]]:
        self.lookups.add((entity, Facet.EXISTS))
        yield from self.snapshot.resources(self.site, entity)

    def keys(self, name: str) -> Iterator[tuple[Key, str]]:
        """Where data sets a key, the environment's first, in order of levels."""
        entity = Entity("key", name)
        self.lookups.add((entity, Facet.EXISTS))
        yield from self.snapshot.keys(self.site, entity)

    def keys_like(self, pattern: str) -> list[str]:
        """The keys in data that a pattern of `lookup_options` means: of any module, as those of an environment may."""
        self.lookups.add((Entity(NAMED_IN, "key"), Facet.EXISTS))
        return [name for name in sorted(self.snapshot.all_keys(self.site)) if means(pattern, name)]

    # Searches ----------------------------------------------------------------------------------------

    def naming(self, entity: Entity) -> list[str]:
        """The files that may name an entity, whose text then counts."""
        if self.relative_names:
            self.lookups.add(ANYTHING)
        written = [entity, *self.snapshot.index.as_written(entity)]
        self.lookups.add((entity if entity.owner is None else entity.owner, Facet.EXISTS))
        self.lookups.update((Entity(NAMED, each.name), Facet.EXISTS) for each in written)
        self.lookups.update((each.owner, Facet.SIGNATURE) for each in written if each.owner is not None)
        return self._counting(self.snapshot.naming(self.site, entity))

    def using(self, entity: Entity) -> list[str]:
        """The files of all sites that use an entity as written so, whose text then counts."""
        self.lookups.add((Entity(NAMED, entity.name), Facet.EXISTS))
        return self._counting(self.snapshot.using(entity))

    def users(self, entity: Entity) -> list[str]:
        """The code of this site that uses an entity as written so, sorted; what else stands there does not count."""
        self.lookups.add((Entity(NAMED, entity.name), Facet.EXISTS))
        return self.snapshot.users(self.site, entity)

    def using_any(self, space: str) -> list[str]:
        """The data of the site that uses a name of a space, whose text then counts."""
        self.lookups.add((Entity(NAMED_IN, space), Facet.EXISTS))
        found = (path for path in self.snapshot.data_files(self.site) if self._uses_any(path, space))
        return self._counting(found)

    def _uses_any(self, path: str, space: str) -> bool:
        return any(use.space == space for use in self.snapshot.summary(path).uses)

    def _counting(self, paths: Iterable[str]) -> list[str]:
        found = list(paths)
        self.lookups.update((Entity("file", path), Facet.VALUE) for path in found)
        return found

    def titles(self, type_name: str) -> Mapping[str, tuple[str, ...]]:
        """The literal titles of a type's resources, with the files that declare them."""
        self.lookups.add((Entity(TITLES, type_name), Facet.EXISTS))
        return self.snapshot.titles_of(self.site, type_name)

    def with_open_titles(self, type_name: str) -> list[str]:
        """The files that make resources of a type, or of any where it is `ANY`, whose titles are not written out."""
        entity = Entity(open_titles.SPACE, type_name)
        self.lookups.add((entity, Facet.EXISTS))
        return self.snapshot.defining(self.site, entity)

    # Files -------------------------------------------------------------------------------------------

    def has_file(self, path: str) -> bool:
        self.lookups.add((Entity("file", path), Facet.EXISTS))
        return self.snapshot.files.is_file(path)

    def read(self, path: str) -> bytes | None:
        self.lookups.add((Entity("file", path), Facet.VALUE))
        return self.snapshot.files.read(path)

    def module_file(self, name: str) -> str | None:
        """The path of `module/templates/x` or `module/files/x`; None where there is no such file."""
        module, _, rest = name.partition("/")
        root = self.site.modules.get(module)
        return f"{root}/{rest}" if root is not None and self.has_file(f"{root}/{rest}") else None

    def module_start(self, name: str) -> str | None:
        """Where to begin to read a module; None where there is no such one."""
        root = self.site.modules.get(name)
        places = (f"{root}/{part}" for part in ("manifests/init.pp", "README.md", "metadata.json") if root is not None)
        return next(filter(self.has_file, places), None)

    def list(self, path: str) -> tuple[str, ...]:
        """The names in a folder. What comes into it later is another question (`ruby_names.py` asks one)."""
        self.lookups.add((Entity("file", path), Facet.VALUE))
        return self.snapshot.files.list(path)

    @cached_property
    def ruby(self) -> RubyNames:
        """What Ruby files declare."""
        return RubyNames(self)

    # Is the site complete? --------------------------------------------------------------------------

    @property
    def is_all_read(self) -> bool:
        """False as long as files are read of which nothing is known yet: a name that is missing may be theirs."""
        self.lookups.add(UNREAD)
        return not self.snapshot.index.unread

    @property
    def is_whole(self) -> bool:
        """False as long as not all files are known, too: who looks for a name in all of them waits until they are. To read
        them for it, at once, would keep whoever types waiting."""
        return self.is_all_read and not self.snapshot.index.partial

    def has_module(self, name: str) -> bool:
        """True where the module that a name belongs to is on the module path."""
        module = module_of(name)
        return module == ENVIRONMENT or module in self.site.modules

    @property
    def declared_modules(self) -> frozenset[str]:
        """What the Puppetfile and the metadata.json (or Modulefile) of the file's module say there should be."""
        return self.once("declared modules", self._declared_modules)

    def _declared_modules(self) -> frozenset[str]:
        root = self.site.environment.root
        self.lookups.add((Entity("file", f"{root}/Puppetfile"), Facet.VALUE))
        declared = set(read_puppetfile(self.snapshot.files, root))
        if self.module is not None:
            module_root = self.site.modules[self.module]
            self._counting(f"{module_root}/{name}" for name in SIGNS)
            metadata = read_metadata(self.snapshot.files, module_root)
            declared.update(metadata.dependencies if metadata else ())
            of_old = modulefile.read_modulefile(self.snapshot.files, module_root)
            declared.update(of_old.dependencies if of_old else ())
        return frozenset(declared)

    @property
    def is_published(self) -> bool:
        """True in a module made for many sites (`project.published`), and in one that another of its name hides, which nobody
        loads."""
        return self.once("is published", self._is_published)

    def _is_published(self) -> bool:
        root = self.site.modules.get(self.module or "")
        if root is None:
            inside = [self.path.removeprefix(f"{folder}/") for folder in self.site.environment.modulepath]
            return any(path != self.path and path.partition("/")[0] in self.site.modules for path in inside)
        environment = self.site.environment
        self.lookups.update((Entity("file", f"{root}/{sign}"), Facet.EXISTS) for sign in SIGNS)
        self.lookups.add((Entity("file", f"{environment.root}/Puppetfile"), Facet.VALUE))
        return is_published(self.snapshot.files, environment, self.module or "", root)

    @property
    def missing_modules(self) -> frozenset[str]:
        """Modules that are declared and not there, or empty: names without namespace may come from one of them."""
        return (self.declared_modules | self.site.empty) - self.site.modules.keys()
