"""Which environment a file belongs to, and what a folder that people open stands for.

Puppet is told its environment; an editor has to find it: a control repo with or without environment.conf, one
of several environments, a Bolt project, a module with its fixtures, a folder of modules, a repository that has
all of that somewhere inside, loose files. The rules, the first that applies (docs/environments.md shows them):

1. What lies among the tests or examples of a module or an environment sees that, and before it the modules
   that are kept there (`spec/fixtures/modules`).
2. The nearest environment.conf whose manifest or module path covers the file.
3. Code inside a module belongs to the module, and this to the environment around it that has it on its module
   path; to none else, whatever its folders are called.
4. The nearest folder that looks like an environment, or has an environment.conf that does not cover the file.

Paths are absolute and normal. Nothing but `Files` is read, a few names for each folder above the path.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from posixpath import basename, dirname, join, normpath

from .environment import Environment, load_environment
from .files import Files
from .metadata import read_metadata
from .modulefile import read_modulefile
from .puppetfile import read_module_folder

#: Folders of a module: those with code, those with its tests, and all.
_CODE_PARTS = ("manifests", "lib", "functions", "types", "plans")
_TEST_PARTS = ("spec", "test", "tests", "examples", "acceptance")
_MODULE_PARTS = (*_CODE_PARTS, *_TEST_PARTS, "templates", "files", "data", "tasks", "facts.d", "locales")
#: Folders of a control repo that hold modules, where no environment.conf says so, in their usual order.
MODULE_FOLDERS = ("site-modules", "site", "modules", ".modules")
#: Any of these makes a folder an environment, where it is no module.
_SIGNS = ("manifests/site.pp", "Puppetfile", "bolt-project.yaml")
_ENVIRONMENT_NAME = re.compile(r"\w+")
_MODULE_FOLDER_NAME = re.compile(r"[a-z][a-z0-9_]*")
#: How far above a file its environment is looked for.
_HIGHEST = 16
#: How far below an opened folder environments are looked for, and in how many folders.
_DEEPEST = 3
_MOST_FOLDERS = 1000
_NOT_SEARCHED = frozenset((*_MODULE_PARTS, "node_modules", "vendor", "venv", "build", "dist"))


def environment_of(files: Files, path: str, basemodulepath: Sequence[str] = ()) -> Environment | None:
    """The environment whose names a file, or the files of a folder, see; None where nothing looks like Puppet's."""
    return _Search(files, basemodulepath).around(normpath(path))


def discover(files: Files, folder: str, basemodulepath: Sequence[str] = ()) -> tuple[Environment, ...]:
    """The environments that an opened folder stands for: at least one, whatever is in it."""
    folder, search = normpath(folder), _Search(files, basemodulepath)
    found = search.around(folder)
    if found is not None:
        return (found,)
    inside = search.inside((folder, join(folder, "environments")))
    if inside:
        return inside
    bare = load_environment(files, folder, None, basemodulepath)
    if any(is_module(files, join(folder, name)) for name in files.list(folder) if _MODULE_FOLDER_NAME.match(name)):
        return (bare._replace(modulepath=(folder, *basemodulepath), kind="modules"),)
    return search.below(folder) or (bare._replace(kind="loose", manifest=_manifest_folder(files, folder)),)


def environments(
    files: Files, opened: Iterable[str], looked_at: Iterable[str], basemodulepath: Sequence[str] = ()
) -> tuple[tuple[Environment, ...], dict[str, str]]:
    """The environments of the folders that are opened, and of the folders of files that are looked at, each once; and
    the root of that around each folder looked at, which what else is looked at does not change.

    A file whose environment is none of those that the folders stand for brings its own; a lone module in an
    opened folder of modules does not.
    """
    found: dict[str, Environment] = {}
    for folder in opened:
        for environment in discover(files, folder, basemodulepath):
            found.setdefault(environment.root, environment)
    known, search = tuple(found.values()), _Search(files, basemodulepath)
    roots: dict[str, str] = {}
    for folder in looked_at:
        own = search.around(folder)
        if own is None:
            around = [each for each in known if is_below(folder, each.root)]
            own = max(around, key=lambda each: len(each.root)) if around else discover(files, folder, basemodulepath)[0]
        elif own.kind == "module":
            module = own.root
            own = next((each for each in known if module in each.modules(files).values()), own)
        found.setdefault(own.root, own)
        if is_below(folder, own.root):  # of a file on its own, environments may lie below
            roots[folder] = own.root
    return tuple(found.values()), roots


def is_module(files: Files, folder: str) -> bool:
    """True for a folder with the looks of a module."""
    return files.is_file(join(folder, "manifests", "init.pp")) or (
        files.is_file(join(folder, "metadata.json")) and any(files.is_dir(join(folder, part)) for part in _CODE_PARTS)
    )


