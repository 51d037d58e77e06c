"""A fact that there is none of, with a name that is nearly one.

What it does: takes the keys behind `$facts` and `$trusted` that are written out, those that `fact()`, `get`, `dig` and
`getvar('facts.os')` are given, those of `@facts` and `scope['facts']` in ERB, in templates that stand in code, too, and
what Hiera interpolates of `facts`. A name that Facter does not know, nor a fact of a module or one that a node's facts file
has, is a slip where it is nearly one of these; where modules are not there that may bring it, where it plainly is one. One that
is like no other is told for information where the environment keeps facts of nodes (`facts/`), none of which has it.
Why it is bad: the value is undef; what is below it fails, and what is interpolated is empty.
Instead: correct the name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..base.near_names import did_you_mean, is_plain_slip, slip_of
from ..base.span import Span
from ..library import facts as core
from ..library.facts import Fact
from ..model.custom_facts import custom_facts
from ..model.data_document import DataDocument
from ..model.literals import inner, literal
from ..model.node_facts import fact_names, known_facts, no_node_has
from ..model.view import View
from ..ruby.fact_names import facts_in_template
from ..syntax import ast
from .calls import Call
from .facts_asked import FACTS, FactKey, fact_asked_for
from .finding import Finding
from .interpolated import variables
from .near_names import replaced
from .registry import Check, Here, on_data, on_node

CHECK = Check("UNKNOWN_FACT", "warning")

BAD = """\
#- hiera.yaml
version: 5
hierarchy: [{ name: all, path: "%{facts.os.famly}.yaml" }]
#                                          ^^^^^ warning UNKNOWN_FACT: There is no fact 'os.famly' (did you mean 'family'?)
#- data/common.yaml
name: "%{scope('facts.networking.hostnam')}"
#= 1:34-41 warning UNKNOWN_FACT: There is no fact 'networking.hostnam' (did you mean 'hostname'?)
#- manifests/site.pp
notice($facts['networkin']['ip'], "${facts['os']['famliy']}")
#              ^^^^^^^^^ warning UNKNOWN_FACT: There is no fact 'networkin' (did you mean 'networking'?)
#                                                 ^^^^^^ warning UNKNOWN_FACT: There is no fact 'os.famliy' (did you mean 'family'?)
notice(fact('os.releas.major'), $facts.dig('memory', 'systm'), $trusted['certnmae'], $facts['webtiers'])
#               ^^^^^^ warning UNKNOWN_FACT: There is no fact 'os.releas' (did you mean 'release'?)
#                                                     ^^^^^ warning UNKNOWN_FACT: There is no fact 'memory.systm' (did you mean 'system'?)
#= 2:74-82 warning UNKNOWN_FACT: $trusted has no key 'certnmae' (did you mean 'certname'?)
#= 2:94-102 warning UNKNOWN_FACT: There is no fact 'webtiers' (did you mean 'web_tier'?)
notice(getvar('facts.os.famliy'), getvar('::facts.netwroking.ip'))
#                       ^^^^^^ warning UNKNOWN_FACT: There is no fact 'os.famliy' (did you mean 'family'?)
#                                                 ^^^^^^^^^^ warning UNKNOWN_FACT: There is no fact 'netwroking' (did you mean 'networking'?)
notice(inline_epp('<%= $facts[netwroking] %>'), inline_template(@(END)))
#                             ^^^^^^^^^^ warning UNKNOWN_FACT: There is no fact 'netwroking' (did you mean 'networking'?)
#= 5:23-29 warning UNKNOWN_FACT: There is no fact 'os.famliy' (did you mean 'family'?)
    <%= @facts['os']['famliy'] %>
    | END
