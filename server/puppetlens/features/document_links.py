"""Document links: to files of modules and templates that code names, to modules in metadata.json and the Puppetfile (those
that are not there: on the Forge), to the files of data that a hiera.yaml names in full."""

from __future__ import annotations

from collections.abc import Iterator
from posixpath import dirname, join, normpath
from typing import NamedTuple

from ..base.span import Span
from ..data.node import Mapping, Node, Scalar, Sequence, dig, key_text
from ..model.reference import Reference
from ..model.snapshot import Snapshot
from ..model.view import View

_FORGE = "https://forge.puppet.com/modules/"


class Link(NamedTuple):
    """Either `path` is a file, or `address` something on the web."""

    span: Span
    path: str | None = None
    address: str | None = None


def document_links(snapshot: Snapshot, path: str) -> tuple[Link, ...]:
    """In order of place."""
    view = View(snapshot, path)
    links = list(_of_references(view))
    if view.data is not None and view.data.kind == "hiera.yaml" and view.data.root is not None:
        links += _of_configuration(view, view.data.root)
    return tuple(sorted(links, key=lambda link: link.span))


def _of_references(view: View) -> Iterator[Link]:
    if view.data is not None:
        found = [(reference, 0) for reference in view.data.contents.references if reference.kind == "module"]
    elif view.document is not None:
        found = [each for each in view.document.references() if each[0].kind == "module_file"]
    else:
        return
    for reference, base in found:
        link = _of_module(view, reference) if reference.kind == "module" else _of_file(view, reference, base)
        if link is not None:
            yield link


def _of_file(view: View, reference: Reference, base: int) -> Link | None:
    path = view.module_file(reference.name)
    return None if path is None else Link(reference.span.shift(base), path)


def _of_module(view: View, reference: Reference) -> Link | None:
    path = view.module_start(reference.name)
    author, _, name = reference.written.replace("/", "-", 1).partition("-")
    span = Span(reference.span.end - len(reference.written.encode()), reference.span.end)
    if path is not None:
        return Link(span, path)
    return Link(span, address=f"{_FORGE}{author}/{name}") if name else None


def _of_configuration(view: View, root: Node) -> Iterator[Link]:
    folder, usual = dirname(view.path), _text(dig(root, ("defaults", "datadir"))) or "data"
    for part in ("hierarchy", "default_hierarchy"):
        levels = dig(root, (part,))
        for level in levels.items if isinstance(levels, Sequence) else ():
            datadir = _text(dig(level, ("datadir",))) or usual
            for node in _paths(level):
                path = normpath(join(folder, datadir, str(node.value)))
                if "%{" not in path and view.has_file(path):
                    yield Link(Span(node.start, node.end), path)


def _paths(level: Node) -> Iterator[Scalar]:
    for key, value in level.entries if isinstance(level, Mapping) else ():
        if key_text(key) in ("path", "paths"):
            nodes = value.items if isinstance(value, Sequence) else (value,)
            yield from (node for node in nodes if isinstance(node, Scalar) and isinstance(node.value, str))


def _text(node: Node | None) -> str | None:
    return node.value if isinstance(node, Scalar) and isinstance(node.value, str) else None
