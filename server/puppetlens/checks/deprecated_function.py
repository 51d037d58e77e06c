"""A function that is deprecated, or gone from newer versions of what brought it.

What it does: finds calls of Hiera's old functions, and of functions that stdlib 9 or Puppet 8 no longer have, whether or not
they are still there in this environment (one that is surely gone is told as an unknown function, with what to use instead);
where its stdlib has `stdlib::merge`, calls of `merge` and its like, which only call that and are to go. Modules made for many sites are passed over
within a site.
Why it is bad: the next upgrade ends in `Unknown function`.
Instead: use what the message names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..base.edits import FileEdit, TextEdit
from ..base.span import Span
from ..model.item_facts import Reference
from ..syntax import ast
from .calls import Call, call_of, functor_of
from .certainty import judges_all
from .finding import Finding, Fix
from .registry import Check, Here, on_node, on_use

CHECK = Check("DEPRECATED_FUNCTION", "information", tags=("deprecated",), said_by="UNKNOWN_FUNCTION")

BAD = """\
#- modules/stdlib/lib/puppet/functions/merge.rb
Puppet::Functions.create_function(:merge) do
end
#- modules/stdlib/lib/puppet/functions/stdlib/merge.rb
Puppet::Functions.create_function(:'stdlib::merge') do
end
#- manifests/site.pp
$d = merge({}, {})
#    ^^^^^ information DEPRECATED_FUNCTION: The function 'merge' is deprecated: use stdlib::merge()
$e = $d.merge({ 'a' => 1 })
#       ^^^^^ information DEPRECATED_FUNCTION: The function 'merge' is deprecated: use stdlib::merge()
$a = hiera('a')
#    ^^^^^ information DEPRECATED_FUNCTION: The function 'hiera' is deprecated: use lookup()
$b = hiera_array('b', [])
#    ^^^^^^^^^^^ information DEPRECATED_FUNCTION: The function 'hiera_array' is deprecated: use lookup() with merge 'unique'
$c = hiera_hash('c')
#    ^^^^^^^^^^ information DEPRECATED_FUNCTION: The function 'hiera_hash' is deprecated: use lookup() with merge 'hash'
$f = 'a'.hiera
#        ^^^^^ information DEPRECATED_FUNCTION: The function 'hiera' is deprecated: use lookup()
if is_array($a) or !is_bool($b + 1) { notice($c.is_hash) }
#  ^^^^^^^^ information DEPRECATED_FUNCTION: The function 'is_array' is deprecated: use =~ Array
#                   ^^^^^^^ information DEPRECATED_FUNCTION: The function 'is_bool' is deprecated: use =~ Boolean
#                                               ^^^^^^^ information DEPRECATED_FUNCTION: The function 'is_hash' is deprecated: use =~ Hash
#- modules/stdlib/lib/puppet/functions/is_array.rb
Puppet::Functions.create_function(:is_array) do
end
#- modules/stdlib/lib/puppet/functions/is_bool.rb
Puppet::Functions.create_function(:is_bool) do
end
#- modules/stdlib/lib/puppet/functions/is_hash.rb
Puppet::Functions.create_function(:is_hash) do
end
"""

FIXED = """\
#- modules/stdlib/lib/puppet/functions/merge.rb
Puppet::Functions.create_function(:merge) do
end
#- modules/stdlib/lib/puppet/functions/stdlib/merge.rb
Puppet::Functions.create_function(:'stdlib::merge') do
end
#- manifests/site.pp
$d = stdlib::merge({}, {})
$e = $d.stdlib::merge({ 'a' => 1 })
$a = lookup('a')
$b = hiera_array('b', [])
#    ^^^^^^^^^^^ information DEPRECATED_FUNCTION: The function 'hiera_array' is deprecated: use lookup() with merge 'unique'
$c = lookup('c', Hash, 'hash')
$f = lookup('a')
if $a =~ Array or !(($b + 1) =~ Boolean) { notice(($c =~ Hash)) }
#- modules/stdlib/lib/puppet/functions/is_array.rb
Puppet::Functions.create_function(:is_array) do
end
#- modules/stdlib/lib/puppet/functions/is_bool.rb
Puppet::Functions.create_function(:is_bool) do
end
#- modules/stdlib/lib/puppet/functions/is_hash.rb
Puppet::Functions.create_function(:is_hash) do
end
"""

GOOD = """\
#- modules/stdlib/lib/puppet/functions/merge.rb
Puppet::Functions.create_function(:merge) do
end
#- manifests/site.pp
$d = merge({}, {}) # of stdlib 8, which has no other
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
    "has_key": "in", "dig44": "dig()", "private": "assert_private()", "hash": "Hash()", "try_get_value": "get()",
    "is_domain_name": "=~ Stdlib::Fqdn", "validate_slength": "a parameter of type String[1, 10]",
    "validate_ipv4_address": "a parameter of type Stdlib::IP::Address::V4",
    "validate_ipv6_address": "a parameter of type Stdlib::IP::Address::V6",
    "validate_absolute_path": "a parameter of type Stdlib::Absolutepath", "validate_array": "a parameter of type Array",
    "validate_bool": "a parameter of type Boolean", "validate_hash": "a parameter of type Hash",
    "validate_integer": "a parameter of type Integer", "validate_ip_address": "a parameter of type Stdlib::IP::Address",
    "validate_numeric": "a parameter of type Numeric", "validate_re": "a parameter of type Pattern",
    "validate_string": "a parameter of type String", "validate_legacy": "typed parameters",
    "type3x": "type()", "sprintf_hash": "sprintf()",
}  # fmt: skip

