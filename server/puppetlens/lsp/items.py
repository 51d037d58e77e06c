"""Items of hierarchies <-> what the client reads and sends back."""

from __future__ import annotations

from typing import Any, TypeVar

from lsprotocol import types as lsp

from ..base.position import Encoding
from ..base.span import Span
from ..engine.engine import Snapshot
from ..features.items import Item
from .convert import SYMBOL_KINDS, range_of
from .uris import to_path

T = TypeVar("T", lsp.CallHierarchyItem, lsp.TypeHierarchyItem)


def lsp_item(make: type[T], snapshot: Snapshot, item: Item, uri: str, encoding: Encoding) -> T | None:
    """None where the file is gone."""
    text = snapshot.text(item.path)
    if text is None:
        return None
    whole, name = (range_of(text, span, encoding) for span in (item.span, item.name_span))
    data = {"kind": item.kind, "name": item.name}
    return make(name=item.name, kind=SYMBOL_KINDS[item.kind], uri=uri, range=whole, selection_range=name, data=data)


def item_from(item: lsp.CallHierarchyItem | lsp.TypeHierarchyItem) -> Item | None:
    """What a client sends back; it is found again by its name."""
    path, data = to_path(item.uri), item.data
    if path is None or not isinstance(data, dict):
        return None
    said: dict[str, Any] = data
    nowhere = Span(0, 0)
    return Item(str(said.get("name", "")), str(said.get("kind", "")), path, nowhere, nowhere)
