"""How it stands with a node: whether its catalog compiles, and whether all of it is known."""

from __future__ import annotations

from time import monotonic
from typing import Any, NamedTuple

from ..base.cancellation import CancellationToken
from ..catalog.incomplete import incompleteness, summary
from ..catalog.text import error_text
from ..project.files import Files
from .jobs import preview_on_disk


class NodeState(NamedTuple):
    """`resources` None: it does not compile, and `problem` is the error. Else `problem` says what is not known, if anything.

    `seconds` is what the compilation took.
    """

    resources: int | None
    problem: str | None
    seconds: float

    @property
    def word(self) -> str:
        """`ok`, `incomplete` or `fails`."""
        return "fails" if self.resources is None else "ok" if self.problem is None else "incomplete"


def state(request: dict[str, Any], files: Files, token: CancellationToken) -> dict[str, Any]:
    """A job (`jobs`): the fields of `NodeState`, of a request of `preview`, as the files are on disk."""
    began = monotonic()
    answer = preview_on_disk(request, token)
    seconds = round(monotonic() - began, 3)
    if answer["error"] is not None:
        return NodeState(None, error_text(answer["error"]), seconds)._asdict()
    incomplete = incompleteness(answer)
    problem = None if incomplete is None else summary(incomplete)
    return NodeState(len(answer["catalog"]["resources"]), problem, seconds)._asdict()
