"""Names that code computes, and that may be a renamed one: `include "web::${x}"`, `getvar("web::${x}::port")`. They stay,
and a person is told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ...model.entity import Entity
from ...model.view import View
from ...project.autoload import module_of
from .new_name import GLOBAL
from .place import place
from .renaming import Renaming

_INTERPOLATED = re.compile(r"\$\{.*?\}|\$\w+")


def notes_on_computed(view: View, renaming: Renaming) -> Iterator[str]:
    """A sentence for each, in order of files."""
    snapshot, covered = view.snapshot, view.snapshot.covered(view.site)
    names = [entity.name for entity in renaming.names if entity.space in GLOBAL]
    variables = [name for entity in renaming.names for name in _variables(view, entity)]
    for module in sorted({module_of(name) for name in (*names, *variables)}):
        use = Entity("pattern", module)
        for path in sorted(path for path in snapshot.index.used(use) if path in covered):
            text = snapshot.text(path)
            for span in sorted(snapshot.summary(path).spans(use)) if text is not None else ():
                assert text is not None
                written = text.data[span.start : span.end].decode("utf-8", "replace")
                # one part of a variable's name is seldom computed as several: that would be any class of the module
                if _may_be(written, names, ".*") or _may_be(written, variables, "[^:]*"):
                    yield f'"{written}" in {place(snapshot, path, span.start)} is computed, and may be the old name'


def _variables(view: View, entity: Entity) -> Iterator[str]:
    """The variables that get other full names: of a class all that it has."""
    if entity.owner is not None and entity.owner.space == "class":
        yield f"{entity.owner.name}::{entity.name}"
    elif entity.space == "class":
        for path in view.snapshot.defining(view.site, entity):
            for _, where in view.snapshot.summary(path).find(entity):
                yield from (f"{entity.name}::{name}" for name in (*where.parameters, *where.variables))


def _may_be(written: str, names: Iterable[str], between: str) -> bool:
    parts = _INTERPOLATED.split(written.removeprefix("::").lower())
    pattern = re.compile(between.join(map(re.escape, parts)))
    return any(pattern.fullmatch(name) for name in names)
