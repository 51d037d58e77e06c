"""Types flow through the model: what an expression, a variable, a receiver is, without evaluating it.

A type is one of `types/`; None where it is not known. What was asked of other files is noted in the view, so what is
kept of an answer goes when one of them changes. The parts:

* `types`: what a node's type is asked of, and type expressions; `expressions`: literals, operators, conditions
* `calls`, `function_types`, `returns`: what calls return; `lambdas`: what they give to a lambda
* `variables`: what binds a variable, and reaches a place; `facts`: what Puppet sets
* `narrowing`: where conditions say something; `shown`: types for people

What they say is in `types.conditions`, unions, differences and members in `types.algebra`.

They are loaded when somebody asks: a server answers `initialize` before that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...base.span import Span
    from ...library.signature import Signature
    from ...syntax.subject import Subject
    from ...types import Type
    from ..file_scopes import Variable
    from ..view import View
    from .place import Place
    from .types import Types


def types_of(view: View) -> Types:
    """The types of the file of a view."""
    from . import calls as calls  # registers itself, with all that it uses
    from .types import Types

    return view.once("types", lambda: Types(view))


def type_of(view: View, span: Span) -> Type | None:
    """The type of the expression that takes up a span of the file."""
    types = types_of(view)
    place = types.at(span.start)
    found = [each for each in (place.outwards() if place is not None else ()) if each.span == span]
    return _known(types.of(found[-1])) if found else None


def type_at(view: View, offset: int) -> Type | None:
    """The type of the innermost expression at an offset."""
    types = types_of(view)
    place = types.at(offset)
    return None if place is None else _known(types.of(place))


def variable_type_of(view: View, variable: Variable) -> Type | None:
    """The type of a variable where it stands, with what the conditions around say of it."""
    from ...syntax import ast
    from .variables import bound_type, variable_type

    types = types_of(view)
    place = None if variable.binds else types.at(variable.name_span.start)
    for each in place.outwards() if place is not None else ():
        node = each.node
        if isinstance(node, ast.VariableExpression) and node.name_span.shift(each.base) == variable.name_span:
            return _known(variable_type(types, each, node))
    return _known(bound_type(types, variable))


def subject_type_of(view: View, place: Place, subject: Subject) -> Type | None:
    """The type at a place of what keys lead to from a variable."""
    from .variables import subject_type

    return _known(subject_type(types_of(view), place, subject))


def declared_type(view: View, text: str | None) -> Type | None:
    """The type that a text means, as a definition's summary has it."""
    return _known(types_of(view).parsed(text))


def return_type_of(view: View, name: str) -> Type | None:
    """What a function (a normalised name) returns, whatever it is given."""
    types = types_of(view)
    from .function_types import function_type

    return _known(function_type(types, name, None))


def receiver_type(view: View, offset: int) -> Type | None:
    """The type of what stands before the `.` of the method call whose name is at an offset."""
    from ...syntax import ast

    types = types_of(view)
    place = types.at(offset)
    for each in place.outwards() if place is not None else ():
        node = each.node
        if isinstance(node, ast.NamedAccessExpression) and node.anchor + each.base < offset:
            return _known(types.of(each.inside(node.left_expr)))
    return None


def may_take(view: View, signature: Signature, arguments: Sequence[Type | None]) -> bool:
    """Whether a function may be called so, and with more arguments; None is one of which nothing is known."""
    from .function_types import may_begin_with

    return may_begin_with(types_of(view), signature, arguments)


def shown(type_: Type, longest: int = 0) -> str:
    """A type as a person would write it; cut to `longest` characters where it is longer."""
    from .type_text import text_of

    return text_of(type_, longest)


def _known(type_: Type | None) -> Type | None:
    """None where nothing is known, or there is no value."""
    from ...types.algebra import known
    from ...types.type import UnitType

    return None if known(type_) is None or isinstance(type_, UnitType) else type_
