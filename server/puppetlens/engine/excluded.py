"""What is left out when a folder is checked: fixtures and examples, what others wrote, what git ignores, what the repo says.

A file or folder that is named is checked in any case, unless somebody wants it otherwise (`left_out`). Patterns are those of `.gitignore`.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from posixpath import basename, relpath, split

from ..model.configuration import EXCLUDED, Configuration
from ..project.files import Files, is_checkout, parents
from ..project.ignored import Patterns


def left_out(files: Files, path: str, configuration: Configuration) -> bool:
    """Whether a walk over the checkout around a file or folder would pass it by; without one, over the folder of the
    configuration, else over its own."""
    around = tuple(parents(path))
    checkout = next((each for each in around if is_checkout(files, each)), None)
    return Excluded(files, checkout or configuration.root or around[0], configuration).within(path)


class Excluded:
    """Below `folder`; `(path, is_folder)` -> whether a walk passes it by. Folders above it were asked before."""

    def __init__(self, files: Files, folder: str, configuration: Configuration) -> None:
        self._files, self._folder = files, folder
        self._own = Patterns(EXCLUDED)
        self._said = configuration.root, Patterns(configuration.exclude)
        self._environments = configuration.environments
        self._ignored: dict[str, Patterns | None] = {}
        self._known: dict[str, bool] = {}
        # What says that the folder itself is left out says it of all in it, which is wanted nevertheless.
        self._sources = [each for each in (self._by_repo, self._by_git) if not each(folder, True)]

    def __call__(self, path: str, is_folder: bool) -> bool:
        own = relpath(path, self._folder)
        if self._own.match(own, is_folder) or (is_folder and self._is_another_environment(path)):
            return True
        return any(says(path, is_folder) for says in self._sources)

    def within(self, path: str) -> bool:
        """Whether a file, or a folder between the checked one and it, is left out."""
        between = [each for each in parents(path) if each.startswith(f"{self._folder.rstrip('/')}/")]
        return any(self._is_out(each) for each in reversed(between)) or self(path, self._files.is_dir(path))

    def _is_out(self, folder: str) -> bool:
        if folder not in self._known:
            self._known[folder] = self(folder, True)
        return self._known[folder]

    def _is_another_environment(self, path: str) -> bool:
        """Whether it is one of several environments, and none of those that the repo names."""
        around, name = split(path)
        if self._environments is None or basename(around) != "environments":
            return False
        return not any(fnmatchcase(name, pattern) for pattern in self._environments)

    def _by_repo(self, path: str, is_folder: bool) -> bool:
        root, said = self._said
        return path.startswith(f"{root.rstrip('/')}/") and said.match(relpath(path, root), is_folder)

    def _by_git(self, path: str, is_folder: bool) -> bool:
        """By the `.gitignore` of the nearest folder that says something about it, as far as its checkout reaches, and at last
        by what is ignored in that checkout alone."""
        for folder in parents(path):
            is_last = is_checkout(self._files, folder)
            for name in (".gitignore", ".git/info/exclude") if is_last else (".gitignore",):
                here = self._of(f"{folder.rstrip('/')}/{name}")
                if here is not None and (said := here.says(relpath(path, folder), is_folder)) is not None:
                    return said
            if is_last:
                return False
        return False

    def _of(self, path: str) -> Patterns | None:
        if path not in self._ignored:
            data = self._files.read(path) if self._files.is_file(path) else None
            self._ignored[path] = None if data is None else Patterns(data.decode("utf-8", "replace").splitlines())
        return self._ignored[path]
