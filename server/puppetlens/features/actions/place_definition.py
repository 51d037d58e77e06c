"""Bring together the name of a definition and its file, where Puppet would not find one by the other: move the definition to
the file that its name asks for, or give it the name that its file asks for, wherever it is named.

A file that holds nothing else moves as a whole; else the definition goes into a new file.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ...base.edits import Changes, FileEdit, Move, NewFile, TextEdit
from ...base.span import Span
from ...checks.finding import Finding
from ...model.entity import Entity
from ...model.snapshot import own_path
from ...model.summary import Definition, Place
from ...project.autoload import place_of
from ..renaming.concerned import naming
from ..renaming.in_code import edits_in_code
from ..renaming.new_name import GLOBAL, checked_name
from ..renaming.refused import Refused
from ..renaming.renaming import Renaming, check_free, with_nested
from .registry import Action, Here, Offer

ACTION = Action("Move a definition to the file that its name asks for, or rename it after its file", "quickfix")

_TWO = "#- modules/web/manifests/tls.pp\n# One.\nclass web::tls {\n}\n\n"
EXAMPLES = (
    (
        f"{_TWO}# Two.\nclass web::$^key {{\n}}\n",
        "#- modules/web/manifests/key.pp\n# Two.\nclass web::key {\n}\n"
        "#- modules/web/manifests/tls.pp\n# One.\nclass web::tls {\n}\n",
    ),
    (
        "#- modules/web/manifests/vhost.pp\nclass web::$^tls {\n}\n#- manifests/site.pp\ninclude web::tls\n",
        "#- modules/web/manifests/tls.pp\nclass web::tls {\n}\n#- manifests/site.pp\ninclude web::tls\n",
    ),
    (
        "#- modules/web/functions/port.pp\nfunction web::$^prot() { 80 }\n"
        "#- modules/web/functions/prot.pp\nfunction web::other() { 1 }\n#- manifests/site.pp\nnotice(web::prot())\n",
        "#- modules/web/functions/port.pp\nfunction web::port() { 80 }\n"
        "#- modules/web/functions/prot.pp\nfunction web::other() { 1 }\n#- manifests/site.pp\nnotice(web::port())\n",
    ),
)
NOT_OFFERED = (
    "#- modules/web/manifests/tls.pp\nclass web::$^tls {\n}\n",
    "#- modules/web/manifests/tls.pp\nclass web::$^key {\n}\nclass web::tls { }\n#- modules/web/manifests/key.pp\nclass web::key { }\n",
)

_CODES = ("NOT_AUTOLOADED", "ILLEGAL_DEFINITION_LOCATION")


def run(here: Here) -> Iterator[Offer]:
    for finding in here.findings:
        if finding.code not in _CODES:
            continue
        summary = here.document.summary
        for definition, place in zip(summary.definitions, summary.places, strict=True):
            if place.name_span == finding.span and definition.entity.space in GLOBAL:
                yield from _moved(here, finding, definition, place)
                yield from _renamed(here, finding, definition)


def _moved(here: Here, finding: Finding, definition: Definition, place: Place) -> Iterator[Offer]:
    path = own_path(here.view.site, definition.entity)
    if path is None or here.view.has_file(path):
        return
    called = f"'{definition.written}' to {path.rpartition('/manifests/')[2] if '/manifests/' in path else path}"
    if len(here.document.program.body) == 1:
        changes = Changes(moves=(Move(here.path, path),))
        yield Offer(f"Move {called}", "quickfix", lambda: changes, finding, True, moves=True)
    elif any(item.start == place.span.start for item in here.document.program.body):
        yield Offer(f"Move {called}", "quickfix", partial(_cut, here, place.span, path), finding, True, creates=True)


def _cut(here: Here, span: Span, path: str) -> Changes:
    """The definition with the comment above it and a blank line goes into a file of its own."""
    start = here.data.rfind(b"\n", 0, span.start) + 1
    while start and here.data[here.data.rfind(b"\n", 0, start - 1) + 1 : start].lstrip().startswith(b"#"):
        start = here.data.rfind(b"\n", 0, start - 1) + 1
    end = here.data.find(b"\n", span.end)
    end = len(here.data) if end < 0 else end + 1
    if here.data[span.end : end].strip():
        start, end = span
    text = here.text_of(Span(start, end)).rstrip() + here.eol
    while start and not here.data[here.data.rfind(b"\n", 0, start - 1) + 1 : start].strip():
        start = here.data.rfind(b"\n", 0, start - 1) + 1
    return Changes((FileEdit(here.path, TextEdit(Span(start, end), "")),), (NewFile(path, text),))


def _renamed(here: Here, finding: Finding, definition: Definition) -> Iterator[Offer]:
    site = here.view.site
    place = place_of(here.path, site.environment.root, site.modules)
    if place is None:
        return
    entity: Entity = definition.entity
    name = "::".join(part.capitalize() for part in place.name.split("::")) if entity.space == "type" else place.name
    try:
        renaming = with_nested(here.view, entity, checked_name(entity, name))
        check_free(here.view, renaming)
    except Refused:
        return
    yield Offer(f"Rename it '{name}'", "quickfix", partial(_edited, here, renaming), finding)


def _edited(here: Here, renaming: Renaming) -> Changes:
    return Changes(
        tuple(
            FileEdit(path, edit)
            for path in naming(here.view, renaming)
            for edit in edits_in_code(here.view.at(path), renaming)
        )
    )
