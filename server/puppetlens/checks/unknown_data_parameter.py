"""A key of Hiera that is named like a parameter of a class that has none such.

What it does: takes each key `class::name` of data, where the class is there and has no such parameter, but one of nearly
that name; and each whose class is not there, where there is one of nearly that name with such a parameter. A key that some
code asks for is left in peace.
Why it is bad: nothing ever asks for the key; the parameter keeps the value that it has without.
Instead: correct the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..base.near_names import did_you_mean, nearest, slip_of
from ..base.span import Span
from ..model.data_document import DataDocument
from ..model.key_uses import is_asked_for, starts_asked_for
from ..model.summary import Facet, Key
from ..model.view import View
from ..project.autoload import module_of
from .certainty import judges
from .finding import Finding
from .near_names import replaced
from .registry import Check, on_data

CHECK = Check("UNKNOWN_DATA_PARAMETER", "warning")

_COLONS = re.compile(":+")

BAD = """\
#- hiera.yaml
version: 5
#- modules/web/manifests/init.pp
class web(Integer $port) { }
#- modules/web/manifests/server.pp
class web::server(String $root, String $user) { }
#- modules/nginx/manifests/init.pp
class nginx(String $root, String $user, String $group) { }
#- modules/nginx/manifests/host.pp
define nginx::host(String $root = '/srv') { }
#- data/common.yaml
web::prot: 80
#= 1:1-10 warning UNKNOWN_DATA_PARAMETER: Class web has no parameter named 'prot' (did you mean 'port'?)
"web::servr::root": /srv
#= 2:2-18 warning UNKNOWN_DATA_PARAMETER: Could not find class web::servr (did you mean 'web::server'?)
ngnix::root: /srv
#= 3:1-12 warning UNKNOWN_DATA_PARAMETER: Could not find class ngnix (did you mean 'nginx'?)
nginx::host::root: /www
#= 4:1-18 warning UNKNOWN_DATA_PARAMETER: Puppet asks for no parameters of defines, and nginx::host is one
Nginx::user: www
#= 5:1-12 warning UNKNOWN_DATA_PARAMETER: Puppet asks for 'nginx::user', and for nothing that is written otherwise
web:server::user: www
#= 6:1-17 warning UNKNOWN_DATA_PARAMETER: Puppet asks for 'web::server::user', and for nothing that is written otherwise
nginx:group: www
#= 7:1-12 warning UNKNOWN_DATA_PARAMETER: Puppet asks for 'nginx::group', and for nothing that is written otherwise
"""

FIXED = """\
#- hiera.yaml
version: 5
#- modules/web/manifests/init.pp
class web(Integer $port) { }
#- modules/web/manifests/server.pp
class web::server(String $root, String $user) { }
#- modules/nginx/manifests/init.pp
class nginx(String $root, String $user, String $group) { }
#- modules/nginx/manifests/host.pp
define nginx::host(String $root = '/srv') { }
#- data/common.yaml
web::port: 80
"web::server::root": /srv
nginx::root: /srv
nginx::host::root: /www
#= 4:1-18 warning UNKNOWN_DATA_PARAMETER: Puppet asks for no parameters of defines, and nginx::host is one
nginx::user: www
web::server::user: www
nginx::group: www
"""

GOOD = """\
#- hiera.yaml
version: 5
#- modules/web/manifests/init.pp
class web(Integer $port, $own = lookup('web::prot')) { }
define web::host($root = lookup("web::host::${name}"), $port = lookup("web:${name}")) { }
#- data/common.yaml
web::port: 80
web::prot: 80
web::host::root: /srv
web::colours: red
web:colours: blue
a:port: 80
host:web:port: 80
web::none::port: 80
else::where::port: 80
webs: "%{lookup('web::ports')}"
web::ports: [80]
lookup_options:
  web::port: { merge: first }
"""


@on_data("hiera")
def unknown_data_parameter(view: View, document: DataDocument) -> Iterator[Finding]:
    if not view.is_whole:
        return
    for key in document.contents.keys:
        # Two colons are what was meant where there is one, or more.
        owner, _, name = _COLONS.sub("::", key.name).removeprefix("::").rpartition("::")
        if not owner or not name or is_asked_for(view, key.name):
            continue
        if owner.islower() and key.name == f"{owner}::{name}":
            yield from _of_class(view, key, owner, name)
        else:
            yield from _written_otherwise(view, key, owner.lower(), name)


def _written_otherwise(view: View, key: Key, owner: str, name: str) -> Iterator[Finding]:
    """A key with capitals in the name of its class, with `::` before it, or with another number of colons."""
    found = view.find("class", owner, Facet.SIGNATURE)
    computed = any(start and key.name.startswith(start) for start in starts_asked_for(view))
    if found is not None and found.definition.parameter(name) is not None and not computed:
        meant = f"{owner}::{name}"
        yield _finding(view, key, f"Puppet asks for '{meant}', and for nothing that is written otherwise", meant)


def _of_class(view: View, key: Key, owner: str, name: str) -> Iterator[Finding]:
    found = view.find("class", owner, Facet.SIGNATURE)
    if found is not None:
        names = [parameter.name for parameter in found.definition.parameters]
        near = slip_of(name, names) if name not in names and judges(view, owner) else None
        if near is not None:
            message = f"Class {owner} has no parameter named '{name}'{did_you_mean(near)}"
            yield _finding(view, key, message, f"{owner}::{near}")
        return
    define = view.find("define", owner, Facet.SIGNATURE)
    if define is not None:
        if define.definition.parameter(name) is not None and not _may_be_computed(view, key.name):
            message = f"Puppet asks for no parameters of defines, and {owner} is one"
            yield CHECK.of(view, key.name_span, key.name_span.start, message)
        return
    near = _class_meant(view, owner, name)
    if near is not None:
        yield _finding(view, key, f"Could not find class {owner}{did_you_mean(near)}", f"{near}::{name}")


def _may_be_computed(view: View, key: str) -> bool:
    return any(key.startswith(start) for start in starts_asked_for(view))


def _class_meant(view: View, owner: str, name: str) -> str | None:
    """A class of nearly that name that has such a parameter."""
    module = module_of(owner)
    if module not in view.site.modules:
        meant = slip_of(module, view.site.modules)
        if meant is None or module in view.declared_modules:
            return None
        near: str | None = "::".join((meant, *owner.split("::")[1:]))
    else:
        near = nearest(owner, view.neighbours("class", owner))
        near = near if near is not None and slip_of(owner, [near]) is not None else None
    found = view.find("class", near, Facet.SIGNATURE) if near is not None else None
    return near if found is not None and found.definition.parameter(name) is not None else None


def _finding(view: View, key: Key, message: str, meant: str) -> Finding:
    span: Span = key.name_span
    fixes = replaced(view.path, span, meant)
    return CHECK.of(view, span, span.start, message, None, None, fixes)
