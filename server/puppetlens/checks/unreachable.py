"""Code that never runs, or a condition that is always the same.

What it does: finds what stands behind `return()`, `next()`, `break()` or `fail()` in the same block, or behind branches that all
end so; conditions that are literal (`"${x}"` is a text, and every text is true), that compare literals (`'c' in ['a', 'b']`), or that ask of a variable
both ways (`$b and !$b`), but for a lone `true` or `false`, which somebody means; and a value that stands twice in a `case` or
`? { }` (where both do the same there is a hint alone).
Why it is bad: somebody thinks that it does something. A bare word in a condition (`if osfamily == 'Debian'`) is a text, and
mostly a variable without its `$`.
Instead: remove it, or say what was meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..base.span import Span
from ..model.inference.place import diverges
from ..syntax import ast
from ..syntax.subject import Subject, subject_of
from .finding import Finding, Severity
from .registry import Check, Here, on_node, on_statement

BEHIND = Check("UNREACHABLE_CODE", "hint", tags=("unnecessary",))
CONSTANT = Check("CONSTANT_CONDITION", "warning")
TWICE = Check("REPEATED_OPTION", "warning")

BAD = """\
#- modules/web/functions/port.pp
function web::port($x) {
  if osfamily == 'Debian' { return(1) }
#    ^^^^^^^^^^^^^^^^^^^^ warning CONSTANT_CONDITION: This is always false
  unless 'x' { notice(1) }
#        ^^^ warning CONSTANT_CONDITION: This is always true
  $y = $x ? { 'a' => 1, 'A' => 2, default => 3 }
#                       ^^^ warning REPEATED_OPTION: This stands before already: it never matches
  case $x {
    'b', 1: { return($y) notice('never') }
#                        ^^^^^^^^^^^^^^^ hint UNREACHABLE_CODE: This never runs
    'c', 'b': { fail('no') }
#        ^^^ warning REPEATED_OPTION: This stands before already: it never matches
    'd', 'D': { notice($x) }
#        ^^^ hint REPEATED_OPTION: This stands before already: it never matches
    default: { }
  }
  if "${x}" { notice(2) }
#    ^^^^^^ warning CONSTANT_CONDITION: This is always true
  [1].each |$n| { next() notice($n) }
#                        ^^^^^^^^^^ hint UNREACHABLE_CODE: This never runs
  if $x and !$x { notice(3) } elsif !$x['a'] or (!$y or $x['a']) { notice(4) }
#    ^^^^^^^^^^ warning CONSTANT_CONDITION: This is always false
#                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning CONSTANT_CONDITION: This is always true
  if 'c' in ['a', 'b'] or osfamily in ['Debian'] { notice(5) }
#    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning CONSTANT_CONDITION: This is always false
  if $x and 'A' == 'b' { notice(6) }
#    ^^^^^^^^^^^^^^^^^ warning CONSTANT_CONDITION: This is always false
  unless 'A' in ['a', 1] { notice(7) }
#        ^^^^^^^^^^^^^^^ warning CONSTANT_CONDITION: This is always true
  case $y {
    'z': { if $x { next() } else { fail('no') } notice('never') }
#                                               ^^^^^^^^^^^^^^^ hint UNREACHABLE_CODE: This never runs
    default: { return(2) }
  }
  notice($y)
# ^^^^^^^^^^ hint UNREACHABLE_CODE: This never runs
}
"""

GOOD = """\
#- modules/web/functions/port.pp
function web::port($x) {
  if $x == 'Debian' or $x { return(1) }
  if false { notice(1) }
  case true { $x == 1: { notice(1) } $x == 2: { notice(2) } default: { notice($x) } }
  $y = $x ? { 'a' => 1, 'b' => 2, /a/ => 3, /b/ => 4, default => 3 }
  $z = $x ? { 1 => 'a', '1' => 'b', default => 'c' }
  if $x and !$y or !$x and $y or ($x and !$::x) { notice(3) }
  if 'a' in [$x, 'b'] or 'a' in $x or 'a' in ['b', /a/, String] or $x in ['a'] or $x[$y] and !$x[$z] { notice(4) }
  if $x and false or $y and true { notice(5) }
  return("${y} ${z}")
}
#- modules/web/manifests/init.pp
class web($x) {
  if $x { fail('no') }
  case $x { 'a': { return() } 'b': { fail('no') } }
  unless $x { return() } else { notice(1) }
  notice($x)
}
"""

_LITERAL = (
    ast.LiteralString,
    ast.QualifiedName,
    ast.LiteralInteger,
    ast.LiteralFloat,
    ast.LiteralBoolean,
    ast.LiteralUndef,
)
#: What is true whatever it holds; so is an empty text, since Puppet 4.
_TRUE = (ast.ConcatenatedString, ast.HeredocExpression, ast.LiteralList, ast.LiteralHash)


@on_statement
def behind(here: Here, statement: ast.Node) -> Iterator[Finding]:
    if isinstance(statement, ast.Definition):
        body = getattr(statement, "body", ())
        items = [each for each in body if isinstance(each, ast.Item)]
        yield from _behind(here, [(each.node, each.start) for each in items])


@on_node(ast.IfExpression, ast.UnlessExpression, ast.CaseOption, ast.LambdaExpression)
def behind_in_block(here: Here, node: ast.Node) -> Iterator[Finding]:
    for name in ("then_expr", "else_expr", "body"):
        yield from _behind(here, [(each, 0) for each in getattr(node, name, ())])


def _behind(here: Here, body: Sequence[tuple[ast.Node, int]]) -> Iterator[Finding]:
    for at, (node, _) in enumerate(body[:-1]):
        if isinstance(node, ast.Item):
            return
        if isinstance(node, ast.Expression) and diverges((node,)):
            (first, start), (last, end) = body[at + 1], body[-1]
            span = Span(first.start + start, last.end + end)
            yield BEHIND.of(here, span, span.start, "This never runs")
            return


@on_node(ast.IfExpression, ast.UnlessExpression)
def constant(here: Here, node: ast.IfExpression) -> Iterator[Finding]:
    value = _constant(node.test)
    if value is not None and not isinstance(node.test, ast.LiteralBoolean):
        yield CONSTANT.of(here, node.test.span, node.test.start, f"This is always {str(value).lower()}")


def _constant(node: ast.Expression) -> bool | None:
    if isinstance(node, ast.ParenthesizedExpression):
        return _constant(node.expr)
    if isinstance(node, ast.NotExpression):
        value = _constant(node.expr)
        return None if value is None else not value
    if isinstance(node, ast.ComparisonExpression) and node.operator in ("==", "!="):
        left, right = node.left_expr, node.right_expr
        if not isinstance(left, _LITERAL) or not isinstance(right, _LITERAL):
            return None
        return (_key(left) == _key(right)) == (node.operator == "==")
    if isinstance(node, ast.InExpression):
        return _constant_in(node.left_expr, node.right_expr)
    if isinstance(node, (ast.AndExpression, ast.OrExpression)):
        return _constant_of_all(node)
    if isinstance(node, _LITERAL):
        return bool(node.value) if isinstance(node, ast.LiteralBoolean) else not isinstance(node, ast.LiteralUndef)
    return True if isinstance(node, _TRUE) else None


def _constant_in(left: ast.Expression, right: ast.Expression) -> bool | None:
    if not isinstance(left, _LITERAL) or not isinstance(right, ast.LiteralList):
        return None
    if not all(isinstance(each, _LITERAL) for each in right.values):
        return None
    return _key(left) in map(_key, right.values)


def _constant_of_all(node: ast.AndExpression | ast.OrExpression) -> bool | None:
    """What the operands of a whole chain of `and` (`or`) say together; one that is `true` or `false` is meant."""
    decides = isinstance(node, ast.OrExpression)
    parts = [*_operands(node)]
    values = [None if isinstance(each, ast.LiteralBoolean) else _constant(each) for each in parts]
    if decides in values or _asks_both_ways(parts):
        return decides
    return None if None in values else not decides


def _operands(node: ast.AndExpression | ast.OrExpression) -> Iterator[ast.Expression]:
    waiting: list[ast.Expression] = [node]
    while waiting:
        each = waiting.pop()
        if isinstance(each, ast.ParenthesizedExpression):
            waiting.append(each.expr)
        elif isinstance(each, (ast.AndExpression, ast.OrExpression)) and type(each) is type(node):
            waiting += each.right_expr, each.left_expr
        else:
            yield each


def _asks_both_ways(parts: Sequence[ast.Expression]) -> bool:
    """`$x` and `!$x` beside each other."""
    asked: set[tuple[Subject | None, bool]] = set()
    for each in parts:
        is_plain = True
        while isinstance(each, (ast.NotExpression, ast.ParenthesizedExpression)):
            is_plain ^= isinstance(each, ast.NotExpression)
            each = each.expr
        asked.add((_exactly(each), is_plain))
    return any((subject, not is_plain) in asked for subject, is_plain in asked if subject is not None)


def _exactly(node: ast.Expression) -> Subject | None:
    """What an expression is about, where `$::x` may be another variable than `$x`."""
    subject = subject_of(node)
    while isinstance(node, (ast.AccessExpression, ast.ParenthesizedExpression)):
        node = node.left_expr if isinstance(node, ast.AccessExpression) else node.expr
    return (node.name, *subject) if subject is not None and isinstance(node, ast.VariableExpression) else None


@on_node(ast.CaseExpression)
def twice_in_case(here: Here, node: ast.CaseExpression) -> Iterator[Finding]:
    yield from _twice(here, [(value, option.then_expr) for option in node.options for value in option.values])


@on_node(ast.SelectorExpression)
def twice_in_selector(here: Here, node: ast.SelectorExpression) -> Iterator[Finding]:
    yield from _twice(here, [(entry.matching_expr, (entry.value_expr,)) for entry in node.selectors])


def _twice(here: Here, options: Sequence[tuple[ast.Expression, ast.Body]]) -> Iterator[Finding]:
    """Harmless where both do the same: `'on'` and `'On'` of those who do not know that Puppet compares without case."""
    seen: dict[object, ast.Body] = {}
    for value, body in options:
        if isinstance(value, (*_LITERAL, ast.LiteralRegularExpression)):
            key = _key(value)
            if key in seen:
                severity: Severity | None = "hint" if _code_of(here, seen[key]) == _code_of(here, body) else None
                yield TWICE.of(here, value.span, value.start, "This stands before already: it never matches", severity)
            seen.setdefault(key, body)


def _code_of(here: Here, body: ast.Body) -> bytes:
    return here.text_of(Span(body[0].start, body[-1].end)) if body else b""


def _key(node: ast.Expression) -> object:
    """Equal for what Puppet holds to be equal: texts without regard to case, whole numbers and others."""
    value = getattr(node, "value", getattr(node, "pattern", None))
    if isinstance(value, str) and not isinstance(node, ast.LiteralRegularExpression):
        return value.lower()
    return (isinstance(value, str), value) if not isinstance(value, bool) else ("boolean", value)
