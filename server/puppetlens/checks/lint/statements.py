"""Cases, selectors, chains of resources, names of nodes.

What it does: finds cases without a default, bare words that are options of cases and selectors, versions that are compared as numbers,
chains that are read from right to left or whose arrow ends a line, names of nodes without quotes.
Why it is bad: what happens where no option fits should be said; '10' is less than '9'; a chain is read in the order in
which it runs.
Instead: `default: { }`; quotes; `versioncmp`; `->` and `~>` at the beginning of the line of the right operand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...base.edits import FileEdit, TextEdit
from ...base.span import Span
from ...syntax import ast
from ..finding import Finding, Fix
from ..registry import Check, Here, on_node
from .parameters import is_built_in
from .rule import replacing, style

NO_DEFAULT = style("case_without_default")
IN_CASE = style("unquoted_string_in_case")
IN_SELECTOR = style("unquoted_string_in_selector")
VERSION = style("version_comparison")
RIGHT_TO_LEFT = style("right_to_left_relationship")
ARROW = style("arrow_on_right_operand_line")
NODE = style("unquoted_node_name")

BAD = """\
#- manifests/site.pp
case $x {
#= 1:1-1 hint case_without_default: case statement without a default case
  linux: { }
# ^^^^^ hint unquoted_string_in_case: unquoted string in case
}
$y = $x ? { linux => 1, default => 2 }
#           ^^^^^ hint unquoted_string_in_selector: unquoted string in selector
if $os_version >= 9 { }
#  ^^^^^^^^^^^ hint version_comparison: version compared as number
File['/a'] <- File['/b'] ->
#          ^^ hint right_to_left_relationship: right-to-left (<-) relationship
#                        ^^ hint arrow_on_right_operand_line: arrow should be on the right operand's line
File['/c']
node web01.example.com { }
#    ^^^^^ hint unquoted_node_name: unquoted node name found
#          ^^^^^^^ hint unquoted_node_name: unquoted node name found
#                  ^^^ hint unquoted_node_name: unquoted node name found
"""

FIXED = """\
#- manifests/site.pp
case $x {
#= 1:1-1 hint case_without_default: case statement without a default case
  'linux': { }
}
$y = $x ? { 'linux' => 1, default => 2 }
if versioncmp($os_version, '9') >= 0 { }
File['/a'] <- File['/b']
#          ^^ hint right_to_left_relationship: right-to-left (<-) relationship
-> File['/c']
node 'web01.example.com' { }
"""

GOOD = """\
#- manifests/site.pp
case $x {
  'linux', String: { }
  default: { }
}
File['/a']
-> File['/b']
node default { }
"""

_VERSION = re.compile(r"(?:version|release)\Z")
_HOST_PARTS = re.compile(rb"[a-z0-9_][\w-]*")


@on_node(ast.CaseExpression)
def case(here: Here, node: ast.CaseExpression) -> Iterator[Finding]:
    values = [value for option in node.options for value in option.values]
    if not any(isinstance(value, ast.LiteralDefault) for value in values):
        yield NO_DEFAULT.at(here, node, "case statement without a default case")
    yield from _bare(here, values, IN_CASE, "unquoted string in case")


@on_node(ast.SelectorExpression)
def selector(here: Here, node: ast.SelectorExpression) -> Iterator[Finding]:
    yield from _bare(here, [each.matching_expr for each in node.selectors], IN_SELECTOR, "unquoted string in selector")


def _bare(here: Here, values: list[ast.Expression], check: Check, message: str) -> Iterator[Finding]:
    """Of a type that somebody may have meant as a string there is no fix."""
    for value in values:
        if isinstance(value, ast.QualifiedName):
            yield check.at(here, value, message, fixes=replacing(here, value.span, f"'{value.value}'"))
        elif isinstance(value, ast.QualifiedReference) and _may_be_meant_as_text(value.cased_value):
            yield check.at(here, value, message)


def _may_be_meant_as_text(name: str) -> bool:
    return "::" not in name and not is_built_in(name)


@on_node(ast.ComparisonExpression)
def version(here: Here, node: ast.ComparisonExpression) -> Iterator[Finding]:
    left, right = node.left_expr, node.right_expr
    while isinstance(left, ast.AndExpression | ast.OrExpression):
        left = left.right_expr
    if not isinstance(left, ast.VariableExpression) or not _VERSION.search(left.name):
        return
    is_number = isinstance(right, ast.LiteralInteger | ast.LiteralFloat)
    if node.operator in ("==", "!=") and not is_number:
        return
    fixes: tuple[Fix, ...] = ()
    if is_number or isinstance(right, ast.LiteralString):
        compared = here.code_of(right.span).strip("'\"")
        text = f"versioncmp({here.code_of(left.span)}, '{compared}') {node.operator} 0"
        fixes = replacing(here, Span(left.start, right.end), text, "Compare as versions", False)
    yield VERSION.at(here, left, "version compared as number", fixes=fixes)


@on_node(ast.RelationshipExpression)
def chain(here: Here, node: ast.RelationshipExpression) -> Iterator[Finding]:
    arrow = Span(node.anchor, node.anchor + 2)
    if node.operator == "<-":
        yield RIGHT_TO_LEFT.of(here, arrow, arrow.start, "right-to-left (<-) relationship")
    behind = here.text_of(Span(arrow.end, node.right_expr.start))
    if node.operator in ("->", "~>") and b"\n" in behind:
        message = "arrow should be on the right operand's line"
        yield ARROW.of(here, arrow, arrow.start, message, fixes=_moved(here, node, arrow))


def _moved(here: Here, node: ast.RelationshipExpression, arrow: Span) -> tuple[Fix, ...]:
    before = here.text_of(Span(node.left_expr.end, arrow.start))
    edits = (
        TextEdit(Span(arrow.start - (len(before) - len(before.rstrip(b" \t"))), arrow.end), ""),
        TextEdit(Span(node.right_expr.start, node.right_expr.start), f"{node.operator} "),
    )
    return (Fix("Move the arrow down", tuple(FileEdit(here.path, each) for each in edits), True),)


@on_node(ast.NodeDefinition)
def node_name(here: Here, node: ast.NodeDefinition) -> Iterator[Finding]:
    for each in node.host_matches:
        text = here.text_of(each.span)
        if isinstance(each, ast.LiteralString) and text[:1] not in (b"'", b'"'):
            fixes = replacing(here, each.span, f"'{here.code_of(each.span)}'")
            for part in _HOST_PARTS.finditer(text):
                if part[0] != b"default":
                    span = Span(*part.span()).shift(each.start)
                    yield NODE.of(here, span, span.start, "unquoted node name found", fixes=fixes)
                    fixes = ()
