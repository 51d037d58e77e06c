"""Add the parameter that a declaration sets to the class or defined type, which does not have it.

It is optional, so that other declarations stay as good as they were.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ...base.edits import Changes, FileEdit, TextEdit
from ...base.span import Span
from ...checks.finding import Finding
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
)
NOT_OFFERED = ("file { '/x': prot$^ => 1 }\n",)


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


def _create(here: Here, finding: Finding, found: Found, name: str) -> Changes:
    steps = [step.node for step in path_to(here.document, finding.span.start)]
    attribute = next((node for node in reversed(steps) if isinstance(node, ast.AttributeOperation)), None)
    type_name = literal_type(attribute.value_expr) if attribute is not None else None
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
