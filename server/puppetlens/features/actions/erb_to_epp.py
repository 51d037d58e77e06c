"""Turn an ERB template into an EPP one, where all that it does has its like in Puppet's language.

Each `@variable` becomes a parameter, which the call gives. The old template stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from ...base.edits import Changes, FileEdit, NewFile, TextEdit
from ...base.span import Span
from ...model.cursor import Step
from ...model.inference import return_type_of, variable_type_of
from ...syntax import ast
from .registry import Action, Here, Offer

if TYPE_CHECKING:
    from ...types.algebra import Known
    from ..converting.ruby_value import Names

ACTION = Action("Convert an ERB template into EPP", "refactor.rewrite")

_INIT = "#- modules/web/manifests/init.pp\n"
_ERB = "#- modules/web/templates/t.erb\n<%# all %>port <%= @port -%>\n<%= @root %> <%%\n"
_BLOCKS = (
    "#- modules/web/templates/t.erb\n  <%- if @on and !@list.empty? -%>\n<% @list.sort.each do |one| -%>\n"
    "<%= one %>, <%= scope['::web::port'] %>\n<% end -%>\n  <%- elsif @port == 80 || @mode == 'On' then -%>\n"
    '<%= @list.join(", ") %> \n<% else %>#{@port}<% end %>\n<% unless @root.nil? -%>\n'
    "<% @hash.each do |k, v| %><%= k %>=<%= v ? 'yes' : \"no #{@port}\" %><%- end -%>\n<% end -%>\n"
)
_TYPES = (
    "Boolean $on, Array[String] $list, Integer $port, Optional[String] $root, String $mode, Hash[String, Boolean] $hash"
)
EXAMPLES = (
    (
        f"{_INIT}class web(Integer $port, Optional[String] $root) {{ $x = templ$^ate('web/t.erb') }}\n{_ERB}",
        f"{_INIT}class web(Integer $port, Optional[String] $root) {{ "
        "$x = epp('web/t.epp', { 'port' => $port, 'root' => $root }) }\n"
        f"#- modules/web/templates/t.epp\n<%- | $port, $root | -%>\n<%# all %>port <%= $port -%>\n<%= $root %> <%%\n{_ERB}",
    ),
    (
        f"{_INIT}class web({_TYPES}) {{ $x = templ$^ate('web/t.erb') }}\n{_BLOCKS}",
        f"{_INIT}class web({_TYPES}) {{ $x = epp('web/t.epp', {{ 'on' => $on, 'list' => $list, 'port' => $port, "
        "'mode' => $mode, 'root' => $root, 'hash' => $hash }) }\n"
        "#- modules/web/templates/t.epp\n<%- | $on, $list, $port, $mode, $root, $hash | -%>\n"
        "  <%- if $on and !$list.empty { -%>\n<% $list.sort.each |$one| { -%>\n<%= $one %>, <%= $::web::port %>\n<% } -%>\n"
        "  <%- } elsif ($port == 80) or ($mode =~ Enum['On']) { -%>\n<%= $list.join(', ') %> \n"
        "<% } else { %>#{@port}<% } %>\n<% unless $root =~ Undef { -%>\n"
        "<% $hash.each |$k, $v| { %><%= $k %>=<%= if $v { 'yes' } else { \"no ${port}\" } %><% } -%>\n<% } -%>\n"
        + _BLOCKS,
    ),
)
NOT_OFFERED = (
    f"{_INIT}class web {{ $x = templ$^ate('web/gone.erb') }}\n",
    f"{_INIT}class web {{ $x = templ$^ate($y) }}\n",
)
REFUSED = (
    (f"{_INIT}class web(Integer $port, $root) {{ $x = templ$^ate('web/t.erb') }}\n{_ERB}",
     "@root, which may be a list or a hash"),
    (f"{_INIT}class web(Integer $port, Array $root) {{ $x = templ$^ate('web/t.erb') }}\n{_ERB}",
     "@root, which may be a list or a hash"),
    (f"{_INIT}class web(Integer $port, String $root) {{ $x = templ$^ate('web/t.erb') }}\n{_ERB}#- modules/web/templates/t.epp\nx\n",
     "There is a file /site/modules/web/templates/t.epp already"),
    (f"{_INIT}class web(String $port) {{ $x = templ$^ate('web/t.erb') }}\n"
     "#- modules/web/templates/t.erb\na\n<%= @port.gsub(/x/, '') %>\n", "/site/modules/web/templates/t.erb:2"),
    (f"{_INIT}class web(String $port) {{ $x = templ$^ate('web/t.erb') }}\n#- modules/web/templates/t.erb\n<% x = 1 %>\n",
     "Puppet's language has nothing for `x = 1`"),
)  # fmt: skip

#: What the parameters of a template cannot be called.
_GIVEN = frozenset(("facts", "trusted", "server_facts"))


def run(here: Here) -> Iterator[Offer]:
    calls = [step for step in here.steps if isinstance(step.node, ast.CallNamedFunctionExpression)]
    node = calls[-1].node if calls else None
    if not isinstance(node, ast.CallNamedFunctionExpression) or len(node.arguments) != 1:
        return
    functor, argument = node.functor_expr, node.arguments[0]
    is_template = isinstance(functor, ast.QualifiedName) and functor.value == "template"
    if not is_template or not isinstance(argument, ast.LiteralString):
        return
    module, _, name = argument.value.partition("/")
    path = here.view.module_file(f"{module}/templates/{name}")
    text = here.view.snapshot.text(path) if path is not None else None
    if path is None or text is None or text.not_utf_8 is not None:
        return
    title, kind = f"Convert '{argument.value}' into EPP", ACTION.kind
    new = path.removesuffix(".erb") + ".epp"
    if here.view.has_file(new):
        yield Offer.refused(title, kind, f"There is a file {new} already")
        return
    from ..converting.erb_template import (  # here: a server answers before it loads types
        Untranslatable,
        parameter_of,
        to_epp,
    )

    try:
        template, names = to_epp(text.string, _names(here))
        if given := sorted(_GIVEN.intersection(names)):
            raise Untranslatable(f"@{given[0]}")
    except Untranslatable as found:
        what = found.what.partition(",")[0]
        at = text.data.find(what.encode())
        line = f"{path}:{text.puppet_position(at).line}" if what and at >= 0 else path
        yield Offer.refused(
            title, kind, f"Puppet's language has nothing for `{found.what}` ({line}) that is surely the same"
        )
        return
    parameters = {parameter_of(each): each for each in names}
    changes = partial(_convert, here, calls[-1], parameters, template, argument.value, new)
    yield Offer(title, kind, changes, creates=True)


def _names(here: Here) -> Names:
    from ..converting.ruby_value import Names

    scopes, at = here.document.scopes, Span(here.span.start, here.span.start)

    def variable(name: str) -> Known:
        return variable_type_of(here.view, scopes.variable(name, at))

    return Names(variable, variable, partial(return_type_of, here.view))


def _convert(here: Here, call: Step, names: dict[str, str], template: str, written: str, new: str) -> Changes:
    """`names`: of the parameters, with those of the variables that they get."""
    header = f"<%- | {', '.join(f'${parameter}' for parameter in names)} | -%>\n" if names else ""
    given = ", ".join(f"'{parameter}' => ${name}" for parameter, name in names.items())
    epp = written.removesuffix(".erb") + ".epp"
    code = f"epp('{epp}', {{ {given} }})" if given else f"epp('{epp}')"
    return Changes((FileEdit(here.path, TextEdit(Span(*call.span), code)),), (NewFile(new, header + template),))
