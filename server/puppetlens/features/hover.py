"""Hover: what a name means, as Markdown."""

from __future__ import annotations

from typing import NamedTuple

from ..base.span import Span
from ..library import functions, resources
from ..model import builtin
from ..model.item_facts import Reference
from ..model.snapshot import Found, Snapshot
from ..model.summary import Definition, Facet, Parameter
from ..model.variables import Binding
from ..model.view import View
from .target import bindings_of, definitions_of, resources_of, subject_at


class Hover(NamedTuple):
    span: Span
    markdown: str


def hover(snapshot: Snapshot, path: str, offset: int) -> Hover | None:
    """What stands at a byte offset; None where nothing is known about it."""
    view = View(snapshot, path)
    found = subject_at(view, offset)
    if found is None:
        return None
    subject, around = found
    if subject.variable is not None:
        text = _variable(view, bindings_of(view, subject, around))
    elif subject.definition is not None:
        text = _definition(subject.definition, subject.parameter)
    else:
        text = _reference(view, subject.reference) if subject.reference is not None else None
    return None if text is None else Hover(subject.origin, text)


def _reference(view: View, reference: Reference) -> str | None:
    if reference.kind == "resource":
        for resource, path in resources_of(view, reference):
            source = _source(view, path, resource.span)
            return code(f"{resource.type} {{ {source} }}")
        return None
    for found in definitions_of(view, reference, Facet.DOC):
        return _definition(found, reference.name if reference.kind == "attribute" else None)
    return _ruby(view, reference) or _built_in(reference)


def _definition(found: Found, parameter_name: str | None) -> str | None:
    definition = found.definition
    if parameter_name is None:
        return "\n\n".join(filter(None, (code(signature(definition)), definition.doc)))
    parameter = definition.parameter(parameter_name)
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


def _ruby(view: View, reference: Reference) -> str | None:
    if reference.kind in ("resource_type", "type"):
        declared = view.ruby_type(reference.name)
        if declared is not None:
            return "\n\n".join(filter(None, (code(reference.name), declared.doc)))
    elif reference.kind == "attribute" and reference.owner is not None:
        declared = view.ruby_type(reference.owner[1])
        for attribute in declared.attributes if declared is not None else ():
            if attribute.name == reference.name:
                kind = f"{attribute.kind.capitalize()} of `{reference.owner[1]}`"
                return "\n\n".join(filter(None, (code(attribute.name), kind, attribute.doc)))
    elif reference.kind == "function":
        path = view.ruby_function(reference.name)
        if path is not None:
            return f"{code(reference.name)}\n\nFunction written in Ruby"
    return None


def _built_in(reference: Reference) -> str | None:
    name = reference.name
    match reference.kind:
        case "function":
            function = functions.find(name)
            if function is None:
                return None
            heads = "\n".join(_head(name, each.text) for each in function.signatures)
            return "\n\n".join(filter(None, (code(heads or name), function.doc.strip())))
        case "type" if builtin.is_data_type(name):
            return f"{code(reference.written)}\n\nData type"
        case "resource_type" | "type":
            found = resources.find(name)
            if found is None:
                return None
            lists = [
                f"{title}: " + ", ".join(f"`{each}`" for each, kind in found.attributes.items() if kind == of)
                for title, of in (("Properties", "property"), ("Parameters", "parameter"))
            ]
            return "\n\n".join((code(name), "Resource type", *lists))
        case "attribute" if reference.owner is not None:
            if name in resources.METAPARAMETERS:
                return f"{code(name)}\n\nMetaparameter"
            owner = resources.find(reference.owner[1])
            kind = owner.attributes.get(name) if owner is not None else None
            return f"{code(name)}\n\n{kind.capitalize()} of `{reference.owner[1]}`" if kind else None
        case _:
            return None


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
