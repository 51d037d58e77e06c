"""A variable that nothing assigns, with a name that is nearly one that something does.

What it does: looks at each variable without `::` that its class, define, function, template or lambda does not have, nor
a class that it inherits from, and that is no fact and set nowhere in the main manifest. Where the scope has a variable of
nearly that name, or sets this one only further down or in another scope, the name is a slip, but for one that the file reads
with `::`, too: it is meant for a fact. So is one that is plainly `$title`, `$facts` or another one that Puppet sets, or a fact's
name, mistyped. One that is like no other may come from the node classifier: it is told where the environment keeps facts of
nodes (`facts/`), none of which has it, nor what is kept of the classifier's answers (`nodes/`), and then the preview of each of
these nodes fails with it, too.
Why it is bad: the value is undef. Puppet warns; with `strict_variables`, or `strict` at `error` (both the default
of Puppet 8), the catalog does not compile. With `strict` at `off` Puppet says nothing, and neither does this.
Instead: correct the name, or assign the variable before it is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from ..base.errors import Subject
from ..base.near_names import did_you_mean, is_plain_slip, one_slip_of, short_slip_of, slip_of
from ..library import facts
from ..model.builtin import metaparameters
from ..model.classified import sets_parameter
from ..model.custom_facts import custom_facts
from ..model.file_scopes import GIVEN, Scope, Variable
from ..model.inference.given import TOP
from ..model.inline_templates import variables_in_heredocs
from ..model.node_facts import fact_names, no_node_has
from ..model.templates import given_by_callers, renderings
from ..model.variables import bindings
from ..model.view import View
from ..syntax.parse import is_plan
from .finding import Finding
from .near_names import replaced
from .registry import Check, on_file
from .unknown_variable import asks_for, severity_of_unknown_variable

CHECK = Check("UNKNOWN_VARIABLE", "warning", said_by="ILLEGAL_VAR_NAME")
#: What every scope has, or top scope may have been given by Puppet.
_OF_ALL = frozenset((*GIVEN, *TOP, "facts"))
#: What stands before a variable that Ruby names in a template: `@x`, `scope['x']`.
_OF_RUBY = (b"@", b"'", b'"')
_OF_MODULES = ("module_name", "caller_module_name")
#: What people write in a text where they mean the value.
_WORDS = ("undef", "true", "false")
#: What is asked of a hash by a key.
_KEY = re.compile(rb"\[\s*['\"]?(\w+)")

BAD = """\
#- modules/web/manifests/init.pp
class web(Array $packages, Integer $port = 80) {
  package { $packagess: ensure => present }
#           ^^^^^^^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'packagess'. (did you mean 'packages'?)
  notice("${tilte}")
#           ^^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'tilte'. (did you mean 'title'?)
  $packages.each |$package| { notice("${pacakge}") }
#                                       ^^^^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'pacakge'. (did you mean 'package'?)
  notice($folder)
#        ^^^^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'folder'. (it is set in line 6, below)
  $folder = '/srv'
  $packages.each |$each| { notice($each) }
  notice($each)
#        ^^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'each'. (what is set in line 7 is not seen from here)
}
#- modules/web/templates/motd.epp
<%- | String $greeting | -%>
<%= $greetng %>
#= 2:5-13 warning UNKNOWN_VARIABLE: Unknown variable: 'greetng'. (did you mean 'greeting'?)
#- modules/web/manifests/port.pp
define web::port($port, $user, $mode) {
  notice($prt, $user, $usr, $mod, "${undef}")
#        ^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'prt'. (did you mean 'port'?)
#                     ^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'usr'. (no fact, and nothing sets it)
#                           ^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'mod'. (did you mean 'mode'?)
#                                    ^^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'undef'. (it is a word of the language, and no variable)
  [1].each |$name| { notice("${nam}") }
#                              ^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'nam'. (did you mean 'name'?)
  [1].each |$name| { notice($name) }
}
#- modules/web/manifests/host.pp
define web::host { notice($titel, $facst['os'], $fact['os']['family']) }
#                         ^^^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'titel'. (did you mean 'title'?)
#                                 ^^^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'facst'. (did you mean 'facts'?)
#                                               ^^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'fact'. (did you mean 'facts'?)
#- modules/web/manifests/list.pp
class web::list($server_names) { notice(epp('web/list.epp'), epp('web/motd.epp', { 'greetng' => 'x' })) }
#- modules/web/templates/list.epp
<% $server_names.each |$server| { %><%= $servver %><% } %>
#= 1:41-49 warning UNKNOWN_VARIABLE: Unknown variable: 'servver'. (did you mean 'server'?)
#- modules/web/functions/size.pp
function web::size($n) { $n.map |$m| { $m + $mm } }
#                                           ^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'mm'. (no fact, and nothing sets it)
#- manifests/site.pp
notice($tier, $::hue, $kernel)
#             ^^^^^^ warning UNKNOWN_VARIABLE: Unknown variable: '::hue'. (no fact, and nothing sets it)
notice("[${color_of}]")
#          ^^^^^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'color_of'. (no fact, and nothing sets it)
#- modules/web/manifests/inline.pp
class web::inline($greeting) {
  notice($osfamly, inline_epp('<%= $greetng %>'), inline_epp(@(END)))
#        ^^^^^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'osfamly'. (did you mean 'osfamily'?)
#                                  ^^^^^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'greetng'. (did you mean 'greeting'?)
#= 3:9-17 warning UNKNOWN_VARIABLE: Unknown variable: 'greetng'. (did you mean 'greeting'?)
    <%= $greetng %>
    | END
}
#- facts/a.example.com.json
{ "tier": 1 }
"""

FIXED = """\
#- modules/web/manifests/init.pp
class web(Array $packages, Integer $port = 80) {
  package { $packages: ensure => present }
  notice("${title}")
  $packages.each |$package| { notice("${package}") }
  notice($folder)
#        ^^^^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'folder'. (it is set in line 6, below)
  $folder = '/srv'
  $packages.each |$each| { notice($each) }
  notice($each)
#        ^^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'each'. (what is set in line 7 is not seen from here)
}
#- modules/web/templates/motd.epp
<%- | String $greeting | -%>
<%= $greeting %>
#- modules/web/manifests/port.pp
define web::port($port, $user, $mode) {
  notice($port, $user, $usr, $mode, "${undef}")
#                      ^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'usr'. (no fact, and nothing sets it)
#                                      ^^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'undef'. (it is a word of the language, and no variable)
  [1].each |$name| { notice("${name}") }
  [1].each |$name| { notice($name) }
}
#- modules/web/manifests/host.pp
define web::host { notice($title, $facts['os'], $facts['os']['family']) }
#- modules/web/manifests/list.pp
class web::list($server_names) { notice(epp('web/list.epp'), epp('web/motd.epp', { 'greetng' => 'x' })) }
#- modules/web/templates/list.epp
<% $server_names.each |$server| { %><%= $server %><% } %>
#- modules/web/functions/size.pp
function web::size($n) { $n.map |$m| { $m + $mm } }
#                                           ^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'mm'. (no fact, and nothing sets it)
#- manifests/site.pp
notice($tier, $::hue, $kernel)
#             ^^^^^^ warning UNKNOWN_VARIABLE: Unknown variable: '::hue'. (no fact, and nothing sets it)
notice("[${color_of}]")
#          ^^^^^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'color_of'. (no fact, and nothing sets it)
#- modules/web/manifests/inline.pp
class web::inline($greeting) {
  notice($osfamily, inline_epp('<%= $greeting %>'), inline_epp(@(END)))
    <%= $greeting %>
    | END
}
#- facts/a.example.com.json
{ "tier": 1 }
"""

GOOD = """\
#- manifests/site.pp
$package = 'nginx'
node default { $tiers = 1 }
#- modules/web/manifests/init.pp
class web(Array $packages, $tier, $kernels, $roles) inherits web::params {
  notice($package, $tiers, $kernel, $colour, $settings::strict, $hostnames, $names, $titles, $fact, $tiles)
  if $role { notice($::role) }
  if $packages[0] =~ /(x)/ { notice($1) }
  if defined('$pakages') { notice($pakages) }
}
#- modules/web/manifests/params.pp
class web::params { $hostnames = [] }
#- modules/web/manifests/show.pp
class web::show(String $greeting) {
  $colours = $serverversion
  file { '/a': content => epp('web/motd.epp', { 'colour' => 'red' }) }
  file { '/b': content => epp('web/plain.epp') }
  $shades = [1].map |$shade| { inline_epp('<%= $shade %>') }
  notice(inline_epp('<%= $shade %>', { 'shade' => 1 }), inline_epp('<%= $shade %>', $shades[0]))
  notice(inline_epp(@(END), { 'greetings' => 1 }), $osfamily, $kernels_of_mine, $hostnames)
    <% $color = $greetings %><%= $color %>
    | END
}
#- modules/web/templates/motd.epp
<%= $colour %>
#- modules/web/templates/plain.epp
<%= $greeting %>
"""


@on_file
def unknown_local_variable(view: View) -> Iterator[Finding]:
    document, severity = view.document, severity_of_unknown_variable(view)
    if document is None or severity is None or not view.is_all_read:
        return
    for variable in chain(document.scopes.variables(), variables_in_heredocs(document)):
        plain = variable.name.removeprefix("::")
        if variable.scope is not None or variable.binds or "::" in plain or plain.isdigit():
            continue
        if document.text.data[variable.span.start : variable.span.start + 1] in _OF_RUBY:
            continue  # `unknown_template_variable` knows what it does
        why = _why(view, variable) if plain == variable.name else None
        if why is None and _is_nowhere(view, variable, plain):
            why = _Why(" (no fact, and nothing sets it)", is_sure=False)
        if why is not None:
            message, meant, is_sure = why
            text = f"Unknown variable: '{variable.name}'.{message}"
            fixes = replaced(view.path, variable.name_span, meant)
            subject = Subject.variable(variable.name)
            told = severity if is_sure else CHECK.severity
            yield CHECK.of(view, variable.span, variable.span.start, text, told, subject, fixes)


class _Why(NamedTuple):
    """What was meant, in words and as a name; a fact may be there that nobody here knows."""

    message: str
    meant: str | None = None
    is_sure: bool = True


def _why(view: View, variable: Variable) -> _Why | None:
    """None where the variable may have a value."""
    name, seen = variable.name, names_seen(view, variable.home)
    if seen is None or is_of_all(name):
        return None
    if name in _WORDS and name not in seen and not any(bindings(view, variable)):
        return _Why(" (it is a word of the language, and no variable)")
    later = {each.name_span for scope in variable.home.chain() for each in scope.names.get(name, ())}
    near = None if later or _is_read_at_top(view, name) else _meant(view, variable, seen)
    elsewhere = None if later or near else _set_elsewhere(view, variable)
    fact = None if later or near or elsewhere else slip_of_fact(view, name)
    if (name in seen and not later) or not (later or near or fact or elsewhere):
        return None
    bound = {each.name_span for each in bindings(view, variable)}
    if (elsewhere is None or not _is_top(variable)) and (bound - later or is_fact(view, name)):
        return None
    assert view.document is not None
    if asks_for(view.document.text.data, name):
        return None
    if later:
        line = view.document.text.puppet_position(min(later).start).line
        return _Why(f" (it is set in line {line}, below)")
    if elsewhere is not None:
        line = view.document.text.puppet_position(elsewhere.span.start).line
        return _Why(f" (what is set in line {line} is not seen from here)")
    return _Why(did_you_mean(near or fact), near or fact, near is not None)


def is_of_all(name: str) -> bool:
    """Whether it may have a value that no code gives it."""
    return name in _OF_ALL or name in metaparameters() or facts.find(name) is not None


def slip_of_fact(view: View, name: str) -> str | None:
    """The fact that a variable plainly was to name."""
    known = sorted({*facts.core(), *custom_facts(view).files})
    return next((each for each in known if is_plain_slip(name, each, replaced=False)), None)


def _meant(view: View, variable: Variable, seen: frozenset[str]) -> str | None:
    """The name that was mistyped; of short ones, one that nothing else reads."""
    near = slip_of(variable.name, seen) or _meant_of_all(variable)
    if near is not None or view.document is None:
        return near
    if variable.name == "fact" or short_slip_of(variable.name, ("facts",)):
        asked = _KEY.match(view.document.text.data, variable.span.end)
        if asked is not None and asked[1].decode() in facts.core():
            return "facts"
    read = view.document.scopes.read
    unread = (name for scope in variable.home.chain() for name in scope.names if (id(scope), name) not in read)
    return short_slip_of(variable.name, frozenset(unread) & seen)


def _meant_of_all(variable: Variable) -> str | None:
    """The variable of Puppet's own that a name plainly is, mistyped."""
    has_title = any(scope.kind in ("class", "define") for scope in variable.home.chain())
    own = one_slip_of(variable.name, GIVEN) if has_title else None
    return own or next((each for each in sorted(_OF_ALL - GIVEN) if is_plain_slip(variable.name, each, True)), None)


