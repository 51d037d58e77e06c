"""What Ruby code and ERB templates name of a Puppet program, where that is written out: nothing that is computed.

| written | kind | name |
| --- | --- | --- |
| `@x` in a template | `own` | `x`, as seen from where the template is rendered |
| `scope['x']`, `scope.lookupvar('a::x')`, `scope.to_hash['x']` and the like | `own` or `variable` | `x`; `a::x` |
| `call_function('a::f', ...)`, `scope.function_f([...])` | `function` | `a::f`; `f` |
| `call_function('include', 'a')`, `function_include(['a'])`, `find_hostclass('a')`, `'Class[a]'` | `class` | `a` |
| `param 'Optional[A::B]', :x` | `type` | `A::B` (each type of the text) |

Spans are those of the name alone, without `@` and quotes; `value` is that of the expression whose value the variable's is,
None where a question is asked of it (`scope.include?('x')`) and for other kinds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from tree_sitter import Node

from ..base.span import Span
from .kept import kept
from .source import parse, span_of, text_of

Kind = Literal["own", "variable", "function", "class", "type"]


class RubyName(NamedTuple):
    kind: Kind
    name: str
    span: Span
    value: Span | None = None


#: Methods of a scope that take the name of a variable, and whether they give its value.
_LOOK_UPS = {
    "lookupvar": True, "[]": True, "lookup_qualified_variable": False,
    "include?": False, "exist?": False, "has_variable?": False, "bound?": False, "to_hash": False,
}  # fmt: skip
_SCOPES = frozenset(("scope", "closure_scope", "@scope"))
#: What a scope's method is called that calls a function of the API of Puppet 3.
_FUNCTION = "function_"
#: Functions and methods whose string arguments are classes.
_OF_CLASSES = frozenset(("include", "contain", "require", "find_hostclass", "findclass", "function_include"))
_OF_TYPES = frozenset(("param", "optional_param", "required_param", "repeated_param", "optional_repeated_param",
                       "required_repeated_param", "return_type"))  # fmt: skip
_TAG = re.compile(rb"<%%|<%(#|=|-)?(.*?)(?:-|=)?%>", re.DOTALL)
_CLASS_REFERENCE = re.compile(r"[Cc]lass\[((?:::)?\w+(?:::\w+)*)\]")
_TYPE = re.compile(r"(?<![\w:])(?:::)?[A-Z]\w*(?:::[A-Z]\w*)*")


@kept
def names_in_ruby(data: bytes) -> tuple[RubyName, ...]:
    return tuple(_names(data, template=False))


@kept
def names_in_template(data: bytes) -> tuple[RubyName, ...]:
    """The same of an ERB template."""
    return tuple(_names(ruby_of(data), template=True)) if b"<%" in data else ()


def ruby_of(template: bytes) -> bytes:
    """The code of an ERB template, each piece where it stands; what is text becomes white space."""
    pieces: list[bytes] = []
    done = 0
    # Behind the last end of a tag each start of one would be searched to the end of the file.
    for tag in _TAG.finditer(template, 0, template.rfind(b"%>") + 2):
        if tag[2] is None or tag[1] == b"#":
            continue
        start, end = tag.span(2)
        pieces += _blank(template[done:start]), template[start:end], b";"
        done = end + 1
    return b"".join((*pieces, _blank(template[done:])))[: len(template)]


def _blank(text: bytes) -> bytes:
    return re.sub(rb"[^\n]", b" ", text)


def _names(data: bytes, *, template: bool) -> Iterator[RubyName]:
    source = parse(data)
    waiting = [source.root] if source is not None else []
    while waiting:
        node = waiting.pop()
        waiting += node.named_children
        if node.type == "instance_variable" and template:
            yield RubyName("own", text_of(node)[1:], Span(node.start_byte + 1, node.end_byte), span_of(node))
        elif node.type == "element_reference":
            yield from _variable(looked_up(node), span_of(node))
        elif node.type == "call":
            yield from _of_call(node)
        elif node.type == "string_content":
            for found in _CLASS_REFERENCE.finditer(text_of(node)):
                yield RubyName("class", found[1], _inside(node, found.span(1)))


def _of_call(node: Node) -> Iterator[RubyName]:
    method = node.child_by_field_name("method")
    name = text_of(method) if method is not None else ""
    receiver, given = node.child_by_field_name("receiver"), node.child_by_field_name("arguments")
    arguments = given.named_children if given is not None else []
    if name in _LOOK_UPS and receiver is not None and _is_scope(receiver):
        content = content_of(arguments[0]) if arguments else None
        yield from _variable(content, span_of(node) if _LOOK_UPS[name] else None)
    elif name == "call_function" and arguments:
        called = content_of(arguments[0])
        if called is None:
            return
        if text_of(called) in _OF_CLASSES:
            yield from _classes(arguments[1:])
        else:
            yield RubyName("function", text_of(called), span_of(called))
    elif name in _OF_CLASSES and name not in ("include", "require", "contain"):
        yield from _classes(arguments)
    elif name.startswith(_FUNCTION) and receiver is not None and _is_scope(receiver):
        assert method is not None
        yield RubyName(
            "function", name.removeprefix(_FUNCTION), Span(method.start_byte + len(_FUNCTION), method.end_byte)
        )
    elif name in _OF_TYPES and arguments and receiver is None:
        content = content_of(arguments[0])
        for found in _TYPE.finditer(text_of(content)) if content is not None else ():
            assert content is not None
            yield RubyName("type", found[0], _inside(content, found.span()))


def _is_scope(node: Node) -> bool:
    """`scope`, and what `scope.to_hash` gives."""
    if node.type == "call":
        method, receiver = node.child_by_field_name("method"), node.child_by_field_name("receiver")
        return method is not None and text_of(method) == "to_hash" and receiver is not None and _is_scope(receiver)
    return node.type in ("identifier", "instance_variable") and text_of(node) in _SCOPES


def looked_up(node: Node) -> Node | None:
    """The name in `scope['x']` and `scope.lookupvar('x')`, which give a variable's value."""
    if node.type == "element_reference":
        object_, arguments = node.child_by_field_name("object"), node.named_children[1:2]
    elif node.type == "call":
        method, given = node.child_by_field_name("method"), node.child_by_field_name("arguments")
        object_ = (
            node.child_by_field_name("receiver") if method is not None and _LOOK_UPS.get(text_of(method)) else None
        )
        arguments = given.named_children[:1] if given is not None else []
    else:
        return None
    return content_of(arguments[0]) if arguments and object_ is not None and _is_scope(object_) else None


def _variable(content: Node | None, value: Span | None) -> Iterator[RubyName]:
    if content is not None:
        name = text_of(content)
        yield RubyName("variable" if "::" in name else "own", name, span_of(content), value)


def _classes(arguments: list[Node]) -> Iterator[RubyName]:
    for argument in arguments:
        content = content_of(argument)
        if content is not None:
            yield RubyName("class", text_of(content), span_of(content))
        elif argument.type == "array":
            yield from _classes(argument.named_children)


def content_of(node: Node) -> Node | None:
    """The text of a string that is written out."""
    is_plain = node.type == "string" and len(node.named_children) == 1
    return node.named_children[0] if is_plain and node.named_children[0].type == "string_content" else None


def _inside(node: Node, span: tuple[int, int]) -> Span:
    text = text_of(node)
    return Span(node.start_byte + len(text[: span[0]].encode()), node.start_byte + len(text[: span[1]].encode()))
