"""Inlay hints: what a reader would have to look up, shown in the code.

* types of variables, where what they are set to does not say it at once, and of a lambda's parameters
* names of parameters, before arguments that are literals (or all)
* defaults of a class's or define's parameters that a resource does not give
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Literal, NamedTuple

from ..base.cancellation import check_cancelled
from ..base.span import Span
from ..model.document import Document
from ..model.entity import Entity
from ..model.inference import shown, type_of, variable_type_of
from ..model.item_facts import literal
from ..model.snapshot import Snapshot
from ..model.summary import Definition, Facet
from ..model.view import View
from ..project.autoload import normalise
from ..syntax import ast
from ..syntax.lowering.core import STATEMENT_FUNCTIONS
from .function_shapes import fitting, shapes_of
from .markdown import code

#: So many hints are told of a range, and so much of a text is shown; all of it in a tooltip.
_MOST, _LONGEST = 2_000, 40
#: So many defaults are named behind a resource.
_DEFAULTS = 3


class HintKinds(NamedTuple):
    """Which hints a person wants."""

    variable_types: bool = True
    parameter_names: Literal["off", "literals", "all"] = "literals"
    defaults: bool = False


class InlayHint(NamedTuple):
    """`label` is shown at `offset`, before what stands there if `before`. `insert` makes code of it."""

    offset: int
    label: str
    kind: Literal["type", "parameter", "default"]
    tooltip: str = ""
    before: bool = False
    insert: str = ""


def inlay_hints(
    snapshot: Snapshot, path: str, start: int, end: int, kinds: HintKinds | None = None
) -> tuple[InlayHint, ...]:
    """The hints between two offsets, in order of place."""
    view = View(snapshot, path)
    if view.document is None:
        return ()
    found = _Hints(view, view.document, Span(start, end), kinds or HintKinds()).all()
    return tuple(sorted(islice(found, _MOST)))


class _Hints:
    def __init__(self, view: View, document: Document, within: Span, kinds: HintKinds) -> None:
        self.view, self.document, self.within, self.kinds = view, document, within, kinds

    def all(self) -> Iterator[InlayHint]:
        for item in self.document.program.body:
            for each in self._below(item.node, item.start):
                if self.within.start <= each.offset <= self.within.end:
                    yield each

    def _below(self, node: ast.Node, base: int) -> Iterator[InlayHint]:
        if node.start + base > self.within.end or node.end + base < self.within.start:
            return
        check_cancelled()
        yield from self._of(node, base)
        for part in ast.parts(node):
            if isinstance(part, ast.Item):
                yield from self._below(part.node, base + part.start)
            else:
                yield from self._below(part, base)

    def _of(self, node: ast.Node, base: int) -> Iterator[InlayHint]:
        if isinstance(node, ast.AssignmentExpression) and self.kinds.variable_types:
            if not isinstance(node.right_expr, _OBVIOUS):
                yield from self._assigned(node, base)
        elif isinstance(node, ast.LambdaExpression) and self.kinds.variable_types:
            yield from self._parameters(node, base)
        elif isinstance(node, _CALLS) and self.kinds.parameter_names != "off":
            yield from self._arguments(node, base)
        elif isinstance(node, ast.ResourceExpression) and self.kinds.defaults:
            for body in node.bodies:
                yield from self._defaults(node, body, base)

    # Types -------------------------------------------------------------------------------------------

    def _assigned(self, node: ast.AssignmentExpression, base: int) -> Iterator[InlayHint]:
        for variable in ast.assigned_variables(node.left_expr):
            text = self._type(variable.name_span.start + base)
            if text:
                yield InlayHint(variable.end + base, f": {_cut(text)}", "type", _whole(text))

    def _parameters(self, node: ast.LambdaExpression, base: int) -> Iterator[InlayHint]:
        for parameter in node.parameters:
            if parameter.type_expr is None:
                text = self._type(parameter.name_span.start + base)
                if text:
                    at = parameter.name_span.start + base - 1
                    yield InlayHint(
                        at, _cut(text), "type", _whole(text), True, "" if text != _cut(text) else f"{text} "
                    )

    def _type(self, start: int) -> str:
        variable = self.document.scopes.standing_at(start)
        type_ = variable_type_of(self.view, variable) if variable is not None else None
        return "" if type_ is None else shown(type_)

    # Arguments ---------------------------------------------------------------------------------------

    def _arguments(
        self, node: ast.CallNamedFunctionExpression | ast.CallMethodExpression, base: int
    ) -> Iterator[InlayHint]:
        functor = node.functor_expr
        receiver = functor.left_expr if isinstance(functor, ast.NamedAccessExpression) else None
        name = functor.right_expr if isinstance(functor, ast.NamedAccessExpression) else functor
        if not isinstance(name, ast.QualifiedName) or name.value in STATEMENT_FUNCTIONS:
            return
        given = [*([receiver] if receiver is not None else []), *node.arguments]
        if any(isinstance(each, ast.UnfoldExpression) for each in given) or not any(map(self._is_told, node.arguments)):
            return
        shapes = shapes_of(self.view, normalise(name.value))
        if self._is_nameless(normalise(name.value)) or all(len(each.parameters) < 2 for each in shapes):
            return
        types = [type_of(self.view, each.span.shift(base)) for each in given]
        shape = shapes[next(iter(fitting(self.view, shapes, types)), 0)]
        for count, argument in enumerate(given):
            at = shape.parameter(count)
            if argument is receiver or at is None or shape.parameters[at].mark or not self._is_told(argument):
                continue
            parameter = shape.parameters[at]
            if not _says(argument, parameter.name):
                tooltip = "\n\n".join(filter(None, (code(parameter.text), parameter.doc)))
                yield InlayHint(argument.start + base, f"{parameter.name}:", "parameter", tooltip, True)

    def _is_nameless(self, function: str) -> bool:
        """Whether it is one of the API of Puppet 3, whose parameters Puppet calls `p0`, `p1`, ..."""
        found = self.view.ruby.function(function)
        return found is not None and found.is_legacy

    def _is_told(self, argument: ast.Expression) -> bool:
        return self.kinds.parameter_names == "all" or isinstance(argument, _LITERALS)

    # Defaults ----------------------------------------------------------------------------------------

    def _defaults(self, node: ast.ResourceExpression, body: ast.ResourceBody, base: int) -> Iterator[InlayHint]:
        definition = self._declared(literal(node.type_name) or "", body)
        if definition is None or any(isinstance(each, ast.AttributesOperation) for each in body.operations):
            return
        given = {each.attribute_name for each in body.operations if isinstance(each, ast.AttributeOperation)}
        left = [each for each in definition.parameters if each.default is not None and each.name not in given]
        if left:
            lines = [f"{each.name} => {each.default}" for each in left]
            more = [f"+{len(lines) - _DEFAULTS}"] if len(lines) > _DEFAULTS else []
            label = ", ".join([*map(_cut, lines[:_DEFAULTS]), *more])
            yield InlayHint(body.end + base, label, "default", code("\n".join(f"{line}," for line in lines)))

    def _declared(self, type_name: str, body: ast.ResourceBody) -> Definition | None:
        """The class or define that a resource is of, with one title that is known."""
        if type_name == "class":
            title = literal(body.title)
            found = self.view.find("class", normalise(title), Facet.VALUE) if title else None
        else:
            entity = self.view.entity(Entity("resource_type", normalise(type_name)))
            found = self.view.find("define", entity.name, Facet.VALUE) if entity.space == "define" else None
        return None if found is None else found.definition


_CALLS = (ast.CallNamedFunctionExpression, ast.CallMethodExpression)
_LITERALS = (
    ast.LiteralString, ast.LiteralInteger, ast.LiteralFloat, ast.LiteralBoolean, ast.LiteralUndef, ast.LiteralDefault,
    ast.LiteralList, ast.LiteralHash, ast.LiteralRegularExpression, ast.ConcatenatedString, ast.HeredocExpression,
)  # fmt: skip
#: What a value is, everybody sees.
_OBVIOUS = (*_LITERALS, ast.QualifiedName, ast.QualifiedReference, ast.AssignmentExpression)


def _says(argument: ast.Expression, name: str) -> bool:
    """Whether a variable is called as the parameter is."""
    return isinstance(argument, ast.VariableExpression) and argument.name.rpartition("::")[2] == name


def _cut(text: str) -> str:
    return f"{text[: _LONGEST - 1]}…" if len(text) > _LONGEST else text


def _whole(text: str) -> str:
    return code(text) if len(text) > _LONGEST else ""
