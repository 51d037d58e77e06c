"""A tree as plain data."""

from __future__ import annotations

from typing import Any

import msgspec

from ...base.span import Span
from .node import Item, Node
from .program import Program


def dump(value: Any, base: int = 0) -> Any:
    """Plain data with absolute positions: what two trees of the same text have in common."""
    if isinstance(value, Item):
        return {"doc": value.doc, **dump(value.node, base + value.start)}
    if isinstance(value, Node):
        data: dict[str, Any] = {"kind": type(value).__name__}
        for name in value.__struct_fields__:
            field = getattr(value, name)
            if name in ("start", "end", "anchor"):
                data[name] = field + base
            elif isinstance(field, Span):
                data[name] = [field.start + base, field.end + base]
            else:
                data[name] = dump(field, base)
        return data
    if isinstance(value, Program):
        return {"body": dump(value.body), "faults": [list(msgspec.structs.astuple(f)) for f in value.faults]}
    if isinstance(value, tuple):
        return [dump(element, base) for element in value]
    return value
