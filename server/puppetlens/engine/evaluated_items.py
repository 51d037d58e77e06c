"""Mistakes that an evaluation of a file's own classes, defines, functions and templates shows, as findings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from ..checks.configured import plan_of
from ..checks.finding import Finding
from ..checks.ignores import heeded
from ..checks.unused_ignores import Awaiting, still_unused
from ..features.evaluation import Evaluated, EvaluationFinding, findings_of
from ..model.snapshot import Snapshot
from ..model.view import View
from .evaluation_findings import findings_of_error


def is_evaluated(snapshot: Snapshot, path: str) -> bool:
    """Whether there is something to evaluate, and somebody who wants to know: code, or data that nodes are made of."""
    document = snapshot.document(path) or (snapshot.data(path) if is_read_by_nodes(snapshot, path) else None)
    large = document is None or len(document.text.data) > snapshot.settings.largest_file
    return not large and bool(plan_of(View(snapshot, path)).on_evaluation)


def is_read_by_nodes(snapshot: Snapshot, path: str) -> bool:
    """Whether a file is one of the data of an environment, or configures these: nodes fail by it that no code of it names."""
    found = snapshot.data(path)
    if found is None or found.kind not in ("hiera", "hiera.yaml"):
        return False
    site = snapshot.site_of(path)
    return site.environment.kind == "environment" and path in snapshot.data_files(site)


class Told(NamedTuple):
    """What an evaluation finds in a file that nobody ignores, and ignores that nothing stands behind now that it has ended."""

    items: tuple[Evaluated, ...]
    unused: tuple[Finding, ...]


def evaluated_items(
    view: View,
    mistakes: Iterable[Mapping[str, Any]],
    waiting: Iterable[Awaiting] = (),
    previewed: Collection[EvaluationFinding] = (),
) -> Told:
    """What the mistakes (`workers.checking`) are in a file that is as its view has it, with ignores that wait for them; but for
    what previews tell of another file, where it is."""
    todo = plan_of(view)
    known = {(each.message, each.file, each.line) for each in previewed}
    found = (each for mistake in mistakes for each in findings_of_error(mistake) if each.file == view.path)
    told = [each for each in found if not any((each.message, step.file, step.line) in known for step in each.related)]
    items = [
        each._replace(finding=judged)
        for each in findings_of(view.snapshot, view.path, told)
        for judged in todo.told(view, each.finding, [fault for _, fault in each.facts if fault is not None])
    ]
    heard = {*heeded(view, [each.finding for each in items])}
    unused = still_unused(waiting, [each.finding for each in items])
    return Told(tuple(each for each in items if each.finding in heard), unused)
