"""A function that is not defined anywhere.

What it does: looks up each function that is called, in whatever way it is written, among Puppet's own, those
written in Puppet and those written in Ruby on the module path. So it does for what Ruby and ERB templates call by name. A name
without `::` that three files or more use is told in the first of them alone, as a warning, where neither an environment.conf
nor a Puppetfile or metadata.json says which modules there are: it may be of one that is not here.
Why it is bad: the catalog does not compile once the call is reached.
Instead: correct the name, or add the module that brings the function.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.errors import Subject
from ..base.near_names import did_you_mean, nearest
from ..model import builtin
from ..model.data_document import DataDocument
from ..model.item_facts import Reference
from ..model.view import View
from ..ruby.function import read_functions
from .certainty import in_many_files, judges_all, may_use_bolt, severity_of_missing_function
from .deprecated_function import of_gone
from .finding import Finding
from .members import may_be_member
from .near_names import corrected
from .registry import Check, Here, on_data, on_use

CHECK = Check("UNKNOWN_FUNCTION", "error")

BAD = """\
#- modules/web/functions/port.pp
function web::port() { 80 }
#- manifests/site.pp
notice(web::prot(), web::al())
#      ^^^^^^^^^ error UNKNOWN_FUNCTION: Unknown function: 'web::prot'. (did you mean 'web::port'?)
#                   ^^^^^^^ error UNKNOWN_FUNCTION: Unknown function: 'web::al'. (did you mean 'web::all'?)
$up = run_command('uptime')
#     ^^^^^^^^^^^ error UNKNOWN_FUNCTION: Unknown function: 'run_command'.
if is_array($up) { notice({}.has_key('a')) }
#  ^^^^^^^^ error UNKNOWN_FUNCTION: Unknown function: 'is_array'. (newer versions of stdlib have none: use =~ Array)
#                            ^^^^^^^ error UNKNOWN_FUNCTION: Unknown function: 'has_key'. (newer versions of stdlib have none: use in)
$x = [1].eahc |$y| { $y }
#        ^^^^ error UNKNOWN_FUNCTION: Unknown function: 'eahc'. (did you mean 'each'?)
$later = [Deferred('web::prot'), Deferred(web::prot, [])]
#                   ^^^^^^^^^ error UNKNOWN_FUNCTION: Unknown function: 'web::prot'. (did you mean 'web::port'?)
#                                         ^^^^^^^^^ error UNKNOWN_FUNCTION: Unknown function: 'web::prot'. (did you mean 'web::port'?)
notice([1].message)
#          ^^^^^^^ error UNKNOWN_FUNCTION: Unknown function: 'message'.
notice(Error('no').colour)
#                  ^^^^^^ error UNKNOWN_FUNCTION: Unknown function: 'colour'.
#- modules/web/lib/puppet/functions/web/all.rb
Puppet::Functions.create_function(:'web::all') do
  def all; call_function('web::ports'); end
end
#= 2:27-37 error UNKNOWN_FUNCTION: Unknown function: 'web::ports'. (did you mean 'web::port'?)
#- modules/web/templates/motd.erb
<%= scope.function_tempalte(['web/a.erb']) %>
#= 1:20-28 error UNKNOWN_FUNCTION: Unknown function: 'tempalte'. (did you mean 'template'?)
<%= scope.call_function('web::ports') %>
#= 2:26-36 error UNKNOWN_FUNCTION: Unknown function: 'web::ports'. (did you mean 'web::port'?)
"""

FIXED = """\
#- modules/web/functions/port.pp
function web::port() { 80 }
#- manifests/site.pp
notice(web::port(), web::all())
$up = run_command('uptime')
#     ^^^^^^^^^^^ error UNKNOWN_FUNCTION: Unknown function: 'run_command'.
if $up =~ Array { notice({}.has_key('a')) }
#                           ^^^^^^^ error UNKNOWN_FUNCTION: Unknown function: 'has_key'. (newer versions of stdlib have none: use in)
$x = [1].each |$y| { $y }
$later = [Deferred('web::port'), Deferred(web::port, [])]
notice([1].message)
#          ^^^^^^^ error UNKNOWN_FUNCTION: Unknown function: 'message'.
notice(Error('no').colour)
#                  ^^^^^^ error UNKNOWN_FUNCTION: Unknown function: 'colour'.
#- modules/web/lib/puppet/functions/web/all.rb
Puppet::Functions.create_function(:'web::all') do
  def all; call_function('web::ports'); end