#: Those that say of all values what the comparison with a type says.
_SAME = frozenset(("is_array", "is_bool", "is_hash"))
#: What binds closer than `=~`, and what holds a comparison without brackets.
_PLAIN = (ast.VariableExpression, ast.AccessExpression, ast.LiteralString, ast.CallNamedFunctionExpression)
_LOOSE = (ast.IfExpression, ast.AndExpression, ast.OrExpression, ast.AssignmentExpression, ast.ParenthesizedExpression)

#: What stdlib 9 (`time`: 9.5) calls by another name, with the same arguments, until it takes these away.
_RENAMED = frozenset((
    "batch_escape", "ensure_packages", "fqdn_rand_string", "fqdn_rotate", "has_interface_with", "merge", "os_version_gte",
    "parsehocon", "powershell_escape", "seeded_rand", "seeded_rand_string", "shell_escape", "time", "to_json",
    "to_json_pretty", "to_python", "to_ruby", "to_toml", "to_yaml", "type_of", "validate_domain_name",
    "validate_email_address",
))  # fmt: skip


@on_use("function")
def renamed(here: Here, reference: Reference) -> Iterator[Finding]:
    name, view = reference.name, here.view
    if name in _RENAMED and judges_all(view) and not view.is_published:
        path = view.ruby.function_path(name)
        if path is None or view.module_around(path) != "stdlib" or view.ruby.function_path(f"stdlib::{name}") is None:
            return
        fixes = (
            Fix(f"Call stdlib::{name}", (FileEdit(here.path, TextEdit(reference.span, f"stdlib::{name}")),), True),
        )
        yield CHECK.at(here, reference, f"The function '{name}' is deprecated: use stdlib::{name}()", fixes=fixes)


@on_node(ast.CallNamedFunctionExpression, ast.CallMethodExpression)
def deprecated_function(here: Here, node: Call) -> Iterator[Finding]:
    name, given = call_of(node)
    if (name not in _HIERA and name not in _GONE) or not judges_all(here.view):
        return
    instead, fixes = _GONE[name] if name in _GONE else _HIERA[name][0], tuple(_fixes(here, node, name, given))
    place = functor_of(node)
    yield CHECK.of(here, place.span, place.start, f"The function '{name}' is deprecated: use {instead}", fixes=fixes)


def of_gone(name: str) -> str:
    """What is said of a function that is not there any more."""
    return f" (newer versions of stdlib have none: use {_GONE[name]})" if name in _GONE else ""


def _fixes(here: Here, node: Call, name: str, given: Sequence[ast.Expression]) -> Iterator[Fix]:
    is_whole = isinstance(node, ast.CallMethodExpression) or here.text_of(Span(node.end - 1, node.end)) == b")"
    if len(given) != 1 or node.lambda_ is not None or not is_whole:
        return
    argument, type_ = here.code_of(given[0].span), _GONE.get(name, "").removeprefix("=~ ")
    if name in _HIERA:
        instead, call = _HIERA[name]
        now = call.format(argument)
    elif name.startswith("is_") and _GONE[name] != type_:
        instead = _GONE[name]
        now = f"{argument if isinstance(given[0], _PLAIN) else f'({argument})'} {instead}"
        now = now if not here.parents or isinstance(here.parents[-1], _LOOSE) else f"({now})"
    else:
        return
    # The others take texts that look so, or differ in what they take.
    edit = FileEdit(here.path, TextEdit(node.span, now))
    yield Fix(f"Replace by {instead}", (edit,), name in _SAME)
