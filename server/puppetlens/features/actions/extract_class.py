"""Move the selected statements of a class into a class of their own, which the class contains.

Not where they set variables that others read, or use what only their own class has (`$title`, defaults of resources,
templates that see its variables).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from ...base.edits import Changes, FileEdit, NewFile, TextEdit, apply_edits
from ...base.span import Span
from ...model.entity import Entity
from ...model.snapshot import own_path
from ...syntax import ast
from .registry import Action, Here, Offer

ACTION = Action("Extract into a class", "refactor.extract")

_INIT = "#- modules/web/manifests/init.pp\n"
EXAMPLES = (
    (
        f"{_INIT}class web($port, $x = 1) {{\n  $root = '/srv'\n  «file {{ '/x': content => \"${{port}} $root ${{$x + 1}}\" }}\n"
        "  if $facts['os'] { include b }»\n  notice(2)\n}\n",
        f"{_INIT}class web($port, $x = 1) {{\n  $root = '/srv'\n  contain web::part\n  notice(2)\n}}\n"
        "#- modules/web/manifests/part.pp\n# @summary Part of web\nclass web::part {\n"
        "  file { '/x': content => \"${web::port} $web::root ${$web::x + 1}\" }\n"
        "  if $facts['os'] { include b }\n}\n",
    ),
    (
        f"{_INIT}class web {{\r\n«  # One.\r\n  file {{ '/x': }}\r\n»  file {{ 'y' }}\r\n}}\r\n",
        f"{_INIT}class web {{\r\n  contain web::part\r\n  file {{ 'y' }}\r\n}}\r\n"
        "#- modules/web/manifests/part.pp\n# @summary Part of web\r\nclass web::part {\r\n  # One.\r\n  file { '/x': }\r\n}\r\n",
    ),
)
NOT_OFFERED = (
    f"{_INIT}class web($port) {{\n  «# nothing»\n  f()\n}}\n",
    f"{_INIT}class web($port) {{\n  file {{ «'/x'»: }}\n}}\n",
    f"{_INIT}class web($port) {{\n  «$x = 1»\n  notice($x)\n}}\n",
    f"{_INIT}class web($port) {{\n  «notice($title)»\n}}\n",
    f"{_INIT}class web($port) {{\n  «file {{ '/x': content => template('web/x.erb') }}»\n}}\n",
    f"{_INIT}class web($port) {{\n  File {{ mode => '0644' }}\n  «file {{ '/x': }}»\n}}\n",
    f"{_INIT}define web::d($port) {{\n  «notice(1)»\n}}\n",
    "class web {\n  «notice(1)»\n}\n",
)

#: What stands before statements.
_BLANK = re.compile(rb"(?:\s|#[^\n]*(?:\n|\Z))*")
_OWN = ("title", "name", "caller_module_name")
#: What means something else in another class.
_REFUSED = (ast.ResourceOverrideExpression, ast.CollectExpression, ast.Definition)
_SEES_ALL = frozenset(
    ("template", "inline_template", "epp", "inline_epp", "return", "getvar", "defined", "assert_private")
)


class _Part(NamedTuple):
    """The statements to move, and the class they stand in."""

    span: Span
    items: tuple[ast.Item, ...]
    base: int
    owner: ast.HostClassDefinition


def run(here: Here) -> Iterator[Offer]:
    part = _selected(here)
    if part is None or not _may_move(here, part):
        return
    entity = Entity("class", part.owner.name.removeprefix("::").lower())
    if here.path != own_path(here.view.site, entity):
        return
    name, number = f"{entity.name}::part", 1
    while here.view.find("class", name) is not None or here.view.has_file(
        own_path(here.view.site, Entity("class", name)) or ""
    ):
        number += 1
        name = f"{entity.name}::part{number}"
    path = own_path(here.view.site, Entity("class", name))
    if path is not None:
        changes = partial(_extract, here, part, entity, name, path)
        yield Offer(f"Extract into class '{name}'", "refactor.extract", changes, creates=True)


def _selected(here: Here) -> _Part | None:
    text = here.data[here.span.start : here.span.end]
    begin = here.span.start + len(text) - len(text.lstrip())
    end = begin + len(text.strip())
    start = _BLANK.match(here.data, begin, end).end()  # type: ignore[union-attr]  # which matches nothing, too
    for item in here.document.program.body:
        node = item.node
        if isinstance(node, ast.HostClassDefinition) and item.start < start and end <= item.start + node.end:
            items = tuple(each for each in node.body if start <= item.start + each.start < end)
            if items and (item.start + items[0].start, item.start + items[-1].start + items[-1].node.end) == (
                start,
                end,
            ):
                return _Part(Span(begin, end), items, item.start, node)
    return None


def _may_move(here: Here, part: _Part) -> bool:
    whole = [node for node, _ in ast.walk(part.owner.body)]
    if any(isinstance(node, ast.ResourceDefaultsExpression) for node in whole):
        return False
    for node, _ in ast.walk(part.items):
        if isinstance(node, _REFUSED):
            return False
        called = node.functor_expr if isinstance(node, ast.CallNamedFunctionExpression) else None
        if isinstance(called, ast.QualifiedName) and called.value in _SEES_ALL:
            return False
    inside = [each for each in here.document.scopes.variables() if part.span.contains(each.span.start)]
    return not any(
        each.name in _OWN or (each.binds and each.scope is not None and each.scope.kind == "class") for each in inside
    )


def _extract(here: Here, part: _Part, owner: Entity, name: str, path: str) -> Changes:
    edits = [
        TextEdit(Span(each.name_span.start, each.name_span.start).shift(-part.span.start), f"{owner.name}::")
        for each in here.document.scopes.variables()
        if part.span.contains(each.span.start) and each.scope is not None and each.scope.owner == owner
    ]
    indent = here.indent_at(part.span.start)
    moved = apply_edits(here.data[part.span.start : part.span.end], edits).decode("utf-8", "replace")
    text = f"# @summary Part of {owner.name}{here.eol}class {name} {{{here.eol}{indent}{moved}{here.eol}}}{here.eol}"
    return Changes((FileEdit(here.path, TextEdit(part.span, f"contain {name}")),), (NewFile(path, text),))
