"""Catalog previews: evaluations of nodes as the open buffers would make them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock, Thread
from time import monotonic
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from ..base.cancellation import CancellationToken
from ..catalog.node_state import NodeState, state_of
from ..features.evaluation import EvaluationFinding
from ..project.reads import Reads
from ..workers.awaiting import awaits_ruby, begin_preparation, wait_for_preparation
from ..workers.pool import Overlay, WorkerFault, WorkerPool
from .buffers import Buffers
from .evaluation_findings import evaluation_findings
from .language import evaluation_settings
from .node_states import NodeStates
from .settings import Settings

COMPILE = "puppetlens.workers.jobs:preview"

#: What an evaluation is for: to see the catalog; to see what the code comes to (`active_node`); to know how it stands with the
#: node; to list its data of Hiera. A node that is "compared" is not evaluated here, but followed (`Previews.follow`).
Purpose = Literal["catalog", "observed", "state", "data", "compared"]
_JOBS: Mapping[Purpose, str] = {
    "catalog": COMPILE,
    "observed": COMPILE,
    "state": "puppetlens.workers.node_state:edited_state",
    "data": "puppetlens.workers.data_levels:data_levels",
}

_OVERVIEW = "puppetlens.workers.overview:overviewed"

NOTHING: Mapping[str, Any] = MappingProxyType({})

#: Evaluation processes beside the server.
_WORKERS = 2
#: Seconds that a node rests whose evaluation took its process down, unless something changes.
_REST = 30.0
#: An evaluation of so many seconds may begin with each keystroke.
_QUICK = 0.5


class Node(NamedTuple):
    """A node of an environment, which is named by its root folder; with `class_name`, that class alone of it."""

    environment: str
    name: str
    class_name: str = ""
    purpose: Purpose = "catalog"

    @property
    def is_whole(self) -> bool:
        """Whether its whole catalog is compiled."""
        return not self.class_name and self.purpose != "data"


class Job(NamedTuple):
    """An evaluation on its way: cancel the token to give it up."""

    future: Future[dict[str, Any]]
    token: CancellationToken


@dataclass
class _Rest:
    until: float
    revision: int
    fault: WorkerFault


class Previews:
    """Starts evaluations and remembers what each read, so as to know when its answer is out of date.

    `start` and `changed` belong to the thread that talks to the client.
    """

    #: How many processes there may be.
    size = _WORKERS

    def __init__(
        self, buffers: Buffers, settings: Settings, answered: Callable[[], None], outdated: Callable[[], None]
    ) -> None:
        """Both are called on a thread of ours: `answered` when what `told` gives may have changed, `outdated` when
        there are stale nodes though nothing changed."""
        self._buffers = buffers
        self._answered = answered
        self._outdated = outdated
        #: nodes whose answer came while Ruby was being prepared
        self._early: set[Node] = set()
        self._settings = settings
        self._pool = WorkerPool(_WORKERS, settings.catalog_memory, COMPILE)
        self._threads = ThreadPoolExecutor(_WORKERS * 2, thread_name_prefix="preview")
        self._is_expected = False
        self._lock = Lock()
        self._running: dict[Node, CancellationToken] = {}
        self._resting: dict[Node, _Rest] = {}
        #: the revision at which a node's evaluation took its process down
        self._crashed: dict[Node, int] = {}
        #: what each answered preview read; None: not known, so anything
        self._reads: dict[Node, Reads | None] = {}
        self._stale: dict[Node, None] = {}
        #: nodes whose answer is known to be out of date; what it told is kept for a moment
        self._old: set[Node] = set()
        self._told: dict[Node, tuple[EvaluationFinding, ...]] = {}
        self._revision = 0
        #: seconds that each node's last evaluation took
        self._took: dict[Node, float] = {}
        #: the classes of each node's last catalog, by the environment's folder and the node's name
        self.classes: dict[tuple[str, str], frozenset[str]] = {}
        #: How it stood with each node when it was compiled last, for whatever purpose.
        self.states = NodeStates()
        #: the folders that the user opened, which may be read
        self.opened: tuple[str, ...] = ()

    def stop(self) -> None:
        for token in list(self._running.values()):
            token.cancel()
        self._pool.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def configure(self, settings: Settings) -> None:
        """From now on evaluate so; every preview is out of date."""
        if settings.catalog_memory != self._settings.catalog_memory:
            self._pool.close()
            self._pool = WorkerPool(_WORKERS, settings.catalog_memory, COMPILE)
        self._settings = settings
        with self._lock:
            self._revision += 1
            self._stale.update(dict.fromkeys(self._reads))

    def expect(self) -> None:
        """A catalog will be asked for soon: the first need not wait for a process to start, nor have holes for Ruby."""
        if not self._is_expected:
            self._is_expected = True
            self._threads.submit(self._pool.start_one)
            if self._settings.ruby == "sandbox":
                self._threads.submit(begin_preparation)

    def start(
        self,
        node: Node,
        provenance: bool = False,
        parameters: Mapping[str, Any] = NOTHING,
        observed: Sequence[str] = (),
        shown: Mapping[str, Any] | None = None,
    ) -> Job:
        """Evaluate a node as everything is now; an older job of the node is given up.

        `parameters` are those of the class, where the node is one. The future's result is what `jobs.preview` gives,
        with `provenance` where that is wanted, and what the code of the `observed` files comes to; or, of a catalog that
        is `shown`, what `workers.overview` gives, or what the job of another purpose gives. It raises `WorkerFault` or
        `Cancelled`.
        """
        self._is_expected = True
        token = CancellationToken()
        with self._lock:
            older = self._running.get(node)
            self._running[node] = token
            self._stale.pop(node, None)
            self._old.discard(node)
            revision = self._revision
        if older is not None:
            older.cancel()
        overlay = self._overlay()
        asked: dict[str, Any] = {"provenance": provenance, "observed": list(observed)}
        if shown is not None:
            asked["shown"] = shown
        if node.class_name:
            asked["class"] = {"name": node.class_name, "parameters": dict(parameters)}
        return Job(self._threads.submit(self._run, node, token, overlay, revision, asked), token)

    def request(self, root: str, name: str) -> dict[str, Any]:
        """What `jobs.preview` is asked for a node."""
        settings = evaluation_settings(self._settings)
        return {"environment_dir": root, "node": name, "settings": settings, "opened": list(self.opened), "facts": None}

    def ask(
        self, function: str, request: Mapping[str, Any], token: CancellationToken, *, twice: bool = False
    ) -> dict[str, Any]:
        """What another job of the same processes answers, as the open buffers are now; `twice` where it compiles two
        catalogs. Raises `WorkerFault` or `Cancelled`."""
        seconds = self._settings.catalog_timeout * (2 if twice else 1)
        return self._pool.run(function, request, overlay=self._overlay(), seconds=seconds, token=token)

    def _overlay(self) -> Overlay:
        return {buffer.path: (buffer.serial, buffer.text.string) for buffer in self._buffers.all()}

    def changed(self, paths: Sequence[str]) -> None:
        """These files or folders are not what they were."""
        gone = frozenset(paths)
        paths = self._buffers.by_all_names(paths)
        with self._lock:
            self._revision += 1
            for node, reads in self._reads.items():
                if reads is None or reads.touched(paths):
                    self._stale[node] = None
            for node, told in self._told.items():
                self._told[node] = tuple(each for each in told if each.file not in gone)

    def follow(self, root: str, name: str, reads: Reads | None) -> None:
        """A comparison of a node's catalog is shown, which read this: what changes of it makes the node stale. None: what was
        read has changed already."""
        node = Node(root, name, purpose="compared")
        with self._lock:
            self._reads[node] = reads
            if reads is None:
                self._stale[node] = None

    def told(self) -> tuple[EvaluationFinding, ...]:
        """What the last evaluations say of files that are as they were then."""
        with self._lock:
            return tuple(dict.fromkeys(each for node in sorted(self._told) for each in self._told[node]))

    def forget_old(self) -> None:
        """Drop what out-of-date answers told, where nobody asked for a new one."""
        with self._lock:
            for node in self._old - self._running.keys():
                self._told.pop(node, None)
            self._old.clear()

    def take_stale(self, *, quick: bool = False) -> tuple[Node, ...]:
        """The nodes whose last answer is out of date, each once until it is asked for again; with `quick` those catalogs
        alone that are there in a moment."""
        with self._lock:
            stale = tuple(
                node for node in self._stale if node not in self._running and (not quick or self._is_quick(node))
            )
            for node in stale:
                del self._stale[node]
                del self._reads[node]
            self._old.update(stale)
        self.states.outdate((node.environment, node.name) for node in stale if node.is_whole)
        return stale

    def _is_quick(self, node: Node) -> bool:
        return node.purpose == "catalog" and self._took.get(node, _QUICK) < _QUICK

    def compiling(self) -> frozenset[tuple[str, str]]:
        """The nodes (environment's folder and name) that are compiled to know how it stands with them."""
        with self._lock:
            running = tuple(self._running)
        return frozenset((node.environment, node.name) for node in running if node.purpose == "state")

    def _run(
        self, node: Node, token: CancellationToken, overlay: Overlay, revision: int, asked: Mapping[str, Any]
    ) -> dict[str, Any]:
        try:
            token.check()
            self._check_rest(node, revision)
            began = monotonic()
            answer = self._evaluate(node, token, overlay, revision, asked)
            self._took[node] = monotonic() - began
            self._learn(node, answer)
            reads, is_catalog = answer.pop("reads", None), node.purpose in ("catalog", "observed")
            self._remember(node, overlay, reads, evaluation_findings(answer, node.name) if is_catalog else ())
            self._answered()
            if awaits_ruby(answer):
                self._again_with_ruby(node)
            return answer
        finally:
            with self._lock:
                if self._running.get(node) is token:
                    del self._running[node]

    def _learn(self, node: Node, answer: Mapping[str, Any]) -> None:
        """How it stands with a whole node, and which classes it has."""
        if not node.is_whole:
            return
        if "state" in answer:
            state, classes = NodeState(**answer["state"]), answer["classes"]
        else:
            state, catalog = state_of(answer), answer["catalog"]
            classes = None if catalog is None else catalog["classes"]
        self.states.put(node.environment, node.name, state)
        if classes is not None:
            self.classes[node.environment, node.name] = frozenset(classes)

    def _again_with_ruby(self, node: Node) -> None:
        """Have the node evaluated again as soon as Ruby is there."""

        def wait() -> None:
            ready = wait_for_preparation()
            with self._lock:
                early, self._early = self._early, set()
                if ready:
                    self._stale.update(dict.fromkeys(early & self._reads.keys()))
            self._outdated()

        with self._lock:
            is_waited_for = bool(self._early)
            self._early.add(node)
        if not is_waited_for:
            Thread(target=wait, daemon=True, name="await ruby").start()

    def _evaluate(
        self, node: Node, token: CancellationToken, overlay: Overlay, revision: int, asked: Mapping[str, Any]
    ) -> dict[str, Any]:
        settings = self._settings
        request = {**self.request(node.environment, node.name), **asked}
        try:
            job = _OVERVIEW if "shown" in asked else _JOBS[node.purpose]
            return self._pool.run(job, request, overlay=overlay, seconds=settings.catalog_timeout, token=token)
        except WorkerFault as fault:
            self._remember(node, overlay, None)
            if node.is_whole:
                self.states.put(node.environment, node.name, NodeState(None, fault.message))
            if fault.code == "CRASH" and self._crashed.get(node) != revision:
                self._crashed[node] = revision  # somebody else may have ended the process: it may try once more
            elif fault.code != "INTERNAL":
                self._resting[node] = _Rest(monotonic() + _REST, revision, fault)
            raise

    def _check_rest(self, node: Node, revision: int) -> None:
        rest = self._resting.get(node)
        if rest is None:
            return
        if rest.revision == revision and monotonic() < rest.until:
            raise rest.fault
        del self._resting[node]

    def _remember(
        self, node: Node, overlay: Overlay, reads: Iterable[str] | None, told: Sequence[EvaluationFinding] = ()
    ) -> None:
        now = {buffer.path: buffer.serial for buffer in self._buffers.all()}
        then = {path: serial for path, (serial, _) in overlay.items()}
        meanwhile = [path for path in now.keys() | then.keys() if now.get(path) != then.get(path)]
        known = None if reads is None else Reads(reads)
        with self._lock:
            self._reads[node] = known
            self._told[node] = tuple(each for each in told if each.file not in meanwhile)
            if meanwhile and (known is None or known.touched(self._buffers.by_all_names(meanwhile))):
                self._stale[node] = None


def fault_answer(fault: WorkerFault) -> dict[str, Any]:
    """What a face shows of an evaluation that gave no answer."""
    error = {"message": fault.message, "issue_code": f"PUPPETLENS_{fault.code}"}
    return {"catalog": None, "logs": [], "error": error, "unknown": [], "holes": []}
