"""Where the levels of a hierarchy look: paths, globs, URIs and mapped paths, with variables put in."""

from __future__ import annotations

import fnmatch
import posixpath
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from puppetlens.base.cancellation import check_cancelled
from puppetlens.project.files import Files
from puppetlens.types.labels import ruby_class
from puppetlens.types.ruby_text import inspect, to_s
from puppetlens.types.values import Hash, Unknown, UnknownReason, Value

from .config import Entry, HieraConfig
from .errors import RubyError
from .interpolation import interpolate, read_variable
from .invocation import Invocation
from .variables import LocalVariables

#: How many names the globs of a level look at, and alternatives of `{a,b}`: a control repo has some thousand files.
_MOST_NAMES = 200_000
#: A glob, split at its slashes.
_Parts = tuple[str, ...]


class Location(NamedTuple):
    """A place to look at: a path, which may be absent, a URI, or something that is not known."""

    path: str | None = None
    uri: str | None = None
    unknown: Unknown | None = None

    def __str__(self) -> str:
        return self.path or self.uri or ""


def resolve_datadir(config: HieraConfig, entry: Entry, invocation: Invocation) -> Value:
    return interpolate(posixpath.join(config.root, entry.datadir), invocation, methods=False)


def resolve_locations(
    files: Files, datadir: Value, entry: Entry, invocation: Invocation
) -> tuple[Location, ...] | None:
    """The locations of a level in order of priority; None where it was given none."""
    if isinstance(datadir, Unknown):
        return (Location(unknown=datadir),)
    if entry.location_kind is None:
        return None
    if entry.location_kind in ("uri", "uris"):
        return tuple(_uri(interpolate(uri, invocation, methods=False)) for uri in entry.locations)
    if entry.location_kind == "mapped_paths":
        return tuple(_mapped_paths(datadir, entry.locations, invocation))
    paths = [interpolate(path, invocation, methods=False) for path in entry.locations]
    if entry.location_kind in ("glob", "globs"):
        return tuple(location for path in paths for location in _glob(files, datadir, path))
    return tuple(_path(datadir, path, entry.extension) for path in paths)


def _path(datadir: str, path: Value, extension: str = "") -> Location:
    if isinstance(path, Unknown):
        return Location(unknown=path)
    if extension and not path.endswith(extension):
        path += extension
    if "\0" in path or "\0" in datadir:
        raise RubyError("pathname contains null byte")
    # As `Pathname#+`: `..` is followed, a path from the root stands for itself.
    return Location(path=posixpath.normpath(posixpath.join(datadir, path)))


def _uri(uri: Value) -> Location:
    if isinstance(uri, Unknown):
        return Location(unknown=uri)
    if re.search(r'[\x00-\x20\x7f<>"{}|\\^`]', uri):
        raise RubyError(f"bad URI(is not URI?): {inspect(uri)}")
    from urllib.parse import urlsplit  # here: few hierarchies have a URI

    try:
        urlsplit(uri)
    except ValueError:
        raise RubyError(f"bad URI(is not URI?): {inspect(uri)}") from None
    return Location(uri=uri)


def _mapped_paths(datadir: str, mapping: tuple[str, ...], invocation: Invocation) -> Iterator[Location]:
    variable, name, template = mapping
    values = read_variable(variable, invocation, "mapped_path[0]")
    if values is None or values in ("", (), Hash()):
        return
    if not isinstance(values, (str, tuple, Hash, Unknown)):
        raise RubyError(f"undefined method `empty?' for {to_s(values)}:{ruby_class(values)}")
    for value in values if isinstance(values, tuple) else (values,):
        inner = invocation.child(LocalVariables(invocation.variables, name, value))
        yield _path(datadir, interpolate(template, inner, methods=False))


# Globs ----------------------------------------------------------------------------------------------


def _glob(files: Files, datadir: str, pattern: Value) -> Iterator[Location]:
    if isinstance(pattern, Unknown):
        yield Location(unknown=pattern)
        return
    if "\0" in pattern or "\0" in datadir:
        raise RubyError("pathname contains null byte")
    seen = set()
    names = _Budget()
    try:
        for alternative in _braces(posixpath.join(datadir, pattern)):
            names.spend(1)
            folder, parts = _from_first_pattern(alternative)
            for path in _matching(files, folder, {parts}, names):
                if path not in seen and files.is_file(path):
                    seen.add(path)
                    yield Location(path=path)
    except _TooManyNames:
        reason = f"the glob {pattern} stands for more than {_MOST_NAMES} names"
        yield Location(unknown=Unknown(UnknownReason(reason)))


def _from_first_pattern(pattern: str) -> tuple[str, _Parts]:
    """The folder that a pattern names plainly, and what is sought below."""
    parts = pattern.split("/")
    plain = next((at for at, part in enumerate(parts) if _SPECIAL.search(part)), len(parts))
    plain = max(1, min(plain, len(parts) - 1))
    return "/".join(parts[:plain]) or "/", tuple(part for part in parts[plain:] if part) or ("",)


class _TooManyNames(Exception):
    """A glob would look at more names than anybody waits for."""


class _Budget:
    """How many names a glob may still look at."""

    def __init__(self) -> None:
        self._left = _MOST_NAMES

    def spend(self, names: int) -> None:
        check_cancelled()
        self._left -= names
        if self._left < 0:
            raise _TooManyNames


def _matching(files: Files, folder: str, patterns: set[_Parts], names: _Budget) -> Iterator[str]:
    """The paths below `folder` that one of the patterns matches, in Ruby's order: by name, depth first.

    `**` stands for no folder, too, and for none that is a link.
    """
    patterns = patterns | {parts[1:] for parts in patterns if parts[0] == "**" and len(parts) > 1}
    literal = all(not _SPECIAL.search(parts[0]) for parts in patterns)
    found = sorted({parts[0] for parts in patterns}) if literal else files.list(folder)
    names.spend(len(found))
    for name in found:
        path = posixpath.join(folder, name)
        matched = {parts for parts in patterns if parts[0] != "**" and _matches(name, parts[0])}
        if any(len(parts) == 1 for parts in matched):
            yield path
        below = {parts[1:] for parts in matched if len(parts) > 1}
        deeper = {parts for parts in patterns if parts[0] == "**" and not name.startswith(".")}
        if (below or deeper) and files.is_dir(path):
            below |= deeper if deeper and not files.is_link(path) else set()
            if below:
                yield from _matching(files, path, below, names)


_SPECIAL = re.compile(r"[*?\[\\]")


def _matches(name: str, pattern: str) -> bool:
    if not _SPECIAL.search(pattern):
        return name == pattern
    return _expression(pattern).match(name) is not None and (pattern.startswith(".") or not name.startswith("."))


@lru_cache(1000)
def _expression(pattern: str) -> re.Pattern[str]:
    """As Ruby has it: `^` negates a class as `!` does, a backslash takes its power from what follows."""
    pattern = re.sub(r"\\([*?\[])", r"[\1]", pattern.replace("[^", "[!"))
    return re.compile(fnmatch.translate(re.sub(r"\\(.)", r"\1", pattern)))


def _braces(pattern: str) -> Iterator[str]:
    """The patterns that `{a,b}` stands for."""
    parts = re.split(r"\{([^{}]*)\}", pattern)
    choices = [part.split(",") if at % 2 else [part] for at, part in enumerate(parts)]
    for choice in product(*choices):
        yield "".join(choice)
