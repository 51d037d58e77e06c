"""Move the selected text, or the heredoc that the cursor is in (its tag or its text), into an EPP template of the module,
which gets the variables that the text interpolates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ...base.edits import Changes, FileEdit, NewFile, TextEdit
from ...base.span import Span
from ...model.cursor import Step
from ...syntax import ast
from ...syntax.lowering.strings import heredoc_bodies
from .registry import Action, Here, Offer

ACTION = Action("Extract into a template", "refactor.extract")

_INIT = "#- modules/web/manifests/init.pp\n"
#: What begins with a variable, or is one.
_SHOWN = (ast.VariableExpression, ast.AccessExpression, ast.CallMethodExpression)
_REFUSED = (ast.LambdaExpression, ast.CallNamedFunctionExpression, ast.ConcatenatedString)
#: Variables that templates see by themselves.
_GLOBAL = ("facts", "trusted", "server_facts")
EXAMPLES = (
    (
        f"{_INIT}class web($port) {{\n  file {{ '/x': content => «\"${{port['a']}} ${{facts['os']['name']}} ${{port.join(',')}}\n\"» }}\n}}\n",
        f"{_INIT}class web($port) {{\n  file {{ '/x': content => epp('web/content.epp', {{ 'port' => $port }}) }}\n}}\n"
        "#- modules/web/templates/content.epp\n<%- | $port | -%>\n"
        "<%= $port['a'] %> <%= $facts['os']['name'] %> <%= $port.join(',') %>\n",
    ),
    (
        f"{_INIT}class web($port) {{\n  file {{ '/x': content => «\"port = ${{port}}\\n<%\\n\"» }}\n}}\n",
        f"{_INIT}class web($port) {{\n  file {{ '/x': content => epp('web/content.epp', {{ 'port' => $port }}) }}\n}}\n"
        "#- modules/web/templates/content.epp\n<%- | $port | -%>\nport = <%= $port %>\n<%%\n",
    ),
    (
        f"{_INIT}class web($port) {{\n  file {{ '/x':\n    content => @(\"E$^ND\"),\n      port = ${{port}}\n      | END\n"
        "    mode    => '0644',\n  }\n}\n",
        f"{_INIT}class web($port) {{\n  file {{ '/x':\n    content => epp('web/content.epp', {{ 'port' => $port }}),\n"
        "    mode    => '0644',\n  }\n}\n#- modules/web/templates/content.epp\n<%- | $port | -%>\nport = <%= $port %>\n",
    ),
    *(
        (
            f'{_INIT}class web($port) {{\n  $x = @("END")\n{text}    | END\n}}\n',
            f"{_INIT}class web($port) {{\n  $x = epp('web/text.epp', {{ 'port' => $port }})\n}}\n"
            "#- modules/web/templates/text.epp\n<%- | $port | -%>\nkey = <%= $port %>\nb\n",
        )
        for text in (
            "    k$^ey = ${port}\n    b\n",
            "  $^  key = ${port}\n    b\n",
            "    key = ${po$^rt}\n    b\n",
            "    key = ${port}\n    «b»\n",
            "    «key = ${port}\n    b\n»",
            "«    key = ${port}\n    b»\n",
        )
    ),
    (
        f"{_INIT}class web {{\n  $x = «@(END)»\n    a $b <%\n    |-END\n}}\n",
        f"{_INIT}class web {{\n  $x = epp('web/text.epp')\n}}\n#- modules/web/templates/text.epp\na $b <%%",
    ),
)
NOT_OFFERED = (
    f"{_INIT}class web($port) {{ $x = «'a'» }}\n",
    'class web($port) { $x = «"a ${port}"» }\n',
)

REFUSED = (
    (f'{_INIT}class web($port) {{ $x = «"a ${{$port.map |$x| {{ $x }}}}"» }}\n', "It computes more than"),
    (f'{_INIT}class web($port) {{ $x = «"a ${{f(1)}}"» }}\n', "It computes more than"),
)


def run(here: Here) -> Iterator[Offer]:
    steps, module = _heredoc(here) or here.selected, here.view.module
    if module is None or not steps or here.path.endswith(".epp"):
        return
    node = steps[-1].node
    text = node.text_expr if isinstance(node, ast.HeredocExpression) else node
    if not isinstance(node, (ast.ConcatenatedString, ast.HeredocExpression)) or not isinstance(text, ast.Expression):
        return
    segments = text.segments if isinstance(text, ast.ConcatenatedString) else (text,)
    template = _template(here, segments, steps[-1].base)
    if template is None:
        reason = "It computes more than the values of variables and of what is in them"
        yield Offer.refused("Extract into a template", "refactor.extract", reason)
        return
    parent = steps[-2].node if len(steps) > 1 else None
    stem = parent.attribute_name if isinstance(parent, ast.AttributeOperation) else "text"
    root, name, number = here.view.site.modules[module], f"{stem}.epp", 1
    while here.view.has_file(f"{root}/templates/{name}"):
        number += 1
        name = f"{stem}{number}.epp"
    changes = partial(_extract, here, steps[-1], template, f"{module}/{name}", f"{root}/templates/{name}")
    yield Offer(f"Extract into template '{module}/{name}'", "refactor.extract", changes, creates=True)


def _heredoc(here: Here) -> tuple[Step, ...]:
    """The nodes down to the heredoc whose tag the cursor is on, or in whose text the stretch is."""
    at = next(
        (at for at, step in reversed([*enumerate(here.steps)]) if isinstance(step.node, ast.HeredocExpression)), None
    )
    if at is None:
        return ()
    found = here.steps[: at + 1]
    if found[-1].span.contains(here.span.start):
        return found if here.span.start == here.span.end else ()
    lines = _lines(here, found[-1])
    return found if lines is not None and lines.start <= here.span.start and here.span.end <= lines.end else ()


def _lines(here: Here, step: Step) -> Span | None:
    """Those of the text of a heredoc, with the line that ends it."""
    root = here.document.parsed.tree.root_node
    tag = root.descendant_for_byte_range(*step.span)
    body = heredoc_bodies(root).get(tag.id) if tag is not None else None
    if body is None:
        return None
    start, end = here.data.rfind(b"\n", 0, body.start_byte) + 1, here.data.find(b"\n", body.end_byte - 1) + 1
    return Span(start, end or len(here.data))


def _template(here: Here, segments: Sequence[ast.Expression], base: int) -> tuple[list[str], str] | None:
    """The variables, in order, and the text of a template; None where something is computed in the string."""
    names: list[str] = []
    pieces: list[str] = []
    for segment in segments:
        expr = segment.expr if isinstance(segment, ast.TextExpression) else segment
        if isinstance(expr, ast.LiteralString):
            pieces.append(expr.value.replace("<%", "<%%"))
        elif isinstance(expr, _SHOWN):
            found = [part.name for part, _ in ast.walk_node(expr, 0) if isinstance(part, ast.VariableExpression)]
            calls = any(isinstance(part, _REFUSED) for part, _ in ast.walk_node(expr, 0))
            if calls or any(not name or name.isdigit() for name in found):
                return None
            names += (name for name in found if "::" not in name and name not in _GLOBAL)
            code = here.text_of(expr.span.shift(base))
            pieces.append(f"<%= {code if code.startswith('$') else f'${code}'} %>")
        else:
            return None
    names = list(dict.fromkeys(names))
    header = f"<%- | {', '.join(f'${name}' for name in names)} | -%>\n" if names else ""
    return names, header + "".join(pieces)


def _extract(here: Here, step: Step, template: tuple[list[str], str], name: str, path: str) -> Changes:
    names, text = template
    given = ", ".join(f"'{each}' => ${each}" for each in names)
    call = f"epp('{name}', {{ {given} }})" if given else f"epp('{name}')"
    edits = [FileEdit(here.path, TextEdit(step.span, call))]
    lines = _lines(here, step) if isinstance(step.node, ast.HeredocExpression) else None
    if lines is not None:
        edits.append(FileEdit(here.path, TextEdit(lines, "")))
    return Changes(tuple(edits), (NewFile(path, text),))
