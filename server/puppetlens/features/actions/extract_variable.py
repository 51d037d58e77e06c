"""Extract the selected expression into a variable, set in a statement before.

Not where that would compute it earlier than now and only sometimes needed (an option of a selector, behind `and`), unless it
is a literal; not in templates, and not what a parameter is by default.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ...base.edits import TextEdit
from ...base.span import Span
from ...model.cursor import Step
from ...syntax import ast
from .registry import Action, Here, Offer, statement_of

ACTION = Action("Extract into a variable", "refactor.extract")

EXAMPLES = (
    (
        "class a {\n  file { '/x':\n    mode => «'06' + f(1)»,\n  }\n}\n",
        "class a {\n  $mode = '06' + f(1)\n  file { '/x':\n    mode => $mode,\n  }\n}\n",
    ),
    ("notice(«'a b'», $value)\n", "$value2 = 'a b'\nnotice($value2, $value)\n"),
    ("[1].each |$x| { notice(«$x + 1») }\n", "[1].each |$x| { $value = $x + 1\nnotice($value) }\n"),
    ("if $x and «'a'» == 'b' { }\n", "$value = 'a'\nif $x and $value == 'b' { }\n"),
)
NOT_OFFERED = (
    "notice(«$x»)\n",
    "«notice»(1)\n",
    "file { '/x': «mode» => 1 }\n",
    "notice($x ? { 1 => «f(1)», default => 2 })\n",
    "if $x and «f(1)» { }\n",
    "if $x { } elsif «f(1)» { }\n",
    "class a($x = «1 + 1») { }\n",
    'notice("«a» ${x}")\n',
    "$x = «1 + 1»\n",
    "«f(1)»\nfunction f($x) { }\n",
    "#- modules/a/templates/t.epp\n<%= «1 + 1» %>\n",
    "node «'a'» { }\n",
)

_VALUES = (
    ast.LiteralString, ast.ConcatenatedString, ast.LiteralInteger, ast.LiteralFloat, ast.LiteralBoolean, ast.LiteralList,
    ast.LiteralHash, ast.CallNamedFunctionExpression, ast.CallMethodExpression, ast.AccessExpression, ast.BinaryExpression,
    ast.UnaryExpression, ast.SelectorExpression,
)  # fmt: skip
_LITERALS = (
    ast.LiteralString, ast.LiteralInteger, ast.LiteralFloat, ast.LiteralBoolean, ast.LiteralList, ast.LiteralHash,
    ast.KeyedEntry, ast.QualifiedName,
)  # fmt: skip
#: What a part of may never be computed.
_SOMETIMES = (ast.AndExpression, ast.OrExpression, ast.SelectorExpression, ast.CaseOption, ast.CaseExpression)
_NEVER_AROUND = (ast.Parameter, ast.Definition, ast.HeredocExpression, ast.RelationshipExpression)


def run(here: Here) -> Iterator[Offer]:
    steps = here.selected
    at = statement_of(steps)
    if (
        at is None
        or at == len(steps) - 1
        or not _is_value(steps[-2].node, steps[-1].node)
        or here.path.endswith(".epp")
    ):
        return
    between = steps[at:-1]
    if any(isinstance(step.node, _NEVER_AROUND) for step in between) or _is_assigned(between[-1].node, steps[-1].node):
        return
    if not _is_literal(steps[-1].node) and any(_only_sometimes(step.node) for step in between):
        return
    yield Offer("Extract into a variable", "refactor.extract", partial(here.edited, *_edits(here, steps, at)))


def _is_value(parent: ast.Node, node: ast.Node) -> bool:
    """Whether a node is an expression that can stand on its own, and no part of a text or a name."""
    if not isinstance(node, _VALUES) or isinstance(node, (ast.AssignmentExpression, ast.RelationshipExpression)):
        return False
    if isinstance(node, ast.NamedAccessExpression) or isinstance(
        parent, (ast.ConcatenatedString, ast.HeredocExpression)
    ):
        return False
    is_name = node in (getattr(parent, "functor_expr", None), getattr(parent, "type_name", None))
    is_type = isinstance(node, ast.AccessExpression) and isinstance(node.left_expr, ast.QualifiedReference)
    return not is_name and not is_type


def _is_assigned(parent: ast.Node, node: ast.Node) -> bool:
    return isinstance(parent, ast.AssignmentExpression) and parent.right_expr is node


def _is_literal(node: ast.Node) -> bool:
    return all(isinstance(part, _LITERALS) for part, _ in ast.walk_node(node, 0))


def _only_sometimes(node: ast.Node) -> bool:
    has_elsif = isinstance(node, ast.IfExpression) and any(
        isinstance(each, ast.IfExpression) for each in node.else_expr
    )
    return isinstance(node, _SOMETIMES) or has_elsif


def _edits(here: Here, steps: tuple[Step, ...], at: int) -> list[TextEdit]:
    statement, parent, value = steps[at].span, steps[-2].node, steps[-1].span
    name = _free_name(here, parent.attribute_name if isinstance(parent, ast.AttributeOperation) else "value")
    before = f"${name} = {here.text_of(value)}{here.eol}{here.indent_at(statement.start)}"
    return [TextEdit(Span(statement.start, statement.start), before), TextEdit(value, f"${name}")]


def _free_name(here: Here, wanted: str) -> str:
    """A name that no variable of the file has."""
    used = {variable.name for variable in here.document.scopes.variables()} | {"title", "name", "facts", "trusted"}
    number, name = 1, wanted
    while name in used:
        number += 1
        name = f"{wanted}{number}"
    return name
