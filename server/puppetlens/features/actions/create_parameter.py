"""Add the parameter that a declaration sets to the class or defined type, which does not have it.

It is optional, so that other declarations stay as good as they were.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from ...base.edits import Changes, FileEdit, TextEdit
from ...base.span import Span
from ...checks.finding import Finding
from ...library import facts
from ...model.cursor import path_to
from ...model.definitions import DefinitionKind
from ...model.snapshot import Found
from ...model.summary import Facet
from ...syntax import ast
from .literal_type import literal_type
from .registry import Action, Here, Offer

ACTION = Action("Create a missing parameter", "quickfix")

EXAMPLES = (
    (
        "#- modules/web/manifests/init.pp\nclass web { }\n#- manifests/site.pp\nclass { 'web': num$^ber => 80 }\n",
        "#- modules/web/manifests/init.pp\nclass web(Optional[Integer] $number = undef) { }\n"
        "#- manifests/site.pp\nclass { 'web': number => 80 }\n",
    ),
    (
        "#- modules/web/manifests/x.pp\ndefine web::x (\n  String $a,\n  $b = [1],  # that\n) { }\n"
        "#- manifests/site.pp\nweb::x { 'x': num$^ber => f(1) }\nfunction f($x) { $x }\n",
        "#- modules/web/manifests/x.pp\ndefine web::x (\n  String $a,\n  $b = [1],\n  $number = undef,  # that\n) { }\n"
        "#- manifests/site.pp\nweb::x { 'x': number => f(1) }\nfunction f($x) { $x }\n",
    ),
    (
        "#- modules/web/manifests/init.pp\nclass web($a = 1) inherits x { }\nclass x { }\n"
        "#- manifests/site.pp\nclass { 'web': num$^ber => 'a' }\n",
        "#- modules/web/manifests/init.pp\nclass web($a = 1, Optional[String] $number = undef) inherits x { }\nclass x { }\n"
        "#- manifests/site.pp\nclass { 'web': number => 'a' }\n",
    ),
    (
        "#- modules/web/manifests/init.pp\nclass web() {\n}\n#- manifests/site.pp\nclass { 'web': * => { p$^ort => 80 } }\n",
        "#- modules/web/manifests/init.pp\nclass web(Optional[Integer] $port = undef) {\n}\n"
        "#- manifests/site.pp\nclass { 'web': * => { port => 80 } }\n",
    ),
    (
        '#- modules/web/manifests/init.pp\nclass web($a) {\n  notice("${po$^rt}")\n}\n',
        '#- modules/web/manifests/init.pp\nclass web($a, $port = undef) {\n  notice("${port}")\n}\n',
    ),
)
NOT_OFFERED = (
    "file { '/x': prot$^ => 1 }\n",
    "class web { $x = 1\n  notice($$^x) }\n",
    "class web { notice($$^osfamily, $facts) }\n",
    "$x = 1\nclass web { notice($$^x) }\n",
    "class web inherits gone { notice($$^x) }\n",
)


_NAME = re.compile(r"[a-z_]\w*")


def run(here: Here) -> Iterator[Offer]:
    for finding in here.findings:
        subject = finding.subject
        if finding.code != "INVALID_PARAMETER" or subject is None or not subject.parameter:
            continue
        kind: DefinitionKind = "class" if subject.kind == "class" else "define"
        found = here.view.find(kind, subject.name, Facet.SIGNATURE)
        if found is not None:
            title = f"Create parameter '${subject.parameter}' of {subject.name}"
            yield Offer(title, "quickfix", partial(_create, here, finding, found, subject.parameter), finding)
    yield from _of_variable(here)


def _of_variable(here: Here) -> Iterator[Offer]:
    """A variable in the body of a class or define that nothing sets."""
    variable = here.document.scopes.variable_at(here.span.start)
    if variable is None or variable.scope is not None or "::" in variable.name or variable.binds:
        return
    owner = next((scope for scope in variable.home.chain() if scope.kind in ("class", "define")), None)
    if owner is None or owner.owner is None or owner.inherits or facts.find(variable.name) is not None:
        return
    kind: DefinitionKind = "class" if owner.kind == "class" else "define"
    found = here.view.find(kind, owner.owner.name, Facet.SIGNATURE)
    is_set = any(
        variable.name in here.view.snapshot.summary(path).variables for path in here.view.outer(variable.entity)
    )
    if found is not None and found.path == here.path and not is_set and _NAME.fullmatch(variable.name):
        title = f"Create parameter '${variable.name}' of {found.definition.name}"
        yield Offer(title, "quickfix", partial(_added, here, found, variable.name, None))


def _create(here: Here, finding: Finding, found: Found, name: str) -> Changes:
    steps = [step.node for step in path_to(here.document, finding.span.start)]
    values = (each.value_expr if isinstance(each, ast.AttributeOperation) else each.value
              for each in reversed(steps) if isinstance(each, (ast.AttributeOperation, ast.KeyedEntry)))  # fmt: skip
    value = next(values, None)
    return _added(here, found, name, literal_type(value) if value is not None else None)


def _added(here: Here, found: Found, name: str, type_name: str | None) -> Changes:
    parameter = f"{f'Optional[{type_name}] ' if type_name is not None else ''}${name} = undef"
    text = here.view.snapshot.text(found.path)
    data = text.data if text is not None else b""
    last = max((bound.span for bound in found.place.parameters.values()), default=None)
    if last is None:
        edit = _first(data, found, parameter)
    else:
        line = data[data.rfind(b"\n", 0, last.start) + 1 : last.start]
        if line.strip():
            edit = TextEdit(Span(last.end, last.end), f", {parameter}")
        else:
            eol = "\r\n" if b"\r\n" in data else "\n"
            edit = TextEdit(Span(last.end, last.end), f",{eol}{line.decode()}{parameter}")
    return Changes((FileEdit(found.path, edit),))


def _first(data: bytes, found: Found, parameter: str) -> TextEdit:
    """Between the brackets where there are some, else with them."""
    after = found.place.name_span.end
    rest = data[after : found.place.span.end]
    at = after + len(rest) - len(rest.lstrip())
    if rest.lstrip().startswith(b"("):
        return TextEdit(Span(at + 1, at + 1), parameter)
    return TextEdit(Span(after, after), f"({parameter})")
