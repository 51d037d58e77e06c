"""Whether it is certain that nothing of a whole environment declares a resource of some title."""

from __future__ import annotations

from collections.abc import Iterator

from ..base.span import Span
from ..model.entity import UNPARSED, Entity
from ..model.item_facts import Reference
from ..model.literals import inner
from ..model.open_titles import ANY, MAKING_FUNCTIONS
from ..model.summary import ANYTHING
from ..model.view import View
from ..ruby.function import makes_resources
from ..syntax import ast
from .certainty import has_all_modules

#: Types of Puppet's own, and of the modules that come with it, whose resources are found by title and name (or path) alone, and
#: of which Puppet itself makes none.
_PLAIN_TYPES = frozenset(("cron", "exec", "file", "group", "host", "mount", "notify", "package", "service", "user"))
_RELATIONS = frozenset(("before", "notify", "require", "subscribe"))
_MAY_BE_OF_NONE = (ast.ResourceDefaultsExpression, ast.ResourceOverrideExpression, ast.CollectExpression)
#: A class that makes what data say under a key: without the key, nothing.
_BY_DATA = ("/stdlib/manifests/manage.pp", "stdlib::manage", "stdlib::manage::create_resources")


def is_declared_nowhere(view: View, statement: ast.Node, reference: Reference, type_name: str) -> bool:
    """Of a resource that no title written out is like; where a statement only mentions it, without a relation, Puppet does not
    look for it."""
    if type_name not in _PLAIN_TYPES and view.find("define", type_name) is None:
        return False
    if reference.span not in _related(statement) or _is_of_enterprise(reference.name) or _is_asked_for(view, reference):
        return False
    if view.is_published or view.site.environment.kind != "environment" or view.missing_modules:
        return False
    if view.with_open_titles(type_name) or not has_all_modules(view):
        return False
    view.lookups.add(ANYTHING)
    return view.once("no type has open titles", lambda: _is_closed(view))


def _is_asked_for(view: View, reference: Reference) -> bool:
    """Whether code of the file asks somewhere whether there is one: what it finds may be in a variable by now."""
    named, document = (reference.name, reference.owner), view.document
    facts = document.facts() if document is not None else ()
    return any(each.optional and (each.name, each.owner) == named for _, one in facts for each in one.references)


def _related(node: ast.Node) -> Iterator[Span]:
    """The spans of the titles that stand in relations, as references have them."""
    if isinstance(node, _MAY_BE_OF_NONE) or (isinstance(node, ast.ResourceExpression) and node.form != "regular"):
        return  # may never be in a catalog
    if isinstance(node, ast.AttributeOperation) and node.attribute_name in _RELATIONS:
        yield from _titles(node.value_expr)
    elif isinstance(node, ast.RelationshipExpression):
        yield from _titles(node.left_expr)
        yield from _titles(node.right_expr)
    for part in ast.parts(node):
        if not isinstance(part, ast.Item):
            yield from _related(part)


def _titles(node: ast.Expression) -> Iterator[Span]:
    if isinstance(node, ast.LiteralList):
        for each in node.values:
            yield from _titles(each)
    elif isinstance(node, ast.AccessExpression):
        yield from map(inner, node.keys)


def _is_of_enterprise(title: str) -> bool:
    """Whether Puppet Enterprise's modules, which are on a server and in no repo, may declare it."""
    return "puppet" in title.lower() or title.startswith(("pe-", "pe_"))


def _is_closed(view: View) -> bool:
    """Whether all that makes resources of types that code computes is known to make none."""
    if view.users(UNPARSED) or not all(_makes_none(view, path) for path in view.with_open_titles(ANY)):
        return False
    making = (path for name in MAKING_FUNCTIONS for path in view.users(Entity("function", name)))
    if not all(path.endswith((".pp", ".epp", ".rb")) for path in making):
        return False  # a template in ERB
    ruby = view.snapshot.ruby_files(view.site)
    used = (name for name in ruby.names["function"] if name not in MAKING_FUNCTIONS)
    paths = (view.ruby.function_path(name) for name in used if view.users(Entity("function", name)))
    return not any(makes_resources(view.read(path) or b"") for path in paths if path)


def _makes_none(view: View, path: str) -> bool:
    end, class_name, key = _BY_DATA
    if not path.endswith(end) or any(view.keys(key)):
        return False
    root = path.removesuffix("/manifests/manage.pp")
    return all(each.startswith(f"{root}/") for each in view.users(Entity("class", class_name)))
