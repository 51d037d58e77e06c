"""A reference to a resource in small letters.

What it does: finds `file['/x']`, where a name in small letters stands before brackets with a text, or the name of a resource
type before brackets with a variable.
Why it is bad: a name in small letters is a text, and brackets behind it take a part of that by numbers: the catalog does
not compile.
Instead: write the type with a capital letter.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..model import builtin
from ..project.autoload import capitalised
from ..syntax import ast
from .finding import Finding
from .near_names import replaced
from .registry import Check, Here, on_node

CHECK = Check("BAD_STRING_SLICE_KEY_TYPE", "error")

BAD = """\
#- manifests/site.pp
file { '/x': require => package['nginx'], notify => web::vhost['a'] }
#                       ^^^^^^^ error BAD_STRING_SLICE_KEY_TYPE: A reference begins with a capital letter: Package
#                                                   ^^^^^^^^^^ error BAD_STRING_SLICE_KEY_TYPE: A reference begins with a capital letter: Web::Vhost
file { '/y': require => package[$package] }
#                       ^^^^^^^ error BAD_STRING_SLICE_KEY_TYPE: A reference begins with a capital letter: Package
define web::vhost() { }
"""

FIXED = """\
#- manifests/site.pp
file { '/x': require => Package['nginx'], notify => Web::Vhost['a'] }
file { '/y': require => Package[$package] }
define web::vhost() { }
"""

GOOD = """\
#- manifests/site.pp
file { '/x': require => Package['nginx'], content => abc[1], owner => abc[$x] }
"""


@on_node(ast.AccessExpression)
def lower_case_reference(here: Here, node: ast.AccessExpression) -> Iterator[Finding]:
    name = node.left_expr
    if not isinstance(name, ast.QualifiedName):
        return
    kinds = (*_TEXTS, ast.VariableExpression) if builtin.is_resource_type(name.value) else _TEXTS
    key = next((each for each in node.keys if isinstance(each, kinds)), None)
    if key is not None:
        right = capitalised(name.value)
        fixes = replaced(here.path, name.span, right)
        message = f"A reference begins with a capital letter: {right}"
        yield CHECK.of(here, name.span, key.anchor, message, fixes=fixes)  # Puppet's error is at the key


_TEXTS = (ast.LiteralString, ast.ConcatenatedString)
