"""Hover: what a name means, as Markdown.

Names of all kinds, where they are defined and where they are used, in code, strings and data; variables with their type
at this place; keys of facts and hashes; values, with what they are given to.
"""

from __future__ import annotations

from typing import NamedTuple

from ..base.span import Span
from ..library import resources
from ..model import builtin
from ..model.cursor import path_to
from ..model.entity import Entity
from ..model.snapshot import Found, Snapshot
from ..model.summary import Facet
from ..model.view import View
from ..syntax import ast
from .built_in_text import built_in_text
from .data_key_text import data_key_at, data_key_text, dependency_text
from .data_values import values_of_key
from .definition_text import definition_text, module_text, parameter_of_text
from .doc_tags import tag_at
from .file_text import file_text
from .key_text import key_at, key_text
from .markdown import code, joined
from .ruby_text import attribute_text, data_type_text, function_text, provider_text, type_text
from .target import Subject, definitions_of, resources_of, subject_at
from .value_text import value_at, value_text
from .variable_text import bound_text, template_parameter_text, variable_text


class Hover(NamedTuple):
    span: Span
    markdown: str


def hover(snapshot: Snapshot, path: str, offset: int) -> Hover | None:
    """What stands at a byte offset; None where nothing is known about it."""
    view = View(snapshot, path)
    subject = subject_at(view, offset)
    text = None if subject is None else _subject(view, subject, offset)
    if text is not None and subject is not None:
        return Hover(subject.origin, text)
    tag = tag_at(view.document.text.data, offset) if view.document is not None else None
    if tag is not None:
        return Hover(tag[0], f"Tag of Puppet Strings: {tag[1]}")
    if view.document is None:
        return None if subject is not None else _in_data(view, offset)
    key = key_at(view, offset)
    text = None if key is None else key_text(view, key)
    if text is not None and key is not None:
        return Hover(key.span, text)
    if subject is not None and not _is_in_type(subject):
        return None  # a name of which nothing is known
    return _value(view, offset)


def _is_in_type(subject: Subject) -> bool:
    """Whether it is a string in the brackets of a data type, as in `Enum['a']`, rather than the title of a resource."""
    reference = subject.reference
    if reference is None or reference.kind != "resource" or reference.owner is None:
        return False
    return builtin.is_data_type(reference.owner[1])


def _value(view: View, offset: int) -> Hover | None:
    """Of a literal, with what is said of the attribute or parameter that it is given to."""
    value = value_at(view, offset)
    if value is None:
        return None
    given_to, owner = None, ""
    if value.name is not None and (subject := subject_at(view, value.name.start)) is not None:
        given_to = _subject(view, subject, value.name.start)
        of = subject.entity.owner
        owner = of.name if of is not None and of.space == "resource_type" else ""
    text = value_text(view, value, owner, given_to)
    return None if text is None else Hover(value.step.span, text)


def _in_data(view: View, offset: int) -> Hover | None:
    """A key below others, a field; of what a key of Hiera is set to, the key, where it is a parameter."""
    below = data_key_at(view, offset)
    told = None if below is None else data_key_text(view, below)
    if told is not None and below is not None:
        return Hover(below.span, told)
    for key in view.snapshot.summary(view.path).keys if view.data is not None else ():
        if key.span.contains(offset) and "::" in key.name:
            text = about(view, view.entity(key.entity), key.name)
            return None if text is None else Hover(key.span, text)
    return None


def _subject(view: View, subject: Subject, offset: int) -> str | None:
    if subject.variable is not None:
        return variable_text(view, subject.variable, subject.entity)
    if subject.definition is not None:
        return _definition(view, subject.definition, subject.entity)
    entity = subject.entity
    if entity.space == "module" and subject.reference is not None:
        return dependency_text(view, subject.reference)
    if entity.space == "resource":
        for resource, path in resources_of(view, entity):
            return code(f"{resource.type} {{ {_source(view, path, resource.span)} }}")
        return None
    written = subject.reference.written if subject.reference is not None else entity.name
    return about(view, entity, _with_brackets(view, written, offset))


def about(view: View, entity: Entity, written: str) -> str | None:
    """What a definition or something that Ruby declares is; `written` is the name with what stands in its brackets."""
    for found in definitions_of(view, entity, Facet.DOC):
        return _definition(view, found, entity) or built_in_text(entity, "")
    match entity.space:
        case "key":
            values = values_of_key(view, entity.name)
            return joined([code(entity.name), "Key of Hiera", values]) if values else None
        case "variable":
            return bound_text(view, entity)
        case "parameter" if entity.owner is not None and entity.owner.space == "file":
            return template_parameter_text(view, entity.owner.name, entity.name)
        case "module_file":
            return file_text(view, entity.name)
    return _ruby(view, entity, written) or built_in_text(entity, written)


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


def _definition(view: View, found: Found, entity: Entity) -> str | None:
    if entity.space != "parameter":
        return definition_text(view, found)
    return parameter_of_text(view, found, entity.name)


def _source(view: View, path: str, span: Span) -> str:
    text = view.snapshot.text(path)
    return text.data[span.start : span.end].decode("utf-8", "replace") if text is not None else ""


def _ruby(view: View, entity: Entity, written: str) -> str | None:
    name, ruby = entity.name, view.ruby
    match entity.space:
        case "ruby_function" if not builtin.is_function(name):
            function = ruby.function(name)
            return None if function is None else _of_module(view, function.path, function_text(name, function))
        case "data_type" if (data_type := ruby.data_type(name)) is not None:
            return _of_module(view, data_type.path, data_type_text(written, data_type))
        case "resource_type":
            found = ruby.type(name)
            return None if found is None else _of_module(view, found.path, type_text(name, found, ruby.providers(name)))
        case "parameter" if entity.owner is not None:
            owner = entity.owner.name
            attribute = ruby.attribute(owner, name)
            if attribute is not None and name not in resources.METAPARAMETERS:
                return attribute_text(owner, attribute[1])
            if name == "provider" and ruby.type_path(owner) is not None:
                return provider_text(owner, ruby.providers(owner))
    return None


def _of_module(view: View, path: str, text: str) -> str:
    """A text that names the module, with its version where that is known."""
    module = module_text(view, path)
    return joined([text, module if " " in module.removeprefix("Module ") else ""])
