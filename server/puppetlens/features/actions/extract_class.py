"""Move the selected statements of a class, also those of a block in it, into a class of their own, which is contained.

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
from ...model.cursor import Step, path_to
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
        f"{_INIT}class web($port) {{\n  if $port {{\n    «file {{ '/x': mode => $port }}\n    include b»\n  }}\n}}\n",
        f"{_INIT}class web($port) {{\n  if $port {{\n    contain web::part\n  }}\n}}\n"
        "#- modules/web/manifests/part.pp\n# @summary Part of web\nclass web::part {\n"
        "  file { '/x': mode => $web::port }\n  include b\n}\n",
    ),
    (
        f"{_INIT}class web($port) {{\n  $dir = '/x'\n«  file {{ $dir:\n    content => epp('web/x.epp', {{ 'port' => $port }}),\n"
        "    notify  => Service['x'],\n  }\n  service { 'x': }»\n}\n",
        f"{_INIT}class web($port) {{\n  $dir = '/x'\n  contain web::part\n}}\n"
        "#- modules/web/manifests/part.pp\n# @summary Part of web\nclass web::part {\n"
        "  file { $web::dir:\n    content => epp('web/x.epp', { 'port' => $web::port }),\n"
        "    notify  => Service['x'],\n  }\n  service { 'x': }\n}\n",
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
    "class web {\n  «notice(1)»\n}\n",
)
REFUSED = (
    (f"{_INIT}class web($port) {{\n  «$x = 1»\n  notice($x)\n}}\n", "It sets '$x', which stays in the class"),
    (f"{_INIT}class web($port) {{\n  «notice($title)»\n}}\n", "'$title' is that of its class"),
    (
        f"{_INIT}class web($port) {{\n  [1].each |$one| {{\n    «notice($one)»\n  }}\n}}\n",
        "'$one' is of the block around it",
    ),
    (
        f"{_INIT}class web($port) {{\n  «file {{ '/x': content => template('web/x.erb') }}»\n}}\n",
        "It calls `template`, which sees the variables of its class",
    ),
    (
        f"{_INIT}class web($port) {{\n  File {{ mode => '0644' }}\n  «file {{ '/x': }}»\n}}\n",
        "Its class sets defaults of resources, which hold there alone",
    ),
    (
        f"{_INIT}class web($port) {{\n  «File['/x'] {{ mode => '0644' }}»\n}}\n",
        "It overrides, collects or defines, which means something else in another class",
    ),
    (
        "#- modules/web/manifests/d.pp\ndefine web::d($port) {\n  «notice(1)»\n}\n",
        "A define is declared many times, a class but once",
    ),
)

_INDENT = "  "
#: What stands before statements.
_BLANK = re.compile(rb"(?:\s|#[^\n]*(?:\n|\Z))*")
_TEXTS = (ast.LiteralString, ast.ConcatenatedString)
_OWNERS = (ast.HostClassDefinition, ast.ResourceTypeDefinition)
_OWN = ("title", "name", "caller_module_name")
#: What means something else in another class.
_REFUSED = (ast.ResourceOverrideExpression, ast.CollectExpression, ast.Definition)
#: Functions that see the scope they are called in. `epp` is none: its template sees top scope and what it is given alone.
_SEES_ALL = frozenset(("template", "inline_template", "inline_epp", "return", "getvar", "defined", "assert_private"))


class _Part(NamedTuple):
    """The statements to move, and the class they stand in."""

    span: Span
    nodes: tuple[Step, ...]
    owner: ast.HostClassDefinition | ast.ResourceTypeDefinition


def run(here: Here) -> Iterator[Offer]:
    part = _selected(here)
    if part is None:
        return
    kind = "class" if isinstance(part.owner, ast.HostClassDefinition) else "define"
    entity = Entity(kind, part.owner.name.removeprefix("::").lower())
    if here.path != own_path(here.view.site, entity):
        return
    reason = next(_reasons(here, part), None)
    if reason is not None:
        yield Offer.refused("Extract into a class", "refactor.extract", reason)
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
    steps = path_to(here.document, start)
    owner: ast.HostClassDefinition | ast.ResourceTypeDefinition | None = None
    for step in steps:
        owner = owner or (step.node if isinstance(step.node, _OWNERS) else None)
    for step in reversed(steps) if start < end and owner is not None else ():
        for statements in _blocks(step):
            nodes = tuple(each for each in statements if start <= each.span.start < end)
            if owner is not None and nodes and (nodes[0].span.start, nodes[-1].span.end) == (start, end):
                return _Part(Span(begin, end), nodes, owner)
    return None


def _blocks(step: Step) -> Iterator[list[Step]]:
    """The statements between the braces of a node."""
    for field in ("body", "then_expr", "else_expr"):
        found = getattr(step.node, field, None)
        if isinstance(found, tuple):
            yield [
                Step(each.node, step.base + each.start) if isinstance(each, ast.Item) else Step(each, step.base)
                for each in found
            ]


def _reasons(here: Here, part: _Part) -> Iterator[str]:
    """Why the statements cannot move."""
    if isinstance(part.owner, ast.ResourceTypeDefinition):
        yield "A define is declared many times, a class but once"
    if any(isinstance(node, ast.ResourceDefaultsExpression) for node, _ in ast.walk(part.owner.body)):
        yield "Its class sets defaults of resources, which hold there alone"
    for step in part.nodes:
        for node, _ in ast.walk_node(*step):
            if isinstance(node, _REFUSED):
                yield "It overrides, collects or defines, which means something else in another class"
            called = node.functor_expr if isinstance(node, ast.CallNamedFunctionExpression) else None
            if isinstance(called, ast.QualifiedName) and called.value in _SEES_ALL:
                yield f"It calls `{called.value}`, which sees the variables of its class"
    for each in here.document.scopes.variables():
        if not part.span.contains(each.span.start):
            continue
        if each.name in _OWN:
            yield f"'${each.name}' is that of its class"
        elif each.scope is None:
            continue
        elif each.binds and each.scope.kind == "class":
            yield f"It sets '${each.name}', which stays in the class"
        elif each.scope.origin is not None and not part.span.contains(each.scope.span.start):
            yield f"'${each.name}' is of the block around it"


def _has_lines(here: Here, part: _Part) -> bool:
    """Whether texts of several lines are in it, which would be others with another indentation."""
    return any(
        isinstance(node, ast.HeredocExpression)
        or (isinstance(node, _TEXTS) and b"\n" in here.data[base + node.start : base + node.end])
        for step in part.nodes
        for node, base in ast.walk_node(*step)
    )


def _extract(here: Here, part: _Part, owner: Entity, name: str, path: str) -> Changes:
    edits = [
        TextEdit(Span(each.name_span.start, each.name_span.start).shift(-part.span.start), f"{owner.name}::")
        for each in here.document.scopes.variables()
        if part.span.contains(each.span.start) and each.scope is not None and each.scope.owner == owner
    ]
    indent = here.indent_at(part.span.start)
    moved = apply_edits(here.data[part.span.start : part.span.end], edits).decode("utf-8", "replace")
    if len(indent) > len(_INDENT) and not _has_lines(here, part):  # of a block: as deep as in a class
        moved, indent = moved.replace(f"\n{indent}", f"\n{_INDENT}"), _INDENT
    text = f"# @summary Part of {owner.name}{here.eol}class {name} {{{here.eol}{indent}{moved}{here.eol}}}{here.eol}"
    return Changes((FileEdit(here.path, TextEdit(part.span, f"contain {name}")),), (NewFile(path, text),))
