"""Put the value of a variable in the places where it is used, and take the assignment away.

Only where that means the same: it is set once, in one file, and its value is no call, or used once; nothing in it means
something else where it is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ...base.edits import TextEdit
from ...base.span import Span
from ...model.cursor import Step, path_to
from ...model.file_scopes import Scope, Variable
from ...syntax import ast
from .registry import Action, Here, Offer, statement_of

ACTION = Action("Inline a variable", "refactor.inline")

EXAMPLES = (
    (
        "function f() {\n  $$^x = 1 + 2\n  notice($x * 3, $x)\n}\n",
        "function f() {\n  notice((1 + 2) * 3, (1 + 2))\n}\n",
    ),
    ("define d() {\n  $x = 'a'\n  notice(\"${$^x}\", $x)\n}\n", "define d() {\n  notice(\"${'a'}\", 'a')\n}\n"),
)
NOT_OFFERED = (
    "function f() {\n  $$^x = g()\n  notice($x, $x)\n}\n",
    "function f() {\n  $$^x = $y\n  [1].each |$y| { notice($x) }\n}\n",
    "class a {\n  $$^x = 1\n  notice($x)\n}\n",
    "if $a { $x = 1 } else { $x = 2 }\nnotice($$^x)\n",
    "function f($$^x) {\n  notice($x)\n}\n",
    "function f() {\n  $$^x = 1\n}\n",
    "function f() {\n  $$^x = [1]\n  $x.each |$y| { }\n}\n",
    "define d() {\n  $$^x = 1\n  notice($x, template('a/b.erb'))\n}\n",
)

#: Scopes whose variables nothing outside sees, but for templates that are rendered there.
_CLOSED = ("function", "define", "lambda", "plan")
_ATOMS = (ast.LiteralString, ast.LiteralInteger, ast.LiteralFloat, ast.LiteralBoolean, ast.VariableExpression,
          ast.QualifiedName, ast.LiteralList, ast.LiteralHash, ast.CallNamedFunctionExpression, ast.AccessExpression)  # fmt: skip
_SEE_ALL = (b"template(", b"getvar", b"scope", b"defined(", b"epp(", b"epp (", b"template (")


def run(here: Here) -> Iterator[Offer]:
    variable = here.document.scopes.variable_at(here.span.start)
    scope = variable.scope if variable is not None else None
    if variable is None or scope is None or scope.kind not in _CLOSED or here.path.endswith(".epp"):
        return
    bound = scope.names.get(variable.name, ())
    inside = here.data[scope.span.start : scope.span.end]
    if len(bound) != 1 or variable.name in scope.parameters or any(word in inside for word in _SEE_ALL):
        return
    steps = path_to(here.document, bound[0].name_span.start)
    at = statement_of(steps)
    statement = steps[at] if at is not None else None
    if statement is None or statement.span != bound[0].span or not isinstance(statement.node, ast.AssignmentExpression):
        return
    uses = [
        each
        for each in here.document.scopes.variables()
        if each.scope is scope and each.name == variable.name and not each.binds
    ]
    value = statement.node.right_expr
    if isinstance(statement.node.left_expr, ast.VariableExpression) and _may_go(here, value, statement.base, uses):
        edits = partial(_edits, here, statement, uses)
        yield Offer(f"Inline '${variable.name}'", "refactor.inline", lambda: here.edited(*edits()))


def _may_go(here: Here, value: ast.Expression, base: int, uses: list[Variable]) -> bool:
    parts = [part for part, _ in ast.walk_node(value, base)]
    calls = (ast.CallNamedFunctionExpression, ast.CallMethodExpression, ast.LambdaExpression, ast.HeredocExpression)
    has_calls = any(isinstance(part, calls) for part in parts)
    if not uses or (has_calls and len(uses) > 1) or b"\n" in here.data[base + value.start : base + value.end]:
        return False
    names = {part.name for part in parts if isinstance(part, ast.VariableExpression) and "::" not in part.name}
    home = here.document.scopes.at(base + value.start)
    return all(
        _means_the_same(here, name, home, use) and not _begins(here, use) for use in uses for name in names or {""}
    )


def _means_the_same(here: Here, name: str, home: Scope, use: Variable) -> bool:
    scopes = here.document.scopes
    return not name or (not name.isdigit() and scopes.find(home, name) is scopes.find(use.home, name))


def _begins(here: Here, use: Variable) -> bool:
    """Whether a statement begins with the variable: with a value in its place it might be read with the line before."""
    steps = path_to(here.document, use.span.start)
    at = statement_of(steps)
    return at is None or steps[at].span.start == use.span.start


def _edits(here: Here, statement: Step, uses: list[Variable]) -> list[TextEdit]:
    node = statement.node
    assert isinstance(node, ast.AssignmentExpression)
    value = here.text_of(node.right_expr.span.shift(statement.base))
    whole = value if isinstance(node.right_expr, _ATOMS) else f"({value})"
    edits = [TextEdit(_with_line(here, statement.span), "")]
    for use in uses:
        in_text = here.data[use.span.start : use.span.start + 1] == b"$" and _is_in_text(here, use)
        bare = here.data[use.span.start : use.span.start + 1] != b"$"  # `${x}`
        edits.append(TextEdit(use.span, f"${{{value}}}" if in_text else value if bare else whole))
    return edits


def _is_in_text(here: Here, use: Variable) -> bool:
    """`"$x"`, without braces."""
    steps = path_to(here.document, use.span.start)
    return len(steps) > 1 and isinstance(steps[-2].node, ast.ConcatenatedString)


def _with_line(here: Here, span: Span) -> Span:
    """A statement with its line, where nothing else stands there."""
    start = here.data.rfind(b"\n", 0, span.start) + 1
    end = here.data.find(b"\n", span.end)
    end = len(here.data) if end < 0 else end + 1
    alone = not here.data[start : span.start].strip() and not here.data[span.end : end].strip()
    return Span(start, end) if alone else span
