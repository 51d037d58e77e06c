"""A class that is not defined anywhere.

What it does: looks up each class that is named without computing (`include`, `contain`, `require`,
`class { 'x': }`, `inherits`, `Class['x']`).
Why it is bad: the catalog of every node that comes by does not compile.
Instead: correct the name, or put the class where the autoloader looks for it (`a::b` in `a/manifests/b.pp`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..base.errors import Subject
from ..base.near_names import did_you_mean, nearest
from ..model.item_facts import Reference
from .certainty import judges_all, severity_of_missing_name
from .finding import Finding
from .near_names import corrected
from .registry import Check, Here, on_use

CHECK = Check("UNKNOWN_CLASS", "error")

BAD = """\
#- modules/web/manifests/init.pp
class web {}
#- modules/web/manifests/tls.pp
class web::tls {}
#- modules/proxy/manifests/server.pp
class proxy::server {}
#- manifests/site.pp
include web::tsl
#       ^^^^^^^^ error UNKNOWN_CLASS: Could not find class ::web::tsl (did you mean 'web::tls'?)
class { 'web::nothing': }
#        ^^^^^^^^^^^^ error UNKNOWN_CLASS: Could not find class ::web::nothing
include elsewhere
#       ^^^^^^^^^ warning UNKNOWN_CLASS: Could not find class ::elsewhere
include web::tls-old
#       ^^^^^^^^^^^^ error UNKNOWN_CLASS: Could not find class ::web::tls-old: no class can have this name
include porxy::server
#       ^^^^^^^^^^^^^ warning UNKNOWN_CLASS: Could not find class ::porxy::server (did you mean 'proxy::server'?)
unless defined('web::gone') { include web::gone }
#                                     ^^^^^^^^^ error UNKNOWN_CLASS: Could not find class ::web::gone
if defined('web::odd') or $facts['odd'] { include web::odd }
#                                                 ^^^^^^^^ error UNKNOWN_CLASS: Could not find class ::web::odd
"""

FIXED = """\
#- modules/web/manifests/init.pp
class web {}
#- modules/web/manifests/tls.pp
class web::tls {}
#- modules/proxy/manifests/server.pp
class proxy::server {}
#- manifests/site.pp
include web::tls
class { 'web::nothing': }
#        ^^^^^^^^^^^^ error UNKNOWN_CLASS: Could not find class ::web::nothing
include elsewhere
#       ^^^^^^^^^ warning UNKNOWN_CLASS: Could not find class ::elsewhere
include web::tls-old
#       ^^^^^^^^^^^^ error UNKNOWN_CLASS: Could not find class ::web::tls-old: no class can have this name
include proxy::server
unless defined('web::gone') { include web::gone }
#                                     ^^^^^^^^^ error UNKNOWN_CLASS: Could not find class ::web::gone
if defined('web::odd') or $facts['odd'] { include web::odd }
#                                                 ^^^^^^^^ error UNKNOWN_CLASS: Could not find class ::web::odd
"""

GOOD = """\
#- modules/web/manifests/init.pp
class web {}
#- modules/web/manifests/tls.pp
class web::tls inherits web {}
#- manifests/site.pp
include web, '::web::tls'
if defined(Class['web::none']) { require web }
if $facts['web'] and defined('web::none') { include web::none } elsif !(defined(Class['web::no'])) { } else { contain web::no }
class own {}
contain own
notify { 'set': require => Class['settings'] }
#- Puppetfile
mod 'someone-elsewhere'
#- manifests/more.pp
include elsewhere
"""

#: The class that Puppet itself makes, of the server's settings.
_OF_PUPPET = "settings"
_NAME = re.compile(r"[a-z]\w*(::[a-z]\w*)*")
#: What no class has in its name.
_NO_NAME = re.compile(r"[^\w:]", re.ASCII)


@on_use("class")
def unknown_class(here: Here, reference: Reference) -> Iterator[Finding]:
    view = here.view
    if reference.optional:
        return
    if not _NAME.fullmatch(reference.name):
        if _NO_NAME.search(reference.name) and judges_all(view):
            message = f"Could not find class ::{_shown(reference.name)}: no class can have this name"
            yield CHECK.at(here, reference, message, None, Subject("class", reference.name))
        return
    if reference.name == _OF_PUPPET or view.find("class", reference.name) is not None:
        return
    severity = severity_of_missing_name(view, reference.name)
    if severity is not None:
        near = nearest(reference.name, view.neighbours("class", reference.name))
        message = f"Could not find class ::{reference.name}{did_you_mean(near)}"
        subject, fixes = Subject("class", reference.name), corrected(here, reference, near)
        yield CHECK.at(here, reference, message, severity, subject, fixes)


def _shown(name: str) -> str:
    return name.replace("\0", "\\0")
