"""Which class is meant by "this class", and with whose facts it is compiled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..features.document_symbols import document_symbols
from ..features.symbol import Symbol
from ..model.snapshot import Snapshot
from ..project.open_environment import environment_name
from .nodes import KnownNode, NodeError, choose_node, known_nodes

#: Who compiles a class where no node has facts.
_NOBODY = "localhost"


class AskedClass(NamedTuple):
    """What a client says: a class by name, or by a place in a file (`line` counts from 0)."""

    name: str | None = None
    path: str | None = None
    line: int = 0
    node: str | None = None
    environment: str | None = None


def choose_class(snapshot: Snapshot, asked: AskedClass) -> tuple[str, KnownNode]:
    """The class and the node whose facts it gets; raises `NodeError` where either is not clear."""
    name = asked.name
    if name is None and asked.path is not None:
        name = class_at(snapshot, asked.path, asked.line)
    if name is None:
        raise NodeError("which class? There is none at this place")
    if asked.path is not None and asked.environment is None:
        environment = snapshot.site_of(asked.path).environment
        root, own_name = environment.root, environment_name(environment)
    else:
        known = choose_node(snapshot, asked.node or _NOBODY, asked.environment)
        root, own_name = known.root, known.environment
    with_facts = {node.name: node for node in known_nodes(snapshot) if node.root == root and node.facts}
    if asked.node is not None:
        return name, with_facts.get(asked.node) or KnownNode(asked.node, own_name, root, False)
    if len(with_facts) > 1:
        raise NodeError(f"with the facts of which node? There are {', '.join(sorted(with_facts))}")
    return name, next(iter(with_facts.values()), KnownNode(_NOBODY, own_name, root, False))


def class_at(snapshot: Snapshot, path: str, line: int) -> str | None:
    """The innermost class around a line, else the next one, else the last one of the file."""
    text = snapshot.text(path)
    if text is None:
        return None
    row = text.line_span(line + 1)
    classes = list(_classes(document_symbols(snapshot, path)))
    around = [found for found in classes if found.span.start <= row.end and row.start <= found.span.end]
    after = [found for found in classes if found.span.start > row.end]
    chosen = around[-1:] or after[:1] or classes[-1:]
    return chosen[0].name if chosen else None


def _classes(symbols: Iterable[Symbol]) -> Iterator[Symbol]:
    """Outer ones before those inside."""
    for symbol in symbols:
        if symbol.kind == "class":
            yield symbol
        yield from _classes(symbol.children)
