"""The two dialects of the grammar: manifests and templates."""

from __future__ import annotations

from typing import Literal

from tree_sitter import Language

from . import _grammar

Dialect = Literal["puppet", "epp"]

LANGUAGES: dict[Dialect, Language] = {
    "puppet": Language(_grammar.puppet()),
    "epp": Language(_grammar.epp()),
}
