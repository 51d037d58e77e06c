"""Hover: what a name means, as Markdown."""

from __future__ import annotations

from typing import NamedTuple

from ..base.span import Span
from ..library import functions, resources
from ..model import builtin
from ..model.cursor import path_to
from ..model.entity import Entity
from ..model.snapshot import Found, Snapshot
from ..model.summary import Definition, Facet, Parameter
from ..model.variables import Binding, bindings
from ..model.view import View
from ..syntax import ast
from .data_types import about_data_type
from .ruby_text import attribute_text, data_type_text, function_text, provider_text, type_text
from .target import Subject, definitions_of, resources_of, subject_at


class Hover(NamedTuple):
    span: Span
    markdown: str


def hover(snapshot: Snapshot, path: str, offset: int) -> Hover | None:
    """What stands at a byte offset; None where nothing is known about it."""
    view = View(snapshot, path)
    subject = subject_at(view, offset)
    if subject is None:
        return None
    if subject.variable is not None:
        text = _variable(view, bindings(view, subject.variable))
    elif subject.definition is not None:
        text = _definition(subject.definition, subject.entity)
    else:
        text = _reference(view, subject, offset)
    return None if text is None else Hover(subject.origin, text)


def _reference(view: View, subject: Subject, offset: int) -> str | None:
    entity = subject.entity
    if entity.space == "resource":
        for resource, path in resources_of(view, entity):
            source = _source(view, path, resource.span)
            return code(f"{resource.type} {{ {source} }}")
        return None
    for found in definitions_of(view, entity, Facet.DOC):
        return _definition(found, entity) or _built_in(entity, "")
    written = subject.reference.written if subject.reference is not None else entity.name
    return _ruby(view, entity, written) or _built_in(entity, _with_brackets(view, written, offset))


def _with_brackets(view: View, written: str, offset: int) -> str:
    """A name with what stands in its brackets, where that is on one line."""
    for step in path_to(view.document, offset) if view.document is not None else ():
        node = step.node
        if isinstance(node, ast.AccessExpression) and isinstance(node.left_expr, ast.QualifiedReference):
            name = node.left_expr.span.shift(step.base)
            source = _source(view, view.path, step.span)
            if written == _source(view, view.path, name) and "\n" not in source:
                return source
    return written


def _definition(found: Found, entity: Entity) -> str | None:
    definition = found.definition
    if entity.space != "parameter":
        return "\n\n".join(filter(None, (code(signature(definition)), definition.doc)))
    parameter = definition.parameter(entity.name)
    if parameter is None:
        return None
    where = f"Parameter of {definition.kind} `{definition.written}`"
    return f"{code(parameter_text(parameter))}\n\n{where}"


def _variable(view: View, bound: tuple[Binding, ...]) -> str | None:
    for binding in bound:
        source = _source(view, binding.path, binding.span)
        owner = f" of class `{binding.owner}`" if binding.owner else ""
        return f"{code(source)}\n\n{binding.kind.capitalize()}{owner}"
    return None


def _source(view: View, path: str, span: Span) -> str:
    document = view.snapshot.document(path)
    return document.text.data[span.start : span.end].decode("utf-8", "replace") if document is not None else ""


def _ruby(view: View, entity: Entity, written: str) -> str | None:
    name, ruby = entity.name, view.ruby
    match entity.space:
        case "ruby_function" if not builtin.is_function(name):
            function = ruby.function(name)
            return None if function is None else function_text(name, function)
        case "data_type" if (data_type := ruby.data_type(name)) is not None:
            return data_type_text(written, data_type)
        case "resource_type":
            found = ruby.type(name)
            return None if found is None else type_text(name, found, ruby.providers(name))
        case "parameter" if entity.owner is not None:
            owner = entity.owner.name
            attribute = ruby.attribute(owner, name)
            if attribute is not None and name not in resources.METAPARAMETERS:
                return attribute_text(owner, attribute[1])
            if name == "provider" and ruby.type_path(owner) is not None:
                return provider_text(owner, ruby.providers(owner))
    return None


def _built_in(entity: Entity, written: str) -> str | None:
    """`written` is the name with what stands in its brackets."""
    name = entity.name
    match entity.space:
        case "ruby_function":
            function = functions.find(name)
            if function is None:
                return None
            heads = "\n".join(_head(name, each.text) for each in function.signatures)
            return "\n\n".join(filter(None, (code(heads or name), function.doc.strip())))
        case "data_type" if builtin.is_data_type(name):
            return f"{code(written)}\n\n{about_data_type(name)}"
        case "resource_type":
            found = resources.find(name)
            if found is None:
                return None
            lists = [
                f"{title}: " + ", ".join(f"`{each}`" for each, kind in found.attributes.items() if kind == of)
                for title, of in (("Properties", "property"), ("Parameters", "parameter"))
            ]
            what = f"Resource type, known by {' and '.join(f'`{each}`' for each in found.namevars)}"
            return "\n\n".join((code(name), what, *lists))
        case "parameter" if entity.owner is not None:
            return _built_in_parameter(name, entity.owner.name)
        case _:
            return None


def _built_in_parameter(name: str, type_name: str) -> str | None:
    if name in resources.METAPARAMETERS:
        return f"{code(name)}\n\nMetaparameter: {_METAPARAMETERS[name]}"
    owner = resources.find(type_name)
    kind = owner.attributes.get(name) if owner is not None else None
    if owner is None or kind is None:
        return None
    title = ", which the title sets where it is left out" if owner.namevars == (name,) else ""
    means = f": {_KINDS[kind]}{title}" if kind in _KINDS else ""
    return f"{code(name)}\n\n{kind.capitalize()} of `{type_name}`{means}"


_KINDS = {
    "property": "a state that Puppet checks and brings about",
    "parameter": "how Puppet manages the resource",
}
#: What each attribute that every resource has is for.
_METAPARAMETERS = {
    "alias": "another name to refer to the resource by",
    "audit": "attributes whose changes are reported and left alone",
    "before": "resources that come after this one",
    "loglevel": "how loudly changes are logged",
    "noop": "whether changes are only told, not made",
    "notify": "resources that come after this one and are refreshed when it changes",
    "require": "resources that come before this one",
    "schedule": "the `schedule` resource that says when this one may be managed",
    "stage": "the run stage that a class belongs to",
    "subscribe": "resources that come before this one, which is refreshed when they change",
    "tag": "words to choose resources by",
}


def _head(name: str, text: str) -> str:
    """A signature's text as the head of a function."""
    parameters, arrow, returns = text.partition(" >> ")
    return f"{name}({parameters}){arrow}{returns}"


def signature(definition: Definition) -> str:
    """The definition's head as one would write it."""
    if definition.kind == "type":
        return f"type {definition.written} = {definition.value or ''}"
    if definition.kind == "node":
        return f"node {definition.written}"
    parameters = ""
    if definition.parameters:
        lines = "".join(f"  {parameter_text(parameter)},\n" for parameter in definition.parameters)
        parameters = f"(\n{lines})"
    elif definition.kind == "function":
        parameters = "()"
    inherits = f" inherits {definition.parent}" if definition.parent else ""
    returns = f" >> {definition.return_type}" if definition.return_type else ""
    return f"{definition.kind} {definition.written}{parameters}{inherits}{returns}"


def parameter_text(parameter: Parameter) -> str:
    rest = "*" if parameter.captures_rest else ""
    default = f" = {parameter.default}" if parameter.default is not None else ""
    return f"{parameter.type + ' ' if parameter.type else ''}{rest}${parameter.name}{default}"


def code(text: str) -> str:
    return f"```puppet\n{text}\n```"