notice($facts['hue'], $facts['zoen'], $facts['zone'])
#              ^^^ information UNKNOWN_FACT: There is no fact 'hue': no node has it whose facts are kept, and no module adds it
#                             ^^^^ warning UNKNOWN_FACT: There is no fact 'zoen' (did you mean 'zone'?)
#- facts/a.example.com.json
{ "zone": "a" }
#- modules/web/templates/motd.erb
<%= @facts['os']['famliy'] %> <%= scope['facts'].dig('os', 'releas') %> <%= @trusted['certnmae'] %>
#                 ^^^^^^ warning UNKNOWN_FACT: There is no fact 'os.famliy' (did you mean 'family'?)
#                                                           ^^^^^^ warning UNKNOWN_FACT: There is no fact 'os.releas' (did you mean 'release'?)
#= 1:87-95 warning UNKNOWN_FACT: $trusted has no key 'certnmae' (did you mean 'certname'?)
#- modules/web/lib/facter/tier.rb
Facter.add(:web_tier) { }
#- modules/stdlib/lib/puppet/functions/fact.rb
Puppet::Functions.create_function(:fact) do
end
"""

FIXED = """\
#- hiera.yaml
version: 5
hierarchy: [{ name: all, path: "%{facts.os.family}.yaml" }]
#- data/common.yaml
name: "%{scope('facts.networking.hostname')}"
#- manifests/site.pp
notice($facts['networking']['ip'], "${facts['os']['family']}")
notice(fact('os.release.major'), $facts.dig('memory', 'system'), $trusted['certname'], $facts['web_tier'])
notice(getvar('facts.os.family'), getvar('::facts.networking.ip'))
notice(inline_epp('<%= $facts[networking] %>'), inline_template(@(END)))
    <%= @facts['os']['family'] %>
    | END
notice($facts['hue'], $facts['zone'], $facts['zone'])
#              ^^^ information UNKNOWN_FACT: There is no fact 'hue': no node has it whose facts are kept, and no module adds it
#- facts/a.example.com.json
{ "zone": "a" }
#- modules/web/templates/motd.erb
<%= @facts['os']['family'] %> <%= scope['facts'].dig('os', 'release') %> <%= @trusted['certname'] %>
#- modules/web/lib/facter/tier.rb
Facter.add(:web_tier) { }
#- modules/stdlib/lib/puppet/functions/fact.rb
Puppet::Functions.create_function(:fact) do
end
"""

GOOD = """\
#- hiera.yaml
version: 5
hierarchy: [{ name: all, path: "%{facts.os.family}/%{facts.tier}/%{facts.kernels}.yaml" }]
#- modules/web/lib/facter/kernels.rb
Facter.add(:kernels) { }
#- manifests/site.pp
notice($facts['networking']['interfaces']['eth0']['ip'], $facts['kernels'], $facts['mine'], $facts['ipaddress_eth0'])
notice(fact('mine.x'), $facts.get('os.release.major'), $facts.dig('disks', 'sda'), $trusted['extensions']['pp_rol'])
notice(fact('processors.models.0'), $facts['loop_a'], $facts['domainrole'], $facts['tier_name'])
notice(getvar('web.famliy'), getvar('facts'), getvar('facts.mine.x'))
#- modules/web/templates/motd.erb
<%= @facts['kernels'] %> <%= @mine['famliy'] %> <%= @facts[:famliy] %> <%= @facts['ipaddress_eth0'] %> <%= @facts[x]['famliy'] %>
#- modules/web/facts.d/DomainRole.ps1
# prints domainrole=Member Server
#- modules/web/lib/facter/Tier_Name.rb
Facter.add(:Tier_Name) { }
#- modules/web/lib/facter/loop.rb
%w[a b].each { |name| Facter.add("loop_#{name}") { } }
#- modules/stdlib/lib/puppet/functions/fact.rb
Puppet::Functions.create_function(:fact) do
end
"""

#: What `$trusted` has.
TRUSTED = ("authenticated", "certname", "domain", "extensions", "external", "hostname")
_TRUSTED = ("trusted", "::trusted")


@on_node(ast.AccessExpression)
def unknown_fact(here: Here, node: ast.AccessExpression) -> Iterator[Finding]:
    if len(node.keys) != 1 or (here.parents and isinstance(here.parents[-1], ast.AccessExpression)):
        return
    keys: list[ast.Expression] = []
    at: ast.Expression = node
    while isinstance(at, ast.AccessExpression) and len(at.keys) == 1:
        keys.insert(0, at.keys[0])
        at = at.left_expr
    if isinstance(at, ast.VariableExpression) and at.name in FACTS:
        yield from _unknown(here, here.view, [(literal(key), inner(key)) for key in keys])
    elif isinstance(at, ast.VariableExpression) and at.name in _TRUSTED:
        yield from _of_trusted(here, literal(keys[0]), inner(keys[0]))


def _of_trusted(here: Here | View, name: str | None, span: Span) -> Iterator[Finding]:
    """Which keys it has is Puppet's, and the same for all nodes."""
    near = slip_of(name, TRUSTED) if name is not None and name not in TRUSTED else None
    if near is not None:
        fixes = replaced(here.path, span, near)
        yield CHECK.of(here, span, span.start, f"$trusted has no key '{name}'{did_you_mean(near)}", fixes=fixes)


