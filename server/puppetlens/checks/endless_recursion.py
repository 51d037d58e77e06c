"""A function that calls itself before anything can end it.

What it does: looks at the first statement of a function in Puppet: at what it certainly evaluates, not at what a condition or a
lambda holds.
Why it is bad: each call fails with "stack level too deep".
Instead: begin with the case in which the function needs no call of itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..project.autoload import normalise
from ..syntax import ast
from .calls import function_of
from .finding import Finding
from .registry import Check, Here, on_node

CHECK = Check("ENDLESS_RECURSION", "error")

BAD = """\
#- modules/web/functions/down.pp
function web::down($n) {
  $next = web::down($n - 1) + 1
#         ^^^^^^^^^ error ENDLESS_RECURSION: stack level too deep: each call of 'web::down' calls it again
  $next
}
"""

GOOD = """\
#- modules/web/functions/down.pp
function web::down($n) {
  if $n > 0 { web::down($n - 1) } else { 0 }
}
#- modules/web/functions/each.pp
function web::each($n) {
  $n.each |$x| { web::each($x) }
}
#- modules/web/functions/some.pp
function web::some($n) {
  $n and web::some($n - 1)
}
"""


@on_node(ast.FunctionDefinition)
def endless_recursion(here: Here, node: ast.FunctionDefinition) -> Iterator[Finding]:
    call = next(_calls(node.body[0].node, normalise(node.name)), None) if node.body else None
    if call is not None:
        start = node.body[0].start
        span = call.functor_expr.span.shift(start)
        message = f"stack level too deep: each call of '{node.name}' calls it again"
        yield CHECK.of(here, span, span.start, message)


def _calls(node: ast.Node, name: str) -> Iterator[ast.CallNamedFunctionExpression]:
    """The calls of a function that an expression certainly evaluates, the innermost first."""
    parts: tuple[ast.Node, ...] = ()
    if isinstance(node, ast.AssignmentExpression):
        parts = (node.right_expr,)
    elif isinstance(node, ast.ArithmeticExpression):
        parts = (node.left_expr, node.right_expr)
    elif isinstance(node, ast.CallNamedFunctionExpression):
        parts = tuple(node.arguments)
    for part in parts:
        yield from _calls(part, name)
    if isinstance(node, ast.CallNamedFunctionExpression) and function_of(node) == name:
        yield node
