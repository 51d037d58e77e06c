"""What data files name, with places: keys, what `%{...}` interpolates, classes and resources in values, modules.

Spans are those that a rename replaces. Keys are Hiera's: of `a.b.c` only the root `a` is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from ..base.position import Text
from ..base.span import Span
from ..data import psych
from ..data.hocon_text import HoconError, parse_hocon
from ..data.json_text import JsonError, parse_json
from ..data.node import Mapping, Node, Scalar, Sequence, key_text
from ..project.autoload import normalise
from ..project.metadata import own_name
from ..project.puppetfile import MODULE
from ..ruby.names import RubyName, names_in_ruby, names_in_template
from .reference import Reference
from .summary import Key

#: Bytes of a file beyond which its keys alone are read: so much takes a tenth of a second.
_LARGE = 300_000

#: That a key ends as it must is seen before its parts are looked for.
_INTERPOLATION = re.compile(
    rb"%\{\s*(?:(lookup|hiera|alias|scope)\(\s*(?:\\\"|''|\"|')(?=[^\"'\\}]*(?:\\\"|''|\"|')\s*\)\s*\})"
    rb"\s*(?:::)?([^\"'\\}\s](?:[^\"'\\}]*[^\"'\\}\s])?)\s*(?:\\\"|''|\"|')\s*\)"
    rb"|(?:::)?([a-z_][\w:.-]*))\s*\}"
)
_CLASS_NAME = re.compile(r"(?:::)?[a-z]\w*(?:::[a-z]\w*)*")
_RESOURCE = re.compile(r"((?:::)?[A-Z]\w*(?:::[A-Z]\w*)*)\[([^\[\]]+)\]")
#: Keys whose lists hold classes, also those without a namespace.
_OF_CLASSES = re.compile(r"(?:.*(?:::|_))?(?:classes|roles|profiles|includes?)")
#: Anchor and tag of a YAML node.
_PROPERTIES = re.compile(rb"(?:[&!][^\s,\[\]{}]*\s+)*")
_YAML_KEY = re.compile(
    rb"^(?:\"([^\"\n]*)\"|'([^'\n]*)'|([^\s#:'\"\[\]{},&*!|>%@`-][^\n#]*?))[ \t]*:(?=\s|$)", re.MULTILINE
)
_JSON_KEY = re.compile(rb"^([ \t]*)\"((?:[^\"\\\n]|\\.)+)\"\s*:", re.MULTILINE)
_HOCON_KEY = re.compile(rb"^([ \t]*)\"?([\w.-]+(?:::[\w.-]+)*)\"?\s*(?:[={]|:(?!:))", re.MULTILINE)
#: Where HOCON is broken is said by line alone.
#: Data that is no YAML.
_OTHERS = (".json", ".conf", ".hocon")
_BACK_ENDS = ("data_hash", "lookup_key", "data_dig")


DataKind = Literal[
    "hiera", "hiera.yaml", "metadata", "puppetfile", "environment.conf", "erb", "ruby", "facts", "classified"
]


class Broken(NamedTuple):
    """Why a document is none, in the words of the parser that Puppet reads it with, and where a person finds that."""

    words: str
    span: Span


class Contents(NamedTuple):
    """What was read of a document: `references` in order, the keys that data has, the tree where it is whole.

    Where it is not, it is `broken`; of a document that is too large to be read as a whole, nobody knows.
    """

    references: tuple[Reference, ...] = ()
    keys: tuple[Key, ...] = ()
    root: Node | None = None
    broken: Broken | None = None


def read_contents(kind: DataKind, path: str, text: Text) -> Contents:
    if kind == "puppetfile":
        return Contents(tuple(_modules_of_puppetfile(text)))
    if kind == "environment.conf":
        return Contents()
    if kind == "erb":
        return Contents(tuple(_of_ruby(path, names_in_template(text.data))))
    if kind == "ruby":
        return Contents(tuple(_of_ruby(path, (each for each in names_in_ruby(text.data) if each.kind != "own"))))
    root, broken = _parse(path, text) if len(text.data) <= _LARGE else (None, None)
    if kind == "metadata":
        return Contents(tuple(_modules_of_metadata(root, text)), (), root, broken)
    if kind == "hiera.yaml":
        return Contents(tuple(_of_configuration(root, text)), (), root, broken)
    found = _Data()
    if root is not None:
        found.document(root, text, 0)
    elif path.endswith(_OTHERS):
        found.keys_by_lines(_JSON_KEY if path.endswith(".json") else _HOCON_KEY, text)
    else:
        found.by_blocks(text)
    return Contents(tuple(sorted(found.references, key=lambda each: each.span)), tuple(found.keys), root, broken)


def _parse(path: str, text: Text) -> tuple[Node | None, Broken | None]:
    try:
        if path.endswith(".json"):
            return parse_json(text.data), None
        return (parse_hocon(text.data) if path.endswith(_OTHERS) else psych.parse(text.data, path)), None
    except psych.YamlError as fault:
        return None, Broken(str(fault).removeprefix(f"({path}): "), fault.span)
    except JsonError as fault:
        return None, Broken(str(fault), Span(fault.start, fault.start + 1))
    except HoconError as fault:
        return None, Broken(str(fault), text.line_span(fault.line))
    except RecursionError:
        return None, None


class _Data:
    """What a data file names, gathered."""

    def __init__(self) -> None:
        self.references: list[Reference] = []
        self.keys: list[Key] = []
        #: By identity, which a node keeps as long as it lives.
        self._seen: dict[int, Node] = {}

    def document(self, root: Node, text: Text, base: int) -> None:
        """The whole, or a part of a file that starts at `base`."""
        for key, value in root.entries if isinstance(root, Mapping) else ():
            if id(key) in self._seen:
                continue
            self._seen[id(key)] = key
            name, span = key_text(key), text_span(key, text)
            if name == "lookup_options":
                self._options(value, text, base)
                continue
            end = value.end if value.start >= key.start else key.end  # of an alias it is elsewhere
            self._key(name, Span(span.start, max(span.end, end)).shift(base), span.shift(base))
            self._names(value, name, text, base)

    def by_blocks(self, text: Text) -> None:
        """YAML that is broken somewhere, or long: each key with what is below it."""
        found = list(_YAML_KEY.finditer(text.data))
        whole = len(text.data) <= _LARGE
        ends = [*(match.start() for match in found[1:]), len(text.data)]
        for match, end in zip(found, ends, strict=False):
            start = match.start()
            try:
                block = Text(text.data[start:end])
                root = psych.parse(block.data) if whole else None
            except (psych.YamlError, RecursionError):
                root = None
            if isinstance(root, Mapping):
                self.document(root, block, start)
            else:
                self._match(match, end)

    def keys_by_lines(self, pattern: re.Pattern[bytes], text: Text) -> None:
        """The keys of what is broken: those that stand the least far in."""
        found = list(pattern.finditer(text.data))
        least = min((len(match[1]) for match in found), default=0)
        for match in found:
            if len(match[1]) == least:
                self._key(match[2].decode("utf-8", "replace"), Span(*match.span(2)), Span(*match.span(2)))

    def _match(self, match: re.Match[bytes], end: int) -> None:
        group = match.lastindex or 0
        self._key(match[group].decode("utf-8", "replace"), Span(match.start(group), end), Span(*match.span(group)))

    def _key(self, name: str, span: Span, name_span: Span) -> None:
        self.keys.append(Key(name, span, name_span))
        self.references.append(Reference("key", name, name_span, name))

    def _options(self, options: Node, text: Text, base: int) -> None:
        """Keys that `lookup_options` speaks of, or patterns of keys."""
        for key, value in options.entries if isinstance(options, Mapping) else ():
            name = key_text(key)
            self._names(value, "", text, base)
            kind = "key_pattern" if name.startswith("^") else "key"
            self.references.append(Reference(kind, name, text_span(key, text).shift(base), name))  # type: ignore[arg-type]

    def _names(self, node: Node, key: str, text: Text, base: int, in_list: bool = False) -> None:
        """What a value names; each node once, however many aliases mean it."""
        if id(node) in self._seen:
            return
        self._seen[id(node)] = node
        if isinstance(node, Mapping):
            for name, value in node.entries:
                self._names(name, "", text, base)
                self._names(value, key_text(name), text, base)
        elif isinstance(node, Sequence):
            for item in node.items:
                self._names(item, key, text, base, True)
        elif isinstance(node, Scalar) and isinstance(node.value, str):
            self._text(node, node.value, in_list and bool(_OF_CLASSES.fullmatch(key)), text, base)

    def _text(self, node: Node, value: str, of_classes: bool, text: Text, base: int) -> None:
        if "%{" in value:
            self.references += _interpolated(text.data, node.start, node.end, base)
        elif ("::" in value or of_classes) and _CLASS_NAME.fullmatch(value):
            span = text_span(node, text).shift(base)
            self.references.append(Reference("class", normalise(value), span, value, optional=True))
        elif (match := _RESOURCE.fullmatch(value)) is not None:
            self.references += _of_resource(match, text_span(node, text).shift(base))


def text_span(node: Node, text: Text) -> Span:
    """A scalar's text in the file, without its quotes, anchor and tag."""
    match = _PROPERTIES.match(text.data, node.start, node.end)
    start, end = match.end() if match else node.start, node.end
    if end - start > 1 and text.data[start : start + 1] in (b"'", b'"') and text.data[start] == text.data[end - 1]:
        return Span(start + 1, end - 1)
    return Span(start, end)


