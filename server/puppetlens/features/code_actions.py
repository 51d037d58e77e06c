"""Code actions at a place: what mends a finding, and what changes the code otherwise."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from ..base.edits import Changes, OverlapError, TextEdit, apply_edits
from ..base.span import Span
from ..checks.finding import Finding, Fix
from ..checks.registry import name_of
from ..model.snapshot import Snapshot
from ..model.view import View
from .actions.registry import Here, Kind, Offer, Stretch, action_files

#: What editors ask for when a file is saved.
FIX_ALL: Kind = "source.fixAll.puppetlens"


def code_actions(
    snapshot: Snapshot, path: str, span: Span, kinds: Collection[str] = (), told: Sequence[Finding] = ()
) -> Iterator[Offer]:
    """What is offered for a stretch of a file (byte offsets), quick fixes first.

    `kinds`: these alone, or kinds of these. `told`: what is found besides what checks find by themselves.
    """
    view = View(snapshot, path)
    text = snapshot.text(path)
    if text is None:
        return
    stretch = Stretch(view, text, span, told)
    if _wanted("quickfix", kinds):
        yield from _fixes(stretch)
    if kinds and _wanted(FIX_ALL, kinds):
        yield from _fix_all(stretch)
    document = view.document
    if document is None:
        return
    here = Here(view, document, span)
    for file in action_files():
        if _wanted(file.action.kind, kinds):
            yield from file.run(here)


def _wanted(kind: str, kinds: Collection[str]) -> bool:
    """Whether a kind is among those asked for: `refactor` asks for `refactor.extract`, too."""
    return not kinds or any(f"{kind}.".startswith(f"{each}.") for each in kinds)


def _fixes(here: Stretch) -> Iterator[Offer]:
    for finding in here.findings:
        for fix in finding.fixes:
            preferred = fix.safe or len(finding.fixes) == 1
            yield Offer(fix.title, "quickfix", _changes([fix]), finding, preferred)
        same = [each for each in here.all_findings if each.code == finding.code and each.fixes]
        if finding.fixes and len(same) > 1:
            title = f"Fix all of '{name_of(finding.code)}' in this file"
            yield Offer(title, "quickfix", _changes(_together(here, same)), finding)


def _fix_all(here: Stretch) -> Iterator[Offer]:
    """All fixes that may be made without being looked at."""
    found = [each for each in here.all_findings if any(fix.safe for fix in each.fixes)]
    safe = [finding._replace(fixes=tuple(fix for fix in finding.fixes if fix.safe)) for finding in found]
    if safe:
        yield Offer("Fix all that can be fixed safely", FIX_ALL, _changes(_together(here, safe)))


def _together(here: Stretch, findings: list[Finding]) -> list[Fix]:
    """The first fix of each finding, but those that change the same bytes as one before."""
    made: list[Fix] = []
    edits: list[TextEdit] = []
    for fix in (finding.fixes[0] for finding in findings):
        own = [each.edit for each in fix.edits if each.path == here.path]
        try:
            apply_edits(here.data, [*edits, *own])
        except OverlapError:
            continue
        made.append(fix)
        edits += own
    return made


def _changes(fixes: list[Fix]) -> Callable[[], Changes]:
    changes = Changes(tuple(dict.fromkeys(edit for fix in fixes for edit in fix.edits)))
    return lambda: changes


def action_kinds() -> list[str]:
    """All kinds that are offered, sorted."""
    return sorted({"quickfix", FIX_ALL, *(file.action.kind for file in action_files())})


__all__ = ["Offer", "action_kinds", "code_actions"]
