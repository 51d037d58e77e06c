"""The engine: everything a face (editor, command line) can ask, and the state behind it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future
from typing import TypeVar

from ..base.position import Text
from ..checks.finding import Finding
from ..model.configuration import is_configuration
from ..model.entity import Entity
from ..model.snapshot import Snapshot
from ..model.world import Change, Configured, Edited, Filled, Outside, World, brings_many
from ..project.files import DiskFiles, walk
from ..project.kept_files import KeptFiles, StampedDisk
from ..syntax.languages import Dialect
from ..syntax.parse import PUPPET, Edit
from ..workers.garbage import collect_all, collect_young
from .active_node import ActiveNode, ActiveState
from .buffers import Buffers
from .comparisons import Comparisons, unsaved
from .evaluated_items import is_evaluated, is_read_by_nodes
from .findings import Diagnostics, Findings, is_checked
from .indexing import Indexing
from .language import model_settings
from .preparing import Preparing
from .previews import Node, Previews
from .question import Question, Steps
from .reading import Reading
from .repos import Repos
from .scheduler import Scheduler
from .settings import Settings
from .typing_evaluations import TypingEvaluations
from .views import View, Views

__all__ = ["Diagnostics", "Edit", "Engine", "Entity", "Finding", "Snapshot"]

T = TypeVar("T")

#: Stands for all folders where none is opened: files on their own see no others.
_NOWHERE = "/dev/null"

#: Seconds that what an out-of-date evaluation told is still shown, so that nothing flickers.
_FORGET = 2.0

#: Seconds until the answer to `initialize` is surely on its way.
_ANSWERED = 0.05
#: Seconds to wait for more before the index is filled: an editor opens files when it starts, and git changes many.
_LISTEN = 0.2
#: Seconds after a check in which somebody who types goes on or does not: then nobody minds a pause of some milliseconds.
_BREATH = 0.1
#: Seconds until code is evaluated for the first time, for which a process has to start.
_FIRST = 0.5
#: Seconds after a check until what is open is evaluated: its findings come first.
_GAP = 0.05
#: Seconds after a change until previews that are there in a moment are asked for again: a keystroke may change a text twice.
_KEY = 0.015
#: Seconds after a check until lists of nodes and classes are looked at: nobody waits for them.
_GLANCE = 0.5
#: Seconds without a change after which nobody minds a pause of 0.1 s.
_SILENCE = 5.0


class Engine:
    """Changes come from one thread; questions are answered on the engine's own.

    `publish`, `stale` (which nodes' previews and comparisons are out of date) and `indexed` (how many files the index
    knows, of how many) and `viewed` (a list that a client shows is out of date) are called on the engine's thread,
    `activated` (how it stands with the active node) on any. `stop` ends that thread and the engine's processes.
    """

    def __init__(
        self,
        roots: Sequence[str],
        publish: Callable[[Diagnostics], None],
        stale: Callable[[tuple[Node, ...]], None],
        settings: Settings | None = None,
        indexed: Callable[[int, int], None] = lambda done, of: None,
        activated: Callable[[ActiveState], None] = lambda state: None,
        viewed: Callable[[View], None] = lambda view: None,
    ) -> None:
        self._disk = DiskFiles()
        self._roots = tuple(roots)
        self._tell_stale = stale
        #: As the user has them; `settings` are these with what the repo says.
        self.users_settings = settings or Settings()
        self.settings = self._with_those_of_repo()
        self._kept = KeptFiles(StampedDisk())
        self.buffers = Buffers()
        self._configured = self._configuration()
        self._world: World | None = None
        self._scheduler = Scheduler()
        self.previews = Previews(self.buffers, self.settings, self._answered, self.look_at_previews)
        self.previews.opened = self._roots
        self._activated = activated
        self.comparisons = Comparisons(self.buffers, self.previews)
        self.active = ActiveNode(self.buffers, self.previews, self._active_told)
        self._evaluations = TypingEvaluations(self.buffers, self.settings, self._evaluated)
        self.views = Views(self.previews, viewed)
        self.findings = Findings(self._snapshot, publish, self.previews, self._evaluations, self.active)
        self._indexing = Indexing(self._snapshot, self._kept, self._index_later, self._indexed, self._index_filled)
        self._tell_indexed = indexed
        self._index_later(_LISTEN)
        self._reading = Reading(lambda: self._check_later(0))
        self._preparing = Preparing(self._prepared)
        self._scheduler.later("prepare", _ANSWERED, self._prepare)

    def stop(self) -> None:
        self._scheduler.stop()
        self._reading.stop()
        self._indexing.stop()
        self.previews.stop()
        self._evaluations.stop()

    # Changes -----------------------------------------------------------------------------------------

    def open(self, path: str, version: int, text: Text, dialect: Dialect | None = None) -> None:
        saved = self.buffers.get(path) is None and self._disk.read(path) == text.data
        self.buffers.open(path, version, text, self._disk.real(path), dialect)
        self._changed([path], 0, saved)

    def change(self, path: str, version: int, text: Text, edits: Sequence[Edit]) -> None:
        self.buffers.change(path, version, text, edits)
        self._changed([path], self.settings.diagnostics_delay / 1000)

    def close(self, path: str) -> None:
        buffer = self.buffers.get(path)
        saved = buffer is not None and self._disk.read(path) == buffer.text.data
        self.buffers.close(path)
        self._changed([path], 0, saved)

    def changed_outside(self, paths: Sequence[str]) -> None:
        self.buffers.add(Outside(tuple(paths)))
        self._changed(paths, self.settings.diagnostics_delay / 1000)
        self._index_later(_LISTEN)

    def set_roots(self, roots: Sequence[str]) -> None:
        self._roots = tuple(dict.fromkeys(roots))
        self.previews.opened = self._roots
        self.configure(self.users_settings)
        self._begin_again()

    @property
    def roots(self) -> tuple[str, ...]:
        return self._roots

    def configure(self, settings: Settings) -> None:
        self.users_settings = settings
        settings = self._with_those_of_repo()
        if settings == self.settings:
            return
        self.settings = settings
        self.previews.configure(settings)
        self.comparisons.forget()
        self.look_at_previews()
        self._evaluations.configure(settings)
        self._begin_again()

    def _with_those_of_repo(self) -> Settings:
        """The user's settings, with what the files of the opened folders say as they are on disk."""
        return Repos(self._disk, self._roots).settings(self.users_settings)

    def wrong_in_repo(self, changed: Sequence[str] | None = None) -> list[str]:
        """What is wrong in those files, in words; nothing where none of them is among those that `changed`."""
        if changed is not None and not any(map(is_configuration, changed)):
            return []
        return [
            f"{each.path}:{each.line}:{each.column}: {each.message}"
            for each in Repos(self._disk, self._roots).problems()
        ]

    def unsaved(self) -> tuple[str, ...]:
        """The open files whose text is not the one on disk."""
        return unsaved(self.buffers, self._disk.read)

    def _configuration(self) -> Configured:
        return Configured((_NOWHERE, *self._roots), model_settings(self.settings))

    def _begin_again(self) -> None:
        self.buffers.add(self._configuration())
        self._check_later(0)
        self._index_later(_LISTEN)

    def _index_later(self, delay: float = 0) -> None:
        self._scheduler.later("index", delay, self._index, idle=True)

    def _index(self) -> Iterator[None]:
        return self._indexing.steps() if self._preparing.done else self._prepare()

    def _indexed(self, done: int, of: int) -> None:
        self._tell_indexed(done, of)
        if done >= of:
            self.look_at_views(_GLANCE)

    def _index_filled(self) -> None:
        self.buffers.add(Filled())
        self._check_later(0)

    def _prepare(self) -> Iterator[None]:
        self._preparing.begin()
        yield

    def _prepared(self) -> None:
        self._check_later(0)
        self._index_later()

    def _changed(self, paths: Sequence[str], delay: float, saved: bool = False) -> None:
        """`saved`: a buffer came or went whose text is that on disk, which changes no catalog."""
        self._scheduler.interrupt(paths)
        if any(map(is_configuration, paths)):
            self.configure(self.users_settings)
        if not saved:
            self.comparisons.changed(paths)
            self.previews.changed(paths)
            self._evaluations.changed(paths)
        self._check_later(delay)
        if self._evaluations.is_warm:  # it takes another core: not while the answers to what is typed are made
            self._scheduler.later("evaluations", delay + _GAP, self._evaluate)
        self._scheduler.later("quick previews", min(delay, _KEY), lambda: self._stale_previews(quick=True))
        self.look_at_previews(delay)
        self._scheduler.later("active", delay + _BREATH, self._look_at_active)
        self.look_at_views(delay + _GLANCE)
        self._scheduler.later("garbage", _SILENCE, self._collect, idle=True)

    def _collect_young(self) -> Iterator[None]:
        collect_young()
        yield

    def _collect(self) -> Iterator[None]:
        if self._reading.is_busy or self._indexing.is_filling:  # with all that is being made it takes the longest
            self._scheduler.later("garbage", _SILENCE, self._collect, idle=True)
        else:
            collect_all()
        yield

    def _evaluated(self) -> None:
        """One of an open file's own code, which nobody has changed since it was begun, after a pause: so at once."""
        self._kept.begin_turn()
        self._check_later(0)

    def _answered(self) -> None:
        """An evaluation read the disk as it is: what it tells is about the texts that are there now."""
        self._kept.begin_turn()
        self._check_later(self.settings.diagnostics_delay / 1000)  # previews may be answered between two keystrokes
        self.look_at_views()

    def look_at_previews(self, delay: float = 0) -> None:
        """Tell soon which previews are out of date."""
        self._scheduler.later("previews", delay, self._stale_previews)

    def _stale_previews(self, *, quick: bool = False) -> Iterator[None]:
        stale = self.previews.take_stale(quick=quick)
        shown = tuple(node for node in stale if node.purpose in ("catalog", "compared"))
        purposes = {node.purpose for node in stale}
        if "observed" in purposes:
            self.active.evaluate()
        if "data" in purposes:
            self.views.forget("data")
        if shown:
            self._tell_stale(shown)
        if stale:
            self._scheduler.later("old", _FORGET, self._forget_old)
            self.look_at_views()
        yield

    def look_at_views(self, delay: float = 0) -> None:
        """Tell soon which lists are out of date."""
        self._scheduler.later("views", delay, lambda: self.views.look(self._snapshot()), idle=True)

    def _look_at_active(self) -> Iterator[None]:
        self.active.look()
        yield

    def _active_told(self, state: ActiveState) -> None:
        self._check_later(0)
        self._activated(state)

    def _forget_old(self) -> Iterator[None]:
        self.previews.forget_old()
        self._check_later(0)
        yield

    # Questions ---------------------------------------------------------------------------------------

    def ask(self, question: Callable[[Snapshot], T], about: str | None = None) -> Question[T]:
        """Ask about everything as it is once all changes so far are in: what a person waits for while typing.

        `about` is the file that the question is about, which is asked again where that changes meanwhile.
        """

        def steps() -> Steps[T]:
            return question((yield from self._with(about)))

        return self._scheduler.search(steps, about, brief=True)

    def search(self, question: Callable[[Snapshot], Generator[None, None, T]], about: str | None = None) -> Question[T]:
        """The same for what may take long: `question` returns its answer after steps of some milliseconds each."""

        def steps() -> Steps[T]:
            return (yield from question((yield from self._with(about))))

        return self._scheduler.search(steps, about)

    def _with(self, path: str | None) -> Steps[Snapshot]:
        """Everything as it is now, once a file that is being read was read."""
        snapshot = self._snapshot()
        while path is not None and (until := self._reading.of(path)) is not None:
            yield until
            snapshot = self._snapshot()
        return snapshot

    def _snapshot(self) -> Snapshot:
        """Everything as it is now; on the engine's thread."""
        changes: Sequence[Change] = self.buffers.take()
        if not all(isinstance(change, Edited) for change in changes):
            self._kept.begin_turn()  # what is opened or closed may have been saved
        if self._world is None:
            roots, settings = self._configured.roots, self._configured.settings
            self._world = World(self._kept, roots, settings, read=self._reading.file)
            self._world.snapshot().index.partial = True  # until it is filled
        snapshot = self._world.snapshot()
        changes = self._reading.take(changes, snapshot.opened, snapshot.settings.largest_file)
        if changes:
            snapshot = self._world.apply(*changes)
            snapshot.index.partial |= any(map(brings_many, changes))
        return snapshot

    # Diagnostics -------------------------------------------------------------------------------------

    def _check_later(self, delay: float) -> None:
        self._scheduler.later("diagnostics", delay, self._check)

    def _check(self) -> Iterator[None]:
        """Check the open files, the one that changed last first, and publish what is new; with what evaluations told of
        any file. Once a file's check was begun it is finished, whatever is typed meanwhile: so there is one to show."""
        if not self._preparing.done:
            yield from self._prepare()  # after which this is asked for again
            return
        snapshot = self._snapshot()
        code = [
            path for path, opened in snapshot.opened.items() if opened.document is not None or opened.data is not None
        ]
        told = {each.file for each in self.previews.told()}.difference(code)
        self.findings.leave({*told, *code})
        for path in reversed(code):
            if path in self._snapshot().opened:
                yield from self.findings.check(path, checked=True)
            yield
        self._scheduler.later("evaluations", _GAP if self._evaluations.is_warm else _FIRST, self._evaluate)
        for path in sorted(told):
            if path not in self._snapshot().opened or not is_checked(path):
                yield from self.findings.check(path, checked=False)
            yield
        self._scheduler.later("young garbage", _BREATH, self._collect_young, idle=True)

    def _evaluate(self) -> Iterator[None]:
        """Have the open files evaluated of which that is not known, the one that changed last first. Not until the index
        is filled: there are no more cores for it, and all answers need the index."""
        if self._snapshot().index.partial:
            self._scheduler.later("evaluations", _FIRST, self._evaluate)
            return
        snapshot = self._snapshot()
        for path in reversed(list(snapshot.opened)):
            if is_evaluated(snapshot, path):
                is_data = is_read_by_nodes(snapshot, path)
                self._evaluations.start(path, snapshot.site_of(path).environment, self._roots, is_data)
            yield

    # Diagnostics that a client asks for --------------------------------------------------------------

    @property
    def prepared(self) -> Future[None]:
        """Has a result once checks can be asked for without making others wait."""
        return self._preparing.finished

    def pull(self, path: str, tell: Callable[[Diagnostics], T]) -> Question[T | None]:
        """Ask for the findings of a file, which `tell` gets on the engine's thread and makes the answer of: what is (or
        would be) published of an open one; all of one that is not, where the settings have such files checked."""

        def steps() -> Steps[T | None]:
            yield from self._with(path)
            found = yield from self._pulled(path)
            return None if found is None else tell(found)

        return self._scheduler.search(steps, path)

    def pull_all(self, tell: Callable[[Diagnostics], None], end: Callable[[], T]) -> Question[T]:
        """The same for all open files, and for those below the opened folders where the settings say so; `tell` gets
        each as soon as it is checked, and `end` makes the answer, on the same thread."""

        def steps() -> Generator[None, None, T]:
            opened = tuple(self._snapshot().opened)
            for path in opened:
                if (found := (yield from self._pulled(path))) is not None:
                    tell(found)
                yield
            seen = set(opened)
            for root in self._roots if self.settings.workspace_diagnostics else ():
                for path in walk(self._snapshot().files, root, PUPPET):
                    if path not in seen and (found := (yield from self._pulled(path))) is not None:
                        seen.add(path)
                        tell(found)
                    yield
            return end()

        return self._scheduler.search(steps, patient=True)

    def _pulled(self, path: str) -> Generator[None, None, Diagnostics | None]:
        if path in self._snapshot().opened or (self.settings.workspace_diagnostics and is_checked(path)):
            return (yield from self.findings.find(path, checked=True))
        return None

    def forget_told(self, path: str) -> None:
        """The client no longer asks for a file: what is to be published of it is. On the engine's thread."""
        if self.findings.forget_told(path):
            self._check_later(0)
