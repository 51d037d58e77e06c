"""Which files a hiera.yaml can read, whatever the node: its paths with anything in place of what is interpolated.

For editors, so a hiera.yaml that Puppet refuses (it may be half written) stands for all that lies in `data`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from posixpath import basename, dirname, join, normpath
from typing import NamedTuple

from ..base.errors import PuppetError
from ..base.near_names import slip_of
from ..project.files import Files, walk
from .config import Entry, HieraConfig, Layer, default_config, read_config
from .surroundings import Surroundings

#: How the names of data files end, by the format that they are in.
YAML, JSON, HOCON = (".yaml", ".yml", ".eyaml"), (".json",), (".conf", ".hocon")
SUFFIXES = (*YAML, *JSON, *HOCON)

#: The functions of Puppet that read such files.
_OF_FILES = ("yaml_data", "json_data", "hocon_data", "eyaml_lookup_key")

#: Characters of a path: no system has a longer one.
_LONGEST = 4096
_INTERPOLATED = re.compile(r"%\{[^}]*\}")
#: What stands for the name of the node.
#: So many parts of a path may be anything; of more, all that lies between them is: a search tries each length of each.
_HOLES = 3
_CERTNAME = re.compile(
    r"%\{(?:::)?(?:trusted\.certname|clientcert|fqdn|(?:facts\.)?networking\.fqdn|facts\.(?:fqdn|clientcert))\}"
)
#: Stands in a path for what is not known; no path can have it.
_ANYTHING = "\0"
_TOKEN = re.compile(r"\0|\*\*/|\*|\?|\[[^\]]*\]|\{[^}]*\}|[^\0*?\[{]+|.")
_BROKEN = Entry("data", "data_hash", "yaml_data", "data", "glob", ("**/*",), default_config("/").hierarchy[0].options)


class Reach(NamedTuple):
    """The paths that match `pattern`, which lie below `folder`; without a pattern that one path."""

    folder: str
    pattern: re.Pattern[str] | None


def data_files(files: Files, root: str, layer: Layer) -> tuple[str, ...]:
    """The files that the hiera.yaml of an environment or module (its folder is `root`) can read and that are there, in
    order of levels. What lies outside of that folder is not looked at."""
    return _found(files, _reaches(files, root, layer))


def files_of_some(files: Files, root: str, layer: Layer) -> tuple[str, ...]:
    """Those of `data_files` that are read for some nodes alone: no level names them plainly."""
    reaches = tuple(_reaches(files, root, layer))
    plain = {reach.folder for reach in reaches if reach.pattern is None}
    return tuple(path for path in _found(files, reaches) if path not in plain)


def _found(files: Files, reaches: Iterable[Reach]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    walked: dict[str, tuple[str, ...]] = {}
    for reach in reaches:
        if reach.pattern is None:
            if reach.folder.endswith(SUFFIXES) and files.is_file(reach.folder):
                found[reach.folder] = None
            continue
        if reach.folder not in walked:
            walked[reach.folder] = tuple(walk(files, reach.folder, SUFFIXES))
        found.update((path, None) for path in walked[reach.folder] if reach.pattern.fullmatch(path))
    return tuple(found)


def as_a_level_has_it(files: Files, root: str, layer: Layer, path: str) -> str | None:
    """The path as a level would read it: with another ending, other capitals or a letter mistyped; None where no level would."""
    stem = path.removesuffix(next(filter(path.endswith, SUFFIXES), ""))
    others = [f"{stem}{ending}" for ending in SUFFIXES if not path.endswith(ending)]
    reaches = [
        reach for reach in _reaches(files, root, layer) if reach.pattern is None or stem.startswith(reach.folder)
    ]
    for other in others:
        if any(other == reach.folder if reach.pattern is None else reach.pattern.fullmatch(other) for reach in reaches):
            return other
    fixed = (reach.folder for reach in _reaches(files, root, layer) if reach.pattern is None)
    return next((each for each in fixed if each.lower() == path.lower() or _is_slip(each, path)), None)


def _is_slip(one: str, other: str) -> bool:
    return dirname(one) == dirname(other) and slip_of(basename(one), (basename(other),)) is not None


def node_names(files: Files, root: str) -> tuple[str, ...]:
    """The nodes that an environment has a file of data for: where a path of its hiera.yaml has the node's name, one that is there.

    A file that a path without that name leads to, too, is none of a node's.
    """
    config = _config(files, root, "environment")
    own: list[tuple[str, re.Pattern[str]]] = []
    others: list[re.Pattern[str]] = []
    for entry in () if config is None else config.hierarchy:
        for written in entry.locations if entry.location_kind in ("path", "paths") else ():
            if len(written) > _LONGEST:
                continue
            path = normpath(join(root, entry.datadir, f"{written}{entry.extension}"))
            parts = ["[^/]+".join(map(re.escape, _INTERPOLATED.split(part))) for part in _CERTNAME.split(path)]
            if len(_INTERPOLATED.findall(path)) > _HOLES:
                continue
            pattern = re.compile("([^/]+)".join(parts))
            if len(parts) == 1:
                others.append(pattern)
            elif len(parts) == 2 and path.startswith(f"{root}/"):
                own.append((dirname(_INTERPOLATED.split(path)[0]), pattern))
    found: set[str] = set()
    for folder, pattern in own:
        matches = ((path, pattern.fullmatch(path)) for path in walk(files, folder, SUFFIXES))
        found.update(match[1] for path, match in matches if match and not any(o.fullmatch(path) for o in others))
    return tuple(sorted(found))


def reads_all(files: Files, root: str, layer: Layer) -> bool:
    """Whether `data_files` are all that the hiera.yaml can read: each level is of files of a known format below `root`."""
    config = _config(files, root, layer)
    for entry in () if config is None else (*config.hierarchy, *(config.default_hierarchy or ())):
        if entry is _BROKEN or entry.function not in _OF_FILES or entry.location_kind in ("uri", "uris"):
            return False
        for written in entry.locations[2:] if entry.location_kind == "mapped_paths" else entry.locations:
            if _reach(join(entry.datadir, written), root, entry.location_kind in ("glob", "globs")) is None:
                return False
    return True


def lacks_folders(files: Files, root: str, layer: Layer) -> bool:
    """Whether data is kept elsewhere: a level names a folder that is not there, as that of another repo would be."""
    config, by_default = _config(files, root, layer), default_config(root).hierarchy
    for entry in () if config is None else config.hierarchy:
        if entry.function in _OF_FILES and entry.location_kind in ("path", "paths") and entry not in by_default:
            paths = [join(entry.datadir, each) for each in ("", *entry.locations)]
            if any("\0" in each for each in paths):
                return False  # which is refused, whatever data there are
            plain = (normpath(dirname(join(root, each))) for each in paths if not _INTERPOLATED.search(each))
            if not all(map(files.is_dir, plain)):
                return True
    return False


def files_of(files: Files, config: HieraConfig, entry: Entry) -> frozenset[str]:
    """The files that a level can read, and that are there."""
    found: set[str] = set()
    for folder, pattern in _reaches_of(config.root, entry):
        paths = (folder,) if pattern is None else walk(files, folder, SUFFIXES)
        found.update(path for path in paths if (files.is_file(path) if pattern is None else pattern.fullmatch(path)))
    return frozenset(found)


def _reaches(files: Files, root: str, layer: Layer) -> Iterator[Reach]:
    config = _config(files, root, layer)
    for entry in () if config is None else (*config.hierarchy, *(config.default_hierarchy or ())):
        yield from _reaches_of(root, entry)


def _reaches_of(root: str, entry: Entry) -> Iterator[Reach]:
    kind = entry.location_kind
    if kind is None or kind in ("uri", "uris"):
        return
    for written in entry.locations[2:] if kind == "mapped_paths" else entry.locations:
        found = _reach(join(entry.datadir, f"{written}{entry.extension}"), root, kind in ("glob", "globs"))
        if found is not None:
            yield found


def _config(files: Files, root: str, layer: Layer) -> HieraConfig | None:
    path = join(root, "hiera.yaml")
    content = files.read(path)
    if content is None:
        return default_config(root) if layer == "environment" else None
    try:
        config = read_config(Surroundings(files, "", None, lambda _: None), path, content, layer)
    except (PuppetError, ValueError):
        return HieraConfig(path, root, 5, (_BROKEN,))
    return None if config.version == 3 else config  # which Puppet ignores here


def _reach(written: str, root: str, globs: bool) -> Reach | None:
    if len(written) > _LONGEST:
        return None
    path = normpath(join(root, _INTERPOLATED.sub(_ANYTHING, written)))
    tokens = _TOKEN.findall(path) if globs else re.split("(\0)", path)
    wild = [at for at, token in enumerate(tokens) if token == _ANYTHING or "*" in token or token.startswith("{")]
    if len(wild) > _HOLES:
        tokens[wild[0] : wild[-1] + 1] = [_ANYTHING]
    start = re.match(r"[^\0*?\[{]*" if globs else "[^\0]*", path)
    is_whole = start is not None and start[0] == path
    folder = path if is_whole else dirname(start[0]) if start else "/"
    if folder != root and not folder.startswith(f"{root}/"):
        return None
    if is_whole:
        return Reach(path, None)
    return Reach(folder, re.compile("".join(map(_expression, tokens) if globs else map(_plain, tokens)), re.DOTALL))


def _plain(token: str) -> str:
    return ".*" if token == _ANYTHING else re.escape(token)


def _expression(token: str) -> str:
    """The regular expression of a part of a glob."""
    if token == "**/":
        return "(?:.*/)?"
    if token == "*":
        return "[^/]*"
    if token == "?":
        return "[^/]"
    if token.startswith("[") and token.endswith("]") and len(token) > 2:
        return f"[{'^' if token[1] in '!^' else ''}{re.escape(token[1:-1].lstrip('!^')).replace(chr(92) + '-', '-')}]"
    if token.startswith("{") and token.endswith("}"):
        return f"(?:{'|'.join(''.join(map(_expression, _TOKEN.findall(part))) for part in token[1:-1].split(','))})"
    return _plain(token)
