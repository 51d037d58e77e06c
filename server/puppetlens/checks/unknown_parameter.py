"""An attribute that the class, define or resource type does not have.

What it does: compares the attributes that are set with the parameters of what they are set on, where that
is known without computing. Of a resource type written in Ruby that is so where its file says all of them itself: no
name is computed, and what it includes adds none. In the query of a collector it tells of what is plainly mistyped.
Why it is bad: the catalog does not compile; a collector finds nothing.
Instead: use one of the declared parameters.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.errors import Subject
from ..base.near_names import did_you_mean, nearest, slip_of
from ..model import builtin
from ..model.item_facts import Reference
from ..model.summary import Facet
from ..model.view import View
from .certainty import judges, judges_file
from .finding import Finding
from .near_names import corrected
from .registry import Check, Here, on_use

CHECK = Check("INVALID_PARAMETER", "error")

BAD = """\
#- modules/web/manifests/init.pp
class web(Integer $port) { notice($port) }
#- modules/web/manifests/vhost.pp
define web::vhost($root) {}
#- manifests/site.pp
class { 'web': prot => 80 }
#              ^^^^ error INVALID_PARAMETER: Class web has no parameter named 'prot' (did you mean 'port'?)
web::vhost { 'a': roott => '/srv', tag => 'x' }
#                 ^^^^^ error INVALID_PARAMETER: web::vhost has no parameter named 'roott' (did you mean 'root'?)
file { '/x': contents => '' }
#            ^^^^^^^^ error INVALID_PARAMETER: file has no parameter named 'contents' (did you mean 'content'?)
Package <| titel == 'vim' and (ensure != absent or provider == 'apt') |> -> Web::Vhost <| rot == '/srv' |>
#          ^^^^^ warning INVALID_PARAMETER: package has no parameter named 'titel': nothing is found (did you mean 'title'?)
cron { 'x': hours => 3 }
#           ^^^^^ error INVALID_PARAMETER: cron has no parameter named 'hours' (did you mean 'hour'?)
web_site { 'a': colour => 'red' }
#               ^^^^^^ error INVALID_PARAMETER: web_site has no parameter named 'colour' (did you mean 'color'?)
#- modules/web/lib/puppet/type/web_site.rb
Puppet::Type.newtype(:web_site) do
  newparam(:name)
  newproperty(:color)
end
"""

FIXED = """\
#- modules/web/manifests/init.pp
class web(Integer $port) { notice($port) }
#- modules/web/manifests/vhost.pp
define web::vhost($root) {}
#- manifests/site.pp
class { 'web': port => 80 }
web::vhost { 'a': root => '/srv', tag => 'x' }
file { '/x': content => '' }
Package <| title == 'vim' and (ensure != absent or provider == 'apt') |> -> Web::Vhost <| rot == '/srv' |>
cron { 'x': hour => 3 }
web_site { 'a': color => 'red' }
#- modules/web/lib/puppet/type/web_site.rb
Puppet::Type.newtype(:web_site) do
  newparam(:name)
  newproperty(:color)
end
"""

GOOD = """\
#- modules/web/manifests/init.pp
class web(Integer $port) { notice($port) }
#- modules/web/manifests/vhost.pp
define web::vhost($root) {}
#- manifests/site.pp
class { 'web': port => 80, require => File['/x'] }
web::vhost { 'a': root => '/srv', * => {}, notify => Class['web'] }
file { '/x': ensure => file, loglevel => debug }
User <| tag == 'x' and title != 'y' and noop == true and own == 1 |>
$type = 'file'
Resource[$type] { whatever => 1 }
web_site { 'a': ensure => present, color => 'red', top => 1, left => 2, provider => 'x' }
web_page { 'a': anything => 1 }
#- modules/web/lib/puppet/type/web_site.rb
Puppet::Type.newtype(:web_site) do
  ensurable
  newparam(:name)
  newproperty(:color)
  [:top, :left].each { |side| newparam(side) }
end
#- modules/web/lib/puppet/type/web_page.rb
Puppet::Type.newtype(:web_page) do
  newparam(:name)
  other_sides.each { |side| newparam(side) }
end
"""


@on_use("attribute")
def unknown_parameter(here: Here, reference: Reference) -> Iterator[Finding]:
    found = None if reference.name in builtin.metaparameters() else _parameters(here.view, reference)
    if found is None:
        return
    whose, names = found
    if reference.name in names:
        return
    if reference.optional:  # in a query, where Puppet takes it for one that nothing has
        near = slip_of(reference.name, {*names, *builtin.metaparameters(), "title"})
        if near is not None:
            message = f"{whose} has no parameter named '{reference.name}': nothing is found{did_you_mean(near)}"
            yield CHECK.at(here, reference, message, "warning", None, corrected(here, reference, near))
    else:
        near = nearest(reference.name, names)
        message = f"{whose} has no parameter named '{reference.name}'{did_you_mean(near)}"
        subject = Subject(*(reference.owner or ("", "")), reference.name)
        yield CHECK.at(here, reference, message, None, subject, corrected(here, reference, near))


def _parameters(view: View, reference: Reference) -> tuple[str, frozenset[str]] | None:
    """What it is that has them, and the names that may be set; None where any may be."""
    kind, name = reference.owner or ("", "")
    if kind == "class":
        found = view.find("class", name, Facet.SIGNATURE)
    else:
        path = view.ruby.type_path(name)
        if path is not None:
            if view.ruby.attribute(name, reference.name) is not None:
                return None  # before other files are asked
            known = view.ruby.attributes(name)
            return None if known is None or not judges_file(view, path) else (name, known)
        attributes = builtin.attributes(name)
        if attributes is not None:
            return name, attributes
        found = view.find("define", name, Facet.SIGNATURE)
    if found is None or not judges(view, name):
        return None
    names = [parameter.name for parameter in found.definition.parameters]
    return f"Class {name}" if kind == "class" else name, frozenset(names if kind == "class" else [*names, "name"])
