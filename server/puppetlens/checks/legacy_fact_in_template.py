"""A legacy fact in an ERB template, which agents of Puppet 8 do not send.

What it does: finds `@osfamily`, `scope['::osfamily']`, `scope.lookupvar('osfamily')`, `@facts['osfamily']` and the like, where
Puppet 8 is followed and nothing that renders the template sets such a variable; in what `inline_template` is given, too.
Modules made for many sites are passed over within a site.
Why it is bad: without `include_legacy_facts`, which is off in Puppet 8, the value is nil: what is written is empty, and a
comparison takes the wrong branch, without a word. Where the scope is asked for the variable, the catalog does not compile.
Instead: use the structured fact; `@facts` has them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..base.edits import FileEdit, TextEdit
from ..base.language import Language
from ..base.span import Span
from ..library.facts.structured import Path, is_always_there, structured
from ..model.data_document import DataDocument
from ..model.entity import Entity
from ..model.summary import ANYTHING, Facet
from ..model.templates import rendered_in, seen_from
from ..model.variables import bindings_of
from ..model.view import View
from ..project.autoload import module_of
from ..ruby.fact_names import FactAsked, facts_in_template
from ..ruby.names import RubyName, names_in_template
from .finding import Finding, Fix
from .legacy_fact import is_legacy, is_told
from .registry import Check, on_data

CHECK = Check("LEGACY_FACT_IN_TEMPLATE", "warning", tags=("deprecated",))
LANGUAGE = Language((8, 0, 0))
_ASSIGNED = rb"@%s\b\s*(?:\|\||&&|[-+*/])?=(?![=~>])"

BAD = """\
#- modules/web/manifests/init.pp
class web($hostname) { $x = template('web/motd.erb') }
#- modules/web/manifests/inline.pp
class web::inline($gid) {
  $x = inline_template('<%= @osfamily %>', '<%= scope["fqdn"] %> <%= @gid %>')
#                            ^^^^^^^^ warning LEGACY_FACT_IN_TEMPLATE: The fact 'osfamily' is a legacy one: use @facts['os']['family']
#                                                      ^^^^ warning LEGACY_FACT_IN_TEMPLATE: The fact 'fqdn' is a legacy one: use @facts['networking']['fqdn']
}
#- modules/web/templates/motd.erb
<% if @osfamily == 'Debian' -%>
#= 1:8-16 warning LEGACY_FACT_IN_TEMPLATE: The fact 'osfamily' is a legacy one: use @facts['os']['family']
<%= @hostname %> <%= @kernel %>
<% end -%>
#- modules/web/templates/scope.erb
<%= scope['::osfamily'] %> <%= scope.lookupvar('fqdn').upcase %> <%= @facts['osfamily'] %>
#          ^^^^^^^^^^ warning LEGACY_FACT_IN_TEMPLATE: The fact 'osfamily' is a legacy one: use @facts['os']['family']
#= 1:49-53 warning LEGACY_FACT_IN_TEMPLATE: The fact 'fqdn' is a legacy one: use @facts['networking']['fqdn']
#= 1:78-86 warning LEGACY_FACT_IN_TEMPLATE: The fact 'osfamily' is a legacy one: use @facts['os']['family']
<%= scope['facts']['fqdn'] %> <%= @facts.dig('processor0') %> <%= scope.include?('osfamily') %>
#                   ^^^^ warning LEGACY_FACT_IN_TEMPLATE: The fact 'fqdn' is a legacy one: use @facts['networking']['fqdn']
#= 2:47-57 warning LEGACY_FACT_IN_TEMPLATE: The fact 'processor0' is a legacy one: use @facts['processors']['models'][0]
#= 2:83-91 warning LEGACY_FACT_IN_TEMPLATE: The fact 'osfamily' is a legacy one: use @facts['os']['family']
"""

FIXED = """\
#- modules/web/manifests/init.pp
class web($hostname) { $x = template('web/motd.erb') }
#- modules/web/manifests/inline.pp
class web::inline($gid) {
  $x = inline_template('<%= @facts["os"]["family"] %>', '<%= @facts["networking"]["fqdn"] %> <%= @gid %>')
}
#- modules/web/templates/motd.erb
<% if @facts['os']['family'] == 'Debian' -%>
<%= @hostname %> <%= @kernel %>
<% end -%>
#- modules/web/templates/scope.erb
<%= @facts['os']['family'] %> <%= @facts['networking']['fqdn'].upcase %> <%= @facts['os']['family'] %>
<%= scope['facts']['networking']['fqdn'] %> <%= @facts.dig('processors', 'models', 0) %> <%= scope.include?('osfamily') %>
#= 2:110-118 warning LEGACY_FACT_IN_TEMPLATE: The fact 'osfamily' is a legacy one: use @facts['os']['family']
"""

GOOD = """\
#- modules/web/manifests/init.pp
class web($osfamily) { $x = template('web/motd.erb') }
#- modules/web/templates/motd.erb
<%= @osfamily %> <%= @facts['os']['family'] %> <%= scope['osfamily'] %> <%= @facts['os']['hostname'] %>
<%= scope['::architecture'] %> <%= @architecture %> <%= @facts['kernel'] %> <%= @mine['fqdn'] %> <%= scope['web::fqdn'] %>
#- manifests/site.pp
$architecture = 'any'
#- modules/web/manifests/part.pp
define web::part($gid) { $y = template("web/${name}.erb") }
#- modules/web/templates/part.erb
<%= @gid %> <% @uuid ||= 'none' -%> <%= @uuid %>
"""


@on_data("erb")
def legacy_fact_in_template(view: View, document: DataDocument) -> Iterator[Finding]:
    if is_told(view):
        data = document.text.data
        yield from _variables(view, names_in_template(data))
        yield from _keys(view, facts_in_template(data))


def _variables(view: View, names: Iterable[RubyName]) -> Iterator[Finding]:
    for each in names:
        name = each.name.removeprefix("::")
        path = structured(name) if each.kind in ("own", "variable") else None
        if path is not None and is_legacy(name) and not is_set(view, each):
            fixes = _replaced(view, path, each.value, f"@facts{_bracketed(path)}") if each.value is not None else ()
            yield _finding(view, name, path, each.span, fixes)


def is_set(view: View, asked: RubyName) -> bool:
    """Whether the template gives the variable a value itself, or code where it is rendered, or at top scope."""
    name, text = asked.name, view.snapshot.text(view.path)
    if text is not None and re.search(_ASSIGNED % re.escape(name.encode()), text.data):
        return True
    top = Entity("variable", name.removeprefix("::"))
    if any(bindings_of(view, top)):
        return True
    seen = () if name.startswith("::") else seen_from(view, rendered_in(view, asked.span.start), name)
    if not name.startswith("::") and not seen:
        return is_bound_in_module(view, name)
    return any(each.owner is not None or any(bindings_of(view, each)) for each in seen)


def is_bound_in_module(view: View, name: str) -> bool:
    """Whether a class or define that may render a template has such a variable: nobody knows which one does, where the
    name of the template is computed, or another template renders it."""
    if not view.is_whole:
        return True
    view.lookups.add(ANYTHING)  # one that is new
    for kind in ("class", "define"):
        for owner in view.snapshot.names_of(view.site, kind):
            found = view.find(kind, owner, Facet.SIGNATURE) if module_of(owner) == view.module else None
            if found is not None and (name in found.place.parameters or name in found.place.variables):
                return True
    return False


def _keys(view: View, asked: Iterable[FactAsked]) -> Iterator[Finding]:
    for each in asked:
        key = each.keys[0]
        path = structured(key.name) if key.name is not None and each.root == "facts" else None
        if path is None or key.name is None or not is_legacy(key.name):
            continue
        fixes: tuple[Fix, ...] = ()
        if key.by == "[]":
            fixes = _replaced(view, path, Span(each.hash_.end, key.end), _bracketed(path))
        elif key.by == "dig":
            fixes = _replaced(view, path, key.written, ", ".join(map(repr, path)))
        yield _finding(view, key.name, path, key.span, fixes)


def _bracketed(path: Path) -> str:
    return "".join(f"[{key!r}]" for key in path)


def _replaced(view: View, path: Path, span: Span, now: str) -> tuple[Fix, ...]:
    edit = FileEdit(view.path, TextEdit(span, now))
    return (Fix(f"Replace by @facts{_bracketed(path)}", (edit,), is_always_there(path)),)


def _finding(view: View, name: str, path: Path, span: Span, fixes: tuple[Fix, ...]) -> Finding:
    message = f"The fact '{name}' is a legacy one: use @facts{_bracketed(path)}"
    return CHECK.of(view, span, span.start, message, fixes=fixes)
