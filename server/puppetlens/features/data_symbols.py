"""The outline of data and of configuration: keys with those below them, levels of a hiera.yaml, modules of a Puppetfile.

Of data that is broken somewhere, the keys that were found. Values are not told: secrets are among them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..base.position import Text
from ..base.span import Span
from ..data.node import Mapping, Node, Scalar, Sequence, key_text
from ..model.data_document import DataDocument
from .symbol import Symbol

#: Keys in keys, so deep.
_DEEPEST = 8
#: What an element of a list is called, and what else is told of it in configuration.
_NAMES = ("name", "operatingsystem", "title")
_DETAILS = ("path", "paths", "glob", "globs", "mapped_paths", "uri", "version_requirement", "operatingsystemrelease")
_SETTING = re.compile(r"^[^\S\n]*(\w+)[^\S\n]*=[^\S\n]*(.*?)[^\S\n]*$", re.MULTILINE)
_VERSION = re.compile(
    r"\s*,\s*['\"]([^'\"]+)['\"]|[\s\S]*?\b(?:ref|tag|branch|commit)['\"]?(?::|\s*=>)\s*['\"]([^'\"]+)['\"]"
)


def data_symbols(data: DataDocument) -> Iterator[Symbol]:
    if data.kind == "puppetfile":
        yield from _modules(data)
    elif data.kind == "environment.conf":
        yield from _settings(data.text)
    elif isinstance(data.root, Mapping):
        yield from _of_mapping(data.root, data, 0)
    else:
        for key in data.contents.keys:
            span = key.span if key.span.start <= key.name_span.start else key.name_span
            yield Symbol(key.name, "key", "", Span(span.start, max(span.end, key.name_span.end)), key.name_span)


def _of_mapping(mapping: Mapping, data: DataDocument, depth: int) -> Iterator[Symbol]:
    for key, value in mapping.entries:
        elsewhere = value.start < key.end  # an alias
        span = Span(key.start, key.end if elsewhere else max(key.end, value.end))
        children = () if elsewhere or depth >= _DEEPEST else tuple(_below(value, data, depth + 1))
        detail = _short(value) if data.kind in ("metadata", "hiera.yaml") else ""
        yield Symbol(key_text(key) or "~", "key", detail, span, _text_span(key, data), children)


def _below(node: Node, data: DataDocument, depth: int) -> Iterator[Symbol]:
    if isinstance(node, Mapping):
        yield from _of_mapping(node, data, depth)
    for item in node.items if isinstance(node, Sequence) else ():
        named = _entry(item, _NAMES)
        if named is not None and isinstance(named, Scalar) and item.start <= named.start:
            detail = _short(_entry(item, _DETAILS)) if data.kind in ("metadata", "hiera.yaml") else ""
            yield Symbol(str(named.value), "key", detail, Span(item.start, item.end), _text_span(named, data))


def _entry(node: Node, names: tuple[str, ...]) -> Node | None:
    entries = node.entries if isinstance(node, Mapping) else ()
    return next((value for key, value in entries if key_text(key) in names), None)


def _short(node: Node | None) -> str:
    if isinstance(node, Sequence):
        return ", ".join(filter(None, map(_short, node.items)))
    return str(node.value) if isinstance(node, Scalar) and node.value is not None else ""


def _text_span(node: Node, data: DataDocument) -> Span:
    from ..model.data_references import text_span  # who edits manifests alone does without readers of data

    found = text_span(node, data.text)
    return found if found.start < found.end else Span(node.start, node.end)


def _modules(data: DataDocument) -> Iterator[Symbol]:
    text = data.text.data
    starts = [text.rfind(b"\n", 0, each.span.start) + 1 for each in data.contents.references]
    for start, end, each in zip(starts, [*starts, len(text)][1:], data.contents.references, strict=True):
        whole = text[start:end].rstrip()
        after = text[each.span.end + 1 : start + len(whole)].decode("utf-8", "replace")
        version = _VERSION.match(after)
        detail = (version[1] or version[2]) if version is not None else ""
        yield Symbol(each.written, "key", detail, Span(start, max(start + len(whole), each.span.end)), each.span)


def _settings(text: Text) -> Iterator[Symbol]:
    string = text.data.decode("utf-8", "replace") if text.not_utf_8 is None else ""
    for found in _SETTING.finditer(string):
        start, name, name_end, end = (len(string[:at].encode()) for at in (found.start(), *found.span(1), found.end()))
        yield Symbol(found[1], "key", found[2], Span(start, end), Span(name, name_end))
