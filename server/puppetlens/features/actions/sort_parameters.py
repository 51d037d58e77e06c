"""Sort the parameters of a class or defined type: those that must be given first, then by name.

Nothing sees their order but defaults that use other parameters: where one does, or where comments stand between them,
it is left to a person.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import partial

from ...base.edits import TextEdit
from ...base.span import Span
from ...syntax import ast
from .registry import Action, Here, Offer

ACTION = Action("Sort parameters", "refactor.rewrite")

EXAMPLES = (
    ("class web($$^b, $c = 1, Integer $a) { }\n", "class web(Integer $a, $b, $c = 1) { }\n"),
    (
        "define x (\n  $b = 2,\n  Array[String] $a = ['x', 'y'],\n  $$^c,\n) { }\n",
        "define x (\n  $c,\n  Array[String] $a = ['x', 'y'],\n  $b = 2,\n) { }\n",
    ),
)
NOT_OFFERED = (
    "class web($$^a, $b) { }\n",
    "class web($$^b, $a = $b) { }\n",
    "class web($$^b, # this\n  $a) { }\n",
    "function f($$^b, $a) { }\n",
    "class web($b, $a) { notice($$^a) }\n",
)


def run(here: Here) -> Iterator[Offer]:
    steps = [
        each for each in here.steps if isinstance(each.node, (ast.HostClassDefinition, ast.ResourceTypeDefinition))
    ]
    if not steps:
        return
    node, base = steps[-1]
    assert isinstance(node, (ast.HostClassDefinition, ast.ResourceTypeDefinition))
    spans = [parameter.span.shift(base) for parameter in node.parameters]
    if not spans or not spans[0].start <= here.span.start <= spans[-1].end:
        return
    sorted_ = sorted(node.parameters, key=lambda parameter: (parameter.value is not None, parameter.name))
    if sorted_ == list(node.parameters) or not _free(here, node, spans):
        return
    edits = [
        TextEdit(span, here.text_of(parameter.span.shift(base)))
        for span, parameter in zip(spans, sorted_, strict=True)
        if span != parameter.span.shift(base)
    ]
    yield Offer("Sort parameters", "refactor.rewrite", partial(here.edited, *edits))


def _free(here: Here, node: ast.HostClassDefinition | ast.ResourceTypeDefinition, spans: list[Span]) -> bool:
    names = {parameter.name for parameter in node.parameters}
    if len(names) < len(node.parameters):
        return False
    between = [here.data[one.end : other.start] for one, other in itertools.pairwise(spans)]
    if any(text.strip() != b"," for text in between):
        return False
    used = (
        part.name
        for parameter in node.parameters
        if parameter.value is not None
        for part, _ in ast.walk_node(parameter.value, 0)
        if isinstance(part, ast.VariableExpression)
    )
    return names.isdisjoint(used)
