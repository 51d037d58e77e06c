"""A variable of an ERB template that nothing sets where the template is rendered, with a name that is nearly one that is seen.

What it does: takes `@name`, `scope['name']` and `scope.lookupvar('name')` in templates that code renders by name, and in what
`inline_template` is given. Where no such code has the variable, no class or define of the module either, and it is no fact, a name
that is nearly one of theirs is a slip. So is, in any template, one in `scope['class::name']` that is nearly one of that class.
Why it is bad: `@name` is nil, without a word: what is written is empty, and a condition is false. Where the scope is asked, the
catalog does not compile, with `strict_variables` (the default of Puppet 8).
Instead: correct the name.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.near_names import did_you_mean, slip_of
from ..base.span import Span
from ..model.data_document import DataDocument
from ..model.templates import rendered_in
from ..model.view import View
from ..ruby.names import RubyName, names_in_template
from .certainty import judges
from .finding import Finding
from .legacy_fact_in_template import is_bound_in_module, is_set
from .near_names import replaced
from .registry import Check, on_data
from .unknown_local_variable import is_fact, is_of_all, names_seen, slip_of_fact
from .unknown_variable import severity_of_unknown_variable, variables_of

CHECK = Check("UNKNOWN_VARIABLE", "warning")

BAD = """\
#- modules/web/manifests/init.pp
class web(Array $packages, Integer $port = 80) {
  $motd = template('web/motd.erb')
  $more = inline_template('<%= @prot %>')
#                               ^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'prot'. (did you mean 'port'?)
  notice($motd, $more)
}
#- modules/web/templates/motd.erb
<% @pacakges.each do |name| %><%= name %> <%= @osfamly %><% end %>
#= 1:5-13 warning UNKNOWN_VARIABLE: Unknown variable: 'pacakges'. (did you mean 'packages'?)
#= 1:48-55 warning UNKNOWN_VARIABLE: Unknown variable: 'osfamly'. (did you mean 'osfamily'?)
<%= scope['prot'] %>
#          ^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'prot'. (did you mean 'port'?)
<%= scope['web::pakages'] %> <%= scope.lookupvar('::web::prot') %>
#          ^^^^^^^^^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'web::pakages'. (did you mean 'packages'?)
#                                                 ^^^^^^^^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'web::prot'. (did you mean 'port'?)
"""

FIXED = """\
#- modules/web/manifests/init.pp
class web(Array $packages, Integer $port = 80) {
  $motd = template('web/motd.erb')
  $more = inline_template('<%= @port %>')
  notice($motd, $more)
}
#- modules/web/templates/motd.erb
<% @packages.each do |name| %><%= name %> <%= @osfamily %><% end %>
<%= scope['port'] %>
<%= scope['web::packages'] %> <%= scope.lookupvar('::web::port') %>
"""

GOOD = """\
#- manifests/site.pp
$tires = 4
#- modules/web/manifests/init.pp
class web(Array $packages, Integer $port = 80) inherits web::params {
  $tier = inline_template('<% @prot = 1 %><%= @prot %> <%= @tires %> <%= @hostname %> <%= @name %>')
  notice(template('web/motd.erb'), $tier)
}
#- modules/web/manifests/params.pp
class web::params { $hosts = [] }
#- modules/web/manifests/vhost.pp
define web::vhost($prot) { notice($prot, template("web/${name}.erb")) }
#- modules/web/templates/motd.erb
<%= @port %> <%= @packages %> <%= @prot %> <%= scope.include?('packges') %> <%= @hosts %> <%= @kernels %>
<%= scope['web::hosts'] %> <%= scope.include?('web::prot') %> <%= scope['web::colour'] %> <%= scope['none::port'] %>
#- modules/web/templates/anybody.erb
<%= @pacakges %>
"""


@on_data("erb")
def unknown_template_variable(view: View, document: DataDocument) -> Iterator[Finding]:
    data = document.text.data
    for asked in names_in_template(data):
        if asked.value is None:
            continue
        owner, _, name = asked.name.rpartition("::")
        near = _meant_of_class(view, owner.removeprefix("::"), name) if owner else _meant(view, asked)
        if near is not None:
            refused = None if _is_own(data, asked) else severity_of_unknown_variable(view)
            fixes = replaced(view.path, Span(asked.span.end - len(name.encode()), asked.span.end), near)
            message = f"Unknown variable: '{asked.name.removeprefix('::')}'.{did_you_mean(near)}"
            yield CHECK.of(view, asked.span, asked.span.start, message, refused, fixes=fixes)


def _meant(view: View, asked: RubyName) -> str | None:
    name = asked.name
    if is_of_all(name) or is_fact(view, name) or not view.is_all_read or is_set(view, asked):
        return None
    if is_bound_in_module(view, name):
        return None
    seen: set[str] = set()
    for path, home in rendered_in(view, asked.span.start):
        names = None if any(each.kind == "template" for each in home.chain()) else names_seen(view.at(path), home)
        if names is None:
            return None
        seen |= names
    return slip_of(name, seen) or slip_of_fact(view, name) if seen and name not in seen else None


def _meant_of_class(view: View, owner: str, name: str) -> str | None:
    known = variables_of(view, owner) if judges(view, owner) else None
    return slip_of(name, known) if known and name not in known else None


def _is_own(data: bytes, asked: RubyName) -> bool:
    return data[asked.span.start - 1 : asked.span.start] == b"@"
