"""JSON and HOCON as they are written."""

from __future__ import annotations

from collections.abc import Iterator

from ..base.position import Text
from ..base.span import Span
from .hocon_parser import Concatenation, Field, List, Object, Part, Substitution, parse
from .json_text import parse_json
from .node import Mapping, Node, Sequence, key_text
from .written import Member, Value


def written_json(text: Text) -> Value:
    """The document in a text; raises `JsonError`."""
    return _of_json(parse_json(text.data))


def _of_json(node: Node) -> Value:
    span, none = Span(node.start, node.end), Span(node.start, node.start)
    inside = Span(node.start + 1, node.end - 1)
    if isinstance(node, Mapping):
        entries = (
            Member(key_text(key), Span(key.start, key.end), Span(key.start, item.end), _of_json(item))
            for key, item in node.entries
        )
        return Value("mapping", span, none, members=tuple(entries), inside=inside)
    if isinstance(node, Sequence):
        items = (
            Member(None, Span(item.start, item.start), Span(item.start, item.end), _of_json(item))
            for item in node.items
        )
        return Value("sequence", span, none, members=tuple(items), inside=inside)
    return Value("scalar", span, none)


def written_hocon(text: Text) -> tuple[Value, tuple[tuple[str, ...], ...]]:
    """The document in a text, and the paths that its substitutions look up; raises `HoconError`."""
    root = parse(text)
    return _of_part(text.data, root), tuple(_references(root))


def _of_part(data: bytes, part: Part) -> Value:
    span, none = part.span, Span(part.span.start, part.span.start)
    inside = Span(span.start + 1, span.end - 1)
    if isinstance(part, Object):
        if data[span.start : span.start + 1] != b"{":
            inside = Span(0, len(data))
        return Value("mapping", span, none, members=tuple(_of_field(data, each) for each in part.fields), inside=inside)
    if isinstance(part, List):
        items = (
            Member(None, Span(item.span.start, item.span.start), item.span, _of(data, item)) for item in part.items
        )
        return Value("sequence", span, none, members=tuple(items), inside=inside)
    return Value("scalar", span, none)


def _of(data: bytes, value: Concatenation) -> Value:
    if len(value.parts) == 1:
        return _of_part(data, value.parts[0])
    reason = "it is put together from several values"
    return Value("scalar", value.span, Span(value.span.start, value.span.start), not_through=reason)


def _of_field(data: bytes, written: Field) -> Member:
    *above, last = written.path
    end = written.value.span.end
    refusal = "it is appended to what is elsewhere" if written.appends else None
    member = Member(last.name, last.span, Span(last.span.start, end), _of(data, written.value), refusal)
    for key in reversed(above):
        span, none = member.span, Span(member.span.start, member.span.start)
        reason = "it has no place of its own, it is part of a path"
        value = Value("mapping", span, none, members=(member,), inside=span, not_whole=reason)
        member = Member(key.name, key.span, Span(key.span.start, end), value)
    return member


def _references(part: Part) -> Iterator[tuple[str, ...]]:
    if isinstance(part, Substitution):
        yield part.path
    elif isinstance(part, Object):
        for each in part.fields:
            yield from _of_value(each.value)
    elif isinstance(part, List):
        for item in part.items:
            yield from _of_value(item)


def _of_value(value: Concatenation) -> Iterator[tuple[str, ...]]:
    for part in value.parts:
        yield from _references(part)
