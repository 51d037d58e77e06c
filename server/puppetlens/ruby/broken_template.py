"""What is wrong with the tags of an ERB template as they stand, so that Ruby reads none of it: read, never run.

A parser that mends what it reads is no judge of what Ruby refuses. So each of these is told only where the code is refused as
it is, and is not with the one thing mended, or where a word that ends a block stands outside of any.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from tree_sitter import Node

from ..base.span import Span
from .source import everything, parse
from .template_code import Tag, TemplateCode, tags_of, template_code


class Broken(NamedTuple):
    """`fatal` is what no catalog gets by; the rest is written otherwise than it was meant."""

    span: Span
    message: str
    fatal: bool


#: What goes on with a block or ends it.
_GOING_ON = re.compile(rb"end|else|elsif|when|ensure|rescue")
_ELSE_IF = re.compile(rb"\belse[ \t]+if\b")
_CLOSED_BY = {b"(": b")", b"[": b"]", b'"': b'"', b"'": b"'"}
#: What may stand behind a text or a list that is closed.
_END = re.compile(rb"""[\])},.;|\s]""")
#: How many such places are tried, in a tag and in all.
_IN_A_TAG, _TRIED = 30, 200
_OPENED = ("if", "unless", "case", "while", "until", "for", "begin", "do", "def", "{")


def broken(template: bytes) -> Iterator[Broken]:
    """In order of places."""
    if b"<%" not in template:
        return
    made = template_code(template)
    if made.unclosed is not None:
        yield _unclosed(made.unclosed)
    elif made.pieces and is_refused(made.code):
        found = _in_a_tag(template) or _else_if(made) or too_many(made, template) or left_open(made)
        found = found or _open_in_a_tag(template)
        found = found or next((_swallowing(tag) for tag, _ in _with_another(template)), None)
        if found is not None:
            yield found


def _unclosed(tag: Tag) -> Broken:
    return _opening(tag, "is never closed: all that follows is written as text", False)


def _in_a_tag(template: bytes) -> Broken | None:
    """A tag that was to end on its line, or where the next one begins."""
    for tag, following in _with_another(template):
        line = template.find(b"\n", tag.inside.start, following)
        for at in (line, following):
            if at >= 0 and not is_refused(template_code(template[:at] + b"-%>" + template[at:]).code):
                return _swallowing(tag)
    return None


def _open_in_a_tag(template: bytes) -> Broken | None:
    """A bracket or a quote that its tag does not close; where it was to be closed is tried."""
    for start, at in islice(_ends(template), _TRIED):
        opening = template[start : start + 1]
        closing = _CLOSED_BY[opening]
        if not is_refused(template_code(template[:at] + closing + template[at:]).code):
            message = f"this `{opening.decode()}` is never closed: a `{closing.decode()}` is missing"
            return Broken(Span(start, start + 1), message, True)
    return None


def _ends(template: bytes) -> Iterator[tuple[int, int]]:
    """Each bracket and quote that may be open in its tag, with where it may end: at the end of the tag, then before."""
    for tag in tags_of(template):
        inside = template[tag.inside.start : tag.inside.end]
        for opening, closing in _CLOSED_BY.items():
            count = inside.count(opening)
            if count % 2 if opening == closing else count > inside.count(closing):
                places = (each.start() for each in _END.finditer(inside, inside.find(opening) + 1))
                for end in (len(inside.rstrip()), *islice(places, _IN_A_TAG)):
                    yield tag.inside.start + inside.rfind(opening, 0, end), tag.inside.start + end


def _with_another(template: bytes) -> Iterator[tuple[Tag, int]]:
    """The tags that another one begins in, and where."""
    for tag in tags_of(template):
        following = template.find(b"<%", tag.inside.start, tag.inside.end)
        if following >= 0 and tag.kind != b"<%#":
            yield tag, following


def _swallowing(tag: Tag) -> Broken:
    return _opening(tag, "is not closed before the next tag", True)


def _opening(tag: Tag, fault: str, fatal: bool) -> Broken:
    """What is wrong with a tag, at the sign that opens it."""
    return Broken(Span(tag.span.start, tag.inside.start), f"this `{tag.kind.decode()}` {fault}", fatal)


def _else_if(made: TemplateCode) -> Broken | None:
    for found in _ELSE_IF.finditer(made.code):
        at = made.place(found.start())
        mended = made.code[: found.start()] + b"elsif".ljust(len(found[0])) + made.code[found.end() :]
        if at is not None and not is_refused(mended):
            return Broken(Span(at, at + len(found[0])), "Ruby writes `elsif`, not `else if`", True)
    return None


def left_open(made: TemplateCode) -> Broken | None:
    """The word that opens a block, or the brace, that is never closed, where that is all there is."""
    for end, name in ((b"end", "an `end`"), (b"}", "a `}`")):
        mended = parse(made.code + b"\n" + end)
        if mended is None or has_fault(mended.root):
            continue
        for opening in _ending_at(mended.root, len(made.code) + 1 + len(end)):
            at = made.place(opening.start_byte)
            if at is not None:
                span = Span(at, at + opening.end_byte - opening.start_byte)
                return Broken(span, f"this `{opening.type}` is never closed: {name} is missing", True)
    return None


def _ending_at(root: Node, end: int) -> Iterator[Node]:
    """The words that open what ends there."""
    for node in everything(root):
        if node.end_byte == end:
            yield from (child for child in node.children[:1] if child.type in _OPENED and not child.is_named)


def too_many(made: TemplateCode, template: bytes) -> Broken | None:
    """The first word that goes on with a block or ends it, where none is open."""
    source = parse(made.code)
    strays = (
        sorted(node.start_byte for node in everything(source.root) if _is_stray(node)) if source is not None else []
    )
    for at in strays[:1]:
        place = made.place(at)
        found = _GOING_ON.match(template, place) if place is not None else None
        if found is not None:
            return Broken(
                Span(*found.span()), f"this `{found[0].decode()}` is one too many: nothing is open here", True
            )
    return None


def is_refused(code: bytes) -> bool:
    """Whether Ruby does not read it, as far as the grammar knows."""
    source = parse(code)
    return source is None or has_fault(source.root)


def has_fault(root: Node) -> bool:
    """The same of what was parsed."""
    return root.has_error or any(map(_is_stray, everything(root)))


def _is_stray(node: Node) -> bool:
    """A keyword where none can stand, which the grammar takes for a name."""
    if node.type != "identifier" or node.text is None or _GOING_ON.fullmatch(node.text) is None:
        return False
    parent = node.parent
    return parent is None or parent.type not in ("call", "method", "singleton_method", "alias", "undef")
