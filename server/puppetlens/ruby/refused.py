"""What Puppet refuses in the files of functions and data types that it loads by name: read, never run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from ..base.span import Span
from .broken_template import has_fault, is_refused, left_open, too_many
from .data_type import read_data_type
from .function import read_functions
from .source import everything, inside, parse, span_of
from .template_code import ruby_code


class Refused(NamedTuple):
    """What is wrong, on the first line of what it is about."""

    span: Span
    message: str


#: What is no result of `newfunction`, where it stands last.
_OTHERS = frozenset(("integer", "float", "string", "simple_symbol", "nil", "true", "false", "array", "hash"))
#: What gives a class other methods than those that are written out.
_MAKES_METHODS = re.compile(
    rb"\b(?:include|extend|prepend|define_method|alias|alias_method|class_eval|module_eval|method_missing|eval)\b"
)


def refused(data: bytes, kind: str, name: str) -> Iterator[Refused]:
    """Of the file that is loaded for a name: `kind` is the folder that it is in (`project/ruby_files.KINDS`)."""
    source = parse(data)
    if source is None:
        return
    if has_fault(source.root):
        yield from _unbalanced(data)
        return
    if kind == "datatypes":
        yield from _data_type(data)
    elif kind == "functions":
        yield from _modern(data, name)
    else:
        yield from _legacy(data, name, source.root)


def _unbalanced(data: bytes) -> Iterator[Refused]:
    """Blocks that are not closed, or closed once too often, where that is all there is."""
    code = ruby_code(data)
    broken = too_many(code, data) or left_open(code)
    end = len(data.rstrip()) - len(b"end")
    if broken is not None:
        yield Refused(broken.span, broken.message)
    elif data[end:].startswith(b"end") and not is_refused(data[:end]):
        yield Refused(Span(end, end + len(b"end")), "this `end` is one too many: nothing is open here")


def _modern(data: bytes, name: str) -> Iterator[Refused]:
    if b"Puppet::Functions.create_function" not in data:
        message = f"Puppet looks for the function '{name}' in this file, which has no create_function"
        yield _at_first_line(data, message)
    else:
        yield from _name(data, name)
        yield from _methods(data)


def _methods(data: bytes) -> Iterator[Refused]:
    """What is dispatched to a method that there is none of, as far as methods are written out."""
    if _MAKES_METHODS.search(data) is not None:
        return
    for function in read_functions(data):
        for each in function.signatures if function.whole else ():
            if each.method is None and each.method_name:
                yield _at(data, each.span, f"undefined method '{each.method_name}', which this is dispatched to")


def _legacy(data: bytes, name: str, root: Node) -> Iterator[Refused]:
    methods = [node for node in everything(root) if node.type in ("method", "singleton_method")]
    for node in sorted(methods, key=lambda each: each.start_byte)[:1]:
        message = "Puppet refuses methods in the file of a function for the API of Puppet 3"
        yield _at(data, span_of(node), message)
    if methods:
        return
    if b"newfunction" not in data:
        message = f"Puppet looks for the function '{name}' in this file, which has no newfunction"
        yield _at_first_line(data, message)
        return
    last = _last(root)
    if last is not None and _is_other(last):
        yield _at(data, span_of(last), "newfunction has to stand last: Puppet takes what it gives")
    yield from _name(data, name)


def _name(data: bytes, name: str) -> Iterator[Refused]:
    declared = read_functions(data)
    if len(declared) == 1 and declared[0].name.lower() != name.lower():
        function = declared[0]
        message = f"Puppet looks for the function '{name}' in this file, not '{function.name}'"
        yield _at(data, function.name_span, message)


def _last(node: Node) -> Node | None:
    """The last statement of a file, in the module that it consists of."""
    for _ in range(20):
        found = inside(node)
        if not found:
            return None
        node = found[-1]
        body = node.child_by_field_name("body") if node.type == "module" else None
        if body is None:
            return node
        node = body
    return None


def _is_other(node: Node) -> bool:
    right = node.child_by_field_name("right") if node.type == "assignment" else node
    return right is not None and right.type in _OTHERS


def _data_type(data: bytes) -> Iterator[Refused]:
    declared = read_data_type(data)
    if declared is not None and b"interface" not in data:
        yield _at(data, declared.name_span, "a data type must have an interface")


def _at_first_line(data: bytes, message: str) -> Refused:
    return _at(data, Span(0, len(data)), message)


def _at(data: bytes, span: Span, message: str) -> Refused:
    """On the first line of a span."""
    end = data.find(b"\n", span.start, span.end)
    return Refused(Span(span.start, span.end if end < 0 else end), message)
