"""A resource type that is not defined anywhere.

What it does: looks up the type of each resource, default and collector among Puppet's own types, the
defines and the types written in Ruby on the module path.
Why it is bad: the catalog does not compile.
Instead: correct the name, or add the module that brings the type.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.errors import Subject
from ..base.near_names import did_you_mean, nearest
from ..model import builtin
from ..model.item_facts import Reference
from ..model.view import View
from .certainty import in_many_files, severity_of_missing_type
from .finding import Finding
from .near_names import corrected
from .registry import Check, Here, on_use

CHECK = Check("UNKNOWN_RESOURCE_TYPE", "error")

BAD = """\
#- modules/web/manifests/vhost.pp
define web::vhost {}
#- manifests/site.pp
web::vhots { 'a': }
#= 1:1-11 error UNKNOWN_RESOURCE_TYPE: Unknown resource type: 'web::vhots' (did you mean 'web::vhost'?)
if true { fiel { '/x': } }
#         ^^^^ error UNKNOWN_RESOURCE_TYPE: Unknown resource type: 'fiel' (did you mean 'file'?)
if true { Web::Nothing <| |> }
#         ^^^^^^^^^^^^ error UNKNOWN_RESOURCE_TYPE: Unknown resource type: 'web::nothing'
create_resources('@@web::vhots', {})
#                   ^^^^^^^^^^ error UNKNOWN_RESOURCE_TYPE: Unknown resource type: 'web::vhots' (did you mean 'web::vhost'?)
"""

FIXED = """\
#- modules/web/manifests/vhost.pp
define web::vhost {}
#- manifests/site.pp
web::vhost { 'a': }
if true { file { '/x': } }
if true { Web::Nothing <| |> }
#         ^^^^^^^^^^^^ error UNKNOWN_RESOURCE_TYPE: Unknown resource type: 'web::nothing'
create_resources('@@web::vhost', {})
"""

GOOD = """\
#- modules/web/manifests/vhost.pp
define web::vhost {}
#- modules/web/lib/puppet/type/web_thing.rb
Puppet::Type.newtype(:web_thing) do
  newparam(:size)
end
#- manifests/site.pp
web::vhost { 'a': }
::web::vhost { 'b': }
web_thing { 'c': size => 1 }
file { '/x': }
File { mode => '0644' }
Web::Vhost <| title == 'a' |>
create_resources('@group', { 'a' => { gid => 1 } })
create_resources('@@web::vhost', { 'd' => {} })
if defined('web::probe') { web::probe { 'e': } }
"""


@on_use("resource_type")
def unknown_resource_type(here: Here, reference: Reference) -> Iterator[Finding]:
    view = here.view
    name = reference.name
    if reference.optional:
        return
    if exists(view, name):
        if reference.written.startswith("::") and "::" not in name and _is_native(view, name) and view.is_all_read:
            written = f"::{name}"
            message = f"Unknown resource type: '{written}': a type in Ruby has no `::` before its name"
            yield CHECK.at(here, reference, message, None, Subject("resource_type", written))
        return
    known = view.neighbours("define", name) if "::" in name else _without_namespace(view)
    near = nearest(name, known)
    suggestion = did_you_mean(near)
    severity = severity_of_missing_type(view, name, near, "resource_type")
    if severity is not None:
        message = f"Unknown resource type: '{name}'{in_many_files(view, 'resource_type', name, near) or suggestion}"
        fixes = corrected(here, reference, near)
        yield CHECK.at(here, reference, message, severity, Subject("resource_type", name), fixes)


def _is_native(view: View, name: str) -> bool:
    return name not in ("class", "node") and view.find("define", name) is None


def _without_namespace(view: View) -> list[str]:
    return [*builtin.resource_type_names(), *view.ruby.without_namespace("type")]


def exists(view: View, name: str) -> bool:
    """True for the (normalised) name of any resource type."""
    return (
        builtin.is_resource_type(name) or view.find("define", name) is not None or view.ruby.type_path(name) is not None
    )
