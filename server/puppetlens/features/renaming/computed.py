"""Names that code computes, and that may be a renamed one: `include "web::${x}"`. They stay, and a person is told."""

from __future__ import annotations

import re
from collections.abc import Iterator

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
    for module in sorted({module_of(name) for name in names}):
        use = Entity("pattern", module)
        for path in sorted(path for path in snapshot.index.used(use) if path in covered):
            text = snapshot.text(path)
            for span in sorted(snapshot.summary(path).spans(use)) if text is not None else ():
                assert text is not None
                written = text.data[span.start : span.end].decode("utf-8", "replace")
                if any(_pattern(written).fullmatch(name) for name in names):
                    yield f'"{written}" in {place(snapshot, path, span.start)} is computed, and may be the old name'


def _pattern(written: str) -> re.Pattern[str]:
    parts = _INTERPOLATED.split(written.removeprefix("::").lower())
    return re.compile(".*".join(map(re.escape, parts)))
