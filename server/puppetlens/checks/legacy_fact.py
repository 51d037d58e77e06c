"""A legacy fact, which agents of Puppet 8 do not send.

What it does: finds legacy facts as Facter's schema names them, as variables (`$::osfamily`, `$osfamily` where nothing
sets it), in `$facts` and in calls (`$facts.get('osfamily')`, `getvar('osfamily')`), in what `inline_epp` is given, too, where
Puppet 8 is followed. In a file of EPP a name without `::` may be a parameter of `epp()`, so it is passed over; so are modules
made for many sites, within a site.
Why it is bad: without `include_legacy_facts`, which is off in Puppet 8, the value is undef, and the variable an
unknown one: the catalog does not compile.
Instead: use the structured fact. The values are the same; not all have one, `memorysize_mb` is to be computed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ..base.edits import FileEdit, TextEdit
from ..base.language import Language
from ..base.span import Span
from ..library import facts
from ..library.facts.structured import is_always_there, structured
from ..model.document import Document
from ..model.file_scopes import Variable
from ..model.inline_templates import variables_in_heredocs
from ..model.literals import inner, literal
from ..model.variables import bindings
from ..model.view import View
from ..syntax import ast
from .calls import Call, call_of
from .certainty import judges_all
from .facts_asked import fact_asked_for
from .finding import Finding, Fix
from .registry import Check, Here, on_file, on_node

CHECK = Check("LEGACY_FACT", "warning", tags=("deprecated",))
#: The oldest that has none.
_SINCE = 8
LANGUAGE = Language((8, 0, 0))

BAD = """\
#- manifests/site.pp
class web($hostname) {
  if $::osfamily == 'Debian' {
#    ^^^^^^^^^^^ warning LEGACY_FACT: The fact 'osfamily' is a legacy one: use $facts['os']['family']
    notice("${operatingsystem} ${::uuid}: $ipaddress_eth0")
#             ^^^^^^^^^^^^^^^ warning LEGACY_FACT: The fact 'operatingsystem' is a legacy one: use $facts['os']['name']
#                                ^^^^^^ warning LEGACY_FACT: The fact 'uuid' is a legacy one: use $facts['dmi']['product']['uuid']
#                                         ^^^^^^^^^^^^^^^ warning LEGACY_FACT *
  }
  notice($facts['fqdn'], "${facts['processor0']}")
#        ^^^^^^^^^^^^^^ warning LEGACY_FACT: The fact 'fqdn' is a legacy one: use $facts['networking']['fqdn']
#                           ^^^^^^^^^^^^^^^^^^^ warning LEGACY_FACT: The fact 'processor0' is a legacy one: use $facts['processors']['models'][0]
  notice("${facts[id]} ${osfamily.downcase}", $hostname)
#           ^^^^^^^^^ warning LEGACY_FACT: The fact 'id' is a legacy one: use $facts['identity']['user']
#                        ^^^^^^^^ warning LEGACY_FACT: The fact 'osfamily' is a legacy one: use $facts['os']['family']
}
#- manifests/calls.pp
notice($facts.get('osfamily', 'x'), $facts.dig('processor0'), getvar('::fqdn'), getvar('facts.osfamily'))
#                  ^^^^^^^^ warning LEGACY_FACT: The fact 'osfamily' is a legacy one: use $facts['os']['family']
#                                               ^^^^^^^^^^ warning LEGACY_FACT: The fact 'processor0' is a legacy one: use $facts['processors']['models'][0]
#= 1:71-77 warning LEGACY_FACT: The fact 'fqdn' is a legacy one: use $facts['networking']['fqdn']
#= 1:95-103 warning LEGACY_FACT: The fact 'osfamily' is a legacy one: use $facts['os']['family']
notice(get($facts, 'processor0'), getvar('::memorysize_mb'))
#                   ^^^^^^^^^^ warning LEGACY_FACT: The fact 'processor0' is a legacy one: use $facts['processors']['models'][0]
#                                         ^^^^^^^^^^^^^^^ warning LEGACY_FACT: The fact 'memorysize_mb' is a legacy one
#- manifests/inline.pp
notice(inline_epp('<%= $osfamily %> <%= $facts["fqdn"] %>'))
#                      ^^^^^^^^^ warning LEGACY_FACT: The fact 'osfamily' is a legacy one: use $facts['os']['family']
#                                       ^^^^^^^^^^^^^^ warning LEGACY_FACT: The fact 'fqdn' is a legacy one: use $facts['networking']['fqdn']
notice(getvar('osfamily'), inline_epp(@(END)))
#              ^^^^^^^^ warning LEGACY_FACT: The fact 'osfamily' is a legacy one: use $facts['os']['family']
#= 3:7-16 warning LEGACY_FACT: The fact 'osfamily' is a legacy one: use $facts['os']['family']
#= 3:27-35 warning LEGACY_FACT: The fact 'osfamily' is a legacy one: use $facts['os']['family']
  <%= $osfamily %> <%= "${osfamily}" %>
  | END
