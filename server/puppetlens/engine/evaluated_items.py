"""Mistakes that an evaluation of a file's own classes, defines, functions and templates shows, as findings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ..checks.configured import plan_of
from ..checks.finding import Finding
from ..checks.ignores import heeded
from ..checks.unused_ignores import Awaiting, still_unused
from ..features.evaluation import Evaluated, findings_of
from ..model.snapshot import Snapshot
from ..model.view import View
from .evaluation_findings import findings_of_error


def is_evaluated(snapshot: Snapshot, path: str) -> bool:
    """Whether there is something to evaluate, and somebody who wants to know."""
    document = snapshot.document(path)
    large = document is None or len(document.text.data) > snapshot.settings.largest_file
    return not large and bool(plan_of(View(snapshot, path)).on_evaluation)


class Told(NamedTuple):
    """What an evaluation finds in a file that nobody ignores, and ignores that nothing stands behind now that it has ended."""

    items: tuple[Evaluated, ...]
    unused: tuple[Finding, ...]


def evaluated_items(view: View, mistakes: Iterable[Mapping[str, Any]], waiting: Iterable[Awaiting] = ()) -> Told:
    """What the mistakes (`workers.checking`) are in a file that is as its view has it, with ignores that wait for them."""
    todo = plan_of(view)
    told = [each for mistake in mistakes for each in findings_of_error(mistake) if each.file == view.path]
    items = [
        each._replace(finding=judged)
        for each in findings_of(view.snapshot, view.path, told)
        for judged in todo.told(view, each.finding, [fault for _, fault in each.facts if fault is not None])
    ]
    heard = {*heeded(view, [each.finding for each in items])}
    unused = still_unused(waiting, [each.finding for each in items])
    return Told(tuple(each for each in items if each.finding in heard), unused)