end
#= 2:27-37 error UNKNOWN_FUNCTION: Unknown function: 'web::ports'. (did you mean 'web::port'?)
#- modules/web/templates/motd.erb
<%= scope.function_tempalte(['web/a.erb']) %>
#= 1:20-28 error UNKNOWN_FUNCTION: Unknown function: 'tempalte'. (did you mean 'template'?)
<%= scope.call_function('web::ports') %>
#= 2:26-36 error UNKNOWN_FUNCTION: Unknown function: 'web::ports'. (did you mean 'web::port'?)
"""

GOOD = """\
#- modules/web/functions/port.pp
function web::port() { 80 }
#- modules/web/lib/puppet/functions/web/ruby.rb
Puppet::Functions.create_function(:'web::ruby') do
end
#- modules/web/lib/puppet/parser/functions/old.rb
module Puppet::Parser::Functions
  newfunction(:'web::escape', type: :rvalue) { |args| args[0] }
  newfunction(:old) { |args| call_function('web::port') + call_function('web::escape', args) }
end
#- manifests/site.pp
notice(web::port(), ::web::port(), old(1), web::ruby())
function here() { 1 }
notice here()
type Car = Object[attributes => { colour => String }]
$car = Car('red')
notice($car.colour, Error('no').message, Deferred('here').arguments)
function level(Hash $options, Puppet::LookupContext $context, $other) {
  $context.explain || { "in ${context.module_name}" }
  unless $context.cache_has_key('a') { $other.not_found }
  $options
}
[1].each |$x| { warning($x) }
$hosts = puppetdb_query('nodes[certname] {}')
#- modules/web/functions/restart.pp
function web::restart(TargetSpec $targets) >> ResultSet {
  out::message('restarting')
  $results = run_command('systemctl restart nginx', $targets)
  if $results.ok { $results.ok_set.names } else { $results }
}
#- modules/web/templates/motd.erb
<%= scope.function_template(['web/a.erb']) %><%= scope.call_function('web::port') %><%= scope.function_old([1]) %>
"""


@on_use("function")
def unknown_function(here: Here, reference: Reference) -> Iterator[Finding]:
    view = here.view
    name = reference.name
    if is_function(view, name) or may_be_member(here, reference):
        return
    gone = of_gone(name)
    near = _meant(view, name) if not gone else None
    severity = severity_of_missing_function(view, name, near)
    if severity is not None:
        said = f"{in_many_files(view, 'function', name, near)}{gone}" or did_you_mean(near)
        message = f"Unknown function: '{name}'.{said}"
        fixes = corrected(here, reference, near)
        yield CHECK.at(here, reference, message, severity, Subject("function", name), fixes)


@on_data("ruby", "erb")
def unknown_called(view: View, document: DataDocument) -> Iterator[Finding]:
    """What Ruby or an ERB template calls by a name that is written there (`call_function('a::b')`)."""
    if not judges_all(view):
        return
    # A file of the API of Puppet 3 may bring helpers, under names that no file has.
    declared = {each.name.lower() for each in read_functions(document.text.data)}
    for reference in document.contents.references:
        name = reference.name
        if reference.kind != "function" or name in declared or is_function(view, name):
            continue
        severity = severity_of_missing_function(view, name, None)
        if severity is not None:
            message = f"Unknown function: '{name}'.{did_you_mean(_meant(view, name))}"
            yield CHECK.of(view, reference.span, reference.span.start, message, severity, Subject("function", name))


def _meant(view: View, name: str) -> str | None:
    if "::" in name:
        return nearest(name, view.neighbours("function", name))
    return nearest(name, [*builtin.function_names(), *view.ruby.without_namespace("function")])


def is_function(view: View, name: str) -> bool:
    """Whether something defines it: Puppet, a module in either language, a plan, Bolt for those that it runs."""
    return (
        builtin.is_function(name)
        or view.find("function", name) is not None
        or view.ruby.function_path(name) is not None
        or view.find("plan", name) is not None
        or (builtin.is_bolt_function(name) and may_use_bolt(view))
    )