#- templates/motd.epp
<%= $::memorysize_mb %> <%= $uptime %>
#= 1:5-21 warning LEGACY_FACT: The fact 'memorysize_mb' is a legacy one
"""

FIXED = """\
#- manifests/site.pp
class web($hostname) {
  if $facts['os']['family'] == 'Debian' {
    notice("${facts['os']['name']} ${facts['dmi']['product']['uuid']}: ${facts['networking']['interfaces']['eth0']['ip']}")
  }
  notice($facts['networking']['fqdn'], "${facts['processors']['models'][0]}")
  notice("${facts['identity']['user']} ${facts['os']['family'].downcase}", $hostname)
}
#- manifests/calls.pp
notice($facts.get('os.family', 'x'), $facts.dig('processors', 'models', 0), getvar('facts.networking.fqdn'), getvar('facts.os.family'))
notice(get($facts, 'processors.models.0'), getvar('::memorysize_mb'))
#                                                  ^^^^^^^^^^^^^^^ warning LEGACY_FACT: The fact 'memorysize_mb' is a legacy one
#- manifests/inline.pp
notice(inline_epp('<%= $facts["os"]["family"] %> <%= $facts["networking"]["fqdn"] %>'))
notice(getvar('facts.os.family'), inline_epp(@(END)))
  <%= $facts['os']['family'] %> <%= "${facts['os']['family']}" %>
  | END
