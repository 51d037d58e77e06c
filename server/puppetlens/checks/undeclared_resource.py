"""A reference to a resource that nothing declares, with a title that is nearly one that is.

What it does: takes each `Service['x']` with a title that is written out, where no code of the environment declares such a
resource with a written title, and some declares one of the type with nearly that title. Titles that code computes are not
known: so one that is like no other is left in peace.
Why it is bad: the catalog does not compile: the resource is not found.
Instead: correct the title, or declare the resource.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.near_names import did_you_mean, one_slip_of
from ..model.item_facts import Reference
from ..model.summary import Facet
from .certainty import judges_all
from .finding import Finding
from .near_names import corrected_title
from .registry import Check, Here, on_use

CHECK = Check("UNDECLARED_RESOURCE", "warning")

BAD = """\
#- manifests/site.pp
service { 'nginx': ensure => running }
file { '/etc/nginx.conf': notify => Service['ngnix'] }
#                                            ^^^^^ warning UNDECLARED_RESOURCE: Nothing declares Service[ngnix] (did you mean 'nginx'?)
"""

FIXED = """\
#- manifests/site.pp
service { 'nginx': ensure => running }
file { '/etc/nginx.conf': notify => Service['nginx'] }
"""

GOOD = """\
#- manifests/site.pp
service { 'nginx': ensure => running }
service { 'apache2': ensure => running }
$names = ['other']
service { $names: ensure => running }
if defined(Service['ngnix']) { notice(Service['other'], Service['apache3'], File['/etc/nginx.conf']) }
"""


@on_use("resource")
def undeclared_resource(here: Here, reference: Reference) -> Iterator[Finding]:
    view, owner = here.view, reference.owner
    if reference.optional or owner is None or not view.is_whole:
        return
    view.lookups.add((reference.entity, Facet.EXISTS))
    if reference.name in view.snapshot.titles_of(view.site, owner[1]):
        return
    titles = view.titles(owner[1])
    near = one_slip_of(reference.name, titles)
    root = f"{view.site.modules.get(view.module or '', '')}/"
    if near is None or not (judges_all(view) or any(path.startswith(root) for path in titles[near])):
        return
    type_name = "::".join(part[:1].upper() + part[1:] for part in owner[1].split("::"))
    message = f"Nothing declares {type_name}[{reference.name}]{did_you_mean(near)}"
    yield CHECK.at(here, reference, message, None, None, corrected_title(here, reference, near))
