"""References to classes and resources.

What it does: finds names of classes that begin with `::` without need, titles in references that are bare words or begin with a capital, and
blanks before the bracket of a reference.
Why it is bad: since Puppet 4 names are full ones; `File [x]` may be read as two expressions.
Instead: `include web`, `Class['web']`, `File['/a']`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...base.span import Span
from ...syntax import ast
from ..finding import Finding
from ..registry import Check, Here, on_node
from .parameters import is_built_in
from .rule import bare_name, plain_text, replacing, style

INCLUSION = style("relative_classname_inclusion")
REFERENCE = style("relative_classname_reference")
UNQUOTED = style("resource_reference_with_unquoted_title")
CAPITAL = style("resource_reference_without_title_capital")
BLANK = style("resource_reference_without_whitespace")
BLANK_OF_TYPE = style("resource_reference_chain_without_whitespace")

BAD = """\
#- manifests/site.pp
include ::web, '::db'
#       ^^^^^ hint relative_classname_inclusion: class included by absolute name (::$class)
#              ^^^^^^ hint relative_classname_inclusion: class included by absolute name (::$class)
class { '::web::small': require => [File[motd], Package[Vim]] }
#       ^^^^^^^^^^^^^^ hint relative_classname_inclusion: class included by absolute name (::$class)
#                                        ^^^^ hint resource_reference_with_unquoted_title: unquoted title in resource reference
#                                                       ^^^ hint resource_reference_without_title_capital: resource reference with title with capital letter
class web inherits ::base { $x = Class['::web'] }
#                  ^^^^^^ hint relative_classname_inclusion: class included by absolute name (::$class)
#                                      ^^^^^^^ hint relative_classname_reference: absolute class name reference
#- manifests/blank.pp
$x = [File ['/a'], Integer [1]]
"""

FIXED = """\
#- manifests/site.pp
include web, 'db'
class { 'web::small': require => [File['motd'], Package[Vim]] }
#                                                       ^^^ hint resource_reference_without_title_capital: resource reference with title with capital letter
class web inherits base { $x = Class['web'] }
#- manifests/blank.pp
$x = [File ['/a'], Integer [1]]
"""

GOOD = """\
#- manifests/site.pp
include web
class { 'web::small': require => [File['motd'], Class['web']] }
class web inherits base { }
"""

_INCLUDES = ("include", "contain", "require")
_RELATIONS = ("require", "subscribe", "notify", "before", "consume", "export")
_ABSOLUTE = "class included by absolute name (::$class)"
_BLANK_WORDS = "whitespce between reference type and title"


@on_node(ast.CallNamedFunctionExpression)
def inclusion(here: Here, node: ast.CallNamedFunctionExpression) -> Iterator[Finding]:
    if bare_name(node.functor_expr) in _INCLUDES:
        for each in node.arguments:
            yield from _relative(here, each, INCLUSION, _ABSOLUTE)


@on_node(ast.HostClassDefinition)
def parent(here: Here, node: ast.HostClassDefinition) -> Iterator[Finding]:
    span = node.parent_span
    if span is not None and here.text_of(span).startswith(b"::"):
        fixes = replacing(here, Span(span.start, span.start + 2), "", "Take the :: away")
        yield INCLUSION.of(here, span, span.start, _ABSOLUTE, fixes=fixes)


@on_node(ast.ResourceExpression)
def declaration(here: Here, node: ast.ResourceExpression) -> Iterator[Finding]:
    if bare_name(node.type_name) == "class" and node.bodies:
        title = node.bodies[0].title
        for each in title.values if isinstance(title, ast.LiteralList) else (title,):
            if each is not None:
                yield from _relative(here, each, INCLUSION, _ABSOLUTE)
    for body in node.bodies:
        for operation in body.operations:
            if isinstance(operation, ast.AttributeOperation) and operation.attribute_name in _RELATIONS:
                yield from _titles(here, operation)


def _titles(here: Here, operation: ast.AttributeOperation) -> Iterator[Finding]:
    for node, _ in ast.walk_node(operation.value_expr, 0):
        if not isinstance(node, ast.AccessExpression) or not node.keys or _built_in(node.left_expr):
            continue
        if isinstance(node.left_expr, ast.QualifiedReference):
            key = node.keys[0]
            text = here.code_of(key.span)
            if isinstance(key, ast.QualifiedName) or (isinstance(key, ast.LiteralString) and text[:1] not in "'\""):
                fixes = replacing(here, key.span, f"'{text}'")
                yield UNQUOTED.at(here, key, "unquoted title in resource reference", fixes=fixes)
            elif isinstance(key, ast.QualifiedReference) and not is_built_in(key.cased_value):
                yield CAPITAL.at(here, key, "resource reference with title with capital letter")


def _built_in(node: ast.Expression) -> bool:
    return isinstance(node, ast.QualifiedReference) and is_built_in(node.cased_value)


@on_node(ast.AccessExpression)
def reference(here: Here, node: ast.AccessExpression) -> Iterator[Finding]:
    left = node.left_expr
    if not isinstance(left, ast.QualifiedReference):
        return
    if left.cased_value == "Class":
        for each in node.keys:
            yield from _relative(here, each, REFERENCE, "absolute class name reference")
    if here.text_of(Span(left.end, left.end + 1)) in (b" ", b"\t"):
        rest = here.text_of(Span(left.end, node.keys[0].start if node.keys else node.end))
        blanks = len(rest) - len(rest.lstrip(b" \t"))
        fixes = replacing(here, Span(left.end, left.end + blanks), "", "Take the blank away")
        check = BLANK_OF_TYPE if is_built_in(left.cased_value) else BLANK
        yield check.at(here, left, _BLANK_WORDS, fixes=fixes)


def _relative(here: Here, node: ast.Expression, check: Check, message: str) -> Iterator[Finding]:
    text = bare_name(node) or plain_text(here, node) or ""
    if text.startswith("::") and here.text_of(Span(node.start, node.start + 1)) != b'"':
        start = node.start + (not isinstance(node, ast.QualifiedName))
        yield check.at(here, node, message, fixes=replacing(here, Span(start, start + 2), "", "Take the :: away"))
