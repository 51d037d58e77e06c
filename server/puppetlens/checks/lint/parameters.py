"""Parameters of classes and defined types: their types, defaults and documentation.

What it does: finds parameters without a type, without documentation (of `# @param`, `# [*x*]` or `# $x::`), or documented twice; documentation of none
that is there; `Optional` with another default than undef, undef as the default of what is not `Optional`, an empty string as
that of a String; `lookup()` in a default.
Why it is bad: the type and the text are what users of a module see; an empty string stands for something that should have a
name, undef.
Instead: `Optional[String[1]] $x = undef`; data in Hiera by the parameter's own name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...base.span import Span
from ...model.view import View
from ...syntax import ast
from ..finding import Finding
from ..registry import Check, on_file
from .rule import Defined, bare_name, begins, definitions, kind_of, style

TYPES = style("parameter_types")
DOCUMENTATION = style("parameter_documentation")
OPTIONAL = style("optional_default")
NOT_OPTIONAL = style("params_not_optional_with_undef")
EMPTY = style("params_empty_string_assignment")
LOOKUP = style("lookup_in_parameter")

BAD = """\
#- manifests/site.pp
# @param port twice
#        ^^^^^^^^^^ hint parameter_documentation: Duplicate defined type parameter documentation for web::port
# @param port
#        ^^^^ hint parameter_documentation: Duplicate defined type parameter documentation for web::port
# @param gone is not there
#        ^^^^^^^^^^^^^^^^^ hint parameter_documentation: No matching defined type parameter for documentation of web::gone
define web(
  $port,
# ^^^^^ hint parameter_types: missing datatype for parameter web::port
  Optional[String] $e,
#                  ^^ hint optional_default: Optional defined type parameter doesn't have a default
#                  ^^ hint parameter_documentation: missing documentation for defined type parameter web::e
  Optional[String] $a = 'x',
#                  ^^ hint optional_default: Optional parameter defaults to something other than undef
#                  ^^ hint parameter_documentation: missing documentation for defined type parameter web::a
  String $b = undef,
#        ^^ hint parameter_documentation: missing documentation for defined type parameter web::b
#        ^^ hint params_not_optional_with_undef: Not optional parameter defaults to undef
  String $c = '',
#        ^^ hint parameter_documentation: missing documentation for defined type parameter web::c
#        ^^ hint params_empty_string_assignment: class parameter with String type defaults to empty string
  Any $d = lookup('web::d'),
#     ^^ hint parameter_documentation: missing documentation for defined type parameter web::d
#          ^^^^^^ hint lookup_in_parameter: lookup used to set the default value of a parameter
) { }
"""

GOOD = """\
#- manifests/site.pp
# @param a what it is
# @param b
#   what it is
# [*c*] the same
# $d:: the same
class web(
  Optional[String] $a = undef,
  Variant[Undef, String] $b = undef,
  String[1] $c,
  Optional[Hash] $d = $web::params::d,
) { }
# @api private
class web::small(String $x) { }
"""

_STYLES = re.compile(
    r"\s*(?:\[\*(?P<doc>[a-zA-Z0-9_]+)\*\].*|\$(?P<kafo>[a-zA-Z0-9_]+):: .*"
    r"|@param (?:\[.+\] )?(?P<strings>[a-zA-Z0-9_]+)(?: .*|))"
)
_PRIVATE = re.compile(r"\s*@api +private\s*")
_HEAD = re.compile(r"\s*(?:@param\s*)?")


@on_file
def parameters(view: View) -> Iterator[Finding]:
    for node, base, _ in definitions(view):
        for each in node.parameters:
            span = Span(base + each.name_span.start - 1, base + each.name_span.end)
            for check, message in _of(view, node, base, each):
                yield check.of(view, span, span.start, message)
            yield from _lookups(view, each, base)
        yield from _documented(view, node, base)


def _of(view: View, node: Defined, base: int, each: ast.Parameter) -> Iterator[tuple[Check, str]]:
    if each.type_expr is None:
        yield TYPES, f"missing datatype for parameter {node.name}::{each.name}"
        return
    kind, value = begins(each.type_expr), each.value
    name = kind.cased_value if isinstance(kind, ast.QualifiedReference) else ""
    first = begins(value) if value is not None else None
    if name == "Optional":
        if value is None:
            if isinstance(node, ast.ResourceTypeDefinition):
                yield OPTIONAL, "Optional defined type parameter doesn't have a default"
        elif not isinstance(first, ast.LiteralUndef | ast.VariableExpression) and not _has_call(view, value, base):
            yield OPTIONAL, "Optional parameter defaults to something other than undef"
    elif isinstance(value, ast.LiteralUndef) and is_built_in(name) and not _takes_undef(each.type_expr):
        yield NOT_OPTIONAL, "Not optional parameter defaults to undef"
    if name in ("String", "Variant") and isinstance(first, ast.LiteralString) and _text(view, first, base) == b"''":
        yield EMPTY, "class parameter with String type defaults to empty string"


def is_built_in(name: str) -> bool:
    """Whether it is a data type that puppet-lint knows."""
    return name in _DATA_TYPES


_DATA_TYPES = frozenset(
    [
        *("Any", "Array", "Binary", "Boolean", "Callable", "CatalogEntry", "Class", "Collection", "Data", "Default"),
        *("Enum", "Error", "Float", "Hash", "Integer", "Iterable", "Iterator", "NotUndef", "Numeric", "Optional"),
        *("Pattern", "Regexp", "Resource", "RichData", "Runtime", "Scalar", "ScalarData", "SemVer", "SemVerRange"),
        *("Sensitive", "String", "Struct", "Tuple", "Type", "Undef", "Variant"),
    ]
)


def _takes_undef(kind: ast.Expression) -> bool:
    """`Variant[..., Undef]`"""
    return isinstance(kind, ast.AccessExpression) and any(
        isinstance(key, ast.QualifiedReference) and key.cased_value == "Undef" for key in kind.keys
    )


def _has_call(view: View, value: ast.Expression, base: int) -> bool:
    text = _text(view, value, base)
    return (b"(" in text or b"." in text) and any(
        isinstance(node, ast.CallNamedFunctionExpression | ast.CallMethodExpression | ast.ParenthesizedExpression)
        for node, _ in ast.walk_node(value, 0)
    )


def _text(view: View, node: ast.Node, base: int) -> bytes:
    assert view.document is not None, "it has definitions"
    return view.document.text.data[base + node.start : base + node.end]


def _lookups(view: View, each: ast.Parameter, base: int) -> Iterator[Finding]:
    for node, _ in ast.walk_node(each, 0):
        if isinstance(node, ast.CallNamedFunctionExpression) and bare_name(node.functor_expr) == "lookup":
            span = node.functor_expr.span.shift(base)
            yield LOOKUP.of(view, span, span.start, "lookup used to set the default value of a parameter")


def _documented(view: View, node: Defined, base: int) -> Iterator[Finding]:
    """By the lines of all comments above, as far as the file's beginning: who documents two in one file is told."""
    kind, private = kind_of(node), False
    said: dict[str, Span] = {}
    twice: dict[str, list[Span]] = {}
    for text, start in _comments_above(view, base + node.start):
        if _PRIVATE.fullmatch(text):
            private = True
            continue
        match = _STYLES.fullmatch(text)
        if match is None:
            continue
        name = match["doc"] or match["kafo"] or match["strings"]
        if isinstance(node, ast.ResourceTypeDefinition) and name in ("name", "title"):
            name = "name/title"
        head = _HEAD.match(text)
        at = start + 1 + len((head[0] if head is not None else "").encode())
        span = Span(at, start + 1 + len(text.encode()))
        if name in said:
            twice.setdefault(name, [said[name]]).append(span)
        else:
            said[name] = span
    names = {each.name for each in node.parameters}
    for name, spans in twice.items():
        for span in spans:
            message = f"Duplicate {kind} parameter documentation for {node.name}::{name}"
            yield DOCUMENTATION.of(view, span, span.start, message)
    for name, span in said.items():
        if name not in names and name != "name/title":
            message = f"No matching {kind} parameter for documentation of {node.name}::{name}"
            yield DOCUMENTATION.of(view, span, span.start, message)
    for each in node.parameters if not private else ():
        if each.name not in said:
            span = Span(base + each.name_span.start - 1, base + each.name_span.end)
            message = f"missing documentation for {kind} parameter {node.name}::{each.name}"
            yield DOCUMENTATION.of(view, span, span.start, message)


def _comments_above(view: View, start: int) -> Iterator[tuple[str, int]]:
    """The comments right above, each without its `#`, and where it begins; the nearest first."""
    assert view.document is not None, "it has definitions"
    data = view.document.text.data
    end = data.rfind(b"\n", 0, start)
    while end > 0:
        begin = data.rfind(b"\n", 0, end) + 1
        line = data[begin:end]
        text = line.strip()
        if text and not text.startswith(b"#"):
            return
        if text:
            at = begin + len(line) - len(line.lstrip())
            yield line.lstrip()[1:].rstrip(b"\r").decode("utf-8", "replace"), at
        end = begin - 1
