"""`include x` as `class { 'x': }`, which takes parameters: where nothing else declares the class."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ...base.edits import TextEdit
from ...base.span import Span
from ...model.entity import Entity
from ...model.naming import spans_of
from ...model.view import View
from ...project.autoload import normalise
from ...syntax import ast
from .registry import Action, Here, Offer, statement_of

ACTION = Action("Replace `include` by a declaration like a resource's", "refactor.rewrite")

_WEB = "#- modules/web/manifests/init.pp\nclass web($port = 80) { }\n#- manifests/site.pp\n"
EXAMPLES = (
    (_WEB + "in$^clude web\n", _WEB + "class { 'web': }\n"),
    (_WEB + "include('::we$^b')\n", _WEB + "class { '::web': }\n"),
)
NOT_OFFERED = (
    _WEB + "in$^clude web\ninclude web\n",
    _WEB + "in$^clude web, web\n",
    _WEB + "in$^clude $x\n",
    _WEB + "$x = in$^clude(web)\n",
)


def run(here: Here) -> Iterator[Offer]:
    at = statement_of(here.steps)
    node = here.steps[at].node if at is not None else None
    if at is None or not isinstance(node, ast.CallNamedFunctionExpression) or len(node.arguments) != 1:
        return
    argument, functor = node.arguments[0], node.functor_expr
    if not isinstance(functor, ast.QualifiedName) or functor.value != "include" or node.lambda_ is not None:
        return
    if isinstance(argument, (ast.QualifiedName, ast.LiteralString)) and _is_alone(here, argument.value):
        edit = TextEdit(here.steps[at].span, f"class {{ '{argument.value}': }}")
        yield Offer(f"Replace by class {{ '{argument.value}': }}", "refactor.rewrite", partial(here.edited, edit))


def _is_alone(here: Here, name: str) -> bool:
    """Whether no other place names the class, but for its definition."""
    entity = Entity("class", normalise(name))
    found = here.view.find("class", entity.name)
    snapshot, site = here.view.snapshot, here.view.site
    files = snapshot.naming(site, entity)
    if found is None or len(files) > 2:
        return False
    spans: list[tuple[str, Span]] = [(path, span) for path in files for span in spans_of(View(snapshot, path), entity)]
    return len(spans) == 2
