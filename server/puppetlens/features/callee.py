"""What is being given arguments at a place: found to the left of it, so that it is found in code that is not done yet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import Literal, NamedTuple

from ..base.position import Text
from ..base.span import Span
from ..model.document import Document
from ..project.autoload import normalise
from ..syntax.left import Frame, Node, Part, frames
from ..syntax.lowering.core import STATEMENT_FUNCTIONS
from ..syntax.tree import parse_tree

#: So many brackets around a place are looked at.
_DEEPEST = 12
#: What is put in at the place.
_NAME = b"zz9"
#: A function before the parameters of its lambda, which are open.
_LAMBDA = re.compile(
    rb"(?<![\w:$])((?:::)?[a-z]\w*(?:::\w+)*)[ \t]*(?:\((?:[^()\n]|\([^()\n]*\))*\)[ \t]*)?(?<![<|])\|[^|\n{}]*\Z"
)
_LONGEST = 500
_LITERALS = {b"/": "Regexp", b"'": "String", b'"': "String", b"{": "Hash", b"[": "Array"}
_NO_CODE = frozenset(("comment", "text", "heredoc_text", "epp_comment"))
_NAMES = ("name", "bare_word", "attribute_name")
_DEFINING = frozenset(("class", "define", "function", "type", "plan", "node"))
#: Nodes that braces belong to which hold attributes.
_RESOURCES = frozenset(("resource_expression", "resource_body", "name_with_hash"))
_REFERENCES = frozenset(("type_reference", "access_expression"))
_REFERENCE = re.compile(r"(?:::)?([A-Z]\w*(?:::[A-Z]\w*)*)(?:\[\s*['\"]?([\w:]*))?")
_BEFORE_VALUES = frozenset(("=", "=>", "+>", ",", "(", "[", "+", "<<", "==", "in", "?"))


class Callee(NamedTuple):
    """`name` is normalised. `given` are the spans of the arguments before the place, the receiver's first; None for one
    that is more than a node. `attribute` is the one whose value stands at the place; `has` those that are set.
    """

    kind: Literal["function", "resource", "data_type", "constructor"]
    name: str
    given: tuple[Span | None, ...] = ()
    attribute: str = ""
    has: frozenset[str] = frozenset()
    #: of a class: its name as its title says it
    title: str = ""
    #: the parameters of the lambda are being written
    in_lambda: bool = False
    #: the type of the argument at the place, where it is known
    current: str = ""


def callee_at(document: Document, offset: int) -> Callee | None:
    """The innermost call, resource or type in brackets around a place; None where it is in a block of code."""
    node, data = _with_name(document, offset)
    if node is None or node.type in _NO_CODE:
        return None
    before = _LAMBDA.search(data, max(0, offset - _LONGEST), offset)
    if before is not None:
        return Callee("function", normalise(before[1].decode()), in_lambda=True)
    around = list(islice(frames(node, offset if node.child_count else node.start_byte, data), _DEEPEST))
    for index, frame in enumerate(around):
        outer = around[index + 1].left if index + 1 < len(around) else ()
        found = _of_frame(frame, outer, data)
        if isinstance(found, Callee):
            return found
        if found == "block":
            return None
    return None


def _with_name(document: Document, offset: int) -> tuple[Node | None, bytes]:
    """The node at a place where a name was put in: so there is one, and what is before it needs it."""
    old = document.text
    data = old.data[:offset] + _NAME + old.data[offset:]
    end = offset + len(_NAME)
    tree, point = document.parsed.tree.copy(), old.point(offset)
    tree.edit(offset, offset, end, point, point, Text(data).point(end))
    root = parse_tree(data, document.parsed.dialect, tree).root_node
    return root.descendant_for_byte_range(offset, end), data


def _of_frame(frame: Frame, outer: Sequence[Part], data: bytes) -> Callee | Literal["block", "value"]:
    """What a bracket belongs to; `value` where it is a part of what is around it."""
    before = _last(outer[0]) if outer else None
    match frame.kind:
        case "(":
            if before is None or frame.around == "parameter_list" or _defines(outer):
                return "value"
            return _call(before, outer, frame, data) or "value"
        case "[":
            if before is not None and before.type == "type_reference":
                given = (None,) * _commas(frame.left)
                return Callee("data_type", normalise(_said(before, data)), given)
            return "value"
        case "{":
            return _in_braces(frame, outer, data)
        case "${":
            return "value"
        case "":
            return _statement(frame, data) or "block"
    return "block"


def _call(before: Part, outer: Sequence[Part], frame: Frame, data: bytes) -> Callee | None:
    if before.type == "type_reference":
        return Callee("constructor", normalise(_said(before, data)), _arguments(frame.left))
    if before.type not in _NAMES:
        return None
    given = _arguments(frame.left)
    receiver = _receiver(before, outer)
    if receiver is not None:
        given = (Span(receiver.start_byte, receiver.end_byte), *given)
    return Callee("function", normalise(_said(before, data)), given, current=_current(frame, data))


def _current(frame: Frame, data: bytes) -> str:
    """The type of the argument at the place, where its first letter tells."""
    comma = next((each for each in frame.left if each.type == ","), frame.opener)
    start = comma.end_byte if comma is not None else 0
    return _LITERALS.get(data[start : start + _LONGEST].lstrip()[:1], "")


def _last(part: Part) -> Part:
    """The word that a part ends with: of a statement before a bracket that belongs to nothing yet."""
    while isinstance(part, Node) and part.children and part.type not in ("string", "interpolated_string"):
        part = part.children[-1]
    return part


def _receiver(name: Part, outer: Sequence[Part]) -> Part | None:
    """What stands before the `.` before a name."""
    if isinstance(name, Node) and name is not outer[0]:
        dot = name.prev_sibling
        return dot.prev_sibling if dot is not None and dot.type == "." else None
    return outer[2] if len(outer) > 2 and outer[1].type == "." else None


def _in_braces(frame: Frame, outer: Sequence[Part], data: bytes) -> Callee | Literal["block", "value"]:
    before = outer[0] if outer else None
    if frame.around == "hash" or (before is not None and before.type in _BEFORE_VALUES):
        return "value"
    names = before is not None and before.type in (*_NAMES, "class")
    if frame.around in ("resource_defaults", "resource_override") or (
        before is not None and before.type in _REFERENCES
    ):
        return _of_references(before, frame, data) if before is not None else "block"
    if before is None or not names or (_defines(outer) and before.type != "class"):
        return _statement(frame, data) or "block"
    body = _until(frame.left, (";",))
    colon = next((n for n, each in enumerate(body) if each.type == ":"), None)
    if frame.around not in _RESOURCES and colon is None:
        return _statement(frame, data) or "block"
    if colon is None:
        return "block"  # the title
    attributes = body[:colon]
    attribute, has = _attributes(attributes, data)
    title = _said(body[colon + 1], data).strip("'\"") if len(body) > colon + 1 else ""
    return Callee("resource", normalise(_said(before, data)), (), attribute, has, title)


def _attributes(attributes: Sequence[Part], data: bytes) -> tuple[str, frozenset[str]]:
    """The one whose value stands at the place, and all that are set before it."""
    has = {_said(attributes[n + 1], data) for n, each in enumerate(attributes[:-1]) if each.type in ("=>", "+>")}
    done = (each.child_by_field_name("name") for each in attributes if each.type == "attribute_operation")
    has.update(_said(each, data) for each in done if each is not None)
    value = _until(attributes, (",",))
    arrow = next((n for n, each in enumerate(value) if each.type in ("=>", "+>")), None)
    named = value[arrow + 1] if arrow is not None and len(value) > arrow + 1 else None
    return ("" if named is None else _said(named, data)), frozenset(has)


def _of_references(before: Part, frame: Frame, data: bytes) -> Callee | Literal["block"]:
    """`File { ^`, `File['/x'] { ^`, `Class['a'] { ^`"""
    named = _REFERENCE.match(_said(before, data))
    if named is None:
        return "block"
    return Callee("resource", normalise(named[1]), (), *_attributes(list(frame.left), data), named[2] or "")


def _statement(frame: Frame, data: bytes) -> Callee | None:
    """A call without brackets: `include a, b`."""
    commas = 0
    for part in frame.left:
        if part.type == ",":
            commas += 1
        elif part.type in _NAMES and _said(part, data) in STATEMENT_FUNCTIONS:
            return Callee("function", _said(part, data), (None,) * commas)
        elif b"\n" in data[part.end_byte : frame.left[0].end_byte] or not part.is_named:
            return None
    return None


def _arguments(left: Sequence[Part]) -> tuple[Span | None, ...]:
    """The arguments that end before the place; nearest parts come first."""
    found: list[Span | None] = []
    parts: list[Part] = []
    for each in reversed(left):
        if each.type == ",":
            found.append(Span(parts[0].start_byte, parts[0].end_byte) if len(parts) == 1 else None)
            parts = []
        else:
            parts.append(each)
    return tuple(found)


def _commas(left: Sequence[Part]) -> int:
    return sum(each.type == "," for each in left)


def _until(left: Sequence[Part], stops: tuple[str, ...]) -> list[Part]:
    at = next((n for n, each in enumerate(left) if each.type in stops), len(left))
    return list(left[:at])


def _defines(outer: Sequence[Part]) -> bool:
    return len(outer) > 1 and outer[0].type in _NAMES and outer[1].type in _DEFINING


def _said(part: Part, data: bytes) -> str:
    return data[part.start_byte : part.end_byte].decode("utf-8", "replace")
