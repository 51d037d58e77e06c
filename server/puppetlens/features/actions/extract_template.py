"""Move the selected text into an EPP template of the module, which gets the variables that the text interpolates."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ...base.edits import Changes, FileEdit, NewFile, TextEdit
from ...model.cursor import Step
from ...syntax import ast
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
)
NOT_OFFERED = (
    f'{_INIT}class web($port) {{ $x = «"a ${{$port.map |$x| {{ $x }}}}"» }}\n',
    f'{_INIT}class web($port) {{ $x = «"a ${{f(1)}}"» }}\n',
    f"{_INIT}class web($port) {{ $x = «'a'» }}\n",
    'class web($port) { $x = «"a ${port}"» }\n',
)


def run(here: Here) -> Iterator[Offer]:
    steps = here.selected
    module = here.view.module
    node = steps[-1].node if steps else None
    if module is None or not isinstance(node, ast.ConcatenatedString) or here.path.endswith(".epp"):
        return
    template = _template(here, node, steps[-1].base)
    if template is None:
        return
    parent = steps[-2].node if len(steps) > 1 else None
    stem = parent.attribute_name if isinstance(parent, ast.AttributeOperation) else "text"
    root, name, number = here.view.site.modules[module], f"{stem}.epp", 1
    while here.view.has_file(f"{root}/templates/{name}"):
        number += 1
        name = f"{stem}{number}.epp"
    changes = partial(_extract, here, steps[-1], template, f"{module}/{name}", f"{root}/templates/{name}")
    yield Offer(f"Extract into template '{module}/{name}'", "refactor.extract", changes, creates=True)


def _template(here: Here, node: ast.ConcatenatedString, base: int) -> tuple[list[str], str] | None:
    """The variables, in order, and the text of a template; None where something is computed in the string."""
    names: list[str] = []
    pieces: list[str] = []
    for segment in node.segments:
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
    return Changes((FileEdit(here.path, TextEdit(step.span, call)),), (NewFile(path, text),))
