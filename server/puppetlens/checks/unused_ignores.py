"""Which ignores nothing stands behind: of checks that looked, and would have found it there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from ..base.edits import FileEdit, TextEdit
from ..base.span import Span
from ..model.view import View
from .evaluation_codes import may_be_told
from .finding import Finding, Fix
from .ignores import CHECK, Ignore, covers, ignores_of
from .registry import Plan, checks, code_of


class Awaiting(NamedTuple):
    """An ignore of what only an evaluation can still find, and what is said of it if that finds nothing."""

    ignore: Ignore
    finding: Finding


def unused(view: View, todo: Plan, found: Collection[Finding]) -> tuple[list[Finding], list[Awaiting]]:
    """Those that the checks leave without a finding, and those that an evaluation has to be waited for with."""
    told: list[Finding] = []
    awaiting: list[Awaiting] = []
    for ignore, finding in _without(view, todo, found):
        for judged in todo.judged((finding,)):
            if _awaits(view, todo, ignore.code):
                awaiting.append(Awaiting(ignore, judged))
            else:
                told.append(judged)
    return told, awaiting


def still_unused(awaiting: Iterable[Awaiting], evaluated: Collection[Finding]) -> tuple[Finding, ...]:
    """What is said once an evaluation has ended, of which `evaluated` are all findings, ignored or not."""
    return tuple(each.finding for each in awaiting if not any(covers(each.ignore, one) for one in evaluated))


def _without(view: View, todo: Plan, found: Collection[Finding]) -> Iterator[tuple[Ignore, Finding]]:
    ignores = ignores_of(view)
    for each in ignores:
        if not each.ours:
            continue
        if not each.written:
            message = "This ignores nothing: name codes in brackets"
            yield each, CHECK.of(view, each.span, each.span.start, message)
            continue
        if code_of(each.written) is None:
            message = f"No check is called '{each.written}'"
        elif _looked(view, todo, each.code) and not any(covers(each, finding) for finding in found):
            message = f"Nothing is found here that {each.written} says"
        else:
            continue
        yield each, CHECK.of(view, each.span, each.span.start, message, fixes=_fixes(view, each, ignores))


def _fixes(view: View, ignore: Ignore, ignores: Sequence[Ignore]) -> tuple[Fix, ...]:
    """An ignore of several codes is for a person to change."""
    if sum(each.span == ignore.span for each in ignores) > 1:
        return ()
    return (Fix("Take the ignore away", (FileEdit(view.path, TextEdit(_with_comment(view, ignore.span), "")),), True),)


def _with_comment(view: View, span: Span) -> Span:
    """With the comment where that says no more, and with the line where that is no more than the comment."""
    found = view.document or view.data
    data = found.text.data if found is not None else b""
    first, end = data.rfind(b"\n", 0, span.start) + 1, data.find(b"\n", span.end)
    end = len(data) if end < 0 else end
    before = data[first : span.start].rstrip(b" \t")
    if not before.endswith(b"#") or data[span.end : end].strip():
        return span
    code = before[:-1].rstrip(b" \t")
    return Span(first + len(code), end if code else min(end + 1, len(data)))


def _looked(view: View, todo: Plan, code: str) -> bool:
    """Whether a check is on and would have seen what it is about: all of the file, and of what that names."""
    if todo.levels.get(code) == "off" or _is_broken(view):
        return False
    check = checks()[code]
    return check.style or bool(check.tags) or (view.is_whole and not view.missing_modules)


def _is_broken(view: View) -> bool:
    """Whether a part of the file is not understood."""
    if view.document is not None:
        return bool(view.document.program.faults)
    return view.data is not None and view.data.broken is not None


def _awaits(view: View, todo: Plan, code: str) -> bool:
    return view.document is not None and bool(todo.on_evaluation) and code != "" and may_be_told(code)
