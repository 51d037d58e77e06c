"""Quotes: which ones, and around what.

What it does: finds strings in double quotes in which nothing is interpolated or escaped, strings that hold a variable alone,
`${...}` between single quotes, variables in strings without braces, `puppet://` URLs without `modules/`, and (off by itself) booleans
in quotes.
Why it is bad: quotes tell a reader whether something is interpolated; `"${x}"` makes a String of what may be none.
Instead: single quotes around what is meant as it is written, braces around variables, no quotes around what is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...base.span import Span
from ...syntax import ast
from ..finding import Finding
from ..registry import Here, on_node
from .rule import replacing, style

DOUBLE = style("double_quoted_strings")
ONLY_VARIABLE = style("only_variable_string")
SINGLE = style("single_quote_string_with_variables")
NOT_ENCLOSED = style("variables_not_enclosed")
URL = style("puppet_url_without_modules")
BOOLEANS = style("quoted_booleans", on=False)

BAD = """\
#- manifests/site.pp
$x = "plain"
#    ^^^^^^^ hint double_quoted_strings: double quoted string containing no variables
$y = '${x}'
#    ^^^^^^ hint single_quote_string_with_variables: single quoted string containing a variable found
$z = "${x}"
#       ^ hint only_variable_string: string containing only a variable
notice("a $x b", "${x['a']}", "$y[0]", "\\\\$x $x-y")
#         ^^ hint variables_not_enclosed: variable not enclosed in {}
#                   ^^^^^^ hint only_variable_string: string containing only a variable
#                              ^^ hint variables_not_enclosed: variable not enclosed in {}
#                                         ^^ hint variables_not_enclosed: variable not enclosed in {}
#                                            ^^ hint variables_not_enclosed: variable not enclosed in {}
notice('puppet:///web/motd', "puppet:///${y}/motd", 'true')
#      ^^^^^^^^^^^^^^^^^^^^ hint puppet_url_without_modules: puppet:// URL without modules/ found
#                            ^^^^^^^^^^^^^^^^^^^^^ hint puppet_url_without_modules: puppet:// URL without modules/ found
#                                                   ^^^^^^ hint quoted_booleans: quoted boolean value found
"""

FIXED = """\
#- manifests/site.pp
$x = 'plain'
$y = '${x}'
#    ^^^^^^ hint single_quote_string_with_variables: single quoted string containing a variable found
$z = $x
notice("a ${x} b", $x['a'], "${y}[0]", "\\\\${x} ${x}-y")
notice('puppet:///modules/web/motd', "puppet:///modules/${y}/motd", true)
"""

GOOD = """\
#- manifests/site.pp
$x = "plain\\n"
$y = inline_epp('${x}')
$z = "it's ${x}"
notice("${x}a", "${x.length}", { "${x}" => 1 }, "puppet:///modules/web/motd's")
"""

#: What double quotes are for, as puppet-lint has it.
_ESCAPES = re.compile(r"\\\$|\\\"|\\'|'|\r|\t|\\t|\\s|\n|\\n|\\\\")
_PATH = re.compile(r"puppet://.*?/(.+)", re.DOTALL)
_HOST = re.compile(r"puppet://.*?/", re.DOTALL)
_RENDERS = ("inline_epp", "inline_template")


@on_node(ast.LiteralString)
def plain(here: Here, node: ast.LiteralString) -> Iterator[Finding]:
    if here.parents and isinstance(here.parents[-1], ast.ConcatenatedString | ast.HeredocExpression):
        return
    text = here.code_of(node.span)
    quote, inside = text[:1], text[1:-1]
    if len(text) < 2 or quote not in "'\"" or text[-1] != quote:
        return
    if quote == '"' and not _ESCAPES.search(_unpadded(here, node, inside)):
        fixes = (
            () if "\\" in inside or "'" in inside else replacing(here, node.span, f"'{inside}'", "Use single quotes")
        )
        yield DOUBLE.at(here, node, "double quoted string containing no variables", fixes=fixes)
    if quote == "'" and "${" in inside and not _is_rendered(here, node):
        yield SINGLE.at(here, node, "single quoted string containing a variable found")
    if inside in ("true", "false"):
        fixes = replacing(here, node.span, inside, safe=False)
        yield BOOLEANS.at(here, node, "quoted boolean value found", fixes=fixes)
    yield from _url(here, node, Span(node.start + 1, node.end - 1), inside)


def _unpadded(here: Here, node: ast.LiteralString, inside: str) -> str:
    """Blanks as wide as the indentation count as a line's end."""
    if "  " not in inside:
        return inside
    assert here.view.document is not None, "there is a statement"
    return inside.replace(" " * here.column_of(node.start), "\n")


