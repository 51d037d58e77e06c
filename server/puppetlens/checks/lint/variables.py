"""Names of variables, and which of them a class or defined type has.

What it does: finds capitals and dashes in names of variables, names that the class or defined type around does not set (those of the
top scope must begin with `::`, or be members of `$facts`), and full names that begin with `::` without need.
Why it is bad: `$foo-bar` is `$foo` less `bar`; whether a plain name means a local variable or one of another scope, a reader cannot see.
Instead: lower case and underscores; `$facts['os']`, `$web::port`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...base.span import Span
from ...library.resources import METAPARAMETERS
from ...model.view import View
from ...syntax import ast
from ...syntax.ast.walk import assigned_variables
from ..finding import Finding
from ..registry import Here, on_file, on_node
from .rule import FULL_NAME, definitions, replacing, style

DASH = style("variable_contains_dash")
LOWERCASE = style("variable_is_lowercase")
UPCASE = style("variable_contains_upcase")
SCOPE = style("variable_scope")
TOP_SCOPE = style("topscope_variable")

BAD = """\
#- manifests/site.pp
class web($Port) {
#         ^^^^^ hint variable_contains_upcase: variable contains a capital letter
#         ^^^^^ hint variable_is_lowercase: variable contains an uppercase letter
  $y = $x-bar
#      ^^ hint variable_contains_dash: variable contains a dash
#      ^^ hint variable_scope: top-scope variable being used without an explicit namespace
  notice("${hostname} ${x}", $facts['os'], $name, $Port)
#           ^^^^^^^^ hint variable_scope: top-scope variable being used without an explicit namespace
#                       ^ hint variable_scope: top-scope variable being used without an explicit namespace
#                                                 ^^^^^ hint variable_contains_upcase: variable contains a capital letter
#                                                 ^^^^^ hint variable_is_lowercase: variable contains an uppercase letter
  [1].each |$x| { notice($x) }
}
class web::more($port = $::web::Port) { }
#                       ^^^^^^^^^^^^ hint topscope_variable: use $web::Port instead of $::web::Port
#                       ^^^^^^^^^^^^ hint variable_contains_upcase: variable contains a capital letter
#                       ^^^^^^^^^^^^ hint variable_is_lowercase: variable contains an uppercase letter
"""

FIXED = """\
#- manifests/site.pp
class web($Port) {
#         ^^^^^ hint variable_contains_upcase: variable contains a capital letter
#         ^^^^^ hint variable_is_lowercase: variable contains an uppercase letter
  $y = $x-bar
#      ^^ hint variable_contains_dash: variable contains a dash
#      ^^ hint variable_scope: top-scope variable being used without an explicit namespace
  notice("${hostname} ${x}", $facts['os'], $name, $Port)
#           ^^^^^^^^ hint variable_scope: top-scope variable being used without an explicit namespace
#                       ^ hint variable_scope: top-scope variable being used without an explicit namespace
#                                                 ^^^^^ hint variable_contains_upcase: variable contains a capital letter
#                                                 ^^^^^ hint variable_is_lowercase: variable contains an uppercase letter
  [1].each |$x| { notice($x) }
}
class web::more($port = $web::Port) { }
#                       ^^^^^^^^^^ hint variable_contains_upcase: variable contains a capital letter
#                       ^^^^^^^^^^ hint variable_is_lowercase: variable contains an uppercase letter
"""

GOOD = """\
#- manifests/site.pp
class web($port) {
  [$a, $b] = [1, 2]
  [$port].each |$x| { notice("${x} ${a}", $trusted['certname'], $::hostname, $web::params::port) }
}
"""

#: What every class and defined type has.
_GIVEN = frozenset(
    [
        "name",
        "title",
        "module_name",
        "environment",
        "clientcert",
        "clientversion",
        "servername",
        "serverip",
        "serverversion",
        "caller_module_name",
        *METAPARAMETERS,
        "facts",
        "trusted",
        "server_facts",
    ]
)
_SCOPE = "top-scope variable being used without an explicit namespace"
_CAPITAL = re.compile(r"[A-Z]")


@on_node(ast.VariableExpression)
def name(here: Here, node: ast.VariableExpression) -> Iterator[Finding]:
    if _CAPITAL.search(node.name):
        yield LOWERCASE.at(here, node, "variable contains an uppercase letter")
        yield UPCASE.at(here, node, "variable contains a capital letter")
    behind = here.text_of(Span(node.end, node.end + 2))
    if behind[:1] == b"-" and (behind[1:].isalnum() or behind[1:] == b"_"):
        yield DASH.at(here, node, "variable contains a dash")


@on_node(ast.Parameter)
def parameter(here: Here, node: ast.Parameter) -> Iterator[Finding]:
    if _CAPITAL.search(node.name):
        span = Span(node.name_span.start - 1, node.name_span.end)
        yield LOWERCASE.of(here, span, span.start, "variable contains an uppercase letter")
        yield UPCASE.of(here, span, span.start, "variable contains a capital letter")


@on_file
def scopes(view: View) -> Iterator[Finding]:
    """Puppet-lint lets what one definition of a file sets stand for those below it, too."""
    known = set(_GIVEN)
    found = list(definitions(view))
    for kind in (ast.HostClassDefinition, ast.ResourceTypeDefinition):
        for node, base, _ in found:
            if isinstance(node, kind):
                known.update(each.name for each in node.parameters)
                known.update(_assigned(node))
                for span in _foreign(node, base, known, ()):
                    yield SCOPE.of(view, span, span.start, _SCOPE)


def _assigned(node: ast.Node) -> Iterator[str]:
    for each, _ in ast.walk_node(node, 0):
        if isinstance(each, ast.AssignmentExpression):
            yield from (variable.name for variable in assigned_variables(each.left_expr))


def _foreign(node: ast.Node, base: int, known: set[str], bound: tuple[str, ...]) -> Iterator[Span]:
    """The variables that neither the definition nor a lambda around them sets."""
    if isinstance(node, ast.LambdaExpression):
        bound = (*bound, *(each.name for each in node.parameters))
    if isinstance(node, ast.TextExpression) and node.expr.start == node.start:  # without braces: nobody looks
        return
    if isinstance(node, ast.VariableExpression):
        name = node.name
        if name and "::" not in name and name not in known and name not in bound and not name.isdigit():
            yield node.span.shift(base)
    for part in ast.parts(node):
        if isinstance(part, ast.Item):
            yield from _foreign(part.node, base + part.start, known, bound)
        else:
            yield from _foreign(part, base, known, bound)


@on_file
def full_names(view: View) -> Iterator[Finding]:
    if next(definitions(view), None) is None or view.document is None:
        return
    for node, base in ast.walk(view.document.program.body):
        if isinstance(node, ast.VariableExpression) and FULL_NAME.match(node.name) and not _is_bare(view, node, base):
            span = node.span.shift(base)
            start = base + node.name_span.start
            fixes = replacing(view, Span(start, start + 2), "", "Take the :: away")
            message = f"use ${node.name[2:]} instead of ${node.name}"
            yield TOP_SCOPE.of(view, span, span.start, message, fixes=fixes)


def _is_bare(view: View, node: ast.VariableExpression, base: int) -> bool:
    """Whether it stands in a string without braces."""
    assert view.document is not None, "it has a variable"
    at = base + node.start
    leaf = view.document.parsed.tree.root_node.named_descendant_for_byte_range(at, at + 1)
    around = leaf.parent if leaf is not None else None
    return around is not None and around.type in ("interpolated_string", "heredoc_body")
