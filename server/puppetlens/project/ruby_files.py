"""Which file of Ruby may declare a name: one index over the environment and its modules, made from listings.

Puppet's autoloader looks in each module in turn. With hundreds of modules that is hundreds of questions for each
name, nearly all in vain; the folders' listings answer them all, as only a few folders hold such files (facts of Puppet
7.23):

* functions of the API of version 4: `lib/puppet/functions/a/b.rb` is `a::b`, in the module `a` alone (in the
  environment's own folder for `environment::b`); a name without namespace may be in any;
* functions of version 3: `lib/puppet/parser/functions/x.rb`, and where `functions` has one of version 4, alike;
* resource types: `lib/puppet/type/x.rb` in any; data types: `lib/puppet/datatypes/a/b.rb` in any.

The environment's own `lib` comes before the modules', and these come in their order; in each of them a function of
version 4 wins over one in Puppet code, and that over one of version 3. Names are in lower case, so a file whose name is
not is found by none. A listing does not tell files from folders: whoever takes a path asks whether it is a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from .autoload import ENVIRONMENT, normalise
from .files import Files, folders_above

#: Kinds of names: the folders below `lib/puppet`, and `function` for what may be in either of its two.
KINDS: Final = ("function", "functions", "parser/functions", "type", "datatypes")
#: Paths by name, those that win first.
Paths = Mapping[str, tuple[str, ...]]

_SUFFIX = ".rb"
#: Where Ruby code that Puppet loads by name is, below the root of a module.
FOLDER = "lib/puppet"


class RubyFiles:
    """The Ruby files of an environment by the kind (one of `KINDS`) and the name of what they declare."""

    def __init__(
        self, names: Mapping[str, Paths], roots: tuple[str, ...], with_providers: tuple[str, ...] = ()
    ) -> None:
        self.names = names
        self._folders = tuple(f"{root}/{FOLDER}" for root in roots)
        self._above: frozenset[str] | None = None
        #: The folders `lib/puppet` that have providers of resource types.
        self.with_providers = with_providers

    def paths(self, kind: str, name: str) -> tuple[str, ...]:
        return self.names[kind].get(normalise(name), ())

    def find(self, kind: str, name: str, files: Files) -> str | None:
        """The file that declares a name; None where no Ruby file does."""
        return next((path for path in self.paths(kind, name) if files.is_file(path)), None)

    def function_paths(self, name: str, written: str | None) -> tuple[str, ...]:
        """Where a function may be, those that win first; `written` is the one place for it in Puppet code."""
        paths = self.paths("function", name)
        if written is None:
            return paths
        # That place is in the module of the namespace or in the environment, where only version 4 comes before it.
        first = paths[0] if paths else ""
        own = "::" in normalise(name) or first.startswith(f"{self._folders[0]}/")
        before = 1 if own and f"/{FOLDER}/functions/" in first else 0
        return (*paths[:before], written, *paths[before:])

    def rests_on(self, path: str) -> bool:
        """Whether the index may be another once something happened to `path`, a file or a folder."""
        if f"/{FOLDER}/" in path:
            return True
        if self._above is None:
            self._above = frozenset(folders_above(self._folders)).union(self._folders)
        return path in self._above

    def differences(self, other: RubyFiles) -> Iterator[tuple[str, str]]:
        """The names that have other paths in `other`."""
        for kind, names in self.names.items():
            others = other.names[kind]
            if names is not others:
                yield from (
                    (kind, name) for name in names.keys() | others.keys() if names.get(name) != others.get(name)
                )


class _Listed(NamedTuple):
    """The `lib/puppet` of one module: folder -> the names in it, as far as Ruby code is found there by name."""

    root: str
    module: str
    folders: tuple[tuple[str, tuple[str, ...]], ...]
    has_providers: bool


#: The last index of each environment, by its root, with the listings that it was made from.
_KEPT: dict[str, tuple[tuple[_Listed, ...], RubyFiles]] = {}
_MOST = 16


def find_ruby_files(
    files: Files, environment: str, modules: Mapping[str, str], libraries: Mapping[str, str] | None = None
) -> RubyFiles:
    """The index of an environment (its root folder) and its modules (name -> folder). Asks for listings alone.

    `libraries` are folders beside the modules whose names (as of packages: `author-some-module`) are no modules'.
    """
    listed = tuple(_listed(files, root, name) for name, root in ((ENVIRONMENT, environment), *modules.items()))
    listed += tuple(_autoloaded(_listed(files, root, name)) for name, root in (libraries or {}).items())
    kept = _KEPT.get(environment)
    if kept is not None and kept[0] == listed:
        return kept[1]
    while len(_KEPT) >= _MOST:
        _KEPT.pop(next(iter(_KEPT)))
    found = _index(listed)
    _KEPT[environment] = listed, found
    return found


def _listed(files: Files, root: str, module: str) -> _Listed:
    top = f"{root}/{FOLDER}"
    names = files.list(top)
    folders: list[tuple[str, tuple[str, ...]]] = []
    for folder, first in (("functions", "functions"), ("parser/functions", "parser"), ("datatypes", "datatypes")):
        if first in names:
            folders += _below(files, top, folder)
    if "type" in names:
        folders.append(("type", files.list(f"{top}/type")))
    return _Listed(root, module, tuple(folders), "provider" in names)


def _autoloaded(listed: _Listed) -> _Listed:
    """Of a folder that is no module: what Puppet's old autoloader finds by name."""
    folders = (each for each in listed.folders if each[0] in ("type", "parser/functions"))
    return listed._replace(folders=tuple(folders))


def _below(files: Files, top: str, folder: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """A folder and those in it, each relative to `top`; as Puppet's loaders, without links to folders."""
    names = files.list(f"{top}/{folder}")
    yield folder, names
    for name in names:
        if "." not in name and not files.is_link(f"{top}/{folder}/{name}"):
            yield from _below(files, top, f"{folder}/{name}")


def _index(listed: tuple[_Listed, ...]) -> RubyFiles:
    found: dict[str, dict[str, tuple[str, ...]]] = {kind: {} for kind in KINDS}
    for root, module, folders, _ in listed:
        for folder, names in folders:
            kind, namespace = _kind(folder)
            if "functions" in kind and namespace and namespace.partition("::")[0] != module:
                continue
            for name in names:
                if name.endswith(_SUFFIX):
                    stem = name.removesuffix(_SUFFIX)
                    key = f"{namespace}::{stem}" if namespace else stem
                    path = f"{root}/{FOLDER}/{folder}/{name}"
                    for table in (found[kind], found["function"]) if "functions" in kind else (found[kind],):
                        table[key] = (*table.get(key, ()), path)
    with_providers = tuple(f"{each.root}/{FOLDER}" for each in listed if each.has_providers)
    return RubyFiles(found, tuple(each.root for each in listed), with_providers)


def _kind(folder: str) -> tuple[str, str]:
    """What a folder below `lib/puppet` holds, and the namespace of the names in it."""
    if folder in KINDS:
        return folder, ""
    kind = next(each for each in ("parser/functions", "functions", "datatypes") if folder.startswith(f"{each}/"))
    return kind, folder[len(kind) + 1 :].replace("/", "::")
