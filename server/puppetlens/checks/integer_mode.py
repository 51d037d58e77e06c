"""The mode of a file as a number.

What it does: finds `mode => 0644` and `mode => 644` of resources of type `file`, also where a
reference, a default, a collector or a hash (`* => { mode => 0644 }`) sets it.
Why it is bad: the catalog compiles, and the agent refuses it: `The file mode specification must be a string, not 'Integer'`.
Instead: write four digits in quotes; what begins with a zero is octal as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..base.edits import FileEdit, TextEdit
from ..syntax import ast
from .finding import Finding, Fix
from .invalid_value import values_set
from .registry import Check, Here, on_node

CHECK = Check("INTEGER_MODE", "warning")

BAD = """\
#- manifests/site.pp
file { '/a': mode => 0644 }
#                    ^^^^ warning INTEGER_MODE: The file mode specification must be a string, not 'Integer'
File { mode => 755 }
#              ^^^ warning INTEGER_MODE: The file mode specification must be a string, not 'Integer'
file { '/b': * => {}, mode => 420 }
#                             ^^^ warning INTEGER_MODE: The file mode specification must be a string, not 'Integer'
File['/a'] { mode => 9 }
#                    ^ warning INTEGER_MODE: The file mode specification must be a string, not 'Integer'
file { '/c': * => { 'mode' => 0755 } }
#                             ^^^^ warning INTEGER_MODE: The file mode specification must be a string, not 'Integer'
File <| title == '/d' |> { mode => 0640 }
#                                  ^^^^ warning INTEGER_MODE: The file mode specification must be a string, not 'Integer'
"""

FIXED = """\
#- manifests/site.pp
file { '/a': mode => '0644' }
File { mode => '0755' }
file { '/b': * => {}, mode => '0420' }
File['/a'] { mode => 9 }
#                    ^ warning INTEGER_MODE: The file mode specification must be a string, not 'Integer'
file { '/c': * => { 'mode' => '0755' } }
File <| title == '/d' |> { mode => '0640' }
"""

GOOD = """\
#- manifests/site.pp
file { '/a': mode => '0644' }
file { '/b': mode => 'u=rw' }
web::file { '/c': mode => 644, * => { mode => 644 } }
file { '/d': * => { owner => 0, "${1}" => 0644 } }
Web::File <| |> { mode => 644 }
define web::file($mode) { }
"""

_SAID = "The file mode specification must be a string, not 'Integer'"


@on_node(ast.ResourceExpression)
def resource(here: Here, node: ast.ResourceExpression) -> Iterator[Finding]:
    if isinstance(node.type_name, ast.QualifiedName) and node.type_name.value.removeprefix("::") == "file":
        for body in node.bodies:
            yield from _modes(here, body.operations)


@on_node(ast.ResourceDefaultsExpression)
def defaults(here: Here, node: ast.ResourceDefaultsExpression) -> Iterator[Finding]:
    if _is_file(node.type_ref):
        yield from _modes(here, node.operations)


@on_node(ast.CollectExpression)
def collector(here: Here, node: ast.CollectExpression) -> Iterator[Finding]:
    if _is_file(node.type_expr):
        yield from _modes(here, node.operations)


@on_node(ast.ResourceOverrideExpression)
def override(here: Here, node: ast.ResourceOverrideExpression) -> Iterator[Finding]:
    if isinstance(node.resources, ast.AccessExpression) and _is_file(node.resources.left_expr):
        yield from _modes(here, node.operations)


def _is_file(node: ast.Node) -> bool:
    return isinstance(node, ast.QualifiedReference) and node.cased_value.lower().removeprefix("::") == "file"


def _modes(here: Here, operations: ast.Operations) -> Iterator[Finding]:
    for each in operations:
        _, value = (values_set((each,)) or {}).get("mode", (None, None))
        if isinstance(value, ast.LiteralInteger):
            written = re.fullmatch("(0?)([0-7]{3})", here.code_of(value.span))
            fixes = _quoted(here, value, written[2], bool(written[1])) if written else ()
            yield CHECK.at(here, value, _SAID, fixes=fixes)


def _quoted(here: Here, value: ast.LiteralInteger, digits: str, octal: bool) -> tuple[Fix, ...]:
    """Of three digits only their writer knows whether they are octal."""
    return (Fix("Write it in quotes", (FileEdit(here.path, TextEdit(value.span, f"'0{digits}'")),), octal),)
