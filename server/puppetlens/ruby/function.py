"""Functions written in Ruby: what their files say of name, signatures and docs.

Of the API of version 4 (`Puppet::Functions.create_function`) each `dispatch` is a signature; where there is none, the
method of the function's own name is one. Of the API of version 3 (`newfunction`) there is an arity, or nothing. Names
and counts are those that real Puppet says of the same file (`tests/ruby/test_against_puppet.py`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple

from tree_sitter import Node

from ..base.span import Span
from .calls import find_calls
from .dispatches import dispatches_of
from .doc import NO_DOC, Doc, doc_above, parse_doc
from .kept import kept
from .signature import RubyParameter, RubySignature
from .source import parse, span_of
from .steps import Step, Steps
from .strings import scrubbed
from .values import Symbol

#: How code of a function gets at the catalog: by other functions, by a scope, or by code from elsewhere.
_REACHES_CATALOG = re.compile(
    rb"call_function|function_|scope|catalog|compiler|InternalFunction|\b(?:public_)?send\b|\beval|\bload\b|"
    rb"require_relative|require[ (]+['\"]puppet|autoload"
)
#: A function that is called by a name that is written there.
_CALL = re.compile(
    rb"(?<![.\w])(?:(?:closure_)?scope\.)?"
    rb"(?:call_function\(\s*['\"](?P<new>[A-Za-z]\w*(?:::\w+)*)['\"]|function_(?P<old>[a-z]\w*)[ (\[])"
)
#: What Ruby makes resources by.
_MAKES_RESOURCES = re.compile(rb"create_resource|add_resource|ensure_resource|ensure_packages|Parser::Resource")
#: Where a scope is handed in, and read.
_READS = re.compile(
    rb"Puppet::Functions::InternalFunction|\bscope_param\b|\bdef \w+\(scope\b|"
    rb"\b(?:closure_)?scope(?:\.(?:lookupvar|to_hash|source|exist\?|include\?|bound\?|module_name)(?![\w=])|"
    rb"\[[^\]=]*\](?!\s*=[^=~]))"
)
#: A comment that has its line to itself.
_COMMENT = re.compile(rb"(?m)^[^\S\n]*#.*$")


class RubyFunction(NamedTuple):
    """`span` is the declaration, `name_span` its name. `whole` is False where more signatures may be computed."""

    name: str
    api: Literal[3, 4]
    span: Span
    name_span: Span
    doc: Doc = NO_DOC
    signatures: tuple[RubySignature, ...] = ()
    local_types: Mapping[str, str] = {}
    #: False for a function of version 3 that is called for its effects.
    is_rvalue: bool = True
    whole: bool = True


@kept
def makes_resources(data: bytes) -> bool:
    """Whether code in Ruby plainly puts resources into the catalog, whatever it is called for."""
    return _MAKES_RESOURCES.search(_COMMENT.sub(b"", data)) is not None


@kept
def read_functions(data: bytes) -> tuple[RubyFunction, ...]:
    """The functions that a file declares, in order; those whose names Ruby computes are left out."""
    source = parse(data) if b"function" in data else None
    if source is None:
        return ()
    steps = Steps(source)
    found: list[RubyFunction] = []
    for step in find_calls(steps, ("create_function", "newfunction")):
        name = steps.read.text(step.first, step.names)
        if name is None or step.first is None:
            continue
        read = _modern if step.method == "create_function" else _legacy
        found.append(read(steps, step, name, step.first))
    return tuple(found)


def read_function(data: bytes, name: str) -> RubyFunction | None:
    """The function of this name, or the only one: a file's name is what Puppet goes by."""
    found = read_functions(data)
    return next((each for each in found if each.name.lower() == name), found[0] if len(found) == 1 else None)


def functions_called(data: bytes) -> frozenset[str] | None:
    """The functions by which alone a call for nothing but its effects may add to the catalog; None: it has other ways.

    A function of version 3 that is called for its value adds nothing, unless it plainly does.
    """
    code = _COMMENT.sub(b"", data)
    called = frozenset((each["new"] or each["old"]).decode().lower() for each in _CALL.finditer(code))
    has_other_ways = _REACHES_CATALOG.search(_READS.sub(b"", _CALL.sub(b"", code))) is not None
    if (called or has_other_ways) and is_rvalue(data) and not makes_resources(data):
        return frozenset()
    return None if has_other_ways else called


def is_rvalue(data: bytes) -> bool:
    """Whether a function is called for its value; others may well add to the catalog."""
    return any(each.api == 3 and each.is_rvalue for each in read_functions(data))


def _modern(steps: Steps, step: Step, name: str, name_node: Node) -> RubyFunction:
    declared = dispatches_of(steps, step, name.rpartition("::")[2])
    doc = doc_above(steps.source, step.node.start_point.row)
    return RubyFunction(
        name,
        4,
        span_of(step.node),
        span_of(name_node),
        doc,
        declared.signatures,
        declared.local_types,
        whole=declared.whole,
    )


def _legacy(steps: Steps, step: Step, name: str, name_node: Node) -> RubyFunction:
    names, read = step.names, steps.read
    arity = read.value(step.options["arity"], names) if "arity" in step.options else -1
    kind = read.value(step.options["type"], names) if "type" in step.options else Symbol("statement")
    text = scrubbed(read.shown(step.options.get("doc"), names))
    known = isinstance(arity, int) and len(step.arguments) == 1
    signature = _of_arity(arity if isinstance(arity, int) else -1, span_of(name_node))
    doc = parse_doc(text) if text else doc_above(steps.source, step.node.start_point.row)
    span, name_span = span_of(step.node), span_of(name_node)
    return RubyFunction(name, 3, span, name_span, doc, (signature,), {}, kind == "rvalue", known)


def _of_arity(arity: int, span: Span) -> RubySignature:
    """What takes exactly so many arguments, or (-3) two and more. The names are Puppet's own for such functions."""
    count = min(abs(arity), 100)
    names = [f"p{at}" for at in range(count)]
    required = [RubyParameter(name, "Any") for name in (names if arity >= 0 else names[:-1])]
    rest = [] if arity >= 0 else [RubyParameter(names[-1], "Any", "*")]
    return RubySignature("", (*required, *rest), None, NO_DOC, span)
