"""A name that Puppet 3 would have looked up from where it stands.

What it does: finds names of classes and defines which, in the namespace around them, begin another name that exists: `include
nagios` in class `apache::nagios`, or in one beside it. Off by itself: it is for code that comes from Puppet 3.
Why it is bad: Puppet 3 took the nearest, here `apache::nagios`; Puppet 4 and later take the name as it stands.
Instead: write the one that is meant in full: `::nagios` or `apache::nagios`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.edits import FileEdit, TextEdit
from ..base.span import Span
from ..model.definitions import DefinitionKind
from ..model.item_facts import Use
from ..model.view import View
from ..project.autoload import capitalised, names_meant
from .certainty import judges_all
from .finding import Finding, Fix
from .registry import Check, on_file

CHECK = Check("RELATIVE_NAME", "warning", on=False)

BAD = """\
#- modules/nagios/manifests/init.pp
class nagios { }
#- modules/apache/manifests/nagios.pp
class apache::nagios {
  include nagios
#         ^^^^^^ warning RELATIVE_NAME: Puppet 3 took 'nagios' for 'apache::nagios' here
  vhost { 'a': require => Class['nagios'] }
# ^^^^^ warning RELATIVE_NAME: Puppet 3 took 'vhost' for 'apache::vhost' here
#                                ^^^^^^ warning RELATIVE_NAME: Puppet 3 took 'nagios' for 'apache::nagios' here
}
#- modules/apache/manifests/vhost.pp
define apache::vhost() { notice($title) }
#- modules/vhost/manifests/init.pp
define vhost() { notice($title) }
"""

FIXED = """\
#- modules/nagios/manifests/init.pp
class nagios { }
#- modules/apache/manifests/nagios.pp
class apache::nagios {
  include ::nagios
  ::vhost { 'a': require => Class['::nagios'] }
}
#- modules/apache/manifests/vhost.pp
define apache::vhost() { notice($title) }
#- modules/vhost/manifests/init.pp
define vhost() { notice($title) }
"""

GOOD = """\
#- modules/nagios/manifests/init.pp
class nagios { include apache::nagios }
#- modules/apache/manifests/nagios.pp
class apache::nagios {
  include ::nagios
  file { '/a': ensure => file }
}
#- modules/apache/manifests/file.pp
define apache::file() { notice($title) }
"""

_KINDS: dict[str, DefinitionKind] = {"class": "class", "resource_type": "define"}


@on_file
def relative_name(view: View) -> Iterator[Finding]:
    document = view.document
    if document is None or view.relative_names or not view.is_all_read or not judges_all(view):
        return
    for use in document.uses():
        reference = use.reference
        if (
            reference.kind in _KINDS
            and use.namespace
            and not reference.absolute
            and not reference.written.startswith("::")
        ):
            found = _found_by_puppet_3(view, use, _KINDS[reference.kind])
            if found is not None:
                span = reference.span.shift(use.base)
                message = f"Puppet 3 took '{reference.name}' for '{found}' here"
                shown = capitalised if reference.written[:1].isupper() else str
                fixes = tuple(_written(view, span, shown(name)) for name in (f"::{reference.name}", found))
                yield CHECK.of(view, span, span.start, message, fixes=fixes)


def _found_by_puppet_3(view: View, use: Use, kind: DefinitionKind) -> str | None:
    """The name that it found first; None where that is the one that is written. Built-in types come before all defines."""
    name = use.reference.name
    if kind == "define" and view.find("define", name) is None:
        return None
    found = next((each for each in names_meant(name, use.namespace) if view.find(kind, each) is not None), name)
    return None if found == name else found


def _written(view: View, span: Span, name: str) -> Fix:
    return Fix(f"Write '{name}'", (FileEdit(view.path, TextEdit(span, name)),))
