"""How functions are called: their signatures, whatever language they are written in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..library import functions
from ..model import builtin
from ..model.entity import Entity
from ..model.inference import may_take
from ..model.snapshot import Found
from ..model.summary import Facet
from ..model.view import View
from ..ruby.doc import NO_DOC, Doc, parse_doc
from .definition_text import parameter_doc, parameter_text

if TYPE_CHECKING:
    from ..library.signature import Signature
    from ..types import Type


class ShapeParameter(NamedTuple):
    """`text` is all of it as code; `mark` is `*`, `+` (any number of arguments), `&` (the lambda) or empty."""

    name: str
    text: str
    mark: str
    doc: str = ""


class Shape(NamedTuple):
    """One way to call a function. `accepts` is None where it takes whatever its parameters are given."""

    name: str
    parameters: tuple[ShapeParameter, ...]
    returns: str | None
    doc: str
    accepts: Signature | None = None
    #: the type of the first parameter, as source; empty where there is none
    first_type: str = ""

    def parameter(self, count: int) -> int | None:
        """The parameter of the argument that has so many before it; the last may take many, the lambda is none."""
        positional = [n for n, each in enumerate(self.parameters) if each.mark != "&"]
        if count < len(positional):
            return positional[count]
        return positional[-1] if positional and self.parameters[positional[-1]].mark else None


def shapes_of(view: View, name: str) -> tuple[Shape, ...]:
    """All ways to call a function (a normalised name); none where it is not known."""
    return view.once(("shapes", name), lambda: _shapes(view, name))


def fitting(view: View, shapes: Sequence[Shape], arguments: Sequence[Type | None]) -> list[int]:
    """Those that may be called with arguments that begin so; None is one of which nothing is known."""
    return [n for n, each in enumerate(shapes) if each.accepts is None or may_take(view, each.accepts, arguments)]


def _shapes(view: View, name: str) -> tuple[Shape, ...]:
    entity = view.entity(Entity("function", name))
    if entity.space == "function":
        found = view.find("function", entity.name, Facet.DOC)
        return () if found is None else (_of_definition(found),)
    if builtin.is_function(entity.name):
        function = functions.find(entity.name)
        known = () if function is None else function.signatures
        return tuple(_of_signature(name, each, first_paragraph(function.doc)) for each in known if function is not None)
    file = view.ruby.function(entity.name)
    declared = None if file is None else file.declared
    if declared is None:
        return ()
    from ..library.signature import Signature

    doc = declared.doc
    return tuple(
        _of_signature(name, Signature(each.text, declared.local_types), brief(each.doc) or brief(doc), (doc, each.doc))
        for each in declared.signatures
        if not each.is_mismatch
    )


def _of_signature(name: str, signature: Signature, doc: str, docs: Sequence[Doc] = (NO_DOC,)) -> Shape:
    described = {parameter: text for each in docs for parameter, text in each.parameters.items()}
    parameters = []
    for each in signature.parameters:
        default = f" = {each.default}" if each.default is not None else ""
        text = f"{each.type_text} {each.mark}${each.name}{default}"
        parameters.append(ShapeParameter(each.name, text, each.mark, described.get(each.name, "")))
    first = signature.positional[0].type_text if signature.positional else ""
    return Shape(name, tuple(parameters), signature.return_text, doc, signature, first)


def _of_definition(found: Found) -> Shape:
    definition, doc = found.definition, parse_doc(found.definition.doc)
    parameters = tuple(
        ShapeParameter(
            each.name, parameter_text(each), "*" if each.captures_rest else "", parameter_doc(doc, each.name)
        )
        for each in definition.parameters
    )
    first = definition.parameters[0].type if definition.parameters else ""
    return Shape(definition.written, parameters, definition.return_type, brief(doc), None, first or "")


def brief(doc: Doc) -> str:
    return doc.first("summary") or first_paragraph(doc.text)


def first_paragraph(text: str) -> str:
    return text.strip().partition("\n\n")[0]
