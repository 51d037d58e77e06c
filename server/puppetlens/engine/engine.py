"""The engine: everything a face (editor, command line) can ask, and the state behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from typing import NamedTuple, TypeVar

from ..base.errors import Cancelled
from ..base.position import Text
from ..checks.diagnostics import diagnostics
from ..checks.finding import Finding
from ..features.evaluation import Evaluated, findings_of, merged
from ..model.snapshot import Snapshot
from ..model.world import World
from ..project.files import DiskFiles
from ..project.kept_files import KeptFiles, StampedDisk
from ..syntax.parse import Edit
from .buffers import Buffer, Buffers, is_puppet
from .language import model_settings
from .previews import Node, Previews
from .scheduler import Scheduler
from .settings import Settings

__all__ = ["Diagnostics", "Edit", "Engine", "Finding", "Snapshot"]

T = TypeVar("T")

#: Stands for all folders where none is opened: files on their own see no others.
_NOWHERE = "/dev/null"

#: Seconds that what an out-of-date evaluation told is still shown, so that nothing flickers.
_FORGET = 2.0

#: How often a question is asked again that an edit interrupted.
_TRIES = 3


class Diagnostics(NamedTuple):
    """All findings of one version of an open file; none at all once it is closed (`version` is None then)."""

    path: str
    version: int | None
    text: Text
    findings: tuple[Finding, ...]


class Engine:
    """Changes come from one thread; questions are answered on the engine's own, in order.

    `publish` and `stale` (which nodes' previews are out of date) are called on the engine's thread. `stop`
    ends that thread and the engine's processes.
    """

    def __init__(
        self,
        roots: Sequence[str],
        publish: Callable[[Diagnostics], None],
        stale: Callable[[tuple[Node, ...]], None],
        settings: Settings | None = None,
    ) -> None:
        self._disk = DiskFiles()
        self._roots = tuple(roots)
        self._publish = publish
        self._tell_stale = stale
        self.settings = settings or Settings()
        self._kept = KeptFiles(StampedDisk())
        self.buffers = Buffers(self._kept)
        self._world: World | None = None
        self._shown: dict[str, Diagnostics] = {}
        self._scheduler = Scheduler()
        self.previews = Previews(self.buffers, self.settings, self._answered, self.look_at_previews)

    def stop(self) -> None:
        self._scheduler.stop()
        self.previews.stop()

    # Changes -----------------------------------------------------------------------------------------

    def open(self, path: str, version: int, text: Text) -> None:
        saved = self.buffers.get(path) is None and self._disk.read(path) == text.data
        self.buffers.open(path, version, text)
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
        self.buffers.changed_outside(paths)
        self._changed(paths, self.settings.diagnostics_delay / 1000)

    def set_roots(self, roots: Sequence[str]) -> None:
        self._roots = tuple(dict.fromkeys(roots))
        self._begin_again()

    @property
    def roots(self) -> tuple[str, ...]:
        return self._roots

    def configure(self, settings: Settings) -> None:
        if settings == self.settings:
            return
        self.settings = settings
        self.previews.configure(settings)
        self._begin_again()

    def _begin_again(self) -> None:
        def forget() -> None:
            self._kept.begin_turn()
            self._world = None

        self._scheduler.ask(forget)
        self._check_later(0)

    def _changed(self, paths: Sequence[str], delay: float, saved: bool = False) -> None:
        """`saved`: a buffer came or went whose text is that on disk, which changes no catalog."""
        world = self._world
        if world is not None:
            world.snapshot().token.cancel()  # what is being computed is out of date
        if not saved:
            self.previews.changed(paths)
        self._check_later(delay)
        self.look_at_previews(delay)

    def _answered(self) -> None:
        """An evaluation read the disk as it is: what it tells is about the texts that are there now."""
        self._kept.begin_turn()
        self._check_later(0)

    def look_at_previews(self, delay: float = 0) -> None:
        """Tell soon which previews are out of date."""
        self._scheduler.later("previews", delay, self._stale_previews)

    def _stale_previews(self) -> Iterator[None]:
        stale = self.previews.take_stale()
        if stale:
            self._tell_stale(stale)
            self._scheduler.later("old", _FORGET, self._forget_old)
        yield

    def _forget_old(self) -> Iterator[None]:
        self.previews.forget_old()
        self._check_later(0)
        yield

    # Questions ---------------------------------------------------------------------------------------

    def ask(self, question: Callable[[Snapshot], T]) -> Future[T]:
        """Ask about everything as it is once all changes so far are in.

        The future raises `Cancelled` where changes go on and on.
        """

        def answer() -> T:
            for _ in range(_TRIES - 1):
                try:
                    return question(self._snapshot())
                except Cancelled:
                    pass
            return question(self._snapshot())

        return self._scheduler.ask(answer)

    def _snapshot(self) -> Snapshot:
        if self._world is None:
            settings = model_settings(self.settings)
            changes = self.buffers.reopen()
            self._world = World(self.buffers.other_files, (_NOWHERE, *self._roots), settings)
        else:
            changes = self.buffers.take()
        snapshot = self._world.snapshot()
        return self._world.apply(*changes) if changes or snapshot.token.cancelled else snapshot

    # Diagnostics -------------------------------------------------------------------------------------

    def _check_later(self, delay: float) -> None:
        self._scheduler.later("diagnostics", delay, self._check)

    def _check(self) -> Iterator[None]:
        """Check the open files, one a step, and publish what is new; with what evaluations told of any file."""
        buffers = {buffer.path: buffer for buffer in self.buffers.all() if is_puppet(buffer.path)}
        told = {each.file for each in self.previews.told()}
        for path in [path for path in self._shown if path not in buffers and path not in told]:
            del self._shown[path]
            self._publish(Diagnostics(path, self._version(path), Text(b""), ()))
        for buffer in sorted(buffers.values(), key=lambda buffer: -buffer.serial):
            self._check_one(buffer)
            yield
        for path in sorted(told - buffers.keys()):
            version = self._version(path)  # before the snapshot, which then has the file where it is opened
            snapshot = self._snapshot()
            text = snapshot.text(path)
            if text is not None and path not in snapshot.open_documents:
                self._show(Diagnostics(path, version, text, merged((), self._evaluated(snapshot, path))))
            yield

    def _check_one(self, buffer: Buffer) -> None:
        snapshot = self._snapshot()
        document = snapshot.open_documents.get(buffer.path)
        now = self.buffers.get(buffer.path)
        if document is None or now is None or now.text is not document.text:
            return  # it changed since, so another check is due
        findings = merged(diagnostics(snapshot, buffer.path), self._evaluated(snapshot, buffer.path))
        self._show(Diagnostics(buffer.path, now.version, document.text, findings))

    def _evaluated(self, snapshot: Snapshot, path: str) -> tuple[Evaluated, ...]:
        return findings_of(snapshot, path, [each for each in self.previews.told() if each.file == path])

    def _version(self, path: str) -> int | None:
        buffer = self.buffers.get(path)
        return None if buffer is None else buffer.version

    def _show(self, found: Diagnostics) -> None:
        shown = self._shown.get(found.path)
        if shown is None or (shown.version, shown.findings) != (found.version, found.findings):
            self._shown[found.path] = found
            self._publish(found)
