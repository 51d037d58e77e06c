"""What may be written at a place of a data file: read from the lines around it, as half-written data parses seldom.

| kind | where | `owner` | `key` |
|---|---|---|---|
| `data key` | the key of a mapping | the file's kind (`data_document.py`) | the keys around it (`path_of`) |
| `data value` | a value, or an element of a list | the same | those, with its own |
| `interpolation` | after `%{` | | |

Inside of `%{...}` besides `fact` and `hiera` (`place.py`). The keys around are those of the data; of a list in it, the
key of the list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ...base.span import Span
from ...model.data_document import data_kind
from ...model.view import View
from .place import Place

#: A key as YAML takes it, in quotes or not.
_KEY = r"(?:'([^']*)'|\"([^\"]*)\"|([^\s'\"#\[\]{},&*!|>%@`](?:[^#'\"{}\[\]]*?[^\s#'\"{}\[\]])??))\s*:"
_KEY_LINE = re.compile(rf"(\s*)((?:-\s+)*){_KEY}(?:\s|\Z)")
_IN_KEY = re.compile(r"(\s*(?:-\s+)*)(?:'([^']*)|\"([^\"]*)|([\w:.\-]*))\Z")
_IN_VALUE = re.compile(rf"(\s*(?:-\s+)*){_KEY}\s+(.*)\Z")
_IN_LIST = re.compile(r"(\s*(?:-\s+)+)(.*)\Z")
_IN_SCALAR = re.compile(r"(['\"]?)([^'\"#]*)")
_OPEN = re.compile(r"%\{([^{}]*)\Z")
#: In braces and brackets: strings, signs, and texts without quotes.
_FLOW = re.compile(
    r"\"((?:[^\"\\]|\\.)*)(\"?)|'([^']*)('?)|[{}\[\],:]|[^\s{}\[\],:\"'](?:[^{}\[\],:\n]|:(?![\s\"'{\[]|\Z))*"
)
#: Between the keys around a place: what no key has.
_BELOW = "\0"


def path_of(place: Place) -> list[str]:
    """The keys around a place in data, outer ones first; of a value, its own is the last."""
    return place.key.split(_BELOW) if place.key else []


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
    return at.flow("\n".join(lines), kind) if view.path.endswith(".json") else at.yaml(kind)


class _Cursor:
    """`lines` end at the cursor; `rest` is what follows on its line."""

    def __init__(self, view: View, offset: int, lines: list[str], rest: str) -> None:
        self.view, self.offset, self.lines, self.rest = view, offset, lines, rest
        self.line = lines[-1]

    def make(
        self, kind: str, typed: str, owner: str, path: Sequence[str] = (), quote: str = "", given: Iterable[str] = ()
    ) -> Place:
        after = re.match(r"[\w:.\-/]*(?<!:)" if not quote else r"[^'\"]*", self.rest)
        whole = after[0] if after is not None else ""
        span = Span(self.offset - len(typed.encode()), self.offset + len(whole.encode()))
        follows = self.rest[len(whole) :]
        key = _BELOW.join(path)
        return Place(self.view, self.offset, span, typed, kind, owner, key, quote, frozenset(given), follows=follows)

    def interpolation(self, inside: str) -> Place | None:
        called = re.fullmatch(r"\s*(?:lookup|hiera|alias)\(\s*\\?['\"]{1,2}([\w:.\-]*)", inside)
        if called is not None:
            return self.make("hiera", called[1], "lookup", quote="'")
        fact = re.fullmatch(r"\s*(?:::)?(facts|trusted)\.((?:[\w-]+\.)*)([\w-]*)", inside)
        if fact is not None:
            return self.make("fact", fact[3], fact[1], quote="'")._replace(key=fact[2].rstrip("."))
        name = re.fullmatch(r"\s*((?:::)?[\w:]*)", inside)
        if name is None:
            return None
        return self.make("variable" if "::" in name[1] else "interpolation", name[1], "")

    # YAML --------------------------------------------------------------------------------------------

    def yaml(self, kind: str) -> Place | None:
        value = _IN_VALUE.match(self.line)
        if value is not None:
            return self._value(value[5], kind, [*self._around(len(value[1])), value[2] or value[3] or value[4]])
        key = _IN_KEY.match(self.line)
        if key is not None and not key[1].strip():
            typed, quote = _quoted(key[2], key[3], key[4])
            return self.make("data key", typed, kind, self._around(len(key[1])), quote, self._siblings(key[1]))
        element = _IN_LIST.match(self.line)
        return None if element is None else self._value(element[2], kind, self._around(len(element[1]) - 1))

    def _value(self, text: str, kind: str, path: list[str]) -> Place | None:
        if text.startswith(("{", "[")):
            return self.flow(text, kind, path)
        scalar = _IN_SCALAR.fullmatch(text)
        return None if scalar is None else self.make("data value", scalar[2], kind, path, scalar[1])

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
                found.append(key[3] or key[4] or key[5])
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
                yield key[3] or key[4] or key[5]
                if key[2]:
                    return
            elif key is not None and len(key[1]) + len(key[2]) < len(indent):
                return
        if not indent:
            data = self.view.snapshot.data(self.view.path)
            yield from (each.name for each in (data.summary.keys if data is not None else ()))

    # Others ------------------------------------------------------------------------------------------

    def flow(self, text: str, kind: str, around: Sequence[str] = ()) -> Place | None:
        """In braces and brackets, as all of JSON is; `around` are the keys before them."""
        #: of each bracket: itself, the key that it is the value of, the keys in it
        stack: list[tuple[str, str, list[str]]] = []
        key, is_value = "", False
        typed, quote = "", ""
        for found in _FLOW.finditer(text):
            token, typed, quote = found[0], "", ""
            if token in "{[":
                stack.append((token, key if is_value else "", []))
                is_value = False
            elif token in "}]":
                stack = stack[:-1]
                is_value = False
            elif token == ":":
                is_value = True
                if stack:
                    stack[-1][2].append(key)
            elif token == ",":
                is_value = False
            else:
                text_of = found[1] if found[1] is not None else found[3] if found[3] is not None else token
                if found.end() == len(text) and not (found[2] or found[4]):
                    typed, quote = text_of, token[0] if token[0] in "'\"" else ""
                elif not is_value:
                    key = text_of.rstrip()
        if not stack:
            return None
        path = [*around, *(each for _, each, _ in stack if each)]
        if stack[-1][0] == "{" and not is_value:
            return self.make("data key", typed, kind, path, quote, stack[-1][2])
        return self.make("data value", typed, kind, [*path, key] if is_value else path, quote)

    def puppetfile(self) -> Place | None:
        line = self.line
        module = re.search(r"\A\s*mod\s*\(?\s*(['\"])([\w/\-]*)\Z", line)
        if module is not None:
            return self.make("data value", module[2], "puppetfile", ("mod",), module[1])
        option = re.search(r"(?:,\s*|\A\s+):?(\w*)\Z", line)
        begun = next((each for each in reversed(self.lines) if re.match(r"\s*\w", each)), "")
        if option is not None and re.match(r"\s*mod\b", begun):
            colon = ":" if line[: len(line) - len(option[1])].endswith(":") else ""
            return self.make("data key", option[1], "puppetfile", (f"mod{colon}",))
        word = re.fullmatch(r"\s*(\w*)", line)
        return None if word is None else self.make("data key", word[1], "puppetfile")

    def setting(self) -> Place | None:
        value = re.fullmatch(r"\s*(\w+)\s*=\s*(\w*)", self.line)
        if value is not None:
            return self.make("data value", value[2], "environment.conf", (value[1],))
        name = re.fullmatch(r"\s*(\w*)", self.line)
        given = (each.partition("=")[0].strip() for each in self.lines[:-1])
        return None if name is None else self.make("data key", name[1], "environment.conf", given=given)


def _quoted(single: str | None, double: str | None, plain: str | None) -> tuple[str, str]:
    """What is typed, and the quote before it."""
    if single is not None:
        return single, "'"
    return (double, '"') if double is not None else (plain or "", "")


def written_key(place: Place, name: str) -> str:
    """A key of a mapping with what has to stand around it there."""
    if place.quote:
        return name if place.follows.startswith(place.quote) else f"{name}{place.quote}: "
    colon = "" if place.follows.lstrip().startswith(":") else ": "
    return f'"{name}"{colon}' if place.view.path.endswith(".json") else f"{name}{colon}"
