"""A function that is deprecated, or gone from newer versions of what brought it.

What it does: finds calls of Hiera's old functions, and of functions that stdlib 9 or Puppet 8 no longer have, whether or not
they are still there in this environment. Modules made for many sites are passed over within a site.
Why it is bad: the next upgrade ends in `Unknown function`.
Instead: use what the message names.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.edits import FileEdit, TextEdit
from ..base.span import Span
from ..project.autoload import normalise
from ..syntax import ast
from .certainty import judges_all
from .finding import Finding, Fix
from .registry import Check, Here, on_node

CHECK = Check("DEPRECATED_FUNCTION", "information", tags=("deprecated",))

BAD = """\
#- manifests/site.pp
$a = hiera('a')
#    ^^^^^ information DEPRECATED_FUNCTION: The function 'hiera' is deprecated: use lookup()
$b = hiera_array('b', [])
#    ^^^^^^^^^^^ information DEPRECATED_FUNCTION: The function 'hiera_array' is deprecated: use lookup() with merge 'unique'
$c = hiera_hash('c')
#    ^^^^^^^^^^ information DEPRECATED_FUNCTION: The function 'hiera_hash' is deprecated: use lookup() with merge 'hash'
"""

FIXED = """\
#- manifests/site.pp
$a = lookup('a')
$b = hiera_array('b', [])
#    ^^^^^^^^^^^ information DEPRECATED_FUNCTION: The function 'hiera_array' is deprecated: use lookup() with merge 'unique'
$c = lookup('c', Hash, 'hash')
"""

GOOD = """\
#- manifests/site.pp
$a = lookup('a')
$b = [1].flatten
function web::hiera() { 1 }
notice(web::hiera())
"""

#: What to use instead, and what a call with a key alone becomes.
_HIERA = {
    "hiera": ("lookup()", "lookup({})"),
    "hiera_array": ("lookup() with merge 'unique'", "lookup({}, Array, 'unique')"),
    "hiera_hash": ("lookup() with merge 'hash'", "lookup({}, Hash, 'hash')"),
    "hiera_include": ("lookup() and include", "lookup({}, Array[String], 'unique').include"),
}
_GONE = {
    "is_a": "=~", "is_absolute_path": "=~ Stdlib::Absolutepath", "is_array": "=~ Array", "is_bool": "=~ Boolean",
    "is_email_address": "=~ Stdlib::Email", "is_float": "=~ Float", "is_function_available": "defined()",
    "is_hash": "=~ Hash", "is_integer": "=~ Integer", "is_ip_address": "=~ Stdlib::IP::Address",
    "is_ipv4_address": "=~ Stdlib::IP::Address::V4", "is_ipv6_address": "=~ Stdlib::IP::Address::V6",
    "is_mac_address": "=~ Stdlib::MAC", "is_numeric": "=~ Numeric", "is_string": "=~ String",
    "has_key": "in", "dig44": "dig()", "private": "assert_private()",
    "validate_absolute_path": "a parameter of type Stdlib::Absolutepath", "validate_array": "a parameter of type Array",
    "validate_bool": "a parameter of type Boolean", "validate_hash": "a parameter of type Hash",
    "validate_integer": "a parameter of type Integer", "validate_ip_address": "a parameter of type Stdlib::IP::Address",
    "validate_numeric": "a parameter of type Numeric", "validate_re": "a parameter of type Pattern",
    "validate_string": "a parameter of type String", "validate_legacy": "typed parameters",
    "type3x": "type()", "sprintf_hash": "sprintf()",
}  # fmt: skip


@on_node(ast.CallNamedFunctionExpression)
def deprecated_function(here: Here, node: ast.CallNamedFunctionExpression) -> Iterator[Finding]:
    functor = node.functor_expr
    name = normalise(functor.value) if isinstance(functor, ast.QualifiedName) else ""
    if (name not in _HIERA and name not in _GONE) or not judges_all(here.view):
        return
    message = f"The function '{name}' is deprecated: use "
    if name in _GONE:
        yield CHECK.of(here, functor.span, functor.start, f"{message}{_GONE[name]}")
        return
    instead, call = _HIERA[name]
    fixes: tuple[Fix, ...] = ()
    closed = here.text_of(Span(node.end - 1, node.end)) == b")"
    if len(node.arguments) == 1 and node.lambda_ is None and closed:
        key = here.code_of(node.arguments[0].span)
        edit = FileEdit(here.path, TextEdit(node.span, call.format(key)))
        fixes = (Fix(f"Replace by {instead}", (edit,)),)
    yield CHECK.of(here, functor.span, functor.start, f"{message}{instead}", fixes=fixes)
