"""The keys of all levels as a node sees them: which place wins, which it hides, which are merged.

A look-up asks one key; this asks the files of each level what they hold. So a level whose function is asked for each key is
named, but has no list. Nothing is interpolated into values, which are not told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, TypeAlias

from puppetlens.base.errors import PuppetError

from .config import find_line
from .errors import Origin
from .keys import lookup_key
from .layer import Layer
from .levels import Level
from .lookup import Hiera
from .merge import merge_strategy
from .variables import Variables

#: What becomes of a key at a place: its value counts alone, or with others; another counts; it is an option of keys; or
#: nothing ever asks for it there (a module's data are those of its own names).
Effect = Literal["wins", "merged", "hidden", "options", "unused"]

_OPTIONS = "lookup_options"


class ListedKey(NamedTuple):
    """`others` are the places of the key that it hides (`wins`), that hides it (`hidden`), or that it is merged with."""

    name: str
    origin: Origin
    effect: Effect
    others: tuple[Origin, ...] = ()


class ListedFile(NamedTuple):
    """A place that a level looks at: a path (or a URI). `problem`: why what it holds is not known."""

    location: str
    is_there: bool
    keys: tuple[ListedKey, ...]
    problem: str | None = None


class ListedLevel(NamedTuple):
    """`origin` is its place in a hiera.yaml; `problem`: why it has no list."""

    layer: str
    name: str
    origin: Origin | None
    files: tuple[ListedFile, ...]
    problem: str | None = None


class _Held(NamedTuple):
    """A key in a file; `module` is the module whose data it is, `is_last` of a hierarchy that is asked when all else has none."""

    name: str
    origin: Origin
    module: str | None
    is_last: bool


#: A level without its files, and these, each with its keys.
_Read: TypeAlias = tuple[ListedLevel, list[tuple[ListedFile, list[_Held]]]]


def list_levels(hiera: Hiera, variables: Variables, modules: Iterable[str]) -> tuple[ListedLevel, ...]:
    """All levels, in the order in which they are asked: the global layer's, the environment's, those of the modules that
    have data. A hiera.yaml that is wrong is a level with a problem."""
    read = list(_read_all(hiera, variables, modules))
    by_name: dict[str, list[_Held]] = {}
    for held in (each for _, files in read for _, keys in files for each in keys):
        if _counts(held):
            by_name.setdefault(held.name, []).append(held)
    effects = {name: _Effects(hiera, variables, name, held) for name, held in by_name.items()}
    return tuple(
        level._replace(
            files=tuple(file._replace(keys=tuple(_listed(each, effects) for each in held)) for file, held in files)
        )
        for level, files in read
    )


def _read_all(hiera: Hiera, variables: Variables, modules: Iterable[str]) -> Iterator[_Read]:
    for layer, is_last in _layers(hiera, modules):
        if isinstance(layer, ListedLevel):
            yield layer, []
            continue
        try:
            levels = hiera.levels_of(layer, variables, default=is_last)
        except PuppetError as error:
            yield _refused(layer.module_name or layer.kind, error), []
            continue
        yield from (_read(level, is_last) for level in levels)


def _layers(hiera: Hiera, modules: Iterable[str]) -> Iterator[tuple[Layer | ListedLevel, bool]]:
    """With whether the default hierarchy is meant."""
    for name in ("global", "environment", *sorted(modules)):
        try:
            layer = hiera.layer(name)
        except PuppetError as error:
            yield _refused(name, error), False
            continue
        if layer is not None:
            yield layer, False
            if layer.config.default_hierarchy is not None:
                yield layer, True


def _refused(name: str, error: PuppetError) -> ListedLevel:
    layer = name if name in ("global", "environment") else f"module {name}"
    place = error.location
    origin = Origin(place.file, place.line) if place is not None and place.file is not None else None
    return ListedLevel(layer, "hiera.yaml", origin, (), error.message)


def _read(level: Level, is_last: bool) -> _Read:
    listed = ListedLevel(level.layer, level.entry.name, _origin(level), ())
    if not level.holds_files:
        return listed._replace(problem=f"{level.entry.function} is asked for each key: there is no list"), []
    files: list[tuple[ListedFile, list[_Held]]] = []
    for location in level.locations:
        name = str(location or "")
        try:
            file = level.file_at(location)
        except PuppetError as error:
            files.append((ListedFile(name, True, (), error.message), []))
            continue
        if location is not None and location.unknown is not None:
            files.append((ListedFile(name, False, (), location.unknown.reasons[0].reason), []))
            continue
        keys = () if file is None else file.keys()
        held = [_Held(key, file.origin(key), level.module_name, is_last) for key in keys if file is not None]
        files.append((ListedFile(name, file is not None, ()), held))
    return listed, files


def _origin(level: Level) -> Origin | None:
    path = level.config.path
    if path is None:
        return None
    text = (level.surroundings.files.read(path) or b"").decode("utf-8", "replace")
    return Origin(path, find_line(text, level.name_pattern))


def _counts(held: _Held) -> bool:
    return held.name != _OPTIONS and (held.module is None or held.name.startswith(f"{held.module}::"))


class _Effects:
    """What becomes of one key at each of its places."""

    def __init__(self, hiera: Hiera, variables: Variables, name: str, held: list[_Held]) -> None:
        first = [each.origin for each in held if not each.is_last]
        last = [each.origin for each in held if each.is_last]
        counting, self._unasked = (first, last) if first else (last, [])
        try:
            is_merged = not merge_strategy(hiera.merge_of(lookup_key(name), variables)).takes_first
        except PuppetError:
            is_merged = False
        self._merged = counting if is_merged and len(counting) > 1 else []
        self._winner = counting[0]
        self._hidden = [each for each in (*counting[1:], *self._unasked) if each not in self._merged]

    def of(self, name: str, origin: Origin) -> ListedKey:
        if origin in self._merged:
            return ListedKey(name, origin, "merged", tuple(each for each in self._merged if each != origin))
        if origin == self._winner:
            return ListedKey(name, origin, "wins", tuple(self._hidden))
        return ListedKey(name, origin, "hidden", (self._winner,))


def _listed(held: _Held, effects: dict[str, _Effects]) -> ListedKey:
    if held.name == _OPTIONS:
        return ListedKey(held.name, held.origin, "options")
    return (
        effects[held.name].of(held.name, held.origin) if _counts(held) else ListedKey(held.name, held.origin, "unused")
    )
