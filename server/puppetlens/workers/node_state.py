"""Jobs: how it stands with a node, as the files are on disk or in open buffers."""

from __future__ import annotations

from time import monotonic
from typing import Any

from ..base.cancellation import CancellationToken
from ..catalog.node_state import state_of
from ..project.files import Files
from .jobs import preview, preview_on_disk


def state(request: dict[str, Any], files: Files, token: CancellationToken) -> dict[str, Any]:
    """A job (`jobs`): the fields of `NodeState`, of a request of `preview`, as the files are on disk."""
    began = monotonic()
    answer = preview_on_disk(request, token)
    return state_of(answer, round(monotonic() - began, 3))._asdict()


def edited_state(request: dict[str, Any], files: Files, token: CancellationToken) -> dict[str, Any]:
    """The same as the open buffers are: `{"state", "classes", "reads", "unknown"}`, `classes` null without a catalog."""
    began = monotonic()
    answer = preview(request, files, token)
    state = state_of(answer, round(monotonic() - began, 3))._asdict()
    classes = None if answer["catalog"] is None else answer["catalog"]["classes"]
    return {"state": state, "classes": classes, "reads": answer["reads"], "unknown": answer["unknown"]}