def _is_rendered(here: Here, node: ast.LiteralString) -> bool:
    """Whether it is a template."""
    call = here.parents[-1] if here.parents else None
    return isinstance(call, ast.CallNamedFunctionExpression) and any(
        here.text_of(call.functor_expr.span).endswith(name.encode()) for name in _RENDERS
    )


def _url(here: Here, node: ast.Node, span: Span, text: str) -> Iterator[Finding]:
    if text.startswith("puppet://"):
        path = _PATH.match(text)
        if path is None or not path[1].startswith("modules/"):
            host = _HOST.match(text)
            where = span.start + len(host[0].encode()) if host is not None else None
            fixes = (
                replacing(here, Span(where, where), "modules/", "Insert modules/", False) if where is not None else ()
            )
            yield URL.at(here, node, "puppet:// URL without modules/ found", fixes=fixes)


@on_node(ast.ConcatenatedString)
def interpolated(here: Here, node: ast.ConcatenatedString) -> Iterator[Finding]:
    if here.text_of(Span(node.start, node.start + 1)) != b'"':
        return
    first = node.segments[0] if node.segments else None
    if isinstance(first, ast.LiteralString):
        text = here.code_of(first.span)
        yield from _url(here, node, first.span, text)
    if len(node.segments) != 1 or not isinstance(first, ast.TextExpression) or _is_key(here, node):
        return
    meant = _variable(here, first.expr)
    if meant is not None and here.code_of(node.span) in (f'"{meant}"', f'"${{{meant[1:]}}}"', f'"${{{meant}}}"'):
        fixes = replacing(here, node.span, meant, safe=False)
        message = "string containing only a variable"
        yield ONLY_VARIABLE.of(here, first.expr.span, first.expr.start, message, fixes=fixes)


def _is_key(here: Here, node: ast.Node) -> bool:
    parent = here.parents[-1] if here.parents else None
    if isinstance(parent, ast.KeyedEntry):
        return parent.key is node
    return isinstance(parent, ast.SelectorEntry) and parent.matching_expr is node


def _variable(here: Here, node: ast.Expression) -> str | None:
    """A variable and the keys behind it, one token each, as written outside of a string."""
    left = node
    while isinstance(left, ast.AccessExpression):
        if len(left.keys) != 1 or not isinstance(left.keys[0], _ONE_TOKEN):
            return None
        left = left.left_expr
    if not isinstance(left, ast.VariableExpression):
        return None
    return "$" + here.code_of(node.span).removeprefix("$")


_ONE_TOKEN = (ast.LiteralString, ast.LiteralInteger, ast.VariableExpression, ast.QualifiedName, ast.LiteralFloat)


@on_node(ast.TextExpression)
def not_enclosed(here: Here, node: ast.TextExpression) -> Iterator[Finding]:
    text = here.code_of(node.span)
    if text.startswith("${") or not isinstance(node.expr, ast.VariableExpression):
        return
    fixes = replacing(here, node.span, f"${{{text[1:]}}}")
    yield NOT_ENCLOSED.of(here, node.span, node.start, "variable not enclosed in {}", fixes=fixes)
