"""What is found in files, by checks and by evaluations, and what of it is published."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator
from typing import NamedTuple

from ..base.position import Text
from ..checks.diagnostics import awaiting, checking, diagnostics
from ..checks.finding import Finding
from ..checks.unused_ignores import Awaiting
from ..features.evaluation import findings_of, merged
from ..features.not_taken import not_taken
from ..model.data_document import data_kind
from ..model.snapshot import Snapshot
from ..model.view import View
from ..syntax.parse import is_puppet
from .active_node import ActiveNode
from .evaluated_items import Told, evaluated_items
from .previews import Previews
from .typing_evaluations import TypingEvaluations


class Diagnostics(NamedTuple):
    """All findings of a file. `version` is that of the buffer whose text was checked; None of a file that is not open:
    what is published of it is what evaluations told alone."""

    path: str
    version: int | None
    text: Text
    findings: tuple[Finding, ...]


class Findings:
    """On the engine's thread alone. `snapshot` gives everything as it is, `publish` tells the client."""

    def __init__(
        self,
        snapshot: Callable[[], Snapshot],
        publish: Callable[[Diagnostics], None],
        previews: Previews,
        evaluations: TypingEvaluations,
        active: ActiveNode,
    ) -> None:
        self._snapshot, self._publish = snapshot, publish
        self._previews, self._evaluations, self._active = previews, evaluations, active
        self._shown: dict[str, Diagnostics] = {}

    def check(self, path: str, checked: bool) -> Generator[None, None, None]:
        """Find, and publish what is new."""
        if (found := (yield from self.find(path, checked))) is not None:
            self._show(found)

    def find(self, path: str, checked: bool) -> Generator[None, None, Diagnostics | None]:
        """All findings of a file as it is now, or those of evaluations alone; None where there is no file."""
        snapshot = self._snapshot()
        text = snapshot.text(path)
        if text is None:
            return None
        findings: tuple[Finding, ...] = ()
        waiting: tuple[Awaiting, ...] = ()
        opened = snapshot.opened.get(path)
        is_code = opened is not None and opened.document is not None  # also by what the client takes it for
        if checked and (is_code or is_checked(path)):
            yield from checking(snapshot, path)
            findings, waiting = diagnostics(snapshot, path), awaiting(snapshot, path)
            if path not in snapshot.opened:
                for each in (snapshot, self._snapshot()):
                    each.settle(path)
        findings = self._with_evaluations(snapshot, path, findings, waiting)
        observed = self._active.observed
        if checked and observed is not None:
            findings = (*findings, *not_taken(snapshot, path, observed))
        return Diagnostics(path, snapshot.version(path), text, findings)

    def unused_ignores(self, snapshot: Snapshot, path: str) -> tuple[Finding, ...]:
        """What is said of ignores that waited for the evaluation of a file, which has ended."""
        return self._evaluated(snapshot, path, awaiting(snapshot, path)).unused

    def leave(self, paths: Collection[str]) -> None:
        """There is nothing to be told of any other files."""
        for path in [path for path in self._shown if path not in paths]:
            del self._shown[path]
            self._publish(Diagnostics(path, self._snapshot().version(path), Text(b""), ()))

    def was_told(self, found: Diagnostics) -> None:
        """The client knows these findings: they are published once they are others."""
        self._shown[found.path] = found

    def forget_told(self, path: str) -> bool:
        """The client knows nothing of a file; whether it did."""
        return self._shown.pop(path, None) is not None

    def _with_evaluations(
        self, snapshot: Snapshot, path: str, static: tuple[Finding, ...], waiting: tuple[Awaiting, ...]
    ) -> tuple[Finding, ...]:
        """With what previews tell of a file, and its own evaluation: that says which ignores are unused once it has ended."""
        previewed = findings_of(snapshot, path, [each for each in self._previews.told() if each.file == path])
        own = self._evaluated(snapshot, path, waiting)
        return merged((*static, *own.unused), (*previewed, *own.items))

    def _evaluated(self, snapshot: Snapshot, path: str, waiting: tuple[Awaiting, ...]) -> Told:
        ended = self._evaluations.mistakes(path) is not None
        likely = self._evaluations.likely_mistakes(path)
        return evaluated_items(View(snapshot, path), likely, waiting if ended else (), self._previews.told())

    def _show(self, found: Diagnostics) -> None:
        shown = self._shown.get(found.path)
        if shown is None or (shown.version, shown.findings) != (found.version, found.findings):
            self._shown[found.path] = found
            self._publish(found)


def is_checked(path: str) -> bool:
    """Whether checks look at a file: at code, and at what is data by its name."""
    return is_puppet(path) or data_kind(path) is not None
