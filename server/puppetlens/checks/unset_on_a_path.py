"""A variable that is read though it may not have been set.

What it does: finds variables that are set in some branches of an `if` or `case` alone, and read behind it where nothing says
which branch was taken. A `case` over all values of an Enum or Boolean sets them for sure, and what ends by `fail` asks nothing;
nor does a branch that tells an error (`err` and worse): whoever wrote it knows.
Why it is bad: where the branch is not taken the value is undef. Puppet warns; with `strict_variables`, or `strict` at `error`
(both the default of Puppet 8), the catalog does not compile. With `strict` at `off` Puppet says nothing, and neither does this.
Instead: set it in the other branches too, to `undef` perhaps.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from ..base.span import Span
from ..library import facts as core
from ..library.context import LogLevel
from ..model.document import Document
from ..model.file_scopes import Variable
from ..model.inference import types_of
from ..model.inference.given import TOP
from ..model.inference.place import Place, assigns, diverges, earlier_around, has_default, places
from ..model.inference.types import Types
from ..model.view import View
from ..syntax import ast
from ..syntax.ast.walk import walk_node
from ..types.algebra import alternatives, literal_of
from ..types.scalars import BooleanType
from ..types.strings import EnumType
from .calls import function_of
from .finding import Finding
from .registry import Check, on_file
from .unknown_variable import asks_for, severity_of_unknown_variable

CHECK = Check("UNSET_VARIABLE", "warning")

_LEVELS: tuple[str, ...] = get_args(LogLevel)
_ERRORS = frozenset(_LEVELS[_LEVELS.index("err") :])

BAD = """\
#- modules/web/manifests/init.pp
class web($ssl, $mode) {
  if $ssl { $port = 443 }
  notice($port)
#        ^^^^^ warning UNSET_VARIABLE: '$port' is set in line 2 on some paths only
  case $mode {
    'a': { $folder = '/a' }
    'b': { $folder = '/b' }
  }
  file { "${folder}/x": ensure => file }
#           ^^^^^^ warning UNSET_VARIABLE: '$folder' is set in line 5 on some paths only
}
"""

GOOD = """\
#- modules/web/manifests/init.pp
class web($ssl, Enum['a', 'b'] $mode, $old, Variant[Boolean[false], Enum['ldap']] $kind) inherits web::params {
  if $ssl { $port = 443 } else { fail('no') }
  case $mode {
    'a': { $folder = '/a' }
    'b': { $folder = '/b' }
    default: { }
  }
  case $mode {
    'a': { $file = '/a' }
    default: { err("no file for ${mode}") }
  }
  if $ssl { $level = 1 } else { crit('no level') }
  notice($file, $level)
  if $ssl { $key = 'a' }
  if $ssl { notice($key) }
  if $old { $size = 1 }
  unless $old { $size = 2 }
  if $ssl { $user = 'web' }
  if $old { $group = 'web' }
  if defined('$group') { notice($port, $folder, $size, $user, $group) }
  if $ssl {
    if $mode == 'a' { $shell = 'x' } else { notice(0) }
    if $mode == 'b' { $shell = 'y' }
    if $mode in ['a', 'b'] { $rights = '0600' }
  } else {
    $shell = 'z'
    $rights = '0644'
  }
  notice($shell, $rights)
  if $kind and $ssl {
    if $kind in ['ldap'] { $schema = 'rfc2307' }
    notice($schema)
  }
}
#- modules/web/manifests/params.pp
class web::params { $user = 'www' }
"""


@on_file
def unset_on_a_path(view: View) -> Iterator[Finding]:
    document = view.document
    if (
        document is None
        or severity_of_unknown_variable(view) is None
        or not view.is_all_read
        or document.program.faults
    ):
        return
    told: set[tuple[Span, str]] = set()
    doubtful = _set_in_branches(document)
    names = {name for _, name in doubtful}
    for place in places(document.program.body, (ast.VariableExpression,)) if names else ():
        node = place.node
        if not isinstance(node, ast.VariableExpression) or node.name not in names:
            continue
        variable = document.scopes.standing_at(place.base + node.name_span.start)
        if variable is None or variable.scope is None or variable.binds:
            continue
        scope, name = variable.scope, variable.name
        if (scope.span, name) not in doubtful or (scope.span, name) in told:
            continue
        at = _set_at(view, place, variable)
        if at is not None and not asks_for(document.text.data, name) and not _is_given(view, variable):
            told.add((scope.span, name))
            line = document.text.puppet_position(at).line
            message = f"'${name}' is set in line {line} on some paths only"
            yield CHECK.of(
                view, variable.name_span if _in_braces(variable) else variable.span, variable.span.start, message
            )


def _set_in_branches(document: Document) -> set[tuple[Span, str]]:
    """The variables of classes, defines and functions that no statement of the body itself sets, by their scopes."""
    sure: dict[Span, set[str]] = dict(_set_for_sure(document.program.body, 0))
    return {
        (scope.span, name)
        for scope in document.scopes.scopes
        if scope.kind in ("class", "define", "function")
        for name in scope.names.keys() - scope.parameters - sure.get(scope.span, set())
    }


def _set_for_sure(items: ast.Items, base: int) -> Iterator[tuple[Span, set[str]]]:
    """What the statements of each definition's body set themselves."""
    for item in items:
        node, start = item.node, base + item.start
        inner = getattr(node, "body", ()) if isinstance(node, ast.Definition) else ()
        if inner and isinstance(inner[0], ast.Item):
            plain = (each.node.left_expr for each in inner if isinstance(each.node, ast.AssignmentExpression))
            yield node.span.shift(start), {each.name for left in plain for each in ast.assigned_variables(left)}
            yield from _set_for_sure(inner, start)


