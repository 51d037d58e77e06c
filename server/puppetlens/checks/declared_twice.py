"""A resource that another class declares too, where something has both classes.

What it does: takes each resource with a title that is written out, right in the body of a class, and looks for another file's class
that declares the same so. Where a class or node declares both, on no condition, whether itself or by what it includes,
its catalog gets the resource twice. What stands in one file is found by evaluating it. Nothing is said of classes with ancestors
that are not there or go round in a circle, which no catalog has, nor of a class or node that is defined twice as if it were one.
Why it is bad: the catalog of each node that gets both does not compile: "Duplicate declaration".
Instead: declare it in one class and include that one in both; or say who has it: `ensure_packages`, or virtual resources that
both realize.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import NamedTuple

from ..base.position import Text
from ..base.span import Span
from ..model.definitions import definition_name
from ..model.document import Document
from ..model.entity import Entity, resource
from ..model.literals import inner, literal, titles
from ..model.named_in_calls import CLASS_FUNCTIONS
from ..model.summary import Facet
from ..model.view import View
from ..project.autoload import capitalised, normalise
from ..syntax import ast
from ..syntax.ast.walk import walk_node
from .calls import function_of
from .certainty import judges_all
from .finding import Finding, Related
from .registry import Check, Here, on_node

CHECK = Check("DECLARED_TWICE", "warning")

BAD = """\
#- modules/profile/manifests/web.pp
class profile::web {
  package { ['curl', 'nginx']: }
#             ^^^^ warning DECLARED_TWICE: Class profile::db declares Package[curl], too, and class role has both: its catalog does not compile
}
#- modules/profile/manifests/db.pp
class profile::db {
  package { 'curl': ensure => latest }
#            ^^^^ warning DECLARED_TWICE: Class profile::web declares Package[curl], too, and class role has both: its catalog does not compile
}
#- modules/profile/manifests/base.pp
class profile::base { contain profile::db }
#- modules/role/manifests/init.pp
class role {
  include profile::base
  class { 'profile::web': }
}
"""

GOOD = """\
#- modules/profile/manifests/web.pp
class profile::web {
  package { 'curl': }
  @package { 'wget': }
  unless defined(Package['git']) { package { 'git': } }
}
#- modules/profile/manifests/db.pp
class profile::db { package { ['curl', 'wget', 'git']: } }
#- modules/role/manifests/init.pp
class role($with_db) {
  include profile::web
  if $with_db { include profile::db }
}
#- manifests/site.pp
node 'web' { include profile::web }
node 'db' { include profile::db }
"""

#: So many classes and nodes are looked through, so many files that name one of them, and so many that declare the resource:
#: what more do is of many minds, and would be asked for at each key.
_MOST, _FILES, _DECLARING = 20, 10, 8


class _Defined(NamedTuple):
    """A class or node (`class web`), the classes that it declares on no condition, and the resources right in its body."""

    name: str
    classes: frozenset[str]
    resources: tuple[Span, ...]

    @property
    def is_class(self) -> bool:
        return self.name.startswith("class ")

    @property
    def short(self) -> str:
        return self.name.partition(" ")[2]


#: A class or node in its file: of one name there may be several, of which Puppet tells itself.
_Place = tuple[str, _Defined]

#: What files define, by their contents: of a large repo the same ones are asked about again and again, and few stay parsed.
_KNOWN: dict[bytes, tuple[_Defined, ...]] = {}
_REMEMBERED = 10_000


@on_node(ast.ResourceExpression)
def declared_twice(here: Here, node: ast.ResourceExpression) -> Iterator[Finding]:
    view, around = here.view, here.around
    if here.parents or len(around) != 1 or not isinstance(around[0], ast.HostClassDefinition) or node.form != "regular":
        return
    type_name = normalise(literal(node.type_name) or "class")
    if type_name == "class" or not view.is_whole or not judges_all(view):
        return
    own = f"class {normalise(definition_name(around[0], ''))}"
    for body in node.bodies:
        for title, where in titles(body.title):
            entity = resource(type_name, title)
            for other, place in _others(view, entity):
                if other[1].name == own:
                    continue
                having = _having(view, other)
                both = next((each for each in _having_own(view, own) if each in having), None)
                if both is not None:
                    what = f"C{other[1].name[1:]} declares {capitalised(type_name)}[{title}], too"
                    message = f"{what}, and {both[1].name} has both: its catalog does not compile"
                    yield CHECK.of(here, inner(where), where.start, message)._replace(related=(place,))
                    break


def _others(view: View, entity: Entity) -> Iterator[tuple[_Place, Related]]:
    """The classes in other files that declare a resource right in their bodies."""
    declaring = list(view.resources(entity))
    for found, path in declaring if len(declaring) <= _DECLARING else ():
        if path == view.path:
            continue
        view.lookups.add((Entity("file", path), Facet.VALUE))
        text = view.snapshot.text(path)
        if text is None:
            continue
        for each in _defined(view, path, text):
            if each.is_class and any(span.contains(found.title_span.start) for span in each.resources):
                yield (path, each), Related(path, text, found.title_span, "declared here, too")


def _having_own(view: View, name: str) -> list[_Place]:
    """The same as `_having`, of a class of the view's file."""
    text = view.snapshot.text(view.path)
    own = [each for each in _defined(view, view.path, text) if each.name == name] if text is not None else []
    return _having(view, (view.path, own[0])) if own else []


