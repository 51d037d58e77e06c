"""Attributes of resources.

What it does: looks at the order of attributes and at doubled ones, at `ensure` and `mode` of files, at titles without quotes, at selectors
inside of resources.
Why it is bad: what a resource is should be seen at its first line; a mode of three digits or without quotes is read as another
number than meant; an attribute that is there twice is an error.
Instead: `ensure` first; `mode => '0644'`; `ensure => link` with a `target`; a variable for what is chosen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...base.span import Span
from ...syntax import ast
from ...syntax.formatting.lines import newline_of
from ..finding import Finding, Fix
from ..registry import Here, on_node
from .rule import bare_name, begins, plain_text, replacing, style, swapping

DUPLICATE = style("duplicate_params")
ENSURE_FIRST = style("ensure_first_param")
SYMLINK = style("ensure_not_symlink_target")
MODE = style("file_mode")
UNQUOTED_MODE = style("unquoted_file_mode")
UNQUOTED_TITLE = style("unquoted_resource_title")
SELECTOR = style("selector_inside_resource")

BAD = """\
#- manifests/site.pp
file { motd:
#      ^^^^ hint unquoted_resource_title: unquoted resource title
  mode => 644,
#         ^^^ hint file_mode: mode should be represented as a 4 digit octal value or symbolic mode
#         ^^^ hint unquoted_file_mode: unquoted file mode
}
file { '/etc/hosts':
  owner  => 'root', # who else
  ensure => file,
# ^^^^^^ hint ensure_first_param: ensure found on line but it's not the first attribute
}
file { ['/etc/issue', issue]:
#                     ^^^^^ hint unquoted_resource_title: unquoted resource title
  ensure  => '/etc/issue.real',
#            ^^^^^^^^^^^^^^^^^ hint ensure_not_symlink_target: symlink target specified in ensure attr
  content => $x ? { 'a' => 'b', default => 'c' },
#         ^^ hint selector_inside_resource: selector inside resource block
}
file { '/tmp/x': mode => '644' }
#                        ^^^^^ hint file_mode: mode should be represented as a 4 digit octal value or symbolic mode
exec { '/bin/x': path => '/bin', path => '/usr/bin' }
#                                ^^^^ hint duplicate_params: duplicate parameter found in resource
"""

FIXED = """\
#- manifests/site.pp
file { 'motd':
  mode => '0644',
}
file { '/etc/hosts':
  ensure => file, # who else
  owner  => 'root',
}
file { ['/etc/issue', 'issue']:
  ensure => link,
  target => '/etc/issue.real',
  content => $x ? { 'a' => 'b', default => 'c' },
#         ^^ hint selector_inside_resource: selector inside resource block
}
file { '/tmp/x': mode => '0644' }
exec { '/bin/x': path => '/bin', path => '/usr/bin' }
#                                ^^^^ hint duplicate_params: duplicate parameter found in resource
"""

GOOD = """\
#- manifests/site.pp
file { '/etc/motd':
  ensure => link,
  target => '/etc/motd.real',
  mode   => 'u+rw',
}
file { '/etc/issue': mode => $mode }
class { 'web': port => 1, ensure => present }
"""

_SYMBOLIC = "([ugoa]*[-=+][-=+rstwxXugo]*)(,[ugoa]*[-=+][-=+rstwxXugo]*)*"
_MODE = re.compile(rf"([0-7]{{4}}|{_SYMBOLIC})\Z")
_MODE_WORDS = "mode should be represented as a 4 digit octal value or symbolic mode"
_WITH_MODE = ("file", "concat")
_ENSURE_WORDS = "ensure found on line but it's not the first attribute"


@on_node(ast.ResourceExpression)
def resource(here: Here, node: ast.ResourceExpression) -> Iterator[Finding]:
    kind = bare_name(node.type_name)
    for body in node.bodies:
        named = [each for each in body.operations if isinstance(each, ast.AttributeOperation) and each.operator == "=>"]
        yield from _duplicates(here, body, named)
        if kind != "class":
            yield from _ensure_first(here, named)
        if kind == "file":
            yield from _symlink(here, named)
        if kind in _WITH_MODE:
            yield from _mode(here, named)
        yield from _titles(here, body)
        for operation in body.operations:
            yield from _selectors(here, operation)


def _duplicates(here: Here, body: ast.ResourceBody, named: list[ast.AttributeOperation]) -> Iterator[Finding]:
    """Those of the resource, and bare words that are keys in hashes and selectors of its values."""
    tables = [[(each.attribute_name, each.name_span) for each in named]]
    for operation in body.operations:
        for node, _ in ast.walk_node(operation, 0):
            if isinstance(node, ast.LiteralHash):
                tables.append([(name, each.key.span) for each in node.entries if (name := bare_name(each.key))])
            elif isinstance(node, ast.SelectorExpression):
                keys = [each.matching_expr for each in node.selectors]
                tables.append([(name, each.span) for each in keys if (name := bare_name(each))])
    for table in tables:
        seen: set[str] = set()
        for name, span in table:
            if name in seen:
                yield DUPLICATE.of(here, span, span.start, "duplicate parameter found in resource")
            seen.add(name)


def _ensure_first(here: Here, named: list[ast.AttributeOperation]) -> Iterator[Finding]:
    at = next((at for at, each in enumerate(named) if each.attribute_name == "ensure"), 0)
    if at:
        span = named[at].name_span
        fixes = swapping(here, _own(here, named[0]), _own(here, named[at]), "Put ensure first")
        yield ENSURE_FIRST.of(here, span, span.start, _ENSURE_WORDS, fixes=fixes)


def _own(here: Here, operation: ast.AttributeOperation) -> Span:
    """An attribute without its comma."""
    return Span(operation.start, operation.value_expr.end)


def _symlink(here: Here, named: list[ast.AttributeOperation]) -> Iterator[Finding]:
    for each in named:
        if each.attribute_name != "ensure":
            continue
        first = begins(each.value_expr)
        if here.text_of(Span(first.start, first.start + 2))[1:] == b"/":
            fixes: tuple[Fix, ...] = ()
            if first is each.value_expr and not any(other.attribute_name == "target" for other in named):
                text, value = f"ensure => link,{_gap(here, each)}target => ", here.code_of(first.span)
                fixes = replacing(here, _own(here, each), text + value, "Give the target as such")
            yield SYMLINK.at(here, first, "symlink target specified in ensure attr", fixes=fixes)


def _gap(here: Here, operation: ast.AttributeOperation) -> str:
    """What stands before an attribute that has a line of its own."""
    before = here.text_of(Span(max(operation.start - 200, 0), operation.start))
    line = before[before.rfind(b"\n") + 1 :]
    return (newline_of(before) + line).decode() if b"\n" in before and not line.strip() else " "


def _mode(here: Here, named: list[ast.AttributeOperation]) -> Iterator[Finding]:
    for each in named:
        if each.attribute_name != "mode":
            continue
        value = begins(each.value_expr)
        text = here.code_of(value.span)
        if isinstance(value, ast.QualifiedName | ast.LiteralInteger | ast.LiteralFloat) and not _is_call(here, value):
            fixes = replacing(here, value.span, f"'{_four(text)}'") if value is each.value_expr else ()
            yield UNQUOTED_MODE.at(here, value, "unquoted file mode", fixes=fixes)
        written = _first_text(here, value, text)
        if written is not None and not _MODE.match(written):
            three = value is each.value_expr and re.fullmatch("[0-7]{3}", written)
            fixes = replacing(here, value.span, f"'{_four(written)}'") if three else ()
            yield MODE.at(here, value, _MODE_WORDS, fixes=fixes)


def _four(digits: str) -> str:
    return f"0{digits}" if re.fullmatch("[0-7]{3}", digits) else digits


def _is_call(here: Here, node: ast.Expression) -> bool:
    return here.text_of(Span(node.end, node.end + 1)) == b"("


def _first_text(here: Here, value: ast.Expression, text: str) -> str | None:
    """What puppet-lint takes for the mode: the text of a string up to what is interpolated; None where it does not look."""
    if isinstance(value, ast.VariableExpression | ast.LiteralUndef | ast.CallNamedFunctionExpression) or _is_call(
        here, value
    ):
        return None
    plain = plain_text(here, value)
    if plain is not None:
        return plain
    if isinstance(value, ast.ConcatenatedString):
        first = value.segments[0] if value.segments else None
        return here.code_of(first.span) if isinstance(first, ast.LiteralString) else ""
    return text


def _titles(here: Here, body: ast.ResourceBody) -> Iterator[Finding]:
    title = body.title
    for each in title.values if isinstance(title, ast.LiteralList) else (title,):
        if isinstance(each, ast.QualifiedName) or (isinstance(each, ast.LiteralString) and _is_bare(here, each)):
            text = here.code_of(each.span)
            yield UNQUOTED_TITLE.at(
                here, each, "unquoted resource title", fixes=replacing(here, each.span, f"'{text}'")
            )


def _is_bare(here: Here, node: ast.LiteralString) -> bool:
    return here.text_of(Span(node.start, node.start + 1)) not in (b"'", b'"')


def _selectors(here: Here, operation: ast.AttributeOperation | ast.AttributesOperation) -> Iterator[Finding]:
    for node, _ in ast.walk_node(operation, 0):
        if isinstance(node, ast.AttributeOperation):
            value, arrow = node.value_expr, node.name_span.end
        elif isinstance(node, ast.KeyedEntry):
            value, arrow = node.value, node.key.end
        elif isinstance(node, ast.SelectorEntry):
            value, arrow = node.value_expr, node.matching_expr.end
        else:
            continue
        if isinstance(value, ast.SelectorExpression) and isinstance(begins(value), ast.VariableExpression):
            at = arrow + here.text_of(Span(arrow, value.start)).find(b"=>")
            if _is_token(here, value.left_expr):
                yield SELECTOR.of(here, Span(at, at + 2), at, "selector inside resource block")


def _is_token(here: Here, node: ast.Expression) -> bool:
    """Whether it is a variable with its keys right behind it."""
    while isinstance(node, ast.AccessExpression):
        if here.text_of(Span(node.left_expr.end, node.left_expr.end + 1)) != b"[":
            return False
        node = node.left_expr
    return isinstance(node, ast.VariableExpression)
