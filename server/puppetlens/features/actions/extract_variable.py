"""Extract the selected expression into a variable, set in a statement before.

Not where that would compute it earlier than now and only sometimes needed (an option of a selector, behind `and`), unless it
is a literal; and not what a parameter is by default.
"""

from __future__ import annotations

import re
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
    ('notice("a ${«$x[1]»} ${«y»}")\n'.replace("«y»", "y"), '$value = $x[1]\nnotice("a ${value} ${y}")\n'),
    (
        "#- modules/a/templates/t.epp\n<%- | $a | -%>\n  <%- if «$a + 1» == 2 { -%>\nx <%= $a %>\n<% } %>\n",
        "#- modules/a/templates/t.epp\n<%- | $a | -%>\n  <%- $value = $a + 1 -%>\n  <%- if $value == 2 { -%>\nx <%= $a %>\n<% } %>\n",
    ),
    (
        "#- modules/a/templates/t.epp\n<%- | $a | -%>\nx <%= «$a + 1» -%>\n",
        "#- modules/a/templates/t.epp\n<%- | $a | -%>\nx <% $value = $a + 1 %><%= $value -%>\n",
    ),
    (
        "#- modules/a/templates/t.epp\n<% if $a { $q = f(«[1]») } -%>\n",
        "#- modules/a/templates/t.epp\n<% if $a { $value = [1]\n$q = f($value) } -%>\n",
    ),
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
#: The beginning of a tag, and one in which a statement is the first.
_TAG, _BEFORE = re.compile(rb"<%([-=]?)"), re.compile(rb"<%([-=]?)\s*\Z")
_NEVER_AROUND = (ast.Parameter, ast.Definition, ast.HeredocExpression, ast.RelationshipExpression)


def run(here: Here) -> Iterator[Offer]:
    steps = here.selected
    at = statement_of(steps)
    if at is None or at == len(steps) - 1 or not _is_value(steps[-2].node, steps[-1].node):
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
    used = name if _is_bare(here, parent, value) else f"${name}"
    at_tag = _TAG.match(here.data, statement.start) or _BEFORE.search(here.data, 0, statement.start)
    if at_tag is not None and here.path.endswith(".epp"):
        return [_in_tag(here, f"${name} = {here.text_of(value)}", at_tag), TextEdit(value, used)]
    before = f"${name} = {here.text_of(value)}{here.eol}{here.indent_at(statement.start)}"
    return [TextEdit(Span(statement.start, statement.start), before), TextEdit(value, used)]


def _is_bare(here: Here, parent: ast.Node, value: Span) -> bool:
    """Whether the whole of `${...}` in a text is meant, where a name stands without `$`."""
    before, after = here.data[: value.start].rstrip(), here.data[value.end :].lstrip()
    return isinstance(parent, ast.TextExpression) and before.endswith(b"${") and after.startswith(b"}")


def _in_tag(here: Here, code: str, tag: re.Match[bytes]) -> TextEdit:
    """A tag of its own before the one that a statement of a template begins in."""
    place, indent = Span(tag.start(), tag.start()), here.indent_at(tag.start())
    line = here.data[here.data.rfind(b"\n", 0, tag.start()) + 1 : tag.start()]
    if tag[1] == b"-" and not line.strip():
        return TextEdit(place, f"<%- {code} -%>{here.eol}{indent}")
    return TextEdit(place, f"<% {code} %>")


def _free_name(here: Here, wanted: str) -> str:
    """A name that no variable of the file has."""
    used = {variable.name for variable in here.document.scopes.variables()} | {"title", "name", "facts", "trusted"}
    number, name = 1, wanted
    while name in used:
        number += 1
        name = f"{wanted}{number}"
    return name
