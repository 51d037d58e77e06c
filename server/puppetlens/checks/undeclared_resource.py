"""A reference to a resource that nothing declares.

What it does: takes each `Service['x']` with a title that is written out, where no code of the environment declares such
a resource with a written title, and some declares one of the type with nearly that title. Titles that code computes are
not known: so one that is like the title of a resource whose `name` code computes is left in peace, unless two letters
have changed places, and so is one that stands in a list, a variable or a call of its module, or in Hiera's data. One
that is like no other is told where it stands in a relation in the site's own code, all modules of the site are there,
and no code of them computes a title or name of the type, hands hashes to a function that makes such resources, or
collects exported ones.
Why it is bad: the catalog does not compile: the resource is not found.
Instead: correct the title, or declare the resource.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.errors import Fault
from ..base.near_names import did_you_mean, one_slip_of
from ..model.entity import Entity
from ..model.inference.place import places
from ..model.item_facts import Reference
from ..model.item_walk import KNOWN_BY
from ..model.literals import literal, titles
from ..model.summary import Facet
from ..model.view import View
from ..project.autoload import capitalised, normalise
from ..syntax import ast
from .certainty import judges_all
from .finding import Finding
from .listed_titles import may_be_listed
from .near_names import replaced
from .nowhere_declared import is_declared_nowhere
from .registry import Check, Here, on_use

CHECK = Check("UNDECLARED_RESOURCE", "warning")

BAD = """\
#- manifests/site.pp
service { 'nginx': ensure => running }
file { '/etc/nginx.conf': notify => Service['ngnix'] }
#                                            ^^^^^ warning UNDECLARED_RESOURCE: Nothing declares Service[ngnix] (did you mean 'nginx'?)
package { 'httpd': name => $facts['web'] } -> Package['httdp']
#                                                      ^^^^^ warning UNDECLARED_RESOURCE: Nothing declares Package[httdp] (did you mean 'httpd'?)
exec { 'reload': command => $facts['go'], require => File['site.connf'] }
#                                                          ^^^^^^^^^^ warning UNDECLARED_RESOURCE: Nothing declares File[site.connf] (did you mean 'site.conf'?)
file { 'site.conf': path => $facts['folder'], notify => Exec['relload'] }
#                                                             ^^^^^^^ warning UNDECLARED_RESOURCE: Nothing declares Exec[relload] (did you mean 'reload'?)
#- Puppetfile
#- manifests/groups.pp
group { 'web': ensure => present, require => User['operators'] }
#                                                  ^^^^^^^^^ warning UNDECLARED_RESOURCE: Nothing declares User[operators]
"""

FIXED = """\
#- manifests/site.pp
service { 'nginx': ensure => running }
file { '/etc/nginx.conf': notify => Service['nginx'] }
package { 'httpd': name => $facts['web'] } -> Package['httpd']
exec { 'reload': command => $facts['go'], require => File['site.conf'] }
file { 'site.conf': path => $facts['folder'], notify => Exec['reload'] }
#- Puppetfile
#- manifests/groups.pp
group { 'web': ensure => present, require => User['operators'] }
#                                                  ^^^^^^^^^ warning UNDECLARED_RESOURCE: Nothing declares User[operators]
"""

GOOD = """\
#- manifests/site.pp
service { 'nginx': ensure => running }
service { 'apache2': ensure => running }
$names = ['other']
service { $names: ensure => running }
service { 'libvirt': name => $names[0] }
package { 'apache': * => $names }
file { '/etc/libvirt.conf': notify => Service['libvirtd'], require => [Package['apache2'], File['/etc/sites']] }
file { '/etc/site': path => "/etc/${names[0]}" }
file { '/etc/web.d/': ensure => directory, require => File['/etc/libvirt.conf'] }
file { '/etc/web.d/a': require => File['/etc/web.d'] }
if defined(Service['ngnix']) { notice(Service['other'], Service['apache3'], File['/etc/nginx.conf']) }
#- Puppetfile
#- manifests/tools.pp
package { 'conntrack': }
$tools = ['wget', 'conntrackd']
package { $tools: }
package { 'libcurl4': }
own_packages('libcurl3')
file { '/etc/tools': require => [Package['conntrackd'], Package['libcurl3']] }
package { 'nginx': require => Package['nginxx'] }
package { lookup('packages'): }
#- modules/own/lib/puppet/functions/own_packages.rb
Puppet::Functions.create_function(:own_packages) do
  def own_packages(name)
    call_function('create_resources', 'package', name => {})
  end
