"""A name in the outline of a file, with what is in it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ..base.span import Span
from ..model.definitions import DefinitionKind

SymbolKind = DefinitionKind | Literal["parameter", "variable", "resource", "key"]


class Symbol(NamedTuple):
    """`span` is all of it, `name_span` (inside `span`) what to select."""

    name: str
    kind: SymbolKind
    detail: str
    span: Span
    name_span: Span
    children: tuple[Symbol, ...] = ()
