"""Where the levels of a hierarchy look: paths, globs, URIs and mapped paths, with variables put in."""

from __future__ import annotations

import fnmatch
import posixpath
import re
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from puppetlens.project.files import Files
from puppetlens.types.labels import ruby_class
from puppetlens.types.ruby_text import inspect, to_s
from puppetlens.types.values import Hash, Unknown, Value

from .config import Entry, HieraConfig
from .errors import RubyError
from .interpolation import interpolate, read_variable
from .invocation import Invocation
from .variables import LocalVariables

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

    urlsplit(uri)
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
    for alternative in _braces(posixpath.join(datadir, pattern)):
        parts = tuple(part for part in alternative.split("/") if part)
        for path in _matching(files, "/", {parts}):
            if path not in seen and files.is_file(path):
                seen.add(path)
                yield Location(path=path)


def _matching(files: Files, folder: str, patterns: set[_Parts]) -> Iterator[str]:
    """The paths below `folder` that one of the patterns matches, in Ruby's order: by name, depth first."""
    # `**` stands for no folder, too.
    patterns = patterns | {parts[1:] for parts in patterns if parts[0] == "**" and len(parts) > 1}
    literal = all(not any(char in parts[0] for char in "*?[\\") for parts in patterns)
    names = sorted({parts[0] for parts in patterns}) if literal else files.list(folder)
    for name in names:
        path = posixpath.join(folder, name)
        below = {parts for parts in patterns if parts[0] == "**" and not name.startswith(".")}
        matched = {parts for parts in patterns if parts[0] != "**" and _matches(name, parts[0])}
        if any(len(parts) == 1 for parts in matched):
            yield path
        below |= {parts[1:] for parts in matched if len(parts) > 1}
        if below and files.is_dir(path):
            yield from _matching(files, path, below)


def _matches(name: str, pattern: str) -> bool:
    # As Ruby has it: `^` negates a class as `!` does, a backslash takes its power from what follows.
    pattern = re.sub(r"\\([*?\[])", r"[\1]", pattern.replace("[^", "[!"))
    pattern = re.sub(r"\\(.)", r"\1", pattern)
    return fnmatch.fnmatchcase(name, pattern) and (pattern.startswith(".") or not name.startswith("."))


def _braces(pattern: str) -> Iterator[str]:
    """The patterns that `{a,b}` stands for."""
    parts = re.split(r"\{([^{}]*)\}", pattern)
    choices = [part.split(",") if at % 2 else [part] for at, part in enumerate(parts)]
    for choice in product(*choices):
        yield "".join(choice)
