"""ERB templates that nothing renders by a name that is written out, and that show a variable of a class or define whose file
renders templates by computed names: they may be what is rendered there. A person is to judge."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...base.edits import FileEdit, TextEdit
from ...model.entity import Entity
from ...model.templates import renderings
from ...model.view import View
from .renaming import Renaming

_COMPUTED = re.compile(rb"\btemplate\(\s*(?:[^'\"\s)]|\"[^\"\n]*\$)")
_DOUBT = "This template may be one that is rendered by a computed name"


def edits_in_templates(view: View, renaming: Renaming) -> Iterator[FileEdit]:
    for entity, name in renaming.names.items():
        if entity.owner is None or entity.owner.space not in ("class", "define"):
            continue
        for path in view.snapshot.defining(view.site, entity.owner):
            text = view.snapshot.text(path)
            if text is not None and _COMPUTED.search(text.data):
                yield from _in_module(view.at(path), entity, name)


def _in_module(view: View, entity: Entity, name: str) -> Iterator[FileEdit]:
    root = view.site.modules.get(view.module or "", "")
    for written in view.snapshot.index.as_written(entity):
        template = written.owner
        if template is None or template.space != "rendered" or not template.name.startswith(f"{root}/"):
            continue
        if next(renderings(view, template.name), None) is None:
            for span in view.snapshot.summary(template.name).spans(written):
                yield FileEdit(template.name, TextEdit(span, name), _DOUBT)
