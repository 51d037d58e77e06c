"""A parameter as a condition that is true whatever is given.

What it does: looks at parameters that are conditions, or operands of `!`, `and` and `or`, and whose type has neither `undef` nor
`false`.
Why it is bad: each number and each text is true, `0` and the empty text, too: who means "where something is given" is told nothing,
and the other branch never runs.
Instead: compare (`$name != ''`), or let the parameter be `Optional`, with `undef` for a default.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..model.inference import shown, types_of
from ..model.inference.place import places
from ..model.inference.variables import named_variable
from ..model.view import View
from ..syntax import ast
from ..types.infer import FALSE
from ..types.shaped import overlap
from ..types.type import UNDEF
from .finding import Finding
from .registry import Check, on_file

CONSTANT = Check("CONSTANT_CONDITION", "warning")

BAD = """\
#- modules/web/manifests/init.pp
class web(String $root = '', Integer $port = 0, Array[String] $names = []) {
  if $root { notice($root) }
#    ^^^^^ hint CONSTANT_CONDITION: This is always true: $root is of type String
  unless $port { notice('none') }
#        ^^^^^ hint CONSTANT_CONDITION: This is always true: $port is of type Integer
  if !$names or $facts['a'] and ($port) { notice($names) }
#     ^^^^^^ hint CONSTANT_CONDITION: This is always true: $names is of type Array[String]
#                                ^^^^^ hint CONSTANT_CONDITION: This is always true: $port is of type Integer
}
"""

GOOD = """\
#- modules/web/types/mode.pp
type Web::Mode = Optional[String]
#- modules/web/manifests/init.pp
class web(Optional[String] $root, Boolean $tls, $any, Variant[Boolean, String] $name_of, Web::Mode $mode, Data $data) {
  if $root or $tls or $any or $name_of or $mode or !$data or $hostname { notice($root) }
  $port = 80
  if $port { notice($port) }
}
"""

_HOLDING = (ast.IfExpression, ast.NotExpression, ast.AndExpression, ast.OrExpression)


@on_file
def always_true(view: View) -> Iterator[Finding]:
    document = view.document
    if document is None or not view.is_all_read:
        return
    types = types_of(view)
    for place in places(document.program.body, _HOLDING):
        for node in _conditions(place.node):
            found = document.scopes.standing_at(place.base + node.name_span.start)
            if found is None or found.scope is None or found.name not in found.scope.parameters:
                continue
            type_ = named_variable(types, place.inside(node), found.name)
            if type_ is not None and not overlap(type_, UNDEF) and not overlap(type_, FALSE):
                span = node.span.shift(place.base)
                message = f"This is always true: ${found.name} is of type {shown(type_, 80)}"
                yield CONSTANT.of(view, span, span.start, message, "hint")


def _conditions(node: ast.Node) -> Iterator[ast.VariableExpression]:
    """The variables among what must be true or not for a node."""
    if isinstance(node, ast.IfExpression):
        parts: tuple[ast.Expression, ...] = (node.test,)
    elif isinstance(node, ast.NotExpression):
        parts = (node.expr,)
    else:
        assert isinstance(node, (ast.AndExpression, ast.OrExpression)), "others hold no conditions"
        parts = node.left_expr, node.right_expr
    for part in parts:
        while isinstance(part, ast.ParenthesizedExpression):
            part = part.expr
        if isinstance(part, ast.VariableExpression):
            yield part
