"""Use of what a module keeps to itself.

What it does: finds uses of another module's classes, defines and functions (in Ruby, too) that are private: documented with
`@api private`, or with a body that calls `assert_private()`; and of parameters and variables that have such a comment right
above them. To declare, inherit from or call such a one, to make a relationship with it, to read or set such a parameter or
variable is direct use; to name the variables, parameters or resources of what is private is access. What published modules do in
a site is left in peace.
Why it is bad: the module's author may change or remove it at any time. `assert_private()` ends the compilation, unless the
module itself has declared the class before.
Instead: use what the module offers for it, mostly the parameters of its main class. Set `private-use` and `private-access`
to `error` and `warning` to have what the language's specification once said of `private`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..model.definitions import DefinitionKind
from ..model.entity import Entity
from ..model.item_facts import Reference
from ..model.snapshot import Found
from ..model.summary import Facet
from ..model.view import View
from ..project.autoload import module_of
from ..ruby.doc import Doc, parse_doc
from ..syntax import ast
from ..syntax.ast.walk import walk_node
from .certainty import judges_all
from .finding import Finding
from .registry import Check, Here, on_use

ASSERTED = Check("PRIVATE_ASSERTED", "error")
USE = Check("PRIVATE_USE", "warning")
ACCESS = Check("PRIVATE_ACCESS", "information")

BAD = """\
#- modules/web/manifests/install.pp
# @api private
class web::install { $package = 'nginx' }
#- modules/web/manifests/config.pp
class web::config { assert_private() }
#- modules/web/lib/puppet/functions/assert_private.rb
Puppet::Functions.create_function(:assert_private) do
end
#- modules/web/manifests/snippet.pp
# @summary A part
#
# @api private
define web::snippet($text) { notice($text) }
#- modules/web/manifests/init.pp
class web(
  $port,
  # @api private
  $workers = 4,
) {
  # Only for the templates.
  # @api private
  $folder = '/srv'
}
#- modules/web/functions/port.pp
# @api private
function web::port() { 80 }
#- modules/web/lib/puppet/functions/web/size.rb
# @api private
Puppet::Functions.create_function(:'web::size') do
end
#- modules/common/manifests/init.pp
# @api private
class common { $zone = 1 }
#- manifests/site.pp
include web::install
#       ^^^^^^^^^^^^ warning PRIVATE_USE: Class web::install is private to module web
class { 'web::config': }
#        ^^^^^^^^^^^ error PRIVATE_ASSERTED: Class web::config is private to module web: it calls assert_private()
web::snippet { 'a': text => $web::install::package, require => Class['web::install'] }
#                           ^^^^^^^^^^^^^^^^^^^^^^ information PRIVATE_ACCESS: Class web::install is private to module web
#                                                                     ^^^^^^^^^^^^ warning PRIVATE_USE: Class web::install is private to module web
#= 3:1-13 warning PRIVATE_USE: Define web::snippet is private to module web
class { 'web': port => 80, workers => 2 }
#                          ^^^^^^^ warning PRIVATE_USE: Parameter workers of class web is private to module web
notice($web::folder, $web::port, Class['web']['workers'])
#      ^^^^^^^^^^^^ warning PRIVATE_USE: Variable folder of class web is private to module web
#                                              ^^^^^^^ warning PRIVATE_USE: Parameter workers of class web is private to module web
notice(web::port(), web::size())
#      ^^^^^^^^^ warning PRIVATE_USE: Function web::port is private to module web
#                   ^^^^^^^^^ warning PRIVATE_USE: Function web::size is private to module web
require common
#       ^^^^^^ warning PRIVATE_USE: Class common is private to module common
notice($common::zone, Class['common'])
#      ^^^^^^^^^^^^^ information PRIVATE_ACCESS: Class common is private to module common
#                            ^^^^^^ information PRIVATE_ACCESS: Class common is private to module common
User <| |> -> Class['common']
#                    ^^^^^^ warning PRIVATE_USE: Class common is private to module common
Web::Snippet['a'] -> User['a']
#= 10:1-13 warning PRIVATE_USE: Define web::snippet is private to module web
"""

GOOD = """\
#- modules/web/manifests/init.pp
class web {
  contain web::install
  notice($web::install::package, web::port(), Class['web::install'])
}
#- modules/web/manifests/install.pp
# @api private
class web::install { $package = 'nginx' }
#- modules/web/functions/port.pp
# @api private
function web::port() { 80 }
#- modules/web/manifests/log.pp
# @param level
#   @api private
class web::log($level = 1) { notice($level) }
#- manifests/site.pp
include web, web::log
"""

_RELATING = ("require", "before", "notify", "subscribe")
_KINDS: dict[str, tuple[DefinitionKind, ...]] = {
    "class": ("class",),
    "resource_type": ("define",),
    "type": ("define",),
    "function": ("function",),
}


@on_use("class", "resource_type", "type", "function", "variable", "attribute")
def private_use(here: Here, reference: Reference) -> Iterator[Finding]:
    view = here.view
    if not view.is_all_read or not judges_all(view):
        return
    yield from _of_member(here, reference)
    kind, name = _named(reference)
    if kind == "function" and "::" not in name:
        return
    if not name or module_of(name) == (view.module or "") or not view.has_module(name):
        return
    found = next((each for of in _KINDS.get(kind, ()) if (each := view.find(of, name, Facet.DOC))), None)
    if found is None:
        if kind == "function" and _is_private_in_ruby(view, name):
            yield USE.at(here, reference, f"Function {name} is private to module {module_of(name)}")
        return
    direct = reference.kind == "function" or here.declares(reference)
    check = _check(view, found, direct)
    if check is ACCESS and reference.kind in ("class", "type") and _relates(here, reference):
        check = USE
    if check is not None:
        what = f"{found.definition.kind.capitalize()} {name} is private to module {module_of(name)}"
        tail = ": it calls assert_private()" if check is ASSERTED else ""
        yield check.of(here, reference.span, reference.span.start, f"{what}{tail}")


def _of_member(here: Here, reference: Reference) -> Iterator[Finding]:
    """Use of a parameter or variable that is private itself."""
    view = here.view
    kind, owner = reference.owner or ("", "")
    if reference.kind not in ("variable", "attribute") or module_of(owner) == (view.module or ""):
        return
    found = view.find("class" if kind == "class" else "define", owner, Facet.DOC)
    if found is None or not view.has_module(owner):
        return
    if reference.name in found.definition.private:
        what = "Parameter" if reference.name in found.place.parameters else "Variable"
        said = f"{what} {reference.name} of {found.definition.kind} {owner} is private to module {module_of(owner)}"
        yield USE.of(here, reference.span, reference.span.start, said)


def _named(reference: Reference) -> tuple[str, str]:
    """The kind and name of what a reference names, or belongs to."""
    if reference.kind == "variable" and reference.owner is not None:
        return "class", reference.owner[1]
    return reference.kind, reference.name


def _check(view: View, found: Found, direct: bool) -> Check | None:
    if direct and found.definition.kind in ("class", "define") and _asserts(view, found):
        return ASSERTED
    if "@api" in found.definition.doc and _is_marked(parse_doc(found.definition.doc)):
        return USE if direct else ACCESS
    return None


def _is_private_in_ruby(view: View, name: str) -> bool:
    path = view.ruby.function_path(name)
    if path is None or b"@api" not in (view.read(path) or b""):
        return False
    function = view.ruby.function(name)
    return function is not None and function.declared is not None and _is_marked(function.declared.doc)


def _is_marked(doc: Doc) -> bool:
    return "private" in doc.first("api").split()


def _relates(here: Here, reference: Reference) -> bool:
    """Whether what is named gets a relationship: an arrow stands beside it, or an attribute that makes one has it."""
    for node, base in walk_node(here.statement, 0):
        sides: tuple[ast.Node, ...] = ()
        if isinstance(node, ast.RelationshipExpression):
            sides = node.left_expr, node.right_expr
        elif isinstance(node, ast.AttributeOperation) and node.attribute_name in _RELATING:
            sides = (node.value_expr,)
        if any(side.span.shift(base).contains(reference.span.start) for side in sides):
            return True
    return False


def _asserts(view: View, found: Found) -> bool:
    view.lookups.add((Entity("file", found.path), Facet.VALUE))
    called = view.snapshot.summary(found.path).spans(Entity("function", "assert_private"))
    return any(found.place.span.contains(each.start) for each in called)
