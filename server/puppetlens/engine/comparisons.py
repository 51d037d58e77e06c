"""What separates the catalogs of nodes as the open buffers make them from others: those of the saved files, of a revision of
git, of another node, and so on; and which nodes an edit touches.

What each node's last catalog read is remembered. So a node that reads nothing of what was edited is known to be as it was,
and is not compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any, NamedTuple

from ..base.cancellation import CancellationToken
from ..catalog.difference import Difference
from ..catalog.difference_text import Told
from ..model.snapshot import Snapshot
from ..project.files import walk
from ..project.reads import Reads
from ..workers.pool import WorkerFault
from .buffers import Buffers
from .nodes import KnownNode
from .previews import Previews

COMPARE = "puppetlens.workers.difference:compare_job"

Data = dict[str, Any]

#: Nothing differs, and it needed no compilation to know.
UNTOUCHED = Told(Difference(0, (), (), (), (), (), (), (), 0))


class NoComparison(Exception):
    """There is nothing to compare with; the message says why."""


class Side(NamedTuple):
    """What is compared with: fields of `workers.difference`'s request that are others than those of now. `edited` are the
    paths in which it differs, where that is all; else None."""

    changed: Data
    edited: tuple[str, ...] | None = None


class OfNode(NamedTuple):
    """`documents` are the two catalogs as texts, where they were wanted. `compiled`: whether that was needed. `reads_known`:
    whether it is known what the node reads as everything is now."""

    node: KnownNode
    told: Told
    documents: Mapping[str, str | None] | None = None
    compiled: bool = True
    reads_known: bool = True


class Comparisons:
    """`changed` belongs to the thread that talks to the client; `compare` may take long, and has a thread of its own."""

    def __init__(self, buffers: Buffers, previews: Previews) -> None:
        self._buffers, self._previews = buffers, previews
        self._lock = Lock()
        self._reads: dict[tuple[str, str], Reads] = {}
        self._revision = 0

    def changed(self, paths: Sequence[str]) -> None:
        """These files or folders are not what they were."""
        paths = self._buffers.by_all_names(paths)
        with self._lock:
            self._revision += 1
            for node in [node for node, reads in self._reads.items() if reads.touched(paths)]:
                del self._reads[node]

    def forget(self) -> None:
        """Nothing that was read counts any more."""
        with self._lock:
            self._revision += 1
            self._reads.clear()

    def touches(self, node: KnownNode, paths: Sequence[str]) -> bool | None:
        """Whether a node's last catalog read one of these files; None where that is not known."""
        reads = self._reads.get((node.root, node.name))
        return None if reads is None else reads.touched(self._buffers.by_all_names(paths))

    def compare(
        self,
        nodes: Sequence[KnownNode],
        side: Side,
        now: Data,
        token: CancellationToken,
        progress: Callable[[int], None] = lambda done: None,
        documents: bool = False,
        follow: bool = False,
    ) -> list[OfNode]:
        """Each node now (as `now` changes the request) with the other side, in their order, on all processes.

        With `follow` the previews tell when what a node read has changed. Raises `NoComparison`, `Cancelled`. A process that
        ends is an error of its node.
        """
        done = 0

        def one(node: KnownNode) -> OfNode:
            nonlocal done
            found = self._compare(node, side, now, token, documents)
            if follow and found.reads_known:
                with self._lock:  # `changed` comes before that of the previews: no change is missed
                    self._previews.follow(node.root, node.name, self._reads.get((node.root, node.name)))
            done += 1
            progress(done)
            return found

        with ThreadPoolExecutor(self._previews.size) as threads:
            try:
                return list(threads.map(one, nodes))
            finally:
                threads.shutdown(cancel_futures=True)

    def _compare(self, node: KnownNode, side: Side, now: Data, token: CancellationToken, documents: bool) -> OfNode:
        token.check()
        if side.edited is not None and not documents and self.touches(node, side.edited) is False:
            return OfNode(node, UNTOUCHED, compiled=False)
        revision = self._revision
        after = {**self._previews.request(node.root, node.name), **now}
        request = {"before": {**after, **side.changed}, "after": after, "documents": documents}
        try:
            answer = self._previews.ask(COMPARE, request, token, twice=True)
        except WorkerFault as fault:
            message = f"Error: {fault.message}"
            return OfNode(node, Told(None, message, message, stopped=True), reads_known=False)
        if "unusable" in answer:
            raise NoComparison(answer["unusable"])
        if answer["classes"] is not None and not now:
            self._previews.classes[node.root, node.name] = frozenset(answer["classes"])
        if not now:
            with self._lock:
                if self._revision == revision:
                    self._reads[node.root, node.name] = Reads(answer["reads"])
        return OfNode(node, Told.from_data(answer["told"]), answer.get("documents"), reads_known=not now)


def files_below(snapshot: Snapshot, folder: str) -> Iterator[str]:
    """Those that move with a folder."""
    return walk(snapshot.files, folder)


def unsaved(buffers: Buffers, saved: Callable[[str], bytes | None]) -> tuple[str, ...]:
    """The open files whose text is not the one on disk."""
    return tuple(buffer.path for buffer in buffers.all() if saved(buffer.path) != buffer.text.data)


def sentence(found: Sequence[OfNode]) -> str:
    """All of it in one: `3 of 112 nodes change`. What compiles on neither side says nothing of a change."""
    count, told = len(found), [each.told for each in found]
    incomparable = sum(each.nothing_to_compare for each in told)
    if incomparable:
        differing = sum(not each.same for each in told) - incomparable
        if count == 1:
            return f"{found[0].node.name} {'could not be compared' if told[0].stopped else 'compiles neither before nor after'}"
        return f"{differing} of {count} nodes change, {incomparable} cannot be compared"
    differing = sum(not each.same for each in told)
    doubtful = sum(each.same and not each.certain for each in told)
    if not differing:
        whose = f"{found[0].node.name} compiles" if count == 1 else f"{count} nodes compile"
        partly = "parts of it cannot" if count == 1 else f"parts of {doubtful} of them cannot"
        return f"{whose} to the same catalog{f', as far as is known: {partly} be known here' if doubtful else ''}"
    verb = "changes" if differing == 1 else "change"
    return f"{found[0].node.name} {verb}" if count == 1 else f"{differing} of {count} nodes {verb}"
