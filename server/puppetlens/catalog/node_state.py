"""How it stands with a node: whether its catalog compiles, and whether all of it is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from .incomplete import incompleteness, summary
from .text import error_text


class NodeState(NamedTuple):
    """`resources` None: it does not compile, and `problem` is the error. Else `problem` says what is not known, if anything.

    `seconds` is what the compilation took. `hint` is a sentence of ours on what to do about an error.
    """

    resources: int | None
    problem: str | None
    seconds: float = 0.0
    hint: str | None = None

    @property
    def word(self) -> Literal["ok", "incomplete", "fails"]:
        return "fails" if self.resources is None else "ok" if self.problem is None else "incomplete"


def state_of(answer: Mapping[str, Any], seconds: float = 0.0) -> NodeState:
    """That of an answer of `workers.jobs.preview`."""
    if answer["catalog"] is None:
        return NodeState(None, error_text(answer["error"]), seconds, answer["error"].get("hint"))
    incomplete = incompleteness(answer)
    problem = None if incomplete is None else summary(incomplete)
    return NodeState(len(answer["catalog"]["resources"]), problem, seconds)
