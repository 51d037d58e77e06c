"""Signature help: how what is being written at a place is called, and which of its parameters comes now.

Functions in each form of call, resources, classes as resources, and data types; also where brackets are not closed yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..library import resources
from ..model import builtin
from ..model.entity import Entity
from ..model.inference import declared_type, shown, type_of
from ..model.snapshot import Snapshot
from ..model.summary import Facet
from ..model.view import View
from ..ruby.doc import parse_doc
from .callee import Callee, callee_at
from .data_types import about_data_type
from .definition_text import parameter_doc, parameter_text
from .function_shapes import Shape, brief, fitting, shapes_of
from .hover import about

#: What makes an editor ask, and ask again while it shows an answer.
TRIGGERS, TRIGGERS_AGAIN = ("(", "[", ",", ">"), (")", "]", "=", "}")


class ParameterHelp(NamedTuple):
    """`start` and `end` are places in the label, in characters; `doc` is Markdown."""

    start: int
    end: int
    doc: str = ""


class SignatureText(NamedTuple):
    """`active` is the parameter that comes now; None where there is none."""

    label: str
    doc: str
    parameters: tuple[ParameterHelp, ...]
    active: int | None = None


class SignatureHelp(NamedTuple):
    signatures: tuple[SignatureText, ...]
    active: int


def signature_help(snapshot: Snapshot, path: str, offset: int) -> SignatureHelp | None:
    """What is known at a byte offset; None outside of brackets that take arguments."""
    view = View(snapshot, path)
    callee = callee_at(view.document, offset) if view.document is not None else None
    if callee is None:
        return None
    match callee.kind:
        case "function":
            return _function(view, callee)
        case "resource":
            return _resource(view, callee)
        case "data_type":
            return _data_type(callee)
        case "constructor":
            return _constructor(view, callee)


class _Part(NamedTuple):
    text: str
    doc: str = ""


def _label(before: str, parts: Iterable[_Part], after: str, doc: str, active: int | None = None) -> SignatureText:
    """The parts between two texts, with where they are."""
    label, places = before, []
    for number, part in enumerate(parts):
        label += ", " if number else ""
        places.append(ParameterHelp(len(label), len(label) + len(part.text), part.doc))
        label += part.text
    return SignatureText(label + after, doc, tuple(places), active)


# Functions ------------------------------------------------------------------------------------------------


def _function(view: View, callee: Callee) -> SignatureHelp | None:
    shapes = shapes_of(view, callee.name)
    if not shapes:
        return None
    if callee.in_lambda:
        return _of_lambda(shapes)
    texts = [_of_shape(each, len(callee.given)) for each in shapes]
    types = [None if span is None else type_of(view, span) for span in callee.given]
    fit = fitting(view, shapes, types)
    if callee.current:  # what is written there already says more
        fit = [*fitting(view, shapes, [*types, declared_type(view, callee.current)]), *fit]
    more = [n for n in fit if texts[n].active is not None or not texts[n].parameters]
    return SignatureHelp(tuple(texts), next(iter((*more, *fit)), 0))


def _of_lambda(shapes: Sequence[Shape]) -> SignatureHelp | None:
    """The lambda is the parameter that comes now: those that take one."""
    found = []
    for shape in shapes:
        block = next((n for n, each in enumerate(shape.parameters) if each.mark == "&"), None)
        if block is not None:
            found.append(_of_shape(shape, 0)._replace(active=block))
    return SignatureHelp(tuple(found), 0) if found else None


def _constructor(view: View, callee: Callee) -> SignatureHelp | None:
    """`Integer('0x1', 16)`: what a value of a type is made of."""
    from ..base.errors import PuppetError
    from ..types.constructor import constructor_of

    type_ = declared_type(view, "::".join(part.capitalize() for part in callee.name.split("::")))
    try:
        dispatches = constructor_of(type_).signatures if type_ is not None else ()
    except PuppetError:  # there is no way to make one
        return None
    texts, count = [], len(callee.given)
    for each in dispatches:
        parts = [_Part("$".join(text.rpartition(" ")[::2]).replace("$", " $")) for text in each.parameters]
        many = bool(each.parameters) and each.parameters[-1].endswith("*")
        active = count if count < len(parts) else len(parts) - 1 if many else None
        texts.append(_label(f"{shown(type_)}(" if type_ is not None else "(", parts, ")", "", active))
    return (
        SignatureHelp(tuple(texts), next((n for n, each in enumerate(texts) if each.active is not None), 0))
        if texts
        else None
    )


def _of_shape(shape: Shape, count: int) -> SignatureText:
    parts = [_Part(each.text, each.doc) for each in shape.parameters]
    returns = f" >> {shape.returns}" if shape.returns else ""
    return _label(f"{shape.name}(", parts, f"){returns}", shape.doc, shape.parameter(count))


def _one(text: SignatureText) -> SignatureHelp:
    return SignatureHelp((text,), 0)


# Resources ------------------------------------------------------------------------------------------------


def _resource(view: View, callee: Callee) -> SignatureHelp | None:
    if callee.name == "class":
        found = view.find("class", callee.title.removeprefix("::").lower(), Facet.DOC)
    else:
        entity = view.entity(Entity("resource_type", callee.name))
        if entity.space != "define":
            return _native(view, callee)
        found = view.find("define", entity.name, Facet.DOC)
    if found is None:
        return None
    definition, doc = found.definition, parse_doc(found.definition.doc)
    names = [each.name for each in definition.parameters]
    parts = [_Part(parameter_text(each), parameter_doc(doc, each.name)) for each in definition.parameters]
    if callee.attribute:
        if callee.attribute in resources.METAPARAMETERS and callee.attribute not in names:
            return _attribute(view, callee, Entity("parameter", callee.attribute, definition.entity))
        active = names.index(callee.attribute) if callee.attribute in names else None
    else:
        left = [each for each in definition.parameters if each.name not in callee.has]
        wanted = next((each for each in left if each.default is None), next(iter(left), None))
        active = None if wanted is None else names.index(wanted.name)
    return _one(_label(f"{definition.kind} {definition.written}(", parts, ")", brief(doc), active))


def _native(view: View, callee: Callee) -> SignatureHelp | None:
    """Of what Ruby declares the attribute alone that is being set."""
    owner = Entity("resource_type", callee.name)
    return _attribute(view, callee, Entity("parameter", callee.attribute, owner)) if callee.attribute else None


def _attribute(view: View, callee: Callee, entity: Entity) -> SignatureHelp | None:
    doc = about(view, entity, callee.attribute)
    if doc is None:
        return None
    told = doc.partition("\n```\n\n")[2] or doc  # without its name, which the label says
    return _one(_label(f"{callee.name} {{ ", [_Part(callee.attribute, told)], " => … }", "", 0))


# Data types -----------------------------------------------------------------------------------------------


def _data_type(callee: Callee) -> SignatureHelp | None:
    found = builtin.data_types().get(callee.name)
    if found is None or not found.brackets:
        return None
    inside = found.brackets.strip("[]")
    parts = [_Part(each) for each in ([inside] if inside.startswith("{") else inside.split(", "))]
    many = next((n for n, part in enumerate(parts) if part.text.endswith("...")), None)
    count = len(callee.given)
    active = count if count < len(parts) and (many is None or count <= many) else many
    return _one(_label(f"{found.name}[", parts, "]", about_data_type(callee.name) or "", active))
