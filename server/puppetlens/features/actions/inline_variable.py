"""Put the value of a variable in the places where it is used, and take the assignment away.

Only where that means the same: it is set once, nothing outside of these places reads it (a template, another class, data of
Hiera), and its value is no call, or used once; nothing in it means something else where it is used.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...base.edits import TextEdit
from ...base.span import Span
from ...model.cursor import Step, path_to
from ...model.file_scopes import Variable
from ...syntax import ast
from .inlining import Inlined, why_not
from .registry import Action, Here, Offer, statement_of

ACTION = Action("Inline a variable", "refactor.inline")

_INIT = "#- modules/web/manifests/init.pp\n"
_ERB = "#- modules/web/templates/a.erb\n<%= @y %>\n"
EXAMPLES = (
    (
        "function f() {\n  $$^x = 1 + 2\n  notice($x * 3, $x)\n}\n",
        "function f() {\n  notice((1 + 2) * 3, (1 + 2))\n}\n",
    ),
    ("define d() {\n  $x = 'a'\n  notice(\"${$^x}\", $x)\n}\n", "define d() {\n  notice(\"${'a'}\", 'a')\n}\n"),
    ('define d() {\n  $$^x = a\n  notice("${x} $x", $x)\n}\n', 'define d() {\n  notice("${(a)} ${(a)}", a)\n}\n'),
    ("class a {\n  $$^x = 1\n  notice($x)\n}\n", "class a {\n  notice(1)\n}\n"),
    (
        'class a($l) {\n  $$^x = $l + [1]\n  notice("${x.join}")\n}\n',
        'class a($l) {\n  notice("${($l + [1]).join}")\n}\n',
    ),
    (
        f"{_INIT}class web($y) {{\n  $$^x = $y\n  if $z {{ file {{ $x: content => template('web/a.erb') }} }}\n}}\n{_ERB}",
        f"{_INIT}class web($y) {{\n  if $z {{ file {{ $y: content => template('web/a.erb') }} }}\n}}\n{_ERB}",
    ),
    (
        "class a {\n  $$^x = {\n    'a' => 1,\n  }\n  b { 'x': * => $x }\n}\n",
        "class a {\n  b { 'x': * => {\n    'a' => 1,\n  } }\n}\n",
    ),
    ("class a {\r\n  $$^x = 'é'\r\n  notice($x)\r\n}\r\nclass {", "class a {\r\n  notice('é')\r\n}\r\nclass {"),
    (
        "define d() { if $a { $$^x = 1\n notice($x) } }\n",
        "define d() { if $a {  notice(1) } }\n".replace("  n", " \n n"),
    ),
)
NOT_OFFERED = ("function f($$^x) {\n  notice($x)\n}\n", "$$^x = 1\nnotice($x)\n", "class a { $$^x }\n")
REFUSED = (
    ("function f() {\n  $$^x = g()\n  notice($x, $x)\n}\n", "calls a function, and is used more than once"),
    ("function f() {\n  $$^x = $y\n  [1].each |$y| { notice($x) }\n}\n", "'$y' means something else in /site/manifests/site.pp:3"),
    ("class a { if $a { $x = 1 } else { $x = 2 }\n  notice($$^x) }\n", "'$x' is set in several places"),
    ("function f() {\n  $$^x = 1\n}\n", "Nothing uses '$x'"),
    ("function f() {\n  $$^x = [1]\n  $x.each |$y| { }\n}\n", "A statement begins with '$x' in /site/manifests/site.pp:3"),
    ("define d() {\n  $$^x = 1\n  notice($x, template($y))\n}\n", "A template is rendered by a computed name"),
    (f"{_INIT}class web {{\n  $$^y = 1\n  notice($y, template('web/a.erb'))\n}}\n{_ERB}",
     "'$y' is used in /site/modules/web/templates/a.erb:1, too"),
    (f"{_INIT}class web {{\n  $$^y = 1\n  notice($y)\n}}\n#- manifests/site.pp\nnotice($web::y)\n",
     "'$y' is used in /site/manifests/site.pp:1, too"),
    (f"{_INIT}class web {{\n  $$^y = 1\n  notice($y)\n}}\n#- modules/web/manifests/a.pp\nclass web::a inherits web {{ notice($y) }}\n",
     "'$y' is used in /site/modules/web/manifests/a.pp:1, too"),
    ("class a {\n  if $b { $$^x = 1 }\n  notice($x)\n}\n", "'$x' is set under a condition"),
    ("class a {\n  $$^x = defined(File['/a'])\n  file { '/a': }\n  notice($x)\n}\n", "depends on what was declared before"),
    ("class a {\n  $$^x = f()\n  if $b { notice($x) }\n}\n", "calls a function, which would be called only under a condition"),
    ("class a {\n  $$^x = File['/a']['mode']\n  notice($x)\n}\n", "depends on what was declared before"),
)  # fmt: skip

_ATOMS = (ast.LiteralString, ast.ConcatenatedString, ast.LiteralInteger, ast.LiteralFloat, ast.LiteralBoolean, ast.VariableExpression,
          ast.QualifiedName, ast.LiteralList, ast.LiteralHash, ast.CallNamedFunctionExpression, ast.AccessExpression)  # fmt: skip
#: What is read as the name of a variable right behind `${`.
_WORDS = (ast.QualifiedName, ast.LiteralBoolean)
_KINDS = ("function", "define", "lambda", "plan", "class")


def run(here: Here) -> Iterator[Offer]:
    variable = here.document.scopes.variable_at(here.span.start)
    scope = variable.scope if variable is not None else None
    if variable is None or scope is None or scope.kind not in _KINDS or here.path.endswith(".epp"):
        return
    bound = scope.names.get(variable.name, ())
    if not bound or variable.name in scope.parameters:
        return
    steps = path_to(here.document, bound[0].name_span.start)
    at = statement_of(steps)
    if at is None or steps[at].span != bound[0].span or not isinstance(steps[at].node, ast.AssignmentExpression):
        return
    uses = [
        each
        for each in here.document.scopes.variables()
        if each.scope is scope and each.name == variable.name and not each.binds
    ]
    inlined = Inlined(here, variable.name, scope, steps[: at + 1], uses)
    title = f"Inline '${variable.name}'"
    reason = why_not(inlined)
    if reason is not None:
        yield Offer.refused(title, "refactor.inline", reason)
    else:
        yield Offer(title, "refactor.inline", lambda: here.edited(*_edits(here, steps[at], uses)))


def _edits(here: Here, statement: Step, uses: list[Variable]) -> list[TextEdit]:
    node = statement.node
    assert isinstance(node, ast.AssignmentExpression)
    value = here.text_of(node.right_expr.span.shift(statement.base))
    whole = value if isinstance(node.right_expr, _ATOMS) else f"({value})"
    inner = f"({value})" if isinstance(node.right_expr, _WORDS) else whole
    edits = [TextEdit(_with_line(here, statement.span), "")]
    for use in uses:
        bare = here.data[use.span.start : use.span.start + 1] != b"$"  # `${x}`
        edits.append(TextEdit(use.span, inner if bare else f"${{{inner}}}" if _is_in_text(here, use) else whole))
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
