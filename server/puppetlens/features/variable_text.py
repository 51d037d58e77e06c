"""What a variable is: what binds it, of which type it is here; what Puppet sets itself."""

from __future__ import annotations

from ..model.entity import Entity
from ..model.file_scopes import Variable
from ..model.inference import shown, variable_type_of
from ..model.node_facts import nodes_of
from ..model.snapshot import Found
from ..model.summary import Facet
from ..model.variables import Binding, bindings, bindings_of
from ..model.view import View
from .definition_text import parameter_of_text
from .fact_text import fact_text, is_fact
from .markdown import code, joined
from .target import definitions_of

#: So many lines of a value, and so many assignments are shown.
_LINES, _ASSIGNED = 12, 4

#: What Puppet sets in top scope, or in every class and define.
_GIVEN = {
    "facts": "What Facter found out about the node, and custom facts",
    "trusted": "What the certificate of the node says, which the node cannot change",
    "server_facts": "What the server says of itself",
    "environment": "The environment of the node",
    "clientcert": "The name of the node's certificate",
    "clientversion": "The version of Puppet on the node",
    "clientnoop": "Whether the agent only tells what it would change",
    "agent_specified_environment": "The environment that the agent asked for",
    "servername": "The name of the server",
    "serverip": "The address of the server",
    "serverversion": "The version of Puppet on the server",
    "title": "The title of the resource; of a class its name",
    "name": "The name of the resource: its title, unless `name` is given",
    "module_name": "The module that this code is in",
    "caller_module_name": "The module of the code that declares this",
}


def variable_text(view: View, variable: Variable, entity: Entity) -> str | None:
    """Markdown for a variable where it stands; None where nothing is known of it."""
    found = bindings(view, variable)
    type_ = variable_type_of(view, variable)
    said = f"Type: `{shown(type_, 400)}`" if type_ is not None else ""
    if found and found[0].kind == "match":
        return joined([code(f"${variable.name}"), _group(variable.name, _source(view, found[0])), said])
    parameter = _parameter(view, entity) if found and found[0].kind == "parameter" else None
    if parameter is not None:
        written = parameter.definition.parameter(entity.name)
        same = written is None or type_ is None or written.type == shown(type_)
        return parameter_of_text(view, parameter, entity.name, "" if same else said)
    if found:
        first, owner = found[0], f" of class `{found[0].owner}`" if found[0].owner else ""
        sources = dict.fromkeys(_source(view, each) for each in found[:_ASSIGNED])
        return joined([code("\n".join(sources)), said, f"{first.kind.capitalize()}{owner}"])
    return _given(view, variable.name.removeprefix("::"), said)


def bound_text(view: View, entity: Entity) -> str | None:
    """The same of a variable that a text names: in data, in an argument of a function."""
    for found in bindings_of(view, entity):
        owner = f" of class `{found.owner}`" if found.owner else ""
        return joined([code(_source(view, found)), f"{found.kind.capitalize()}{owner}"])
    return _given(view, entity.name, "") if entity.owner is None else None


def template_parameter_text(view: View, path: str, name: str) -> str | None:
    """Of a parameter of an EPP template, as its header has it."""
    document = view.snapshot.document(path)
    bound = document.scopes.scopes[0].names.get(name) if document is not None else None
    if not bound:
        return None
    text = _source(view, Binding(path, *bound[0]))
    return joined([code(text), f"Parameter of template `{path.rpartition('/templates/')[2]}`"])


def _parameter(view: View, entity: Entity) -> Found | None:
    """The definition whose parameter it is; none of a lambda's."""
    return next(definitions_of(view, entity, Facet.DOC), None) if entity.space == "parameter" else None


def _group(name: str, matched: str) -> str:
    if name == "0":
        return f"All that `{matched}` matched"
    return f"What group {name} of `{matched}` matched"


def _given(view: View, name: str, said: str) -> str | None:
    if name in _GIVEN:
        more = "" if name not in ("facts",) else fact_nodes(view)
        said = "" if name in ("facts",) else said
        return joined([code(f"${name}"), _GIVEN[name], said, more])
    owner, _, short = name.rpartition("::")
    if owner == "settings":
        return joined([code(f"${name}"), f"Setting `{short}` of the server", said])
    if not owner and is_fact(view, (name,)):
        return joined([code(f"${name}"), "Fact", said, fact_text(view, (name,))])
    return None


def fact_nodes(view: View) -> str:
    """Of which nodes there are facts."""
    nodes = nodes_of(view)
    if not nodes:
        return ""
    more = f" and {len(nodes) - 8} more" if len(nodes) > 8 else ""
    return f"Known of {', '.join(f'`{node}`' for node in nodes[:8])}{more}"


def _source(view: View, binding: Binding) -> str:
    document = view.snapshot.document(binding.path)
    span = binding.span
    text = document.text.data[span.start : span.end].decode("utf-8", "replace") if document is not None else ""
    lines = text.split("\n")
    return "\n".join([*lines[:_LINES], "…"]) if len(lines) > _LINES else text
