"""Where in data a sentence of Puppet's leads to that says what a value is not: `parameter 'sites' entry 'one' index 2 expects ...`."""

from __future__ import annotations

import re

from ..base.span import Span
from ..data.node import Mapping, Node, Scalar, Sequence, step
from ..model.data_document import DataDocument

_STEP = re.compile(r" ?(?:(?:parameter|entry|key of entry) '([^']*)'|index (\d+)|variant \d+)")


def mismatched(entry: tuple[Node, Node], sentence: str) -> Node:
    """The part of a key's entry that is meant; of a hash that lacks something its key, and a key that is no parameter itself."""
    if "no parameter named '" in sentence:
        return entry[0]
    node = place = entry[1]
    at = sentence.find("parameter '")
    match = _STEP.match(sentence, at)
    at = match.end() if match else at
    while (match := _STEP.match(sentence, at)) is not None:
        at = match.end()
        segment = match[1] if match[1] is not None else match[2] and int(match[2])
        found = step(node, segment) if segment is not None else None
        if found is None:
            continue
        entry, node = found, found[1]
        place = node
    unknown = sentence.partition("unrecognized key '")[2].partition("'")[0]
    extra = step(node, unknown) if unknown else None
    if extra is not None:
        return extra[0]
    return place if isinstance(place, Scalar) or not _is_elsewhere(place, entry[0]) else entry[0]


def _is_elsewhere(value: Node, key: Node) -> bool:
    return isinstance(value, (Mapping, Sequence)) or value.start < key.start


def first_line(document: DataDocument, node: Node) -> Span:
    text = document.text.data[node.start : node.end]
    return Span(node.start, node.start + max(1, len(text.partition(b"\n")[0].rstrip())))
