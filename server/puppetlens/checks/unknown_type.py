"""A data type or type alias that is not defined anywhere.

What it does: looks up each capitalised name: Puppet's own data types, type aliases, types written in Ruby,
and resource types, whose references are written the same way.
Why it is bad: whatever evaluates the name fails, a parameter's type when the class is declared.
Instead: correct the name, or put the alias where the autoloader looks for it (`A::B` in `a/types/b.pp`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..base.errors import Subject
from ..base.near_names import did_you_mean, nearest
from ..model import builtin
from ..model.entity import Entity
from ..model.item_facts import Reference
from ..model.summary import Facet
from ..model.view import View
from .certainty import in_many_files, may_use_bolt, severity_of_missing_type
from .finding import Finding
from .near_names import corrected
from .registry import Check, Here, on_use
from .unknown_resource_type import exists

CHECK = Check("UNKNOWN_RESOURCE_TYPE", "error")

BAD = """\
#- modules/web/types/port.pp
type Web::Port = Integer[0, 65535]
#- modules/web/manifests/init.pp
class web(Web::Prot $port, Sting $name_of_it) {}
#         ^^^^^^^^^ error UNKNOWN_RESOURCE_TYPE: Resource type not found: Web::Prot (did you mean 'Web::Port'?)
#                          ^^^^^ error UNKNOWN_RESOURCE_TYPE: Resource type not found: Sting (did you mean 'String'?)
#- modules/web/types/kinds.pp
type Web::Kinds = TypeSet[{ pcore_version => '1.0.0', version => '1.0.0', types => { Size => Integer[0, 9] } }]
#- modules/web/manifests/page.pp
class web::page(Web::Kinds::Color $color) {}
#               ^^^^^^^^^^^^^^^^^ error UNKNOWN_RESOURCE_TYPE: Resource type not found: Web::Kinds::Color
"""

FIXED = """\
#- modules/web/types/port.pp
type Web::Port = Integer[0, 65535]
#- modules/web/manifests/init.pp
class web(Web::Port $port, String $name_of_it) {}
#- modules/web/types/kinds.pp
type Web::Kinds = TypeSet[{ pcore_version => '1.0.0', version => '1.0.0', types => { Size => Integer[0, 9] } }]
#- modules/web/manifests/page.pp
class web::page(Web::Kinds::Color $color) {}
#               ^^^^^^^^^^^^^^^^^ error UNKNOWN_RESOURCE_TYPE: Resource type not found: Web::Kinds::Color
"""

GOOD = """\
#- modules/web/types/port.pp
type Web::Port = Integer[0, 65535]
#- modules/web/manifests/init.pp
class web(Web::Port $port, Optional[String] $text, Hash[Web::Port, Any] $more = {}) {
  file { '/x': }
  -> web::vhost { 'a': }
  Web::Vhost['a'] -> File['/x']
}
#- modules/web/manifests/vhost.pp
define web::vhost {}
#- modules/web/types/kinds.pp
type Web::Kinds = TypeSet[{
  pcore_version => '1.0.0',
  version       => '1.0.0',
  types         => { Size => Integer[0, 9], Page => Object[{ attributes => { 'size' => Integer } }] },
}]
#- modules/web/manifests/page.pp
class web::page(Web::Kinds::Size $size) { notice(Web::Kinds::Page($size)) }
"""


@on_use("type")
def unknown_type(here: Here, reference: Reference) -> Iterator[Finding]:
    view = here.view
    name = reference.name
    if reference.optional or is_type(view, name):
        return
    in_set = _in_type_set(view, name)
    if in_set:
        return
    near = nearest(_capitalised(name), types_known(view, name)) if in_set is None else None
    suggestion = did_you_mean(near)
    severity = severity_of_missing_type(view, name, near, "type")
    if severity is not None:
        message = f"Resource type not found: {reference.written}{in_many_files(view, 'type', name, near) or suggestion}"
        yield CHECK.at(here, reference, message, severity, Subject("type", name), corrected(here, reference, near))


def types_known(view: View, name: str) -> list[str]:
    """What it may be a slip of, as it is written."""
    if "::" in name:
        return [_capitalised(alias) for alias in view.neighbours("type", name)]
    names = (
        *builtin.resource_type_names(),
        *view.ruby.without_namespace("type"),
        *view.ruby.without_namespace("datatypes"),
    )
    return [*builtin.data_type_names(), *map(_capitalised, names)]


def is_type(view: View, name: str) -> bool:
    """Whether a (normalised) name is that of a data type or a type of resources."""
    return (
        builtin.is_data_type(name)
        or view.find("type", name) is not None
        or view.ruby.data_type_path(name) is not None
        or (builtin.is_bolt_type(name) and may_use_bolt(view))
        or exists(view, name)
    )


def _in_type_set(view: View, name: str) -> bool | None:
    """Whether the set that a module's `Web::Kinds` stands for speaks of the `Size` of `Web::Kinds::Size`; None where there is no
    such set. Puppet finds sets that the autoloader finds; what `type Kinds = TypeSet[...]` in `site.pp` has, only once
    something has named `Kinds` itself."""
    owner = name.rpartition("::")[0]
    while owner:
        found = view.find("type", owner, Facet.VALUE)
        value = (found.definition.value or "").lower() if found is not None else ""
        if value.startswith("typeset"):
            word = name.removeprefix(f"{owner}::").partition("::")[0]
            return ("::" in owner or _is_named(view, owner)) and re.search(rf"\b{re.escape(word)}\b", value) is not None
        owner = owner.rpartition("::")[0]
    return None


def _is_named(view: View, name: str) -> bool:
    """Whether the file names a type itself, not only what it has."""
    view.lookups.add((Entity("file", view.path), Facet.VALUE))
    return bool(view.snapshot.summary(view.path).spans(Entity("type", name)))


def _capitalised(name: str) -> str:
    return "::".join(part.capitalize() for part in name.split("::"))
