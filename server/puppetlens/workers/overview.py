"""A job: the catalog of a node as an editor's preview shows it, made where it is compiled.

Who asks has to answer what is typed meanwhile, and gets no more than it needs: the overview is a text in JSON, which goes on to the
client as it is.
"""

from __future__ import annotations

from typing import Any

from ..base.cancellation import CancellationToken
from ..catalog.incomplete import as_data, incompleteness
from ..catalog.node_state import state_of
from ..catalog.overview import overview, written
from ..catalog.text import preview_text
from ..project.files import Files
from .jobs import preview

Data = dict[str, Any]


def overviewed(request: Data, files: Files, token: CancellationToken) -> Data:
    """`request` is that of `preview`, with `shown`: `{"environment", "note", "class_name"}`, for the words.

    The answer has `error`, `logs`, `unknown` and `reads` of that of `preview`, `state` (the fields of `NodeState`), `classes` (null
    without a catalog), `text`, `incomplete`, and `overview`, in JSON, null without a catalog.
    """
    answer = preview({**request, "provenance": True}, files, token)
    root, shown, catalog = request["environment_dir"], request["shown"], answer["catalog"]
    return {
        **{name: answer[name] for name in ("error", "logs", "unknown", "reads")},
        "state": state_of(answer)._asdict(),
        "classes": None if catalog is None else catalog["classes"],
        "text": preview_text(
            request["node"], shown["environment"], root, answer, note=shown["note"], class_name=shown["class_name"]
        ),
        "incomplete": as_data(incompleteness(answer)),
        "overview": None if catalog is None else written(overview(answer, root)),
    }
