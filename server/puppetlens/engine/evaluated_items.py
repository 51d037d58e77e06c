"""Mistakes that an evaluation of a file's own classes, defines, functions and templates shows, as findings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..checks.configured import plan_of
from ..checks.ignores import heeded
from ..features.evaluation import Evaluated, findings_of
from ..model.snapshot import Snapshot
from ..model.view import View
from .evaluation_findings import findings_of_error


def is_evaluated(snapshot: Snapshot, path: str) -> bool:
    """Whether there is something to evaluate, and somebody who wants to know."""
    document = snapshot.document(path)
    large = document is None or len(document.text.data) > snapshot.settings.largest_file
    return not large and bool(plan_of(View(snapshot, path)).on_evaluation)


def evaluated_items(view: View, mistakes: Iterable[Mapping[str, Any]]) -> tuple[Evaluated, ...]:
    """What the mistakes (`workers.checking`) are in a file that is as its view has it."""
    todo = plan_of(view)
    told = [each for mistake in mistakes for each in findings_of_error(mistake) if each.file == view.path]
    found = findings_of(view.snapshot, view.path, told)
    return tuple(
        each._replace(finding=judged)
        for each in found
        for judged in heeded(
            view, todo.told(view, each.finding, [fault for _, fault in each.facts if fault is not None])
        )
    )
