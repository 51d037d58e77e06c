"""A name that may be written at a place."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ...model.entity import Entity

ItemKind = Literal[
    "class", "define", "resource_type", "attribute", "metaparameter", "value", "variable", "parameter", "function",
    "data_type", "resource_reference", "path", "key", "keyword", "title", "snippet",
]  # fmt: skip


class Item(NamedTuple):
    """`signals` are what speaks for or against it, by the names in `ranking.WEIGHTS`; `uses` in how many files it is used.

    `insert` is what is written, the label where it is empty; `snippet` the same with places to fill in. `entity` says
    whose docs are shown. `spelling` is how habits know it (`habits.py`), the label where it is empty.
    """

    label: str
    kind: ItemKind
    insert: str = ""
    snippet: str = ""
    detail: str = ""
    signals: tuple[str, ...] = ()
    uses: int = 0
    entity: Entity | None = None
    spelling: str = ""
    #: what the client compares with what is typed, where that is not the label
    filter: str = ""
    deprecated: bool = False
