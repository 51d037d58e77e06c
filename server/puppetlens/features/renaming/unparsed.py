"""Where code that does not parse mentions what is renamed: what it means there is not known, so a person is to judge.

A name with a namespace is looked for in all of a file that has faults; a short one, which may be any word, in the lines
around what the parser could not read, as it would be written: `$port`, `port =>`, `include web`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ...base.edits import FileEdit, TextEdit
from ...base.span import Span
from ...model.entity import UNPARSED, Entity
from ...model.view import View
from ...syntax.faults import error_spans
from .in_comments import is_comment
from .new_name import GLOBAL, written_like
from .renaming import Renaming

_DOUBT = "This stands in code that does not parse"


def edits_in_unparsed(view: View, renaming: Renaming, made: Iterable[FileEdit]) -> Iterator[FileEdit]:
    """`made` are the edits that are made anyway."""
    snapshot, covered = view.snapshot, view.snapshot.covered(view.site)
    taken: dict[str, list[Span]] = {}
    for edit in made:
        taken.setdefault(edit.path, []).append(edit.edit.span)
    for path in sorted(path for path in snapshot.index.used(UNPARSED) if path in covered):
        text = snapshot.text(path)
        if text is not None:
            for span, new in _mentions(view.at(path), renaming, text.data):
                if not any(other.start < span.end and span.start < other.end for other in taken.get(path, ())):
                    yield FileEdit(path, TextEdit(span, new), _DOUBT)


def _mentions(view: View, renaming: Renaming, data: bytes) -> Iterator[tuple[Span, str]]:
    lower = data.lower()
    for entity, name in renaming.names.items():
        if not _may_mention(view, entity, lower):
            continue
        around = [Span(0, len(data))] if entity.space in GLOBAL and "::" in entity.name else _lines(view, data)
        seen: set[Span] = set()
        for part in around:
            for found in _pattern(entity).finditer(data, part.start, part.end):
                group = next(number for number, each in enumerate(found.groups(), 1) if each is not None)
                span = Span(*found.span(group))
                if span not in seen and not is_comment(view, span.start):
                    seen.add(span)
                    yield span, written_like(found[group].decode("utf-8", "replace"), name)


def _may_mention(view: View, entity: Entity, lower: bytes) -> bool:
    """Whether a file can mean an entity: of a variable or parameter the file that has it, or one that names its owner."""
    if entity.name.lower().encode() not in lower:
        return False
    owner = entity.owner
    if entity.space in ("parameter", "variable") and owner is not None and owner.space in GLOBAL:
        return owner.name.encode() in lower
    return entity.space in GLOBAL or (entity.space in ("parameter", "variable") and view.path in _files(view, entity))


def _files(view: View, entity: Entity) -> Iterable[str]:
    if entity.owner is not None and entity.owner.space in ("lambda", "match"):
        return (view.path,)
    return view.snapshot.naming(view.site, entity)


def _pattern(entity: Entity) -> re.Pattern[bytes]:
    name = re.escape(entity.name.encode())
    if entity.space in ("parameter", "variable"):
        return re.compile(rb"\$(%b)(?![\w:])|\$\{(%b)(?![\w:])|(?<![\w:$'])(%b)[ \t]*=>" % (name, name, name))
    before = rb"(?<![\w:/.$])" if "::" in entity.name else rb"(?<![\w:/.$'\"-])"
    return re.compile(
        rb"%b((?:::)?%b)(?!\w|::\w|/|[ \t]*=>)|\$((?:::)?%b)(?=::\w+(?!\w|::))" % (before, name, name), re.IGNORECASE
    )


def _lines(view: View, data: bytes) -> list[Span]:
    """The lines that have something that the parser could not read, as stretches that do not touch."""
    document = view.document
    found: list[Span] = []
    for start, end in sorted(error_spans(document.parsed.tree.root_node) if document is not None else ()):
        first = data.rfind(b"\n", 0, start) + 1
        last = data.find(b"\n", end)
        last = len(data) if last < 0 else last
        if found and first <= found[-1].end:
            found[-1] = Span(found[-1].start, max(last, found[-1].end))
        else:
            found.append(Span(first, last))
    return found