def _interpolated(data: bytes, start: int, end: int, base: int = 0) -> Iterator[Reference]:
    for match in _INTERPOLATION.finditer(data, start, end):
        group = 3 if match[3] is not None else 2
        written = match[group].decode("utf-8", "replace")
        root = written.partition(".")[0]
        at = base + match.start(group)
        span = Span(at, at + len(root.encode()))
        if match[1] in (b"lookup", b"hiera", b"alias"):
            yield Reference("key", root, span, written)
        elif root:
            yield from _variable(root, span)


def _variable(written: str, span: Span) -> Iterator[Reference]:
    """Of `a::x` also the class."""
    owner, _, name = written.removeprefix("::").rpartition("::")
    of = ("class", normalise(owner)) if owner else None
    yield Reference("variable_name", name, span, written, of)
    if owner:
        start = span.end - len(name.encode()) - 2
        yield Reference("class", normalise(owner), Span(start - len(owner.encode()), start), owner, optional=True)


def _of_resource(match: re.Match[str], span: Span) -> Iterator[Reference]:
    """`Class[web]`, `File[/x]` as the value of `require` and the like."""
    kind, title = match[1], match[2].strip("'\"")
    at = span.start + len(match.string[: match.start(2)].encode()) + (title != match[2])
    inside = Span(at, at + len(title.encode()))
    if normalise(kind) == "class":
        yield Reference("class", normalise(title), inside, title, optional=True)
    else:
        yield Reference("type", normalise(kind), Span(span.start, span.start + len(kind.encode())), kind, optional=True)
        yield Reference("resource", title, inside, title, ("resource_type", normalise(kind)), optional=True)


