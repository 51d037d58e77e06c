"""Turn an ERB template into an EPP one: where it shows parameters of one class or define and does nothing else.

Their types say that they are texts, numbers or booleans, which both languages show alike. The old template stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from ...base.edits import Changes, FileEdit, NewFile, TextEdit
from ...base.span import Span
from ...model.cursor import Step
from ...model.entity import Entity
from ...syntax import ast
from .registry import Action, Here, Offer

ACTION = Action("Convert an ERB template into EPP", "refactor.rewrite")

_INIT = "#- modules/web/manifests/init.pp\n"
_ERB = "#- modules/web/templates/t.erb\n<%# all %>port <%= @port -%>\n<%= @root %> <%%\n"
EXAMPLES = (
    (
        f"{_INIT}class web(Integer $port, Optional[String] $root) {{ $x = templ$^ate('web/t.erb') }}\n{_ERB}",
        f"{_INIT}class web(Integer $port, Optional[String] $root) {{ "
        "$x = epp('web/t.epp', { 'port' => $port, 'root' => $root }) }\n"
        f"{_ERB}#- modules/web/templates/t.epp\n<%- | $port, $root | -%>\n<%# all %>port <%= $port -%>\n<%= $root %> <%%\n",
    ),
)
NOT_OFFERED = (
    f"{_INIT}class web(Integer $port, $root) {{ $x = templ$^ate('web/t.erb') }}\n{_ERB}",
    f"{_INIT}class web(Integer $port, Array $root) {{ $x = templ$^ate('web/t.erb') }}\n{_ERB}",
    f"{_INIT}class web(Integer $port) {{ $x = templ$^ate('web/t.erb') }}\n"
    "#- modules/web/templates/t.erb\n<% if @port %>a<% end %>\n",
    f"{_INIT}class web(Integer $port) {{ $x = templ$^ate('web/t.erb') }}\n{_ERB}#- modules/web/templates/t.epp\nx\n",
)

_TAG = re.compile(r"<%%|<%.*?%>", re.DOTALL)
_SHOWN = re.compile(r"<%=\s*@(\w+)\s*-?%>")
_COMMENT = re.compile(r"<%#[^\n]*?%>")
#: Types whose values ERB and EPP show alike.
_PLAIN = re.compile(
    r"(?:Optional\[)?(?:String|Integer|Boolean|Enum|Pattern|Stdlib::(?:Port|Absolutepath|Fqdn|Host))\b.*"
)


def run(here: Here) -> Iterator[Offer]:
    calls = [step for step in here.steps if isinstance(step.node, ast.CallNamedFunctionExpression)]
    node = calls[-1].node if calls else None
    if not isinstance(node, ast.CallNamedFunctionExpression) or len(node.arguments) != 1:
        return
    functor, argument = node.functor_expr, node.arguments[0]
    is_template = isinstance(functor, ast.QualifiedName) and functor.value == "template"
    if not is_template or not isinstance(argument, ast.LiteralString) or not argument.value.endswith(".erb"):
        return
    module, _, name = argument.value.partition("/")
    path = here.view.module_file(f"{module}/templates/{name}")
    new = path.removesuffix(".erb") + ".epp" if path is not None else ""
    text = here.view.snapshot.text(path) if path is not None else None
    if text is None or text.not_utf_8 is not None or here.view.has_file(new):
        return
    names = _names(text.string)
    if names is not None and all(_is_plain(here, each) for each in names):
        title = f"Convert '{argument.value}' into EPP"
        changes = partial(_convert, here, calls[-1], names, text.string, argument.value, new)
        yield Offer(title, "refactor.rewrite", changes, creates=True)


def _names(template: str) -> list[str] | None:
    """The variables that a template shows; None where it does anything else."""
    found: list[str] = []
    for tag in _TAG.finditer(template):
        shown = _SHOWN.fullmatch(tag[0])
        if shown is not None:
            found.append(shown[1])
        elif tag[0] != "<%%" and _COMMENT.fullmatch(tag[0]) is None:
            return None
    return list(dict.fromkeys(found))


def _is_plain(here: Here, name: str) -> bool:
    """Whether a variable is a parameter with a type that says so."""
    scopes = here.document.scopes
    scope = scopes.find(scopes.at(here.span.start), name)
    owner = scope.owner if scope is not None and name in scope.parameters else None
    for definition, _ in here.document.summary.find(owner) if isinstance(owner, Entity) else ():
        parameter = definition.parameter(name)
        return parameter is not None and _PLAIN.fullmatch(parameter.type or "") is not None
    return False


def _convert(here: Here, call: Step, names: list[str], template: str, written: str, new: str) -> Changes:
    header = f"<%- | {', '.join(f'${name}' for name in names)} | -%>\n" if names else ""
    text = header + _SHOWN.sub(lambda tag: tag[0].replace(f"@{tag[1]}", f"${tag[1]}"), template)
    given = ", ".join(f"'{name}' => ${name}" for name in names)
    epp = written.removesuffix(".erb") + ".epp"
    code = f"epp('{epp}', {{ {given} }})" if given else f"epp('{epp}')"
    return Changes((FileEdit(here.path, TextEdit(Span(*call.span), code)),), (NewFile(new, text),))
