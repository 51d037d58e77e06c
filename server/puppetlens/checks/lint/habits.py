"""Resources and numbers that are better written in another way.

What it does: finds resources of type `anchor`, `exec` that runs each time, files with `ensure => present`, numbers with a zero in front.
Why it is bad: `contain` has taken the place of anchors; an exec without a condition changes something in each run; `present` makes a
link's target a file; `010` is eight.
Instead: `contain`; `unless`, `onlyif`, `creates` or `refreshonly`; `file`, `link` or `directory`; quotes.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...syntax import ast
from ..finding import Finding
from ..registry import Here, on_node
from .rule import bare_name, replacing, style

ANCHOR = style("anchor_resource")
EXEC = style("exec_idempotency")
PRESENT = style("file_ensure")
ZERO = style("leading_zero")

BAD = """\
#- manifests/site.pp
anchor { 'web::begin': }
#= 1:1-7 hint anchor_resource: manifest includes anchor resource
exec { '/bin/true': path => '/bin' }
#      ^^^^^^^^^^^ hint exec_idempotency: exec without idempotency. set at least one of the attributes: onlyif, unless, creates, refreshonly
file { '/a': ensure => present, mode => 0644 }
#                      ^^^^^^^ hint file_ensure: ensure set to present on file resource
#                                       ^^^^ hint leading_zero: unquoted number with leading zero
file { '/b': ensure => 'present', target => '/a' }
#                      ^^^^^^^^^ hint file_ensure: ensure set to present on file resource
"""

FIXED = """\
#- manifests/site.pp
anchor { 'web::begin': }
#= 1:1-7 hint anchor_resource: manifest includes anchor resource
exec { '/bin/true': path => '/bin' }
#      ^^^^^^^^^^^ hint exec_idempotency: exec without idempotency. set at least one of the attributes: onlyif, unless, creates, refreshonly
file { '/a': ensure => file, mode => '0644' }
file { '/b': ensure => link, target => '/a' }
"""

GOOD = """\
#- manifests/site.pp
exec { '/bin/true': refreshonly => true }
exec { '/bin/false': unless => '/bin/true' }
file { '/a': ensure => file, mode => '0644' }
package { 'vim': ensure => present }
"""

_CONDITIONS = ("onlyif", "unless", "creates", "refreshonly")


@on_node(ast.ResourceExpression)
def resource(here: Here, node: ast.ResourceExpression) -> Iterator[Finding]:
    kind = bare_name(node.type_name)
    for body in node.bodies:
        named = [each for each in body.operations if isinstance(each, ast.AttributeOperation)]
        if kind == "anchor":
            yield ANCHOR.at(here, node.type_name, "manifest includes anchor resource")
        elif kind == "exec" and body.title is not None:
            if not any(each.attribute_name in _CONDITIONS for each in named):
                end = body.title.end
                at = end + here.text_of(body.span)[end - body.start :].find(b":")
                words = f"exec without idempotency. set at least one of the attributes: {', '.join(_CONDITIONS)}"
                yield EXEC.of(here, body.title.span, at, words)
        elif kind == "file":
            yield from _present(here, named)


def _present(here: Here, named: list[ast.AttributeOperation]) -> Iterator[Finding]:
    ensure = next((each for each in named if each.attribute_name == "ensure"), None)
    if ensure is None or here.text_of(ensure.value_expr.span).strip(b"'\"") != b"present":
        return
    value = "link" if any(each.attribute_name == "target" for each in named) else "file"
    fixes = replacing(here, ensure.value_expr.span, value, safe=False)
    yield PRESENT.at(here, ensure.value_expr, "ensure set to present on file resource", fixes=fixes)


@on_node(ast.LiteralInteger, ast.LiteralFloat)
def number(here: Here, node: ast.LiteralInteger | ast.LiteralFloat) -> Iterator[Finding]:
    text = here.text_of(node.span)
    if text[:1] == b"0" and text[1:2].isdigit():
        fixes = replacing(here, node.span, f"'{text.decode()}'", safe=False)
        yield ZERO.at(here, node, "unquoted number with leading zero", fixes=fixes)
