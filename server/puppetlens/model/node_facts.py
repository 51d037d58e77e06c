"""The facts of nodes that the environment of a file keeps, as data."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from posixpath import join
from typing import Any

from ..base.cancellation import check_cancelled
from ..project.facts import FactsError, NodeFacts, find_facts_file, list_nodes, read_facts
from .entity import Entity
from .summary import Facet
from .view import View

#: How many nodes' facts are read where some tell enough.
SOME = 24
_WORD = re.compile(rb"\w+")


def nodes_of(view: View) -> Sequence[str]:
    """The nodes of which the environment keeps facts."""
    root = view.site.environment.root
    view.lookups.add((Entity("folder", join(root, "facts")), Facet.EXISTS))
    return list_nodes(view.snapshot.files, root)


def facts_of(view: View, node: str) -> Mapping[str, Any] | None:
    """The facts of a node as data; None where they cannot be read."""
    found = _read(view, node)
    return None if found is None else found.facts


def _read(view: View, node: str) -> NodeFacts | None:
    files = view.snapshot.files
    path = find_facts_file(files, view.site.environment.root, node)
    if path is None:
        return None
    view.lookups.add((Entity("file", path), Facet.VALUE))
    try:
        return read_facts(files, path)
    except FactsError:
        return None


def known_facts(view: View, most: int = SOME) -> list[tuple[str, Mapping[str, Any]]]:
    """The facts of nodes, of `most` at most, evenly drawn."""
    return [(node, found.facts) for node, found in _known(view, most)]


def fact_names(view: View) -> frozenset[str]:
    """The names of the facts of some nodes, read once; none where the environment keeps no facts."""
    return view.once("fact names", lambda: frozenset(name for _, has in known_facts(view) for name in has))


def no_node_has(view: View, name: str) -> bool:
    """Whether the environment keeps facts of nodes, and none has one of that name: of many nodes some are read, of the others
    the text says whether it can be there."""
    known = fact_names(view)
    if not known or name in known:
        return False
    nodes = nodes_of(view)
    return len(nodes) <= SOME or name.encode() not in _words(view, nodes)


def _words(view: View, nodes: Sequence[str]) -> frozenset[bytes]:
    """What is written in all facts files, which may be thousands: kept until one of them changes."""
    root, files, kept = view.site.environment.root, view.snapshot.files, view.snapshot.words_of_facts
    if root not in kept:
        words: set[bytes] = set()
        for node in nodes:
            check_cancelled()
            path = find_facts_file(files, root, node)
            words.update(_WORD.findall(files.read(path) or b"") if path is not None else ())
        kept[root] = frozenset(words)
    return kept[root]


def known_trusted(view: View, most: int) -> list[tuple[str, Mapping[str, Any]]]:
    """The same of what their files say of the trusted information."""
    return [(node, found.trusted) for node, found in _known(view, most)]


def _known(view: View, most: int) -> list[tuple[str, NodeFacts]]:
    nodes = nodes_of(view)
    step = max(1, -(-len(nodes) // most))
    return [(node, found) for node in nodes[::step] if (found := _read(view, node)) is not None]