@on_node(ast.CallNamedFunctionExpression, ast.CallMethodExpression)
def unknown_fact_asked_for(here: Here, node: Call) -> Iterator[Finding]:
    asked = fact_asked_for(node)
    if asked is not None:
        yield from _unknown(here, here.view, _path(asked.keys))


@on_data("hiera", "hiera.yaml")
def unknown_interpolated_fact(view: View, document: DataDocument) -> Iterator[Finding]:
    for asked in variables(document):
        if asked.name.startswith("facts."):
            yield from _unknown(view, view, _path(asked.keys[1:]))


@on_data("erb")
def unknown_fact_in_template(view: View, document: DataDocument) -> Iterator[Finding]:
    for asked in facts_in_template(document.text.data):
        if asked.root == "facts":
            yield from _unknown(view, view, [(key.name, key.span) for key in asked.keys])
        else:
            yield from _of_trusted(view, asked.keys[0].name, asked.keys[0].span)


def _path(keys: tuple[FactKey, ...]) -> list[tuple[str | None, Span]]:
    return [(key.name, key.span) for key in keys]


def _unknown(where: Here | View, view: View, path: list[tuple[str | None, Span]]) -> Iterator[Finding]:
    known: Mapping[str, Fact] = core.core()
    passed: list[str] = []
    for name, span in path:
        if name is None:
            return
        fact = known.get(name) or (core.find(name) if not passed else None)
        passed.append(name)
        if fact is None:
            added = () if len(passed) > 1 else (*custom_facts(view).files, *fact_names(view))
            near = slip_of(name, {*known, *added})
            if near is not None and not _is_added(view, passed) and not _may_come(view, passed, near):
                message = f"There is no fact '{'.'.join(passed)}'{did_you_mean(near)}"
                yield CHECK.of(where, span, span.start, message, None, None, replaced(where.path, span, near))
            elif len(passed) == 1 and near is None and _is_nowhere(view, name):
                message = f"There is no fact '{name}': no node has it whose facts are kept, and no module adds it"
                yield CHECK.of(where, span, span.start, message, "information")
            return
        if fact.each is not None or not fact.members:
            return
        known = fact.members


def _is_nowhere(view: View, name: str) -> bool:
    """Whether the site's own code asks for a fact that none of the nodes has whose facts it keeps."""
    if view.is_published or not view.is_whole or view.site.environment.kind != "environment":
        return False
    custom = custom_facts(view)
    return custom.whole and name not in custom.files and no_node_has(view, name)


def _may_come(view: View, path: list[str], near: str) -> bool:
    """Whether a module that is not there may add the fact."""
    return len(path) == 1 and bool(view.missing_modules) and not is_plain_slip(path[0], near, near in core.core())


def _is_added(view: View, path: list[str]) -> bool:
    """Whether a module adds the fact, or a node has it."""
    if path[0] in custom_facts(view).files:
        return True
    if len(path) == 1:
        return bool(fact_names(view)) and not no_node_has(view, path[0])
    for _, values in known_facts(view):
        below: object = values
        for name in path:
            below = below.get(name) if isinstance(below, Mapping) else None
        if below is not None:
            return True
    return False
