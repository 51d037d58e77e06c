"""What may be written at a place of a data file: read from the lines around it, as half-written data parses seldom.

| kind | where | `owner` | `key` |
|---|---|---|---|
| `data key` | the key of a mapping | the file's kind (`data_document.py`) | the keys around it, joined by `/` |
| `data value` | a value, or an element of a list | the same | those, with its own |
| `interpolation` | after `%{` | | |

Inside of `%{...}` besides `fact` and `hiera` (`place.py`). The keys around are those of the data; of a list in it, the
key of the list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...base.span import Span
from ...model.data_document import data_kind
from ...model.view import View
from .place import Place

_KEY_LINE = re.compile(r"(\s*)((?:-\s+)*)(?:(['\"]?)([\w:.\-]+)\3)\s*:(?:\s|\Z)")
_IN_KEY = re.compile(r"(\s*(?:-\s+)*)(['\"]?)([\w:.\-]*)\Z")
_IN_VALUE = re.compile(r"(\s*(?:-\s+)*)(['\"]?)([\w:.\-]+)\2\s*:\s+(?:\[(?:[^\[\]]*,)?\s*)?(['\"]?)([^'\"#\[\]{},]*)\Z")
_IN_LIST = re.compile(r"(\s*(?:-\s+)+)(['\"]?)([^'\"#]*)\Z")
_OPEN = re.compile(r"%\{([^{}]*)\Z")
_JSON = re.compile(r'"((?:[^"\\]|\\.)*)("?)|[{}\[\],:]')


def data_place_at(view: View, offset: int) -> Place | None:
    text, kind = view.snapshot.text(view.path), data_kind(view.path)
    if text is None or kind is None:
        return None
    data = text.data
    offset = min(offset, len(data))
    lines = data[:offset].decode("utf-8", "replace").split("\n")
    rest = data[offset:].partition(b"\n")[0].decode("utf-8", "replace").rstrip("\r")
    at = _Cursor(view, offset, lines, rest)
    opened = _OPEN.search(lines[-1])
    if opened is not None and kind in ("hiera", "hiera.yaml"):
        return at.interpolation(opened[1])
    if re.search(r"(?:\A|\s)#", lines[-1]):
        return None
    if kind == "puppetfile":
        return at.puppetfile()
    if kind == "environment.conf":
        return at.setting()
    return at.json(kind) if view.path.endswith(".json") else at.yaml(kind)


class _Cursor:
    """`lines` end at the cursor; `rest` is what follows on its line."""

    def __init__(self, view: View, offset: int, lines: list[str], rest: str) -> None:
        self.view, self.offset, self.lines, self.rest = view, offset, lines, rest
        self.line = lines[-1]

    def make(self, kind: str, typed: str, owner: str, key: str = "", quote: str = "", given: Iterator[str] | None = None) -> Place:  # fmt: skip
        after = re.match(r"[\w:.\-/]*(?<!:)" if not quote else r"[^'\"]*", self.rest)
        whole = after[0] if after is not None else ""
        span = Span(self.offset - len(typed.encode()), self.offset + len(whole.encode()))
        named = frozenset(given or ())
        follows = self.rest[len(whole) :]
        return Place(self.view, self.offset, span, typed, kind, owner, key, quote, named, follows=follows)

    def interpolation(self, inside: str) -> Place | None:
        called = re.fullmatch(r"\s*(?:lookup|hiera|alias)\(\s*\\?['\"]{1,2}([\w:.\-]*)", inside)
        if called is not None:
            return self.make("hiera", called[1], "lookup", quote="'")
        fact = re.fullmatch(r"\s*(?:::)?(facts|trusted)\.((?:[\w-]+\.)*)([\w-]*)", inside)
        if fact is not None:
            return self.make("fact", fact[3], fact[1], fact[2].rstrip("."), quote="'")
        name = re.fullmatch(r"\s*((?:::)?[\w:]*)", inside)
        return None if name is None else self.make("interpolation", name[1], "")

    # YAML --------------------------------------------------------------------------------------------

    def yaml(self, kind: str) -> Place | None:
        value = _IN_VALUE.match(self.line)
        if value is not None:
            path = [*self._around(len(value[1])), value[3]]
            return self.make("data value", value[5], kind, "/".join(path), value[4])
        key = _IN_KEY.fullmatch(self.line)
        if key is not None and not key[1].strip():
            return self.make(
                "data key", key[3], kind, "/".join(self._around(len(key[1]))), key[2], self._siblings(key[1])
            )
        element = _IN_LIST.fullmatch(self.line)
        if element is None:
            return None
        path = self._around(len(element[1]) - 1)
        nested = "data key" if kind == "hiera.yaml" and path == ["hierarchy"] else "data value"
        return self.make(nested, element[3], kind, "/".join(path), element[2])

    def _around(self, indent: int) -> list[str]:
        """The keys around what is so far indented, outer ones first."""
        found: list[str] = []
        for line in reversed(self.lines[:-1]):
            key = _KEY_LINE.match(line)
            dash = len(line) - len(line.lstrip())
            if key is None or line.lstrip().startswith("#"):
                continue
            own = len(key[1]) + len(key[2])
            if own < indent or (own == indent and not key[2] and "-" in self.line[: indent + 1]):
                found.append(key[4])
                indent = own
            if key[2] and dash < indent:
                indent = min(indent, dash + 1)
            if indent == 0:
                break
        return found[::-1]

    def _siblings(self, indent: str) -> Iterator[str]:
        """The keys of the file that are indented alike; of other levels than the top, those since the last outer one."""
        for line in reversed(self.lines[:-1]):
            key = _KEY_LINE.match(line)
            if key is not None and len(key[1]) + len(key[2]) == len(indent):
                yield key[4]
                if key[2]:
                    return
            elif key is not None and len(key[1]) + len(key[2]) < len(indent):
                return
        if not indent:
            data = self.view.snapshot.data(self.view.path)
            yield from (each.name for each in (data.summary.keys if data is not None else ()))

    # Others ------------------------------------------------------------------------------------------

    def json(self, kind: str) -> Place | None:
        """Only inside of quotes: elsewhere nothing has a name."""
        stack: list[str] = []
        before, last, is_value = "", "", False
        keys: list[list[str]] = [[]]
        for found in _JSON.finditer("\n".join(self.lines)):
            token = found[0]
            if token[0] == '"' and not found[2]:
                wanted = "data value" if is_value or (stack and stack[-1][:1] == "[") else "data key"
                path = [each[1:] for each in stack if each[1:]] + ([before] if is_value else [])
                return self.make(wanted, found[1], kind, "/".join(path), '"', iter(keys[-1]))
            if token[0] == '"':
                last = found[1]
            elif token in "{[":
                stack.append(token + (before if is_value else ""))
                keys.append([])
                is_value = False
            elif token in "}]" and stack:
                stack.pop()
                keys.pop()
                is_value = False
            elif token == ":":
                before, is_value = last, True
                keys[-1].append(last)
            elif token == ",":
                is_value = False
        return None

    def puppetfile(self) -> Place | None:
        line = self.line
        module = re.search(r"\A\s*mod\s*\(?\s*(['\"])([\w/\-]*)\Z", line)
        if module is not None:
            return self.make("data value", module[2], "puppetfile", "mod", module[1])
        option = re.search(r"(?:,\s*|\A\s+):?(\w*)\Z", line)
        begun = next((each for each in reversed(self.lines) if re.match(r"\s*\w", each)), "")
        if option is not None and re.match(r"\s*mod\b", begun):
            colon = ":" if line[: len(line) - len(option[1])].endswith(":") else ""
            return self.make("data key", option[1], "puppetfile", f"mod{colon}")
        word = re.fullmatch(r"\s*(\w*)", line)
        return None if word is None else self.make("data key", word[1], "puppetfile")

    def setting(self) -> Place | None:
        value = re.fullmatch(r"\s*(\w+)\s*=\s*(\w*)", self.line)
        if value is not None:
            return self.make("data value", value[2], "environment.conf", value[1])
        name = re.fullmatch(r"\s*(\w*)", self.line)
        given = (each.partition("=")[0].strip() for each in self.lines[:-1])
        return None if name is None else self.make("data key", name[1], "environment.conf", given=iter(list(given)))