def _is_read_at_top(view: View, name: str) -> bool:
    """Whether the file reads a variable as one of top scope, `$::name`."""
    variables = view.document.scopes.variables() if view.document is not None else ()
    return any(each.name == f"::{name}" for each in variables)


def _is_top(variable: Variable) -> bool:
    """Whether it is read outside of definitions, which is evaluated before any node definition."""
    return all(scope.kind in ("top", "lambda", "match") for scope in variable.home.chain())


def _set_elsewhere(view: View, variable: Variable) -> Variable | None:
    """Where the file sets a variable of that name in a scope that this one is not in; where it does not parse, a body may end
    too early."""
    document = view.document
    variables = document.scopes.variables() if document is not None and not document.program.faults else ()
    return next((each for each in variables if each.binds and each.name == variable.name), None)


def _is_nowhere(view: View, variable: Variable, plain: str) -> bool:
    """Whether nothing sets a variable that no node whose facts are kept has: in the site's own code."""
    if view.is_published or not view.is_whole or view.site.environment.kind != "environment" or is_plan(view.path):
        return False
    if plain in _OF_ALL or plain in metaparameters() or plain in _OF_MODULES:
        return False
    if facts.find(plain) is not None or not no_node_has(view, plain) or sets_parameter(view, plain):
        return False
    custom = custom_facts(view)
    if not custom.whole or plain in custom.files or bindings(view, variable):
        return False
    seen = names_seen(view, variable.home)
    document = view.document
    is_seen = seen is None or (plain in seen and not variable.name.startswith("::"))
    return not is_seen and document is not None and not asks_for(document.text.data[: variable.span.start], plain)


def is_fact(view: View, name: str) -> bool:
    return name in fact_names(view)


def names_seen(view: View, home: Scope) -> frozenset[str] | None:
    """The names that a scope sees without `::`, but for the outer scopes'; None where not all are known."""
    names: set[str] = set()
    for scope in home.chain():
        names.update(scope.names, _OF_MODULES if scope.kind in ("class", "define") else ())
        if scope.inherits and scope.owner is not None:
            for found in view.lineage(scope.owner.name):
                if found is None:
                    return None
                if found.definition.name != scope.owner.name:
                    names.update(found.place.parameters, found.place.variables)
        if scope.kind == "template":
            callers = () if scope.parameters else tuple(renderings(view, view.path))
            around = [each for at in callers for each in at.scope.chain()]
            if not scope.parameters and (not around or any(map(_sees_more, around))):
                return None
            names |= frozenset() if scope.parameters else given_by_callers(view, view.path)
            names.update(name for each in around for name in each.names)
    return frozenset(names)


def _sees_more(scope: Scope) -> bool:
    """Than what its own file says."""
    return scope.inherits or scope.kind == "template"