def _in_braces(variable: Variable) -> bool:
    return variable.span.start == variable.name_span.start


def _set_at(view: View, place: Place | None, variable: Variable) -> int | None:
    """Where the one statement sets a variable that may leave it unset; None where there is no such one."""
    assert variable.scope is not None
    bound = [each.name_span for each in variable.scope.names[variable.name]]
    while place is not None:
        setting = list(earlier_around(place, bound))
        if setting:
            before, inside = setting[0]
            if len(setting) > 1 or len(inside) < len([each for each in bound if each.start < variable.span.start]):
                return None
            sure = assigns(before.node, variable.name) or _may_be_complete(types_of(view), before, variable.name)
            return None if sure else inside[0].start
        if place.around is not None and _is_conditional(place, place.around):
            return None
        place = place.around
    return None


def _is_conditional(inner: Place, around: Place) -> bool:
    """Whether something decides if a part of a node is evaluated."""
    node = around.node
    if isinstance(node, (ast.IfExpression, ast.CaseExpression)):
        return inner.node is not node.test
    if isinstance(node, (ast.AndExpression, ast.OrExpression)):
        return inner.node is not node.left_expr
    return isinstance(node, (ast.SelectorEntry, ast.LambdaExpression))


def _may_be_complete(types: Types, place: Place, name: str) -> bool:
    """Whether the branches that set a variable may be all that there are, though no `else` or `default` says so."""
    node = place.node
    if isinstance(node, ast.CaseExpression):
        setting = [each for each in node.options if _sets(types, place.inside(each), each.then_expr, name)]
        values = [value for option in setting for value in option.values]
        others = [value for option in node.options if option not in setting for value in option.values]
        if any(not isinstance(value, ast.LiteralDefault) for value in others):
            return False
        return (has_default(node) and not others) or _covers(types, place.inside(node.test), values)
    if isinstance(node, ast.IfExpression):
        then = _sets(types, place, node.then_expr, name)
        chained = node.else_expr and isinstance(node.else_expr[0], ast.IfExpression)
        if then and chained:
            inner = node.else_expr[0]
            last = (
                isinstance(inner, ast.IfExpression)
                and not inner.else_expr
                and _sets(types, place, inner.then_expr, name)
            )
            return last or _may_be_complete(types, place.inside(inner), name)
        if then and not node.else_expr:
            return _holds(types, place.inside(node.test))
        return then and _sets(types, place, node.else_expr, name)
    return not isinstance(node, ast.UnlessExpression)


def _holds(types: Types, test: Place) -> bool:
    """Whether a comparison may hold for all values that there are: `$x in ['a', 'b']`."""
    node = test.node
    if isinstance(node, ast.ComparisonExpression) and node.operator == "==":
        return _covers(types, test.inside(node.left_expr), [node.right_expr])
    if isinstance(node, ast.InExpression) and isinstance(node.right_expr, ast.LiteralList):
        return _covers(types, test.inside(node.left_expr), list(node.right_expr.values))
    return False


def _sets(types: Types, place: Place, body: ast.Body, name: str) -> bool:
    """Of several statements that set it in some of their branches nobody knows whether one always does."""
    return (
        diverges(body)
        or any(map(_tells_error, body))
        or sum(_sets_somewhere(each, name) for each in body) > 1
        or any(
            assigns(each, name)
            or (
                isinstance(each, (ast.IfExpression, ast.CaseExpression))
                and _may_be_complete(types, place.inside(each), name)
            )
            for each in body
        )
    )


def _tells_error(statement: ast.Node) -> bool:
    return isinstance(statement, ast.CallNamedFunctionExpression) and function_of(statement) in _ERRORS


def _sets_somewhere(statement: ast.Node, name: str) -> bool:
    assignments = (node for node, _ in walk_node(statement, 0) if isinstance(node, ast.AssignmentExpression))
    return any(each.name == name for node in assignments for each in ast.assigned_variables(node.left_expr))


def _covers(types: Types, test: Place, values: list[ast.Expression]) -> bool:
    """Whether options may be all values that there are: of an Enum or Boolean; of what is not known they may not."""
    type_ = types.of(test)
    texts = {value.value.lower() for value in values if isinstance(value, (ast.LiteralString, ast.QualifiedName))}
    booleans = {value.value for value in values if isinstance(value, ast.LiteralBoolean)}
    if type_ is None:
        return booleans == {True, False}
    for each in alternatives(type_):
        if isinstance(each, EnumType):
            if not texts.issuperset(text.lower() for text in each.values):
                return False
        elif isinstance(literal := literal_of(each), str):  # what is left of an Enum: one text
            if literal.lower() not in texts:
                return False
        elif isinstance(each, BooleanType):
            if booleans != {True, False}:
                return False
        else:
            return any(isinstance(value, (ast.QualifiedReference, ast.AccessExpression)) for value in values)
    return True


def _is_given(view: View, variable: Variable) -> bool:
    """Whether something outside of the scope has such a name, or may have."""
    name, scope = variable.name, variable.scope
    if name in TOP or name == "facts" or core.find(name) is not None:
        return True
    if any(True for path in view.outer(variable.entity._replace(space="variable", owner=None))
           if name in view.snapshot.summary(path).variables):  # fmt: skip
        return True
    if scope is None or not scope.inherits or scope.owner is None:
        return False
    for found in view.lineage(scope.owner.name):
        if found is None:
            return True
        if found.definition.name != scope.owner.name and (
            name in found.place.parameters or name in found.place.variables
        ):
            return True
    return False
