"""All findings of a file: one walk over its statements, and what is known already is not computed again.

Of a data document (Hiera's data, hiera.yaml) the handlers look at the whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, cast

from ..base.cancellation import check_cancelled
from ..base.edits import FileEdit, TextEdit
from ..base.position import Text
from ..base.span import Span
from ..model.data_document import DataDocument
from ..model.document import Document
from ..model.inline_templates import InlineTemplate, inline_templates
from ..model.item_facts import ItemFacts, Use
from ..model.memo import Memo, Part
from ..model.snapshot import Snapshot
from ..model.summary import Lookup
from ..model.view import View
from ..syntax import ast
from ..syntax.parse import parse
from .configured import plan_of
from .finding import Finding, Fix
from .ignores import heeded
from .of_no_check import OF_NO_CHECK
from .registry import Here, Plan, checks
from .syntax_error import syntax_error
from .unused_ignores import Awaiting, unused

_LARGE = "This file is larger than the setting puppetlens.largestFile: its syntax alone is checked"


class _Known(NamedTuple):
    """What is kept of a file (`Memo.value`)."""

    findings: tuple[Finding, ...]
    awaiting: tuple[Awaiting, ...] = ()


def diagnostics(snapshot: Snapshot, path: str) -> tuple[Finding, ...]:
    """The findings of a file, in order of place. Kept until something they rest on changes."""
    return _known(snapshot, path).findings


def awaiting(snapshot: Snapshot, path: str) -> tuple[Awaiting, ...]:
    """The ignores of a file that the same findings leave to an evaluation."""
    return _known(snapshot, path).awaiting


def _known(snapshot: Snapshot, path: str) -> _Known:
    for _ in checking(snapshot, path):
        pass
    return cast("_Known", snapshot.memo[path].value)


def checking(snapshot: Snapshot, path: str) -> Iterator[None]:
    """Compute the findings of a file step by step: after the last one `diagnostics` has them at once.

    Between two steps (a statement each) something else may be done. A step raises `Cancelled` where the snapshot is out
    of date; what was found before it is not lost, and serves the next snapshot where it is still good.
    """
    memo = snapshot.memo.setdefault(path, Memo())
    if memo.value is not None:
        return
    view = View(snapshot, path)
    try:
        yield from _checking(view, memo)
    finally:
        view.forget()


def _checking(view: View, memo: Memo) -> Iterator[None]:
    todo = plan_of(view)
    planned = view.take_lookups()
    found: list[Finding] = []
    data = view.data or view.kept_of_node if view.document is None else None
    if data is not None:
        for look in todo.on_data.get(data.kind, ()):
            check_cancelled()
            found += look(view, data)
            yield
        memo.finish(_in_order(view, todo, found), planned | view.take_lookups(), {})
        return
    if view.document is not None and len(view.document.text.data) > view.snapshot.settings.largest_file:
        memo.finish(_Known((*_of_large_file(view, view.document, todo),)), planned | view.take_lookups(), {})
        return
    for run in todo.on_file:
        check_cancelled()
        found += run(view)
        yield
    lookups: set[Lookup] = {*planned, *view.take_lookups()}
    parts: dict[int, Part] = {}
    for statement in _statements(view.document):
        node, around = statement.node, statement.around
        part = memo.part(node, around)
        if part is None:
            check_cancelled()
            findings = tuple(_check_statement(view, todo, statement))
            part = Part(node, around, findings, planned | view.take_lookups() if view.lookups else planned)
            memo.keep(part)
            yield
        parts[id(node)] = part
        lookups |= part.lookups
        found += (each.moved(statement.base) for each in part.value)
    known = _in_order(view, todo, _with_inline_templates(view, todo, found))
    memo.finish(known, frozenset(lookups | view.take_lookups()), parts)


def _in_order(view: View, todo: Plan, found: list[Finding]) -> _Known:
    judged = dict.fromkeys(todo.judged(found))
    without, waiting = unused(view, todo, judged)
    left = [*_once(_of_whole_lines(view.document, heeded(view, judged))), *without]
    return _Known(tuple(sorted(left, key=lambda each: (each.span, each.code, each.message))), tuple(waiting))


def _of_whole_lines(document: Document | None, found: Iterable[Finding]) -> Iterator[Finding]:
    """Code that is being written is read as something else: what is said of that comes from what is missing, which is told."""
    if document is None or not document.program.faults:
        yield from found
        return
    for finding in found:
        check = checks().get(finding.code)
        if check is None or check.of_broken or not (check.of_whole or document.is_broken(finding.span)):
            yield finding


def _once(found: Iterable[Finding]) -> Iterator[Finding]:
    """But for what another check says in the same place, which has its fixes where it knows none."""
    findings = list(found)
    again: dict[str, list[Finding]] = {}
    left: list[Finding] = []
    for finding in findings:
        by = _said_by(finding.code)
        is_said = bool(by) and any(each.code == by and each.span.contains(finding.anchor) for each in findings)
        (again.setdefault(by, []) if is_said else left).append(finding)
    for finding in left:
        others = again.get(finding.code, ()) if not finding.fixes else ()
        fixes = (fix for each in others if finding.span.contains(each.anchor) for fix in each.fixes)
        yield finding._replace(fixes=finding.fixes or tuple(fixes))


def _said_by(code: str) -> str:
    check = checks().get(code)
    return check.said_by if check is not None else ""


def _of_large_file(view: View, document: Document, todo: Plan) -> Iterator[Finding]:
    """What is said of a file that nobody wrote: whether it parses, as far as there was time to find out."""
    yield Finding(view.path, Span(0, 0), 0, OF_NO_CHECK["LARGE_FILE"].severity, "LARGE_FILE", _LARGE)
    if not document.parsed.given_up:
        yield from todo.judged(syntax_error(view))


class _Statement(NamedTuple):
    """`base` is where it starts; `around` says kinds and names of the definitions that it stands in."""

    node: ast.Expression
    facts: ItemFacts
    base: int
    definitions: tuple[ast.Definition, ...] = ()
    around: tuple[tuple[type, str], ...] = ()
    namespace: str = ""


def _statements(document: Document | None) -> Iterator[_Statement]:
    for item, facts in document.items if document is not None else ():
        yield from _with_those_inside(_Statement(item.node, facts, item.start))


def _with_those_inside(statement: _Statement) -> Iterator[_Statement]:
    yield statement
    node, facts, base, definitions, around, _ = statement
    if facts.children and isinstance(node, ast.Definition):
        definitions, around = (*definitions, node), (*around, (type(node), str(getattr(node, "name", ""))))
        namespace = facts.namespace_inside(statement.namespace)
        for start, item, inner in facts.children:
            yield from _with_those_inside(_Statement(item.node, inner, base + start, definitions, around, namespace))


def _check_statement(view: View, todo: Plan, statement: _Statement) -> Iterator[Finding]:
    here = Here(view, statement.node, statement.base, statement.definitions, statement.facts)
    for run in todo.on_statement:
        yield from run(here, statement.node)
    namespace = statement.facts.namespace_inside(statement.namespace)
    for reference in statement.facts.references:
        runs = todo.on_use.get(reference.kind)
        if runs is not None:
            meant = view.meant(Use(reference, statement.base, namespace))
            for use in runs:
                yield from use(here, meant)
    if todo.on_node:
        yield from _check_nodes(here, todo, statement.node)


def _with_inline_templates(view: View, todo: Plan, found: list[Finding]) -> list[Finding]:
    """With what is found in templates that stand in code as in those that are files, but for style."""
    document = view.document
    for template in inline_templates(document.program.body, document.text) if document is not None else ():
        check_cancelled()
        assert document is not None
        inside = _of_inline_template(view, document, todo, template)
        found += (each for each in inside if not checks()[each.code].style)
        found = [_fitting(each, template) if template.span.contains(each.anchor) else each for each in found]
    return found


def _of_inline_template(view: View, document: Document, todo: Plan, template: InlineTemplate) -> Iterator[Finding]:
    if not template.is_epp:
        data = DataDocument(f"{view.path}.erb", template.alone(document.text), "erb")
        for look in todo.on_data.get("erb", ()):
            yield from look(view, data)
        return
    start, end = template.span
    inside = Document(f"{view.path}.epp", parse(Text(document.text.data[start:end]), "epp"))
    for statement in _statements(inside) if not inside.program.faults else ():
        base = start + statement.base
        for finding in _check_statement(view, todo, statement._replace(base=base)):
            yield finding.moved(base)


def _fitting(finding: Finding, template: InlineTemplate) -> Finding:
    """Its fixes with the other quotes than those around the text; without one that has both."""
    other = '"' if template.quote == "'" else "'"

    def fits(fix: Fix) -> bool:
        return not any(template.quote in each.edit.text and other in each.edit.text for each in fix.edits)

    def quoted(edit: FileEdit) -> FileEdit:
        return edit._replace(edit=TextEdit(edit.edit.span, edit.edit.text.replace(template.quote, other)))

    if not template.quote:
        return finding
    fixes = (fix._replace(edits=tuple(map(quoted, fix.edits))) for fix in finding.fixes if fits(fix))
    return finding._replace(fixes=tuple(fixes))


def _check_nodes(here: Here, todo: Plan, node: ast.Node) -> Iterator[Finding]:
    for run in todo.on_node.get(type(node), ()):
        yield from run(here, node)
    here.parents.append(node)
    for part in ast.parts(node):
        if not isinstance(part, ast.Item):
            yield from _check_nodes(here, todo, part)
    here.parents.pop()
