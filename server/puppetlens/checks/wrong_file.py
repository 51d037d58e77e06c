"""A definition in a file where Puppet does not look for it.

What it does: compares the name of each definition in a module (and in the environment's own `functions` and
`types`) with the file's place. Puppet looks for files in lower case, whatever the case of the name.
Why it is bad: Puppet refuses to load a file with a name that does not belong there, and what it does accept
it finds only by chance, when something else has loaded that file before.
Instead: put `a::b::c` in `b/c.pp` below the `manifests`, `functions` or `types` of module `a`; `init.pp`
holds the class named like the module.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..model.entity import Entity
from ..model.snapshot import autoload_paths, own_path
from ..model.summary import Definition, Place
from ..model.view import View
from ..project import autoload
from .finding import Finding
from .registry import Check, on_file

#: Puppet's own, where Puppet refuses the file; ours where it would not find the name.
LOCATION = Check("ILLEGAL_DEFINITION_LOCATION", "error")
NOT_FOUND = Check("NOT_AUTOLOADED", "warning")

BAD = """\
#- modules/web/manifests/vhost.pp
class web::vhots {}
#     ^^^^^^^^^^ error ILLEGAL_DEFINITION_LOCATION: Unacceptable location. The name 'web::vhots' is unacceptable in file 'vhost.pp': 'web::vhost' belongs here
#- modules/web/manifests/tls.pp
class web::tls {}
class web::tlskey {}
#     ^^^^^^^^^^^ warning NOT_AUTOLOADED: Puppet does not look for 'web::tlskey' here: put it in 'tlskey.pp'
#- modules/web/types/Host.pp
type Web::Host = String
#    ^^^^^^^^^ warning NOT_AUTOLOADED: Puppet does not look for 'Web::Host' here: put it in 'host.pp'
#- modules/web/functions/onePort.pp
function web::onePort() { 80 }
#        ^^^^^^^^^^^^ warning NOT_AUTOLOADED: Puppet finds no function with capitals in its name: call it 'web::oneport', in 'oneport.pp'
#- modules/web/functions/port.pp
function web::prot() { 80 }
#        ^^^^^^^^^ error ILLEGAL_DEFINITION_LOCATION: Unacceptable location. The name 'web::prot' is unacceptable in file 'port.pp': 'web::port' belongs here
#- functions/short.pp
function web::short() { 1 }
#        ^^^^^^^^^^ warning NOT_AUTOLOADED: Puppet does not look for 'web::short' here, but for 'short'
"""

GOOD = """\
#- modules/web/manifests/init.pp
class web {}
class web::small {}
class web::outer { class inner {} }
#- modules/web/manifests/vhost.pp
define web::vhost {}
class web::vhost::defaults {}
#- modules/web/functions/port.pp
function web::port() { 80 }
#- modules/web/types/port.pp
type Web::Port = Integer
#- modules/web/types/fqdn.pp
type Web::FQDN = String
#- functions/environment/own.pp
function environment::own() { 1 }
#- functions/short.pp
function short() { 1 }
#- manifests/site.pp
class anything::goes {}
"""


@on_file
def wrong_file(view: View) -> Iterator[Finding]:
    document = view.document
    site = view.site
    if document is None or site.environment.is_main_manifest(view.path):
        return
    place = autoload.place_of(view.path, site.environment.root, site.modules)
    if place is None or place.folder not in autoload.FOLDERS:
        return
    nested: list[Place] = []
    for definition, where in zip(document.summary.definitions, document.summary.places, strict=True):
        if any(outer.span.contains(where.span.start) for outer in nested):
            continue
        nested.append(where)
        if definition.kind == "node" or not definition.name:
            continue
        found = _judge(view, definition, where, place)
        if found is not None:
            yield found


def _judge(view: View, definition: Definition, where: Place, place: autoload.Place) -> Finding | None:
    file = view.path.rpartition("/")[2]
    exact = place.folder != "manifests" and definition.kind in ("function", "type", "plan")
    named = definition.kind != "type"  # Puppet does not ask where an alias stands
    fits = definition.name == place.name if exact else definition.name.startswith(place.name)
    if not fits and (exact or named):
        if place.module is None:  # Puppet refuses it where somebody asks for the file's name alone
            message = f"Puppet does not look for '{definition.written}' here, but for '{place.name}'"
            return NOT_FOUND.of(view, where.name_span, where.span.start, message)
        message = (
            f"Unacceptable location. The name '{definition.written}' is unacceptable in file '{file}': "
            f"'{place.name}' belongs here"
        )
        return LOCATION.of(view, where.name_span, where.span.start, message)
    if not exact and definition.kind not in ("class", "define"):
        return None
    entity = Entity(definition.kind, definition.name)
    own = own_path(view.site, entity)
    lost = definition.kind == "function" and definition.written.removeprefix("::") != definition.name
    if own is None or (view.path in autoload_paths(view.site, entity) and not lost):
        return None
    root = view.site.environment.root if place.module is None else view.site.modules[place.module]
    right = own.removeprefix(f"{root}/{place.folder}/")
    message = f"Puppet does not look for '{definition.written}' here: put it in '{right}'"
    if lost:
        message = f"Puppet finds no function with capitals in its name: call it '{definition.name}', in '{right}'"
    return NOT_FOUND.of(view, where.name_span, where.span.start, message)
