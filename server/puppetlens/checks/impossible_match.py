"""A comparison that is never true, as what is compared is never of such a value.

What it does: compares the options of a `case` or `? { }`, both sides of `==`, `!=` and `in`, and the type behind `=~`, with the type of what is
tested: a parameter's, a fact's, what a variable was set to.
A fact that may be missing, or comes from a module, is not judged. Of a guard against `undef` or `false` there is a hint alone.
Why it is bad: the branch never runs, or always does. Mostly a value is misspelt (`'running'` for an `Enum['present',
'absent']`), or a text is compared with a number or with `true`.
Instead: compare with a value that it may have.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.span import Span
from ..library import facts as core
from ..model.document import Document
from ..model.file_scopes import Variable
from ..model.inference import shown, types_of
from ..model.inference.place import Place, places
from ..model.inference.types import Types
from ..model.inference.variables import named_variable
from ..model.view import View
from ..syntax import ast
from ..syntax.subject import Subject, subject_of
from ..types import Type
from ..types.algebra import Known, along
from ..types.infer import FALSE, infer
from ..types.numbers import FloatType, IntegerType
from ..types.scalars import BooleanType
from ..types.shaped import overlap
from ..types.strings import STRING, EnumType
from ..types.type import UNDEF
from ..types.type_type import TypeType
from ..types.variants import variant
from .finding import Finding, Severity
from .registry import Check, on_file

CHECK = Check("IMPOSSIBLE_MATCH", "warning")

BAD = """\
#- modules/web/manifests/init.pp
class web(Enum['present', 'absent'] $ensure, Boolean $ssl, Optional[Integer] $port, String $name_of) {
  case $ensure {
    'running', 'Present': { notice(1) }
#   ^^^^^^^^^ warning IMPOSSIBLE_MATCH: $ensure is never 'running': it is of type Enum['absent', 'present']
    default: { }
  }
  $mode = $port ? { '80' => 1, undef => 2, /8/ => 3, default => 4 }
#                   ^^^^ warning IMPOSSIBLE_MATCH: $port is never '80': it is of type Optional[Integer]
#                                          ^^^ warning IMPOSSIBLE_MATCH: $port is never /8/: it is of type Optional[Integer]
  if $ssl == 'true' or $ensure in ['present', 'held'] { notice($mode) }
#            ^^^^^^ warning IMPOSSIBLE_MATCH: $ssl is never 'true': it is of type Boolean
#                                             ^^^^^^ warning IMPOSSIBLE_MATCH: $ensure is never 'held': it is of type Enum['absent', 'present']
  case $port {
    String: { notice(2) }
#   ^^^^^^ warning IMPOSSIBLE_MATCH: $port is never String: it is of type Optional[Integer]
    default: { }
  }
  unless $ensure == undef { notice(4) }
#                   ^^^^^ hint IMPOSSIBLE_MATCH: $ensure is never undef: it is of type Enum['absent', 'present']
  if $ssl and $ssl != 'false' { notice(5) }
#                     ^^^^^^^ hint IMPOSSIBLE_MATCH: $ssl is never 'false': it is of type Boolean
  if $ensure =~ Integer or $ensure !~ Undef { notice(6) }
#               ^^^^^^^ warning IMPOSSIBLE_MATCH: $ensure is never Integer: it is of type Enum['absent', 'present']
#                                     ^^^^^ hint IMPOSSIBLE_MATCH: $ensure is never Undef: it is of type Enum['absent', 'present']
  if $facts['os']['release']['major'] == 9 { notice(3) }
#                                        ^ warning IMPOSSIBLE_MATCH: $facts['os']['release']['major'] is never 9: it is of type String
}
"""

GOOD = """\
#- modules/web/manifests/init.pp
class web(Enum['present', 'absent'] $ensure, Variant[Boolean, String] $ssl, $any, Optional[Integer] $port, Web::Mode $mode) {
  case $ensure { 'Absent': { notice(0) } default: { } }
  if $ssl == 'true' or $ensure in ['absent', $any] or $any == 1 or $port == undef { notice(1) }
  case $port { Numeric: { notice(0) } Undef: { } default: { } }
  case $mode { 'On', /^o/: { notice(0) } default: { } }
  if $ensure == $any or $port == 80.0 { notice(2) }
  if $port =~ Undef or $ssl =~ String[1] or $any =~ Integer or $ensure =~ /^a/ or $port =~ NotUndef { notice(4) }
  $x = $any ? { 'a' => 'b', default => $any }
  if $x == 'c' { notice($x) }
  if $facts['mine'] == 'a' or $facts['mountpoints']['/x'] == undef or $facts['os']['selinux']['enabled'] == 'true' { notice(3) }
}
#- modules/web/manifests/params.pp
class web::params { if $facts['a'] { $old = 1 } else { $old = 'a' } }
#- modules/web/manifests/other.pp
class web::other { if $web::params::old == 'a' { notice(1) } }
#- modules/web/types/mode.pp
type Web::Mode = Variant[Enum['on', 'off'], Pattern[/^x/]]
"""

_COMPARING = (
    ast.CaseExpression,
    ast.SelectorExpression,
    ast.ComparisonExpression,
    ast.InExpression,
    ast.MatchExpression,
)


_TYPES = (ast.QualifiedReference, ast.AccessExpression)


@on_file
def impossible_match(view: View) -> Iterator[Finding]:
    document = view.document
    if document is None or not view.is_all_read:
        return
    types = types_of(view)
    known: dict[tuple[Span | None, str, Subject], Known] = {}
    for place in places(document.program.body, _COMPARING):
        base = place.base
        for tested, value in _compared(place.node):
            subject = subject_of(tested)
            variable = _variable(document, base, tested) if subject else None
            wanted = equal_to(types, place, value) if variable is not None else None
            if subject is None or variable is None or wanted is None:
                continue
            key = (variable.scope.span if variable.scope is not None else None, variable.name, subject)
            if key not in known:
                known[key] = along(named_variable(types, place.inside(tested), variable.name), subject[1:])
            type_ = known[key]
            if type_ is None or _is_open(tested, type_, wanted):
                continue
            if not overlap(type_, wanted):
                data = document.text.data
                what, against = (data[base + each.start : base + each.end].decode() for each in (tested, value))
                message = f"{what} is never {against}: it is of type {shown(type_, 80)}"
                span = value.span.shift(base)
                is_guard = wanted in (UNDEF, FALSE) or _guards(place, subject)
                severity: Severity | None = "hint" if is_guard else None
                yield CHECK.of(view, span, span.start, message, severity)


def _guards(place: Place, subject: Subject) -> bool:
    """Whether it is the second half of `$x and $x != 'false'`, of those who were given texts once."""
    around = place.around.node if place.around is not None else None
    is_other = isinstance(place.node, ast.ComparisonExpression) and place.node.operator == "!="
    return is_other and isinstance(around, ast.AndExpression) and subject_of(around.left_expr) == subject


def _variable(document: Document, base: int, tested: ast.Expression) -> Variable | None:
    """What is tested, or has it: a parameter, or a variable from elsewhere. To know what the body sets costs more than it
    tells."""
    while isinstance(tested, (ast.AccessExpression, ast.ParenthesizedExpression)):
        tested = tested.left_expr if isinstance(tested, ast.AccessExpression) else tested.expr
    found = (
        document.scopes.standing_at(base + tested.name_span.start)
        if isinstance(tested, ast.VariableExpression)
        else None
    )
    return found if found is not None and (found.scope is None or found.name in found.scope.parameters) else None


def _compared(node: ast.Node) -> Iterator[tuple[ast.Expression, ast.Expression]]:
    """What is tested, with each value that it is compared with."""
    if isinstance(node, ast.CaseExpression):
        yield from ((node.test, value) for option in node.options for value in option.values)
    elif isinstance(node, ast.SelectorExpression):
        yield from ((node.left_expr, entry.matching_expr) for entry in node.selectors)
    elif isinstance(node, ast.ComparisonExpression) and node.operator in ("==", "!="):
        yield node.left_expr, node.right_expr
        if not isinstance(node.left_expr, ast.QualifiedName):  # in a query that is an attribute
            yield node.right_expr, node.left_expr
    elif isinstance(node, ast.MatchExpression) and isinstance(node.right_expr, _TYPES):
        yield node.left_expr, node.right_expr
    elif isinstance(node, ast.InExpression) and isinstance(node.right_expr, ast.LiteralList):
        yield from ((node.left_expr, value) for value in node.right_expr.values)


def _is_open(tested: ast.Expression, type_: Type, wanted: Type) -> bool:
    """Whether there may be other values than the type says: of facts, and variables of other classes that may be unset."""
    subject = subject_of(tested)
    name = str(subject[0]) if subject else ""
    if not name or type_ == UNDEF:
        return True
    if wanted == UNDEF:
        return name == "facts" or "::" in name or len(subject or ()) > 1 or core.find(name) is not None
    return (
        isinstance(wanted, EnumType)
        and wanted.contains("true")
        and isinstance(type_, BooleanType)
        and (name == "facts" or core.find(name) is not None)
    )  # a fact was a text once


def equal_to(types: Types, around: Place, value: ast.Expression) -> Type | None:
    """What matches a literal: texts are compared without case, whole numbers equal others. None for what is no literal."""
    if isinstance(value, (ast.LiteralString, ast.QualifiedName)):
        return EnumType((value.value,), case_insensitive=True)
    if isinstance(value, (ast.LiteralInteger, ast.LiteralFloat)):
        return variant((IntegerType(int(value.value), int(value.value)), FloatType(value.value, value.value)))
    if isinstance(value, ast.LiteralBoolean):
        return infer(value.value)
    if isinstance(value, ast.LiteralUndef):
        return UNDEF
    if isinstance(value, ast.LiteralRegularExpression):
        return STRING
    if isinstance(value, _TYPES):
        found = types.of(around.inside(value))
        return found.type if isinstance(found, TypeType) else None
    return None
