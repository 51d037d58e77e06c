"""Files in one string.

    #- modules/web/manifests/init.pp      a line that starts a file (before it: manifests/site.pp)
    class web(Integer $port) { }
    #- manifests/site.pp
    class { 'web': prot => 80 }
    #              ^^^^ error CODE: message        a mark: what is expected of the code above the carets
    #= 1:1-6 error CODE: message                   the same, by line and columns of the file
    include $^web                                  the cursor (before the `$` of a variable or after it: $^$x, $$^x)
    #- manifests/site.pp @2                        the file's next version

Marks are cut out before anything parses. `CODE *` takes any message.
"""

from __future__ import annotations

import re
from stat import S_IFDIR, S_IFREG
from typing import NamedTuple

from puppetlens.base.position import Text
from puppetlens.project.files import MemoryFiles
from puppetlens.project.kept_files import Stamp

ROOT = "/site"
CURSOR = "$^"

#: A cursor before a word, where that may have been a variable whose `$` is gone.
_BEFORE_WORD = re.compile(r"(?<![{$:\w])\$\^(\w+)\b(?!\s*=>|::)")
_FILE = re.compile(r"#- (\S+)(?: @(\d+))?\s*")
_MARK = re.compile(r"#[ ]*(\^+) (error|warning|information|hint) (\w+)(?:: (.*)| (\*))")
_PLACED = re.compile(r"#= (\d+):(\d+)-(\d+) (error|warning|information|hint) (\w+)(?:: (.*)| (\*))")


class LiveFiles(MemoryFiles):
    """A disk in a dict that changes under the server."""

    def list(self, path: str) -> tuple[str, ...]:
        return MemoryFiles(dict(self.contents)).list(path)

    def is_dir(self, path: str) -> bool:
        return MemoryFiles(dict(self.contents)).is_dir(path)

    def stamp(self, path: str) -> Stamp | None:
        data = self.contents.get(path)
        if data is None and not self.is_dir(path):
            return None
        inode = hash(self.list(path) if data is None else data)
        return Stamp(S_IFDIR if data is None else S_IFREG, 0, 0, inode, 0, len(data or b""))


class Mark(NamedTuple):
    """An expected finding; `line` counts from 1, columns from 1 in characters, `last` is exclusive."""

    path: str
    line: int
    first: int
    last: int
    severity: str
    code: str
    message: str | None


class Fixture(NamedTuple):
    files: dict[str, bytes]
    marks: tuple[Mark, ...]
    #: path and byte offset
    cursor: tuple[str, int] | None
    #: (version, path, text), in order
    versions: tuple[tuple[int, str, bytes], ...] = ()

    @property
    def memory(self) -> MemoryFiles:
        return MemoryFiles(self.files)

    @property
    def cursor_path(self) -> str:
        assert self.cursor is not None, "the fixture has no cursor"
        return self.cursor[0]

    @property
    def cursor_offset(self) -> int:
        assert self.cursor is not None, "the fixture has no cursor"
        return self.cursor[1]

    def text(self, path: str) -> Text:
        return Text(self.files[path])


def read_fixture(source: str, default: str = "manifests/site.pp") -> Fixture:
    lines: dict[str, list[str]] = {}
    marks: list[Mark] = []
    path = f"{ROOT}/{default}"
    later: dict[str, tuple[int, str]] = {}
    for line in source.splitlines(keepends=True):
        bare = line.rstrip("\n")
        start = _FILE.fullmatch(bare)
        if start:
            path = f"{ROOT}/{start[1]}"
            if start[2]:
                later[f"{path}@{start[2]}"] = int(start[2]), path
                path = f"{path}@{start[2]}"
            lines.setdefault(path, [])
            continue
        own = lines.setdefault(path, [])
        mark, placed = _MARK.fullmatch(bare), _PLACED.fullmatch(bare)
        if mark:
            first, last = mark.start(1) + 1, mark.end(1) + 1
            message = None if mark[5] else mark[4]
            marks.append(Mark(path, len(own), first, last, mark[2], mark[3], message))
        elif placed:
            row, first, last = int(placed[1]), int(placed[2]), int(placed[3])
            message = None if placed[7] else placed[6]
            marks.append(Mark(path, row, first, last, placed[4], placed[5], message))
        else:
            own.append(line)
    files: dict[str, bytes] = {}
    cursor: tuple[str, int] | None = None
    for name, own in lines.items():
        text = "".join(own)
        at = text.find(CURSOR)
        if at >= 0:
            assert cursor is None, "two cursors"
            word = _BEFORE_WORD.search(text)
            if word and re.search(rf"\${word[1]}\b(?!::)", text):
                raise AssertionError(f"say $$^{word[1]} or $^${word[1]} where the variable is meant")
            cursor = name, len(text[:at].encode())
            text = text.replace(CURSOR, "", 1)
        files[name] = text.encode()
    versions = sorted((*later[name], files.pop(name)) for name in later)
    return Fixture(files, tuple(marks), cursor, tuple(versions))


def published(name: str, *dependencies: str) -> str:
    """The metadata.json of a module that could be published; it needs others of any version."""
    needed = ", ".join(f'{{"name": "{each}"}}' for each in dependencies)
    rest = '"version": "1.0.0", "author": "me", "license": "MIT", "source": "https://example.com", "summary": "It"'
    return f'{{"name": "{name}", {rest}, "dependencies": [{needed}]}}'