def _having(view: View, place: _Place) -> list[_Place]:
    """The classes and nodes that have a class on no condition, the nearest first."""
    return view.once(("having", place), lambda: list(_upwards(view, place)))


def _upwards(view: View, place: _Place) -> Iterator[_Place]:
    waiting = [place]
    for each in waiting:
        name = each[1].short
        if each[1].is_class and None in view.lineage(name):
            continue
        yield each
        paths = view.using(Entity("class", name)) if each[1].is_class else []
        for path in paths if len(paths) <= _FILES else ():
            text = view.snapshot.text(path)
            for owner in _defined(view, path, text) if text is not None else ():
                if name in owner.classes and (path, owner) not in waiting and len(waiting) < _MOST:
                    waiting.append((path, owner))


def _defined(view: View, path: str, text: Text) -> tuple[_Defined, ...]:
    """The classes and nodes of a file."""
    digest = blake2b(text.data, digest_size=16).digest()
    known = _KNOWN.get(digest)
    if known is None:
        document = view.snapshot.document(path)
        known = tuple(_definitions(document)) if document is not None else ()
        while len(_KNOWN) >= _REMEMBERED:
            _KNOWN.pop(next(iter(_KNOWN)))
        _KNOWN[digest] = known
    return known


def _definitions(document: Document) -> Iterator[_Defined]:
    for item in document.program.body:
        if isinstance(item.node, (ast.HostClassDefinition, ast.NodeDefinition)):
            name = definition_name(item.node, "")
            is_class = isinstance(item.node, ast.HostClassDefinition)
            spans = tuple(
                each.node.span.shift(item.start + each.start)
                for each in item.node.body
                if isinstance(each.node, ast.ResourceExpression)
                and each.node.form == "regular"
                and not any(body.title is None for body in each.node.bodies)
            )
            yield _Defined(f"class {normalise(name)}" if is_class else f"node {name}", _declared(item.node), spans)


def _declared(definition: ast.Definition) -> frozenset[str]:
    """The classes that a class or node declares on no condition."""
    found: set[str] = set()
    if isinstance(definition, ast.HostClassDefinition) and definition.parent_class:
        found.add(normalise(definition.parent_class))
    for item in getattr(definition, "body", ()):
        node = item.node
        if may_leave(node):
            break
        named: tuple[ast.Expression | None, ...] = ()
        if isinstance(node, ast.CallNamedFunctionExpression):
            named = node.arguments if function_of(node) in CLASS_FUNCTIONS else ()
        elif isinstance(node, ast.ResourceExpression) and literal(node.type_name) == "class":
            named = tuple(body.title for body in node.bodies)
        found.update(normalise(title) for each in named for title, _ in titles(each))
    return frozenset(found)


def may_leave(node: ast.Node) -> bool:
    """Whether a statement may end the body that it stands in."""
    return any(
        isinstance(each, ast.CallNamedFunctionExpression) and function_of(each) == "return"
        for each, _ in walk_node(node, 0)
    )