def is_below(path: str, folder: str) -> bool:
    """Whether a path is a folder or lies in it."""
    return path == folder or path.startswith(folder.rstrip("/") + "/")


class _Search:
    """The search for environments above and below a path."""

    def __init__(self, files: Files, basemodulepath: Sequence[str]) -> None:
        self.files = files
        self.base = tuple(basemodulepath)
        self._found: dict[str, Environment | None] = {}

    def around(self, path: str) -> Environment | None:
        above = list(_above(path))
        tested = self._tested(above)
        if tested is not None:
            return self._among_tests(above[: above.index(tested)], tested)
        covering = next((found for folder in above if (found := self._covering(folder, path)) is not None), None)
        if covering is not None:
            return covering
        module = next((folder for folder in reversed(above) if self._is_in_module(path, folder)), None)
        if module is not None:
            return self._of_module(module)
        return next((found for folder in above if (found := self._holding(folder, path)) is not None), None)

    def inside(self, parents: Iterable[str]) -> tuple[Environment, ...]:
        """The environments that stand side by side in the first of these folders that has any."""
        for parent in parents:
            names = [name for name in self.files.list(parent) if _ENVIRONMENT_NAME.fullmatch(name)]
            found = [here for name in names if (here := self._here(join(parent, name))) is not None]
            if found:
                return tuple(found)
        return ()

    def below(self, folder: str) -> tuple[Environment, ...]:
        """The environments somewhere in a repository; there is none in another, in a module or in a hidden folder."""
        level, found, seen = [folder], list[Environment](), 0
        for _ in range(_DEEPEST):
            following: list[str] = []
            for parent in level:
                seen += 1
                if seen > _MOST_FOLDERS:
                    return tuple(found)
                for name in self.files.list(parent):
                    path = join(parent, name)
                    if name.startswith(".") or name in _NOT_SEARCHED or not self.files.is_dir(path):
                        continue
                    here = self._here(path)
                    if here is not None:
                        found.append(here)
                    elif not is_module(self.files, path):
                        following.append(path)
            level = following
        return tuple(found)

    # One folder --------------------------------------------------------------------------------------

    def _here(self, folder: str) -> Environment | None:
        """The environment whose root is `folder`, if the folder looks like one."""
        if folder not in self._found:
            self._found[folder] = self._look(folder)
        return self._found[folder]

    def _look(self, folder: str) -> Environment | None:
        files, base = self.files, self.base
        if not base and basename(dirname(folder)) == "environments":
            shared = join(dirname(dirname(folder)), "modules")  # Puppet's code directory, where its default is this
            base = (shared,) if files.is_dir(shared) else ()
        if files.is_file(join(folder, "environment.conf")):
            return load_environment(files, folder, None, base)
        sign = any(files.is_file(join(folder, name)) for name in _SIGNS)
        inside = self.inside((join(folder, "environments"),))
        if inside and not (sign and all(_has_no_code(files, each.root) for each in inside)):
            return None  # a code directory: `modules` is what its environments share
        present = [path for name in MODULE_FOLDERS if _is_for_modules(files, path := join(folder, name))]
        if not (present or sign) or (is_module(files, folder) and not (present and sign)):
            return None
        own = read_module_folder(files, folder)
        if own is not None and (path := normpath(join(folder, own))) not in present:
            present.append(path)
        present.extend(path for path in self._other_modules(folder) if path not in present)
        found = load_environment(files, folder, None, base)
        return found._replace(modulepath=(*present, *base)) if present else found

    def _other_modules(self, folder: str) -> Iterator[str]:
        """Other folders in an environment that hold nothing but modules: what a server's puppet.conf has on its module path."""
        for name in self.files.list(folder):
            path = join(folder, name)
            if name in (*MODULE_FOLDERS, "environments", *_NOT_SEARCHED) or not _MODULE_FOLDER_NAME.fullmatch(name):
                continue
            inside = [below for each in self.files.list(path) if self.files.is_dir(below := join(path, each))]
            if inside and all(self.files.is_dir(join(each, "manifests")) for each in inside):
                yield path

    def _covering(self, folder: str, path: str) -> Environment | None:
        """The environment whose environment.conf stands in `folder`, where its code covers the path."""
        if not self.files.is_file(join(folder, "environment.conf")):
            return None
        found = self._here(folder)
        if found is None or path == folder:
            return found
        code = (*found.modulepath, found.manifest)
        # A folder above that of modules is covered too, where the environment is around it.
        return found if any(is_below(path, part) or is_below(part, path) for part in code) else None

    def _holding(self, folder: str, path: str) -> Environment | None:
        """The environment in `folder`, as the path is where its code would be."""
        found = self._here(folder)
        if found is None or path == folder or self.files.is_file(join(folder, "environment.conf")):
            return found
        held = is_below(path, found.manifest) or any(_holds_module(self.files, each, path) for each in found.modulepath)
        return found if held else None

    # Modules -----------------------------------------------------------------------------------------

    def _is_in_module(self, path: str, folder: str) -> bool:
        """Whether `folder` is a module and the path one of its parts."""
        part = path[len(folder) + 1 :].partition("/")[0]
        return (not part or part in _MODULE_PARTS) and is_module(self.files, folder) and self._here(folder) is None

    def _of_module(self, module: str) -> Environment:
        """The environment around a module that has it on its module path, else the module alone.

        A module that stands in an environment without being on its module path sees the modules there all the same.
        """
        beside: tuple[str, ...] = ()
        for folder in _above(dirname(module)):
            found = self._holding(folder, module)
            if found is not None and dirname(module) in found.modulepath:
                return found
            if found is not None and not beside:
                beside = found.modulepath
        return _single_module(self.files, module, dict.fromkeys((*beside, *self.base)))

    # Tests -------------------------------------------------------------------------------------------

    def _tested(self, above: Sequence[str]) -> str | None:
        """The outermost module or environment whose tests or examples hold the path (`above`: from it upwards)."""
        for inner, folder in reversed(list(pairwise(above))):
            if basename(inner) in _TEST_PARTS and (
                is_module(self.files, folder)
                or self._here(folder) is not None
                or (basename(dirname(folder)) in MODULE_FOLDERS and self.files.is_dir(join(folder, "manifests")))
            ):
                return folder
        return None

    def _among_tests(self, folders: Sequence[str], tested: str) -> Environment | None:
        """What a path sees that lies in the tests of `tested`; `folders` lead up from it."""
        outer = self.around(tested)
        if outer is None:
            return None
        for folder in folders:
            inner = self._kept_for_tests(folder)
            if inner is not None and not set(inner.modulepath) <= set(outer.modulepath):
                module = next((each for each in outer.modules(self.files).items() if each[1] == tested), None)
                modulepath = tuple(dict.fromkeys((*inner.modulepath, *outer.modulepath)))
                return inner._replace(modulepath=modulepath, kind="modules", own_module=module)
        return outer

    def _kept_for_tests(self, folder: str) -> Environment | None:
        if self.files.is_file(join(folder, "environment.conf")):
            return load_environment(self.files, folder, None, self.base)
        modules = join(folder, "modules")
        if not _is_for_modules(self.files, modules):
            return None
        return load_environment(self.files, folder, None, self.base)._replace(modulepath=(modules,))


