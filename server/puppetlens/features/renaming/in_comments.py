"""Where comments name what is renamed: names with a namespace anywhere, others where a tag says what they are. And texts
that are such a name, which nothing here says is one: these are for a person to judge.

Of a parameter these are `@param x`, `@option x` and `[*x*]` in the comment above what it belongs to, and `$x` (`$x::`) there;
of a parameter or variable `$x` in the comments inside of that, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...base.edits import TextEdit
from ...base.position import Text
from ...base.span import Span
from ...model.entity import Entity
from ...model.view import View
from .new_name import GLOBAL, written_like
from .renaming import Renaming

#: A file may begin with the mark of its encoding, which Puppet refuses.
_LINE = re.compile(rb"(?:\xef\xbb\xbf)?[ \t]*#[^\n]*")


def edits_in_comments(view: View, renaming: Renaming) -> Iterator[TextEdit]:
    """The edits of one manifest."""
    text = view.snapshot.text(view.path) if view.path.endswith(".pp") else None
    if text is None:
        return
    lower = text.data.lower()
    for entity, name in renaming.names.items():
        if entity.space in GLOBAL and entity.name.encode() in lower:
            yield from _of_name(view, text, entity.name, name)
        elif entity.owner is not None and entity.owner.space in GLOBAL:
            for _, place in view.snapshot.summary(view.path).find(entity.owner):
                if entity.space == "parameter":
                    yield from _of_parameter(text.data, _above(text.data, place.span.start), entity, name)
                yield from _of_variable(view, text.data, place.span, entity, name)


def edits_in_texts(view: View, renaming: Renaming, made: list[TextEdit]) -> Iterator[TextEdit]:
    """The quoted texts of a manifest that are a name with a namespace, but for those that `made` edits."""
    text = view.snapshot.text(view.path) if view.path.endswith(".pp") else None
    for entity, name in renaming.names.items() if text is not None else ():
        if entity.space not in ("class", "define", "function") or "::" not in entity.name:
            continue
        assert text is not None
        for found in re.finditer(rb"(['\"])((?:::)?%b)\1" % entity.name.encode(), text.data):
            span = Span(*found.span(2))
            is_made = any(edit.span.start < span.end and span.start < edit.span.end for edit in made)
            if not is_made and not is_comment(view, span.start):
                yield TextEdit(span, written_like(found[2].decode(), name))


def _of_name(view: View, text: Text, old: str, new: str) -> Iterator[TextEdit]:
    if "::" in old:
        pattern = re.compile(rb"(?<![\w:/.])(?:::)?(%b)(?!\w|::\w|/)" % old.encode(), re.IGNORECASE)
    else:
        pattern = re.compile(rb"@see[ \t]+(%b)(?!\w|::\w)" % old.encode(), re.IGNORECASE)
    for found in pattern.finditer(text.data):
        if is_comment(view, found.start(1)):
            yield TextEdit(Span(*found.span(1)), written_like(found[1].decode(), new))


def is_comment(view: View, offset: int) -> bool:
    """Whether an offset of a manifest is in a comment."""
    document = view.document
    if document is None:
        return False
    node = document.parsed.tree.root_node.named_descendant_for_byte_range(offset, offset + 1)
    return node is not None and node.type == "comment"


def _above(data: bytes, start: int) -> Span:
    """The lines of comment right above an offset."""
    end = begin = data.rfind(b"\n", 0, start) + 1
    while begin > 0:
        line = data.rfind(b"\n", 0, begin - 1) + 1
        if not _LINE.match(data, line, begin - 1):
            break
        begin = line
    return Span(begin, end)


def _of_parameter(data: bytes, above: Span, entity: Entity, new: str) -> Iterator[TextEdit]:
    old = entity.name.encode()
    pattern = re.compile(
        rb"(?:@(?:param|option)[ \t]+(?:\[[^\]\n]*\][ \t]+)?\$?|\[\*\$?|(?<![\w:$])\$)(%b)(?!\w|::\w)" % re.escape(old)
    )
    for found in pattern.finditer(data, above.start, above.end):
        yield TextEdit(Span(*found.span(1)), new)


def _of_variable(view: View, data: bytes, inside: Span, entity: Entity, new: str) -> Iterator[TextEdit]:
    pattern = re.compile(rb"(?<!\\)\$\{?(%b)(?!\w|::\w)" % re.escape(entity.name.encode()))
    for found in pattern.finditer(data, inside.start, inside.end):
        if is_comment(view, found.start(1)):
            yield TextEdit(Span(*found.span(1)), new)
