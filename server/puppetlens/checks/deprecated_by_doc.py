"""Use of what its own documentation calls deprecated.

What it does: finds uses of classes, defines, functions, types and parameters, in Puppet or Ruby, whose comment has Puppet Strings'
`@deprecated`, or whose text, `@summary`, `@note` or `@param` begins with "Deprecated", ends with "(DEPRECATED)" or says that
"this class is deprecated". The module itself may use them, and modules made for many sites are passed over within a site.
Why it is bad: it goes with one of the next versions of its module, or does nothing any more.
Instead: use what the message names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..model import builtin
from ..model.definitions import DefinitionKind
from ..model.item_facts import Reference
from ..model.snapshot import Found
from ..model.summary import Facet
from ..model.view import View
from ..ruby.deprecated import WORD, deprecated_by, deprecated_parameter, parameters_of
from ..ruby.deprecated import deprecated_by_doc as deprecated_by_comment
from .certainty import judges_all
from .finding import Finding
from .registry import Check, Here, on_use

CHECK = Check("DEPRECATED_BY_DOC", "information", tags=("deprecated",), said_by="DEPRECATED_FUNCTION")

BAD = """\
#- modules/web/manifests/old.pp
# @summary A web server
# @deprecated Use `web` instead.
class web::old { }
#- modules/web/manifests/init.pp
# @param root Deprecated: use `folder`
# @param folder Where the pages are
class web($root = undef, $folder = '/srv') { }
#- modules/web/manifests/vhost.pp
# DEPRECATED !!
#
# A host.
define web::vhost { }
#- modules/web/types/port.pp
# @summary This type is deprecated. Please use Stdlib::Port
type Web::Port = Integer
#- modules/web/lib/puppet/functions/web/size.rb
# @summary **DEPRECATED.** Use the function [`web::length`](#weblength)
Puppet::Functions.create_function(:'web::size') do
end
#- modules/web/lib/puppet/type/web_page.rb
Puppet::Type.newtype(:web_page) do
  newparam(:name, namevar: true)
  newparam(:text) { desc 'What it says (DEPRECATED)' }
end
#- manifests/site.pp
include web::old
#       ^^^^^^^^ information DEPRECATED_BY_DOC: The class 'web::old' is deprecated: Use `web` instead.
class { 'web': root => '/' }
#              ^^^^ information DEPRECATED_BY_DOC: The parameter 'root' of class web is deprecated: use `folder`
web::vhost { 'a': }
#= 3:1-11 information DEPRECATED_BY_DOC: The define 'web::vhost' is deprecated
function size(Web::Port $port) { web::size($port) }
#             ^^^^^^^^^ information DEPRECATED_BY_DOC: The type 'Web::Port' is deprecated: Please use Stdlib::Port
#                                ^^^^^^^^^ information DEPRECATED_BY_DOC: The function 'web::size' is deprecated: Use the function `web::length`
web_page { 'a': text => 'b' }
#               ^^^^ information DEPRECATED_BY_DOC: The parameter 'text' of web_page is deprecated
"""

GOOD = """\
#- modules/web/manifests/init.pp
# A class. It warns of what is deprecated.
#
# @param root Where the pages are; a path without `/` is deprecated.
# @param fatal Whether deprecations are fatal
class web($root = undef, $fatal = false) { include web::old }
#- modules/web/manifests/old.pp
# @deprecated
class web::old { }
#- manifests/site.pp
class { 'web': root => '/', fatal => true }
"""


@on_use("class", "resource_type", "type", "function", "attribute")
def deprecated_by_doc(here: Here, reference: Reference) -> Iterator[Finding]:
    view = here.view
    if view.is_published or not judges_all(view):
        return
    found = _parameter(view, reference) if reference.kind == "attribute" else _named(view, reference)
    if found is not None:
        what, instead = found
        yield CHECK.at(here, reference, f"The {what} is deprecated{f': {instead}' if instead else ''}")


#: What a name may be, as a definition in Puppet.
_KINDS: dict[str, tuple[DefinitionKind, ...]] = {
    "class": ("class",),
    "resource_type": ("define",),
    "type": ("type", "define"),
    "function": ("function",),
}


#: Whether Puppet itself has a name.
_OF_PUPPET: dict[str, Callable[[str], bool]] = {
    "function": builtin.is_function,
    "resource_type": builtin.is_resource_type,
    "type": lambda name: builtin.is_data_type(name) or builtin.is_resource_type(name),
}


def _named(view: View, reference: Reference) -> tuple[str, str] | None:
    kind, name = reference.kind, reference.name
    if kind in _OF_PUPPET and _OF_PUPPET[kind](name):
        return None
    for each in _KINDS[kind]:
        found = view.find(each, name)
        if found is not None:
            instead = deprecated_by(_doc(view, found))
            return None if instead is None else (f"{each} '{reference.written}'", instead)
    path, doc = _in_ruby(view, kind, name)
    if path is None or doc is None or view.module_around(path) == view.module:
        return None
    return f"{'function' if kind == 'function' else 'type'} '{reference.written}'", doc


def _in_ruby(view: View, kind: str, name: str) -> tuple[str | None, str | None]:
    """The file of what Ruby declares, and what its doc says to do instead."""
    if kind == "function":
        path = view.ruby.function_path(name)
        if path is not None and WORD.encode() in (view.read(path) or b"").lower():
            function = view.ruby.function(name)
            declared = function.declared if function is not None else None
            return path, deprecated_by_comment(declared.doc) if declared is not None else None
    if kind in ("resource_type", "type"):
        found = view.ruby.type(name)
        return (found.path, deprecated_by(found.declared.doc)) if found is not None and found.declared else (None, None)
    return None, None


def _parameter(view: View, reference: Reference) -> tuple[str, str] | None:
    kind, owner = reference.owner or ("", "")
    found = view.find("class" if kind == "class" else "define", owner)
    is_own = False
    if found is not None:
        instead = parameters_of(_doc(view, found)).get(reference.name)
        of = f"{found.definition.kind} {owner}"
    elif kind == "resource_type" and not builtin.is_resource_type(owner):
        declared = view.ruby.attribute(owner, reference.name)
        instead = deprecated_parameter(declared[1].doc) if declared is not None else None
        is_own = declared is not None and view.module_around(declared[0]) == view.module
        of = owner
    else:
        return None
    return None if is_own or instead is None else (f"parameter '{reference.name}' of {of}", instead)


def _doc(view: View, found: Found) -> str:
    """The comment of another module's definition; "" of one of the same."""
    if view.module_around(found.path) == view.module:
        return ""
    view.lookups.add((found.definition.entity, Facet.DOC))
    return found.definition.doc
