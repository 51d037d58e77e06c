"""The levels of Hiera's data as a node sees them before any manifest is evaluated (as `look_up` sees one key)."""

from __future__ import annotations

from ..base.cancellation import NEVER, CancellationToken
from ..hiera import Origin
from ..hiera.listing import ListedFile, ListedKey, ListedLevel, list_levels
from .compile_catalog import Request, new_draft, top_variables
from .scope_variables import ScopeVariables

__all__ = ["ListedFile", "ListedKey", "ListedLevel", "Origin", "levels_of"]


def levels_of(request: Request, token: CancellationToken = NEVER) -> tuple[ListedLevel, ...]:
    """All of them, with the keys that each place holds and what becomes of these."""
    draft = new_draft(request, token)
    draft.top.variables.update(top_variables(request))
    return list_levels(draft.hiera, ScopeVariables(draft.top), draft.loader.modules)
