"""What functions are said to return: by their declaration, by their body, by their docs, or as is known of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...library import functions
from ...library.signature import Signature
from ...ruby.function import RubyFunction
from ...syntax import ast
from ...types import Type
from ...types.algebra import NOTHING, Known, known, union, widened
from ...types.aliases import TypeReferenceType
from ...types.type import UNDEF, walk_types
from .. import builtin
from ..entity import Entity
from ..snapshot import Found
from ..summary import Facet
from .place import Place, leaves_by
from .returns import RETURNS
from .types import Types

#: Types of Ruby as docs name them, in Puppet's words.
_OF_RUBY = {
    "bool": "Boolean",
    "boolean": "Boolean",
    "true": "Boolean",
    "false": "Boolean",
    "nil": "Undef",
    "object": "",
}


def function_type(types: Types, name: str, arguments: Sequence[Known] | None) -> Known:
    """What a function returns, given arguments of these types (None: not known how many)."""
    view = types.view
    entity = view.entity(Entity("function", name))
    if entity.space == "function":
        found = view.find("function", entity.name, Facet.SIGNATURE)
        return None if found is None else _of_puppet(types, found)
    if entity.space != "ruby_function":
        return None
    if builtin.is_function(name):
        function = functions.find(name)
        if function is not None:
            stated = _of_signatures(types, function.signatures, arguments)
            if stated is not None:
                return stated
    else:
        file = view.ruby.function(name)
        declared = None if file is None else file.declared
        if declared is not None:
            wanted = [
                Signature(each.text, declared.local_types) for each in declared.signatures if not each.is_mismatch
            ]
            stated = _of_signatures(types, wanted, arguments) or _of_docs(types, _doc_types(declared))
            if stated is not None:
                return stated
    return types.parsed(RETURNS.get(name))


def _of_puppet(types: Types, found: Found) -> Known:
    declared = types.parsed(found.definition.return_type)
    if declared is not None or found.definition.return_type:
        return declared
    return types.elsewhere(found.path, lambda other: _of_body(other, found))


def _of_body(types: Types, found: Found) -> Known:
    """What the last statement of a function gives, and each `return`."""
    for place in _around(types.at(found.place.name_span.start)):
        node = place.node
        if isinstance(node, ast.FunctionDefinition) and place.span == found.place.span and node.body:
            item = node.body[-1]
            last = types.of(Place(item.node, place.base + item.start, place))
            more = (UNDEF if each is None else types.of(each) for each in leaves_by(place, "return", True))
            returned = union((last, *more))
            return None if returned is None or returned is NOTHING else widened(returned)
    return None


def _around(place: Place | None) -> Iterator[Place]:
    yield from place.outwards() if place is not None else ()


def _of_signatures(types: Types, signatures: Sequence[Signature], arguments: Sequence[Known] | None) -> Known:
    """What those of some signatures return that the arguments may be meant for."""
    meant = [each for each in signatures if arguments is None or _may_take(types, each, arguments)] or signatures
    return union(types.parsed(each.return_text) for each in meant) if meant else None


def _may_take(types: Types, signature: Signature, arguments: Sequence[Known]) -> bool:
    return len(arguments) >= signature.low and may_begin_with(types, signature, arguments)


def may_begin_with(types: Types, signature: Signature, arguments: Sequence[Known]) -> bool:
    """Whether these may be the first of the arguments."""
    if signature.high is not None and len(arguments) > signature.high:
        return False
    for at, given in enumerate(arguments):
        parameter = signature.positional[min(at, len(signature.positional) - 1)]
        wanted = types.parsed(parameter.type_text)
        if given is not None and wanted is not None and not wanted.assignable(given) and not given.assignable(wanted):
            return False
    return True


def _doc_types(declared: RubyFunction) -> list[str]:
    docs = [declared.doc, *(each.doc for each in declared.signatures)]
    return [tag.types for doc in docs for tag in doc.of("return") if tag.types]


def _of_docs(types: Types, texts: Sequence[str]) -> Known:
    """The types of `@return [...]`, where they are ones of Puppet."""
    return union(_of_doc(types, text) for text in texts) if texts else None


def _of_doc(types: Types, text: str) -> Known:
    meant = types.parsed(_OF_RUBY.get(text.lower(), text))
    return None if meant is None or any(map(_is_unknown, walk_types(meant))) else known(meant)


def _is_unknown(type_: Type) -> bool:
    return isinstance(type_, TypeReferenceType)