#- templates/motd.epp
<%= $::memorysize_mb %> <%= $uptime %>
#= 1:5-21 warning LEGACY_FACT: The fact 'memorysize_mb' is a legacy one
"""

GOOD = """\
#- manifests/site.pp
$fqdn = $trusted['certname']
class web($id, $domain = $facts['networking']['domain']) inherits web::params {
  $mine = { 'hostname' => 1 }
  notice($id, $domain, $architecture, $::fqdn, $mine['hostname'], $facts['kernel'], $facts['uptime_of_mine'])
  [1].each |$uuid| { notice($uuid) }
  include web::more
  notice($mine.get('osfamily'), $facts.get('os.hostname'), getvar('::fqdn'), getvar('web::osfamily'), getvar('id'))
  notice(inline_epp('<%= $osfamily %>', { 'osfamily' => 'x' }), inline_epp('<% $fqdn = 1 %><%= $fqdn %> <%= $id %>'))
}
class web::params { $architecture = 'any' }
#- modules/web/manifests/more.pp
class web::more inherits gone::params { notice($selinux) }
#- Puppetfile
mod 'someone-gone'
"""

#: A variable that may be one; scopes are looked up for those alone.
_MAY_BE = re.compile(rb"[${]\s*((?:::)?[a-z][a-z0-9_A-Z]*)")
#: What a variable without braces stands in as a part of a text.
_TEXTS = ("interpolated_string", "heredoc_body")


@on_file
def legacy_variable(view: View) -> Iterator[Finding]:
    document = view.document
    if document is None or not is_told(view):
        return
    for match in _MAY_BE.finditer(document.text.data):
        name = match[1].decode().removeprefix("::")
        if is_legacy(name):
            variable = document.scopes.standing_at(match.start(1))
            if variable is not None and _is_fact(view, variable):
                yield _finding(view, name, variable.span, *_around(document, variable))
    for variable in variables_in_heredocs(document):
        name = variable.name.removeprefix("::")
        if is_legacy(name) and _is_fact(view, variable):
            sigil = document.text.data[variable.span.start : variable.span.start + 1]
            yield _finding(view, name, variable.span, "$facts" if sigil == b"$" else "facts")


@on_file
def legacy_getvar(view: View) -> Iterator[Finding]:
    """`getvar('osfamily')`, which asks the scope that it stands in."""
    document = view.document
    if document is None or b"getvar" not in document.text.data or not is_told(view):
        return
    for node, base in ast.walk(document.program.body):
        if isinstance(node, (ast.CallNamedFunctionExpression, ast.CallMethodExpression)):
            function, given = call_of(node)
            written = literal(given[0]) if function == "getvar" and given else None
            name = written.removeprefix("::") if written is not None else ""
            span = inner(given[0]).shift(base) if given else node.span
            if written is None or not is_legacy(name) or len(written) != span.end - span.start:
                continue
            if _is_fact(view, document.scopes.variable(written, span)):
                yield _told(view, name, span, span, ".".join(("facts", *map(str, structured(name) or ()))))


@on_node(ast.AccessExpression)
def legacy_member(here: Here, node: ast.AccessExpression) -> Iterator[Finding]:
    left, keys = node.left_expr, node.keys
    if not isinstance(left, ast.VariableExpression) or left.name not in ("facts", "::facts") or len(keys) != 1:
        return
    name = keys[0].value if isinstance(keys[0], (ast.LiteralString, ast.QualifiedName)) else None
    if name is not None and is_legacy(name) and is_told(here.view):
        yield _finding(here, name, node.span, here.code_of(left.span))


@on_node(ast.CallNamedFunctionExpression, ast.CallMethodExpression)
def legacy_fact_asked_for(here: Here, node: Call) -> Iterator[Finding]:
    asked = fact_asked_for(node)
    key = asked.keys[0] if asked is not None else None
    if asked is not None and key is not None and key.name is not None and is_legacy(key.name) and is_told(here.view):
        path = structured(key.name) or ()
        now = ".".join(map(str, path)) if asked.dotted else ", ".join(map(repr, path))
        yield _told(here, key.name, key.span, key.written, now)


def is_told(view: View) -> bool:
    return view.snapshot.settings.language.major >= _SINCE and judges_all(view)


@lru_cache(maxsize=4096)
def is_legacy(name: str) -> bool:
    """By a fixed name, or one with a part that is surely that of an interface, a disk, a processor."""
    fact = facts.find(name)
    return fact is not None and fact.legacy and (name in facts.core() or structured(name) is not None)


def _is_fact(view: View, variable: Variable) -> bool:
    """Whether nothing that is known sets it, and all is known that might."""
    if variable.binds:
        return False
    if not variable.name.startswith("::"):
        for scope in variable.home.chain():
            if scope.kind == "template":
                return False
            if scope.inherits and scope.owner is not None and None in view.lineage(scope.owner.name):
                return False
    return not bindings(view, variable)


def _around(document: Document, variable: Variable) -> tuple[str, str]:
    """What `$facts` is written as in place of a variable, and what stands behind the keys."""
    text = document.text.data[variable.span.start : variable.span.end]
    if not text.startswith(b"$"):
        return "facts", ""
    at = variable.name_span.start
    leaf = document.parsed.tree.root_node.named_descendant_for_byte_range(at, at + 1)
    in_text = leaf is not None and leaf.parent is not None and leaf.parent.type in _TEXTS
    return ("${facts", "}") if in_text else ("$facts", "")


def _finding(here: Here | View, name: str, span: Span, before: str, after: str = "") -> Finding:
    keys = "".join(f"[{key!r}]" for key in structured(name) or ())
    return _told(here, name, span, span, f"{before}{keys}{after}")


def _told(here: Here | View, name: str, span: Span, replaced: Span, now: str) -> Finding:
    """`now` stands for the structured fact, if there is one."""
    path = structured(name)
    if path is None:
        return CHECK.of(here, span, span.start, f"The fact '{name}' is a legacy one")
    said = f"$facts{''.join(f'[{key!r}]' for key in path)}"
    fix = Fix(f"Replace by {said}", (FileEdit(here.path, TextEdit(replaced, now)),), is_always_there(path))
    return CHECK.of(here, span, span.start, f"The fact '{name}' is a legacy one: use {said}", fixes=(fix,))
