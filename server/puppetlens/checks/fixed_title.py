"""A define with a resource of a fixed title, declared twice in one body.

What it does: takes each define that a class or another define declares twice on no condition, and looks for a resource right in
its body whose title is written out, without `$title` or a parameter in it. What stands in one file, and what a node of the
main manifest has, is found by evaluating it.
Why it is bad: whatever has the class gets no catalog: "Duplicate declaration".
Instead: put `$title` into the title, or what there is once into a class that the define includes.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.position import Text
from ..model.definitions import definition_name
from ..model.entity import Entity
from ..model.literals import inner, literal, titles
from ..model.summary import Facet
from ..model.view import View
from ..project.autoload import capitalised, normalise
from ..syntax import ast
from .certainty import judges_all
from .declared_twice import may_leave
from .finding import Finding, Related
from .registry import Check, on_file

CHECK = Check("FIXED_TITLE", "error")

BAD = """\
#- modules/web/manifests/vhost.pp
define web::vhost($port = 80) {
  file { '/etc/web': ensure => directory }
  file { "/etc/web/${title}": }
}
#- modules/profile/manifests/web.pp
class profile::web {
  web::vhost { 'a': }
  web::vhost { 'b': port => 81 }
#               ^ error FIXED_TITLE: Web::Vhost[a] and Web::Vhost[b] both declare File[/etc/web]: the catalog does not compile
}
"""

GOOD = """\
#- modules/web/manifests/vhost.pp
define web::vhost($folder = '/etc/web') {
  unless defined(File['/etc/web']) { file { '/etc/web': ensure => directory } }
  file { "${folder}/${title}": }
  include web
}
#- modules/web/manifests/once.pp
define web::once { file { '/etc/once': } }
#- modules/web/manifests/early.pp
define web::early {
  if $title == 'b' { return() }
  file { '/etc/early': }
}
#- modules/profile/manifests/web.pp
class profile::web($two = false) {
  web::vhost { ['a', 'b']: }
  web::early { ['a', 'b']: }
  web::once { 'a': }
  if $two { web::once { 'b': } }
  @web::once { 'c': }
}
#- modules/web/manifests/init.pp
class web { }
"""

_DEFINITIONS = (ast.HostClassDefinition, ast.ResourceTypeDefinition)


@on_file
def fixed_title(view: View) -> Iterator[Finding]:
    document = view.document
    if document is None or not judges_all(view):
        return
    for item in document.program.body:
        if isinstance(item.node, _DEFINITIONS):
            yield from _in_body(view, item.start, item.node)


def _in_body(view: View, start: int, definition: ast.Definition) -> Iterator[Finding]:
    first: dict[str, str] = {}
    for at, declared in _certain(definition):
        name = normalise(literal(declared.type_name) or "")
        if "::" not in name and name not in view.site.modules:
            continue  # A type that is no define of another file.
        for body in declared.bodies:
            for title, where in titles(body.title):
                if first.setdefault(name, title) == title:
                    continue
                fixed = _fixed(view, name)
                if fixed is not None:
                    what, place = fixed
                    both = f"{capitalised(name)}[{first[name]}] and {capitalised(name)}[{title}]"
                    message = f"{both} both declare {what}: the catalog does not compile"
                    span = inner(where).shift(start + at)
                    yield CHECK.of(view, span, span.start, message)._replace(related=(place,))


def _fixed(view: View, name: str) -> tuple[str, Related] | None:
    """The first resource with a fixed title that a define of another file declares, whatever it is given."""
    found = view.find("define", name, Facet.VALUE)
    if found is None or found.path == view.path:
        return None
    view.lookups.add((Entity("file", found.path), Facet.VALUE))
    document = view.snapshot.document(found.path)
    for item in document.program.body if document is not None else ():
        node = item.node
        if isinstance(node, ast.ResourceTypeDefinition) and normalise(definition_name(node, "")) == name:
            assert document is not None, "it has statements"
            return _first_fixed(found.path, document.text, item.start, node)
    return None


def _first_fixed(path: str, text: Text, start: int, definition: ast.Definition) -> tuple[str, Related] | None:
    for at, declared in _certain(definition):
        for title, where in (each for body in declared.bodies for each in titles(body.title)):
            what = f"{capitalised(normalise(literal(declared.type_name) or ''))}[{title}]"
            return what, Related(path, text, inner(where).shift(start + at), "with a fixed title")
    return None


def _certain(definition: ast.Definition) -> Iterator[tuple[int, ast.ResourceExpression]]:
    """The resources that a body declares on no condition, each with where its statement begins in the definition."""
    for item in getattr(definition, "body", ()):
        node = item.node
        if may_leave(node):
            return
        if isinstance(node, ast.ResourceExpression) and node.form == "regular" and literal(node.type_name) is not None:
            yield item.start, node
