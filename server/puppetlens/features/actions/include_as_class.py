"""`include x` as `class { 'x': }`, which takes parameters: where nothing else declares the class, which Puppet refuses then."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ...base.edits import TextEdit
from ...base.span import Span
from ...model.cursor import path_to
from ...model.entity import Entity
from ...model.view import View
from ...project.autoload import normalise
from ...syntax import ast
from ..renaming.place import place
from .registry import Action, Here, Offer, statement_of

ACTION = Action("Replace `include` by a declaration like a resource's", "refactor.rewrite")

_WEB = "#- modules/web/manifests/init.pp\nclass web($port = 80) { }\n#- manifests/site.pp\n"
_DATA = "#- hiera.yaml\nversion: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n#- data/common.yaml\nweb::port: 1\n"
EXAMPLES = (
    (_WEB + "in$^clude web\n", _WEB + "class { 'web': }\n"),
    (_WEB + "include('::we$^b')\n", _WEB + "class { '::web': }\n"),
    (
        _DATA + _WEB + "node a { in$^clude web }\nnotice($web::port, defined(web), Class['web'])\n",
        _DATA + _WEB + "node a { class { 'web': } }\nnotice($web::port, defined(web), Class['web'])\n",
    ),
)
NOT_OFFERED = (
    _WEB + "in$^clude web, web\n",
    _WEB + "in$^clude $x\n",
    _WEB + "$x = in$^clude(web)\n",
)
REFUSED = (
    (_WEB + "in$^clude web\ninclude web\n", "'web' is declared in /site/manifests/site.pp:2, too"),
    (_WEB + "in$^clude web\nclass a inherits web { }\n", "'web' is declared in /site/manifests/site.pp:2, too"),
    (_WEB + "in$^clude gone\n", "Nothing here defines the class 'gone'"),
    (_WEB + "define d() { in$^clude web }\n", "This may be evaluated more than once"),
    (_WEB + "[1, 2].each |$x| { in$^clude web }\n", "This may be evaluated more than once"),
    (_DATA + "classes: ['web']\n" + _WEB + "in$^clude web\nlookup('classes').include\n",
     "'web' is declared in /site/data/common.yaml:2, too"),
)  # fmt: skip

_REPEATED = (ast.LambdaExpression, ast.ResourceTypeDefinition, ast.FunctionDefinition, ast.PlanDefinition)


def run(here: Here) -> Iterator[Offer]:
    at = statement_of(here.steps)
    node = here.steps[at].node if at is not None else None
    if at is None or not isinstance(node, ast.CallNamedFunctionExpression) or len(node.arguments) != 1:
        return
    argument, functor = node.arguments[0], node.functor_expr
    if not isinstance(functor, ast.QualifiedName) or functor.value != "include" or node.lambda_ is not None:
        return
    if isinstance(argument, (ast.QualifiedName, ast.LiteralString)):
        title = f"Replace by class {{ '{argument.value}': }}"
        reason = next(_reasons(here, here.steps[at].span, normalise(argument.value)), None)
        if reason is not None:
            yield Offer.refused(title, "refactor.rewrite", reason)
        else:
            edit = TextEdit(here.steps[at].span, f"class {{ '{argument.value}': }}")
            yield Offer(title, "refactor.rewrite", partial(here.edited, edit))


def _reasons(here: Here, own: Span, name: str) -> Iterator[str]:
    entity = Entity("class", name)
    if here.view.find("class", name) is None:
        yield f"Nothing here defines the class '{name}'"
    if any(isinstance(step.node, _REPEATED) for step in here.steps):
        yield "This may be evaluated more than once, which Puppet allows `include` alone"
    for path in here.view.snapshot.naming(here.view.site, entity):
        for offset in _declarations(here.view.at(path), entity):
            if path != here.path or not own.contains(offset):
                where = place(here.view.snapshot, path, offset)
                yield f"'{name}' is declared in {where}, too: Puppet allows one such declaration, before all others"


def _declarations(view: View, entity: Entity) -> Iterator[int]:
    """Where a file declares a class, or lists it for somebody to do so."""
    if view.data is not None:
        for reference in view.data.contents.references:
            if reference.kind == "class" and reference.entity == entity:
                yield reference.span.start
    document = view.document
    for use in document.uses() if document is not None else ():
        if document is not None and use.reference.kind == "class" and view.meant(use).entity == entity:
            offset = use.base + use.reference.span.start
            if not any(_is_reference(step.node) for step in path_to(document, offset)):
                yield offset


def _is_reference(node: ast.Node) -> bool:
    """`Class['web']`"""
    left = node.left_expr if isinstance(node, ast.AccessExpression) else None
    return isinstance(left, ast.QualifiedReference) and normalise(left.cased_value) == "class"
