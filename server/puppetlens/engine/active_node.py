"""The active node: the one whose values are shown in the code, once somebody has chosen it. Nothing of it else.

Its catalog is compiled as the open buffers are, again whenever something that it read has changed. What the last one that
compiled came to is shown until there is a newer one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, Future
from typing import Any, Literal, NamedTuple

from ..base.errors import Cancelled
from ..catalog.node_state import state_of
from ..features.observed import Observed, ObservedFile
from ..syntax.parse import is_puppet
from ..workers.pool import WorkerFault
from .buffers import Buffers
from .nodes import KnownNode
from .previews import Node, Previews, fault_answer

State = Literal["none", "compiling", "ok", "incomplete", "fails"]


class ActiveState(NamedTuple):
    """How it stands with the active node, if there is one: `resources` of its last catalog, and what is wrong or missing."""

    node: KnownNode | None = None
    state: State = "none"
    resources: int | None = None
    problem: str | None = None


class ActiveNode:
    """`choose` and `look` belong to the thread that talks to the client, or to the engine's; `told` is called on any."""

    def __init__(self, buffers: Buffers, previews: Previews, told: Callable[[ActiveState], None]) -> None:
        self._buffers, self._previews, self._told = buffers, previews, told
        self.state = ActiveState()
        #: What is shown; None where no node is chosen, or none has compiled.
        self.observed: Observed | None = None
        self._paths: frozenset[str] = frozenset()

    def choose(self, node: KnownNode | None) -> None:
        """From now on this one is active, or none."""
        self.observed, self._paths = None, frozenset()
        self._say(ActiveState(node))
        if node is not None:
            self.evaluate()

    def look(self) -> None:
        """Files may have been opened since the last evaluation."""
        if self.state.node is not None and not self._open() <= self._paths:
            self.evaluate()

    def evaluate(self) -> None:
        """Begin to find out what everything comes to now."""
        known = self.state.node
        if known is None:
            return
        texts = {buffer.path: buffer.text.data for buffer in self._buffers.all()}
        self._paths = self._open()
        self._say(self.state._replace(state="compiling"))
        job = self._previews.start(_node(known), provenance=True, observed=sorted(self._paths))
        job.future.add_done_callback(lambda future: self._take(known, texts, future))

    def _open(self) -> frozenset[str]:
        return frozenset(buffer.path for buffer in self._buffers.all() if is_puppet(buffer.path))

    def _take(self, known: KnownNode, texts: Mapping[str, bytes], future: Future[dict[str, Any]]) -> None:
        try:
            answer = future.result()
        except (Cancelled, CancelledError):
            return  # a newer one is on its way
        except WorkerFault as fault:
            answer = fault_answer(fault)
        if self.state.node != known:
            return
        if answer["catalog"] is not None or self.observed is None:
            self.observed = _observed(known, texts, answer)
        self._say(_state(known, answer))

    def _say(self, state: ActiveState) -> None:
        if state != self.state:
            self.state = state
            self._told(state)


def _node(known: KnownNode) -> Node:
    return Node(known.root, known.name, purpose="observed")


def _observed(known: KnownNode, texts: Mapping[str, bytes], answer: Mapping[str, Any]) -> Observed:
    places: Mapping[str, Any] = answer.get("observed") or {}
    files = {path: ObservedFile(path, texts[path], found) for path, found in places.items() if path in texts}
    catalog = answer["catalog"]
    resources = 0 if catalog is None else len(catalog["resources"])
    return Observed(known.name, known.root, files, resources, answer.get("provenance"))


def _state(known: KnownNode, answer: Mapping[str, Any]) -> ActiveState:
    state = state_of(answer)
    return ActiveState(known, state.word, state.resources, state.problem)
