"""Give parameters without a type the one that their documentation names, or else their default suggests.

The type of a default is taken as wide as a person would write it (`80` is an Integer), and only where all that the site
gives the parameter fits: what its declarations and Hiera's data set is looked at, and one value that is computed is enough
to leave it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from ...base.edits import TextEdit
from ...base.span import Span
from ...data.node import Mapping, Scalar, Sequence, dig
from ...model.cursor import path_to
from ...model.definitions import definition_kind
from ...model.entity import Entity
from ...model.naming import spans_of
from ...model.view import View
from ...syntax import ast
from .literal_type import literal_type
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
)

_DEFINITIONS = (ast.HostClassDefinition, ast.ResourceTypeDefinition)
_DOCUMENTED = re.compile(r"@param\s+(?:\[([^\n]+?)\]\s+(\w+)|(\w+)\s+\[([^\n]+?)\](?=\s|$))")
_TYPE = re.compile(r"[A-Z]\w*(?:::[A-Z]\w*)*(?:\[[\w\s:,'\"\[\]-]*\])?")


def run(here: Here) -> Iterator[Offer]:
    for item in here.document.program.body:
        node = item.node
        if isinstance(node, _DEFINITIONS) and node.name_span.shift(item.start).contains(here.span.start):
            documented = {match[2] or match[3]: match[1] or match[4] for match in _DOCUMENTED.finditer(item.doc)}
            kind = definition_kind(node)
            owner = Entity(kind or "class", node.name.removeprefix("::").lower())
            edits = [
                TextEdit(Span(start, start), f"{type_name} ")
                for parameter in node.parameters
                if parameter.type_expr is None and not parameter.captures_rest
                if (type_name := _type_of(here.view, owner, parameter, documented.get(parameter.name))) is not None
                for start in [item.start + parameter.name_span.start - 1]
            ]
            if edits:
                yield Offer("Add types to parameters", "refactor.rewrite", partial(here.edited, *edits))


def _type_of(view: View, owner: Entity, parameter: ast.Parameter, documented: str | None) -> str | None:
    if documented is not None and _TYPE.fullmatch(documented):
        return documented
    suggested = literal_type(parameter.value) if parameter.value is not None else None
    if suggested is None:
        return None
    entity = Entity("parameter", parameter.name, owner)
    for path in view.snapshot.naming(view.site, entity):
        at = view.at(path)
        if any(_given(at, span) not in (suggested, "") for span in spans_of(at, entity)):
            return None
    return suggested


def _given(view: View, span: Span) -> str | None:
    """The type of what a place sets a parameter to; empty where it sets nothing, None where it is computed."""
    if view.data is not None and view.data.kind == "hiera":
        return _in_data(view, span)
    steps = path_to(view.document, span.start) if view.document is not None else ()
    for step in reversed(steps):
        if isinstance(step.node, ast.AttributeOperation):
            return literal_type(step.node.value_expr)
        if isinstance(step.node, ast.KeyedEntry):
            return literal_type(step.node.value)
    return ""


def _in_data(view: View, span: Span) -> str | None:
    for key in view.snapshot.summary(view.path).keys:
        if key.name_span == span:
            value = dig(view.data.root if view.data is not None else None, (key.name,))
            if isinstance(value, Mapping):
                return "Hash"
            if isinstance(value, Sequence):
                return "Array"
            known = {bool: "Boolean", int: "Integer", float: "Float", str: "String"}
            found = known.get(type(value.value)) if isinstance(value, Scalar) else None
            return None if isinstance(value, Scalar) and "%{" in str(value.value) else found
    return ""
