"""The type that a parameter without one may get, so that Puppet refuses nothing that the site gives it today.

In this order: what its documentation names; the type of what it is handed to in the body of its class or define (a
parameter of another one, of a function); what its default and all that it is given have in common, as wide as a person
would write it. All that the site gives it, in declarations and in Hiera's data, has to be of that type; what is computed,
and of no known type, is enough to leave it, but for a documented one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..base.span import Span
from ..data.node import dig, to_data
from ..model.cursor import Step, path_to
from ..model.entity import Entity
from ..model.inference import declared_type, type_of
from ..model.naming import spans_of
from ..model.summary import Facet
from ..model.view import View
from ..project.autoload import normalise
from ..syntax import ast
from ..types import Type
from ..types.algebra import Known, alternatives, is_array, is_hash
from ..types.infer import infer
from ..types.numbers import FloatType, IntegerType
from ..types.scalars import BooleanType
from ..types.strings import EnumType, StringType
from ..types.type import UndefType
from .renaming.in_hashes import declared_by_hash


class _Given(NamedTuple):
    """Types that a parameter gets; `all_known`: and no others."""

    types: list[Type]
    all_known: bool


#: As people write the types of values.
_WIDE: tuple[tuple[type[Type], str], ...] = (
    (BooleanType, "Boolean"), (IntegerType, "Integer"), (FloatType, "Float"), (StringType, "String"), (EnumType, "String"),
)  # fmt: skip


def suggested(view: View, entity: Entity, parameter: ast.Parameter, base: int, documented: str | None) -> str | None:
    """The text of a type; `base` is where the parameter's definition starts."""
    given = _given(view, entity, parameter, base)
    found = [documented] if documented is not None else [*dict.fromkeys(_from_use(view, entity))]
    if not found:
        found = [each for each in (_in_common(given.types),) if each is not None]
    if len(found) != 1 or (documented is None and not given.all_known):
        return None
    text = found[0]
    type_ = declared_type(view, text)
    if type_ is None:
        return text if documented is not None else None
    if any(isinstance(each, UndefType) and not type_.assignable(each) for each in given.types):
        text, type_ = f"Optional[{text}]", declared_type(view, f"Optional[{text}]")
    fits = type_ is not None and all(type_.assignable(each) for each in given.types)
    return text if fits else None


def _in_common(types: list[Type]) -> str | None:
    """`Integer` of 80 and 443; None of nothing, of undef alone, and of what differs."""
    some = [each for type_ in types for each in alternatives(type_) if not isinstance(each, UndefType)]
    found = {_wide(each) for each in some}
    return found.pop() if len(found) == 1 else None


def _wide(type_: Type) -> str | None:
    if is_array(type_):
        return "Array"
    if is_hash(type_):
        return "Hash"
    return next((name for kind, name in _WIDE if isinstance(type_, kind)), None)


def _given(view: View, entity: Entity, parameter: ast.Parameter, base: int) -> _Given:
    found: list[Type] = []
    known = True
    if parameter.value is not None:
        default = type_of(view, parameter.value.span.shift(base))
        known = default is not None
        found += [default] if default is not None else []
    owner = entity.owner
    for path in view.snapshot.naming(view.site, entity):
        at = view.at(path)
        for span in spans_of(at, entity):
            is_value, type_ = _set_at(at, span)
            if is_value:
                known = known and type_ is not None
                found += [type_] if type_ is not None else []
    for path in view.snapshot.naming(view.site, owner) if owner is not None else ():
        known = known and (owner is None or next(declared_by_hash(view.at(path), owner), None) is None)
    return _Given(found, known)


def _set_at(view: View, span: Span) -> tuple[bool, Known]:
    """Whether a place sets a parameter, and the type of what to."""
    if view.data is not None and view.data.kind == "hiera":
        return _in_data(view, span)
    for step in reversed(path_to(view.document, span.start) if view.document is not None else ()):
        value = (
            step.node.value_expr
            if isinstance(step.node, ast.AttributeOperation)
            else step.node.value
            if isinstance(step.node, ast.KeyedEntry)
            else None
        )
        if value is not None:
            is_name = not value.span.shift(step.base).contains(span.start)
            return is_name, type_of(view, value.span.shift(step.base)) if is_name else None
    return False, None


def _in_data(view: View, span: Span) -> tuple[bool, Known]:
    for key in view.snapshot.summary(view.path).keys:
        if key.name_span == span and view.data is not None:
            value = to_data(dig(view.data.root, (key.name,)))
            return True, None if "%{" in str(value) else infer(value)
    return False, None


def _called(node: ast.CallNamedFunctionExpression) -> str:
    return normalise(node.functor_expr.value) if isinstance(node.functor_expr, ast.QualifiedName) else ""


def _from_use(view: View, entity: Entity) -> Iterator[str]:
    """The types of what the parameter is handed to as it is."""
    document = view.document
    for variable in document.scopes.variables() if document is not None else ():
        if variable.entity != entity or variable.binds or document is None:
            continue
        steps = path_to(document, variable.span.start)
        found = _wanted(view, steps[-2].node, steps) if len(steps) > 1 and steps[-1].span == variable.span else None
        if found is not None:
            yield found


def _wanted(view: View, parent: ast.Node, steps: tuple[Step, ...]) -> str | None:
    node = steps[-1].node
    if isinstance(parent, ast.AttributeOperation):
        name, body, whole = parent.attribute_name, steps[-3].node, steps[-4].node if len(steps) > 3 else None
        if isinstance(whole, ast.ResourceExpression) and isinstance(body, ast.ResourceBody):
            return _of_parameter(view, whole, body, name)
    elif isinstance(parent, ast.CallNamedFunctionExpression) and node in parent.arguments:
        found = view.find("function", _called(parent), Facet.SIGNATURE)
        at = parent.arguments.index(node)
        if found is not None and at < len(found.definition.parameters):
            parameter = found.definition.parameters[at]
            return None if parameter.captures_rest else parameter.type
    return None


def _of_parameter(view: View, whole: ast.ResourceExpression, body: ast.ResourceBody, name: str) -> str | None:
    kind = whole.type_name.value if isinstance(whole.type_name, ast.QualifiedName) else ""
    title = body.title.value if isinstance(body.title, (ast.LiteralString, ast.QualifiedName)) else ""
    found = (
        view.find("class", normalise(title), Facet.SIGNATURE)
        if kind == "class"
        else view.find("define", normalise(kind), Facet.SIGNATURE)
    )
    parameter = found.definition.parameter(name) if found is not None else None
    return parameter.type if parameter is not None else None