end
#- data/common.yaml
packages: [nginxx, curl]
#- hiera.yaml
version: 5
hierarchy:
  - { name: common, path: common.yaml }
#- manifests/groups.pp
group { 'web': require => [User['operators'], Service['pe-puppetserver']] }
create_resources('user', lookup('users', Hash, 'deep', {}))
if defined(Mount['/srv']) { Mount['/srv'] -> Group['web'] }
notice(Cron['report'])
"""


@on_use("resource")
def undeclared_resource(here: Here, reference: Reference) -> Iterator[Finding]:
    view, owner = here.view, reference.owner
    if reference.optional or owner is None or not view.is_whole:
        return
    view.lookups.add((reference.entity, Facet.EXISTS))
    if reference.name in view.snapshot.titles_of(view.site, owner[1]):
        return
    known = view.titles(owner[1])
    path = reference.name.rstrip("/")
    if owner[1] == "file" and not known.keys().isdisjoint((path, f"{path}/")):
        return  # the same to Puppet
    near = one_slip_of(reference.name, known)
    type_name = capitalised(owner[1])
    name = f"{type_name}[{reference.name}]"
    if near is None:
        if is_declared_nowhere(view, here.statement, reference, owner[1]):
            yield CHECK.at(here, reference, f"Nothing declares {name}", None, Fault.undeclared(name).subject)
        return
    root = f"{view.site.modules.get(view.module or '', '')}/"
    if not (judges_all(view) or any(path.startswith(root) for path in known[near])):
        return
    is_no_path = owner[1] == "file" and "/" not in reference.name
    names = ("alias",) if is_no_path else ("alias", KNOWN_BY.get(owner[1], "name"))
    renamed = (_is_renamed(view, path, owner[1], near, names) for path in known[near])
    if not _is_swapped(reference.name, near) and any(renamed):
        return
    if may_be_listed(view, owner[1], reference.name):
        return
    message = f"Nothing declares {name}{did_you_mean(near)}"
    yield CHECK.at(
        here, reference, message, None, Fault.undeclared(name).subject, replaced(here.path, reference.span, near)
    )


def _is_swapped(title: str, near: str) -> bool:
    """Whether two letters have changed places: no other name is made so."""
    return sorted(title) == sorted(near)


def _is_renamed(view: View, path: str, type_name: str, title: str, names: tuple[str, ...]) -> bool:
    """Whether code of a file computes what a resource is called beside its title, by one of the attributes: Puppet finds it by
    that as well."""
    view.lookups.add((Entity("file", path), Facet.VALUE))
    document = view.snapshot.document(path)
    for place in places(document.program.body, (ast.ResourceExpression,)) if document is not None else ():
        node = place.node
        if not isinstance(node, ast.ResourceExpression) or not isinstance(node.type_name, ast.QualifiedName):
            continue
        if normalise(node.type_name.value) != type_name:
            continue
        for body in node.bodies:
            if any(each == title for each, _ in titles(body.title)) and any(
                _names(each, names) for each in body.operations
            ):
                return True
    return False


def _names(operation: ast.Node, names: tuple[str, ...]) -> bool:
    if isinstance(operation, ast.AttributeOperation):
        return operation.attribute_name in names and literal(operation.value_expr) is None
    return True  # a hash of attributes