def _above(path: str) -> Iterator[str]:
    """A path and the folders above it, the nearest first."""
    for _ in range(_HIGHEST):
        yield path
        if path == dirname(path):
            return
        path = dirname(path)


def _has_no_code(files: Files, environment: str) -> bool:
    """Whether there is no more of an environment than its settings: what a repository is deployed by may be kept in it."""
    return not any(files.is_dir(join(environment, name)) for name in ("manifests", *MODULE_FOLDERS))


def _is_for_modules(files: Files, folder: str) -> bool:
    """Whether a folder holds modules, however unfinished, or nothing yet: `types/modules` of a module does not, nor does a
    module of that name."""
    if not files.is_dir(folder):
        return False
    inside = [path for name in files.list(folder) if files.is_dir(path := join(folder, name))]
    if is_module(files, folder) and not any(is_module(files, path) for path in inside):
        return False
    return not inside or any(files.is_dir(join(path, part)) for path in inside for part in _MODULE_PARTS)


def _holds_module(files: Files, modules: str, folder: str) -> bool:
    """True where `folder` is the folder `modules`, or lies in it, and there is a module there indeed."""
    if folder == modules:
        return any(is_module(files, join(modules, name)) for name in files.list(modules))
    if not is_below(folder, modules):
        return False
    module = join(modules, folder[len(modules) + 1 :].partition("/")[0])
    # One without a class of its own name, as of profiles.
    return is_module(files, module) or any(files.is_dir(join(module, part)) for part in _MODULE_PARTS)


def _single_module(files: Files, folder: str, beside: Iterable[str]) -> Environment:
    """A module opened on its own: what it depends on is looked for where its tests keep it, and beside it."""
    said = read_metadata(files, folder) or read_modulefile(files, folder)
    name = said.name if said and said.name else re.sub(r"^.*-", "", basename(folder).lower())
    siblings = [dirname(folder)] if basename(dirname(folder)) == "modules" else []
    return Environment(
        folder,
        "production",
        (join(folder, "spec", "fixtures", "modules"), *siblings, *beside),
        join(folder, "spec", "fixtures", "manifests"),
        join(folder, "hiera.yaml"),
        None,
        "module",
        (name, folder),
    )


def _manifest_folder(files: Files, folder: str) -> str:
    manifests = join(folder, "manifests")
    return manifests if files.is_dir(manifests) else folder