# Configuration ------------------------------------------------------------------------------------------------


def _of_configuration(node: Node | None, text: Text) -> Iterator[Reference]:
    """The variables in a hiera.yaml, and the functions of its back ends."""
    if isinstance(node, Mapping):
        for key, value in node.entries:
            if key_text(key) in _BACK_ENDS and isinstance(value, Scalar) and isinstance(value.value, str):
                yield Reference("function", normalise(value.value), text_span(value, text), value.value)
            else:
                yield from _of_configuration(value, text)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _of_configuration(item, text)
    elif isinstance(node, Scalar) and isinstance(node.value, str):
        yield from _interpolated(text.data, node.start, node.end)


def _of_ruby(path: str, names: Iterable[RubyName]) -> Iterator[Reference]:
    """Of an ERB template its own variables are those of whoever renders it."""
    for name in names:
        if name.kind == "own":
            yield Reference("variable_name", name.name, name.span, name.name, ("rendered", path))
        elif name.kind == "variable":
            yield from _variable(name.name, name.span)
        else:
            yield Reference(name.kind, normalise(name.name), name.span, name.name, optional=True)


def _modules_of_metadata(root: Node | None, text: Text) -> Iterator[Reference]:
    for key, value in root.entries if isinstance(root, Mapping) else ():
        if key_text(key) == "dependencies" and isinstance(value, Sequence):
            for item in value.items:
                for inner, name in item.entries if isinstance(item, Mapping) else ():
                    if key_text(inner) == "name" and isinstance(name, Scalar) and isinstance(name.value, str):
                        yield _module(name.value, text_span(name, text))


def _modules_of_puppetfile(text: Text) -> Iterator[Reference]:
    for match in MODULE.finditer(text.string if text.not_utf_8 is None else ""):
        start = len(text.string[: match.start(1)].encode())
        yield _module(match[1], Span(start, start + len(match[1].encode())))


def _module(written: str, span: Span) -> Reference:
    """Of `puppetlabs-stdlib` the module is `stdlib`, which is what a rename would replace."""
    name = own_name(written)
    return Reference("module", name.lower(), Span(span.end - len(name.encode()), span.end), written)
