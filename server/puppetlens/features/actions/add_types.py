"""Give parameters without a type the one that their documentation names, or else how they are used, what they are given or
their default suggests (`parameter_types.py`). On the name of a definition for all of them, on a parameter for this one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from ...base.edits import TextEdit
from ...base.span import Span
from ...model.definitions import definition_kind
from ...model.entity import Entity
from ...syntax import ast
from .registry import Action, Here, Offer

ACTION = Action("Add types to parameters", "refactor.rewrite")

_DATA = (
    "#- hiera.yaml\nversion: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n#- data/common.yaml\nweb::port: "
)
_WEB = "#- modules/web/manifests/init.pp\n"
EXAMPLES = (
    (
        f"{_WEB}# @param root [String] Where\nclass we$^b($root, $port = 80, $on = true, Any $x = 1, $y = undef) {{ }}\n{_DATA}1\n",
        f"{_WEB}# @param root [String] Where\n"
        f"class web(String $root, Integer $port = 80, Boolean $on = true, Any $x = 1, $y = undef) {{ }}\n{_DATA}1\n",
    ),
    (
        f"{_WEB}class web(\n  $a = 1,\n  $$^port = undef,\n) {{\n  web::x {{ 'a': port => $port }}\n}}\n"
        "#- modules/web/manifests/x.pp\ndefine web::x(Integer[1, 9] $port) { }\n",
        f"{_WEB}class web(\n  $a = 1,\n  Optional[Integer[1, 9]] $port = undef,\n) {{\n  web::x {{ 'a': port => $port }}\n}}\n"
        "#- modules/web/manifests/x.pp\ndefine web::x(Integer[1, 9] $port) { }\n",
    ),
    (
        f"{_WEB}class web($$^all) {{\n  $all.each |$one| {{ f($one) }}\n}}\n#- manifests/site.pp\nclass {{ 'web': all => ['a'] }}\n",
        f"{_WEB}class web(Array $all) {{\n  $all.each |$one| {{ f($one) }}\n}}\n#- manifests/site.pp\n"
        "class { 'web': all => ['a'] }\n",
    ),
    (
        f"{_WEB}class web($$^x) {{ f($x) }}\n#- modules/web/functions/f.pp\nfunction web::f(Integer $a, String $b) {{ }}\n"
        "#- functions/f.pp\nfunction f(Boolean $b) { }\n",
        f"{_WEB}class web(Boolean $x) {{ f($x) }}\n#- modules/web/functions/f.pp\nfunction web::f(Integer $a, String $b) {{ }}\n"
        "#- functions/f.pp\nfunction f(Boolean $b) { }\n",
    ),
    (
        f"{_WEB}# @param [Web::Port] port\nclass we$^b($port) {{ }}\n#- modules/web/types/port.pp\ntype Web::Port = Integer\n",
        f"{_WEB}# @param [Web::Port] port\nclass web(Web::Port $port) {{ }}\n#- modules/web/types/port.pp\n"
        "type Web::Port = Integer\n",
    ),
)
NOT_OFFERED = (
    f"{_WEB}class we$^b($port = 80) {{ }}\n{_DATA}'80'\n",
    f"{_WEB}class we$^b($port = 80) {{ }}\n#- manifests/site.pp\nclass {{ 'web': port => $x }}\n",
    f"{_WEB}class we$^b($port = undef, $root) {{ }}\n",
    f"{_WEB}class we$^b(Integer $port = 80) {{ }}\n",
    f"{_WEB}# @param port [Integer]\nclass we$^b($port) {{ }}\n{_DATA}'80'\n",
    f"{_WEB}class web($$^x) {{ web::x {{ 'a': x => $x }} }}\n#- modules/web/manifests/x.pp\ndefine web::x(Integer $x) {{ }}\n"
    "#- manifests/site.pp\nclass { 'web': x => 'a' }\n",
    f"{_WEB}class web($$^x = 1) {{ }}\n#- manifests/site.pp\nclass {{ 'web': * => $all }}\n",
)

_DEFINITIONS = (ast.HostClassDefinition, ast.ResourceTypeDefinition)
_DOCUMENTED = re.compile(r"@param\s+(?:\[([^\n]+?)\]\s+(\w+)|(\w+)\s+\[([^\n]+?)\](?=\s|$))")
_TYPE = re.compile(r"[A-Z]\w*(?:::[A-Z]\w*)*(?:\[[\w\s:,'\"\[\]-]*\])?")


def run(here: Here) -> Iterator[Offer]:
    for item in here.document.program.body:
        node = item.node
        if not isinstance(node, _DEFINITIONS):
            continue
        at = here.span.start - item.start
        on_name = node.name_span.contains(at)
        asked = [each for each in node.parameters if on_name or each.span.start <= at <= each.name_span.end]
        edits = list(_edits(here, item, node, asked)) if asked else []
        if edits:
            title = "Add types to parameters" if on_name else f"Add a type to '${asked[0].name}'"
            yield Offer(title, "refactor.rewrite", partial(here.edited, *edits))


def _edits(
    here: Here,
    item: ast.Item,
    node: ast.HostClassDefinition | ast.ResourceTypeDefinition,
    asked: list[ast.Parameter],
) -> Iterator[TextEdit]:
    from ..parameter_types import suggested  # here: a server answers before it loads types

    documented = {match[2] or match[3]: match[1] or match[4] for match in _DOCUMENTED.finditer(item.doc)}
    owner = Entity(definition_kind(node) or "class", node.name.removeprefix("::").lower())
    for parameter in asked:
        if parameter.type_expr is None and not parameter.captures_rest:
            said = documented.get(parameter.name)
            said = said if said is not None and _TYPE.fullmatch(said) else None
            found = suggested(here.view, Entity("parameter", parameter.name, owner), parameter, item.start, said)
            if found is not None:
                start = item.start + parameter.name_span.start - 1
                yield TextEdit(Span(start, start), f"{found} ")
