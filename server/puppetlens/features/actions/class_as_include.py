"""`class { 'x': }` without parameters as `include x`, which may stand in several places."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ...base.edits import TextEdit
from ...syntax import ast
from .registry import Action, Here, Offer, statement_of

ACTION = Action("Replace a declaration of a class by `include`", "refactor.rewrite")

EXAMPLES = (
    ("cl$^ass { 'web': }\n", "include web\n"),
    ("if $x { class { '::web$^::tls': } }\n", "if $x { include ::web::tls }\n"),
)
REFUSED = (("cl$^ass { 'web': port => 1 }\n", "It sets parameters"),)
NOT_OFFERED = (
    "cl$^ass { 'web': port => 1 }\n",
    "cl$^ass { ['web']: }\n",
    "cl$^ass { 'web': ; 'b': }\n",
    "cl$^ass { $x: }\n",
    "class { 'we$^b': } -> class { 'b': }\n",
    "@cl$^ass { 'web': }\n",
)


def run(here: Here) -> Iterator[Offer]:
    at = statement_of(here.steps)
    step = here.steps[at] if at is not None else None
    node = step.node if step is not None else None
    if step is None or not isinstance(node, ast.ResourceExpression) or node.form != "regular" or len(node.bodies) != 1:
        return
    (body,) = node.bodies
    is_class = isinstance(node.type_name, ast.QualifiedName) and node.type_name.value == "class"
    if is_class and isinstance(body.title, (ast.LiteralString, ast.QualifiedName)):
        title = f"Replace by include {body.title.value}"
        if body.operations:
            yield Offer.refused(title, "refactor.rewrite", "It sets parameters, which `include` cannot")
        else:
            edit = TextEdit(step.span, f"include {body.title.value}")
            yield Offer(title, "refactor.rewrite", partial(here.edited, edit))
