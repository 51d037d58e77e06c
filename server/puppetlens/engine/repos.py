"""What the repos around some folders say about how they are checked: their settings, and what is wrong in their files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from ..model.configuration import Configuration, Problem, configuration, keys, near, place_of
from ..project.files import DiskFiles, Files
from .settings import USER_ONLY, Settings, codes_of, no_check, settings_of_repo, user_only, with_those_of_repo


class Repos:
    """The configurations of the folders that were asked for."""

    def __init__(self, files: Files, folders: Iterable[str] = ()) -> None:
        self._files = files
        self._found: dict[tuple[str, ...], Configuration] = {}
        for folder in folders:
            self.around(folder)

    def around(self, folder: str) -> Configuration:
        found = configuration(self._files, folder)
        return self._found.setdefault(found.paths, found)

    def settings(self, settings: Settings, chosen: Set[str] = frozenset()) -> Settings:
        """The user's, of which some were `chosen` by name, with those of the first repo that has some: there is one evaluator."""
        given = next((each.settings for each in self._found.values() if each.settings), {})
        return with_those_of_repo(settings, given, chosen)[0]

    def problems(self) -> Iterator[Problem]:
        for paths, found in self._found.items():
            if not paths:
                continue
            texts = {path: (self._files.read(path) or b"").decode("utf-8", "replace") for path in paths}
            yield from found.problems
            yield from _unknown_keys(found, texts[paths[0]])
            yield from _named_checks(found, texts[paths[0]])
            for name, words in with_those_of_repo(Settings(), found.settings)[1]:
                place = place_of(texts[paths[0]], name.rpartition(".")[2], "settings")
                yield Problem(paths[0], *place, words)


def _unknown_keys(found: Configuration, text: str) -> Iterator[Problem]:
    """Of keys that the file cannot have where they stand, with where they belong."""
    for name in found.unknown:
        if name in USER_ONLY:
            words = user_only(name)
        elif name in settings_of_repo():
            words = f"'{name}' is ignored: it belongs below [settings]"
        elif codes_of(name):
            words = f"'{name}' is ignored: it belongs below [checks]"
        else:
            words = f"unknown key '{name}'{near(name, keys())}"
        yield Problem(found.paths[0], *place_of(text, name), words)


def _named_checks(found: Configuration, text: str) -> Iterator[Problem]:
    """Of names that mean no check. Where none is named, no check is loaded."""
    named = {"": (*(found.select or ()), *found.ignore), "checks": [name for name, _ in found.checks]}
    for table, names in named.items():
        unknown = (name for name in names if not codes_of(name))
        yield from (Problem(found.paths[0], *place_of(text, name, table), no_check(name)) for name in unknown)


def repo_on_disk(folder: str) -> Repos:
    """That of the folder alone."""
    return Repos(DiskFiles(), (folder,))
