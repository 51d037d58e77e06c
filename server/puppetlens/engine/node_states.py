"""How it stands with the nodes that were compiled, for whatever purpose, and whether that may be another by now."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Lock
from typing import NamedTuple

from ..catalog.node_state import NodeState


class LastState(NamedTuple):
    """`is_old`: something that the compilation read has changed since."""

    state: NodeState
    is_old: bool = False


class NodeStates:
    """By the environment's folder and the node's name; used by any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: dict[tuple[str, str], LastState] = {}

    def put(self, root: str, name: str, state: NodeState) -> None:
        with self._lock:
            self._known[root, name] = LastState(state)

    def outdate(self, nodes: Iterable[tuple[str, str]]) -> None:
        with self._lock:
            for node in nodes:
                if node in self._known:
                    self._known[node] = self._known[node]._replace(is_old=True)

    def of(self, root: str, name: str) -> LastState | None:
        return self._known.get((root, name))
