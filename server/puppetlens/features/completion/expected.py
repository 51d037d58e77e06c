"""What a value is for: the type that is expected there, the values that it names, and words that are like its name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ...library import functions, resources
from ...model.summary import Facet
from ...model.templates import parameters_of_template
from ...model.view import View
from ...syntax import ast
from .members import alias, members, parsed, parts
from .place import Place


class Expected(NamedTuple):
    """`type` is its source, empty where nothing is known; `values` as they are written in code, strings with quotes."""

    type: str = ""
    values: tuple[str, ...] = ()
    #: a value of none other is accepted
    closed: bool = False
    #: neither types nor other words of the language (`true`) than `values` are accepted: it is for texts, numbers, lists
    plain: bool = False
    #: the one that holds where none is given, as it is written
    default: str = ""


NOTHING = Expected()


def expected_at(place: Place) -> Expected:
    view = place.view
    return view.once(("expected", place.owner, place.key, place.argument, place.hint), lambda: _expected(place))


def _expected(place: Place) -> Expected:
    kind, _, owner = place.owner.partition(":")
    match kind:
        case "attribute":
            return _of_attribute(place.view, owner, place.key)
        case "typed":
            return of_type(place.view, owner)
        case "function":
            return _of_argument(place.view, owner, place.argument)
        case "compared":
            return _of_compared(place)
        case _:
            return NOTHING


def _of_attribute(view: View, owner: str, name: str) -> Expected:
    kind, _, of = owner.partition(":")
    if kind == "struct":
        member = next((each for each in members(view, of) if each.name == name), None)
        return of_type(view, member.type) if member is not None else NOTHING
    if kind == "template":
        text = next((each.type for each in parameters_of_template(view, of) if each.name == name), "")
        return of_type(view, text) if text else NOTHING
    found = view.find("class", of, Facet.VALUE) if kind == "class" else view.find("define", owner, Facet.VALUE)
    if found is not None:
        parameter = found.definition.parameter(name)
        expected = of_type(view, parameter.type) if parameter is not None and parameter.type else NOTHING
        return expected._replace(default=(parameter.default or "") if parameter is not None else "")
    native = resources.find(owner, vendored=True)
    if native is not None and name in native.values:
        return _words(native.values[name])
    attribute = view.ruby.attribute(owner, name)
    if attribute is None:
        return NOTHING
    if attribute[1].type:
        return of_type(view, attribute[1].type)
    return _words(tuple(each for each in attribute[1].values if not each.startswith(("/", "…"))))


def _words(names: tuple[str, ...]) -> Expected:
    """Values as Ruby names them: booleans and words stand as such."""
    bare = re.compile(r"[a-z]\w*\Z")
    return Expected("", tuple(each if bare.match(each) else f"'{each}'" for each in names))


def _of_argument(view: View, function: str, number: int) -> Expected:
    found = view.find("function", function)
    if found is not None:
        known = found.definition.parameters
        if number < len(known) or (known and known[-1].captures_rest):
            text = known[min(number, len(known) - 1)].type
            return of_type(view, text) if text else NOTHING
        return NOTHING
    built_in = functions.find(function)
    for signature in built_in.signatures if built_in is not None else ():
        if number < len(signature.positional):
            found_type = of_type(view, signature.positional[number].type_text)
            return found_type._replace(plain=found_type.plain and len(built_in.signatures) == 1 if built_in else False)
    return NOTHING


def _of_compared(place: Place) -> Expected:
    """What is compared with a variable that has a type."""
    named = re.match(r"\$(?:::)?(\w+)\Z", place.hint)
    document = place.view.document
    if named is None or document is None:
        return NOTHING
    scope = document.scopes.at(place.offset)
    for each in scope.chain():
        if each.owner is not None and named[1] in each.parameters:
            for definition in document.summary.definitions:
                parameter = definition.parameter(named[1]) if definition.entity == each.owner else None
                if parameter is not None and parameter.type:
                    return of_type(place.view, parameter.type)
    return NOTHING


# Types -------------------------------------------------------------------------------------------------------


def of_type(view: View, text: str) -> Expected:
    return view.once(("of type", text), lambda: _of_type(view, text, 0))


def _of_type(view: View, text: str, depth: int) -> Expected:
    node = parsed(text)
    if node is None:
        return Expected(text)
    values = tuple(dict.fromkeys(_values(view, node, depth)))
    closed, plain = (_is_made_of(kinds, view, node, depth) for kinds in (_CLOSED, _PLAIN))
    return Expected(text, values, closed, plain)


def _values(view: View, node: ast.Node, depth: int) -> Iterator[str]:
    name, keys = parts(node)
    match name:
        case "boolean":
            yield from ("true", "false")
        case "undef":
            yield "undef"
        case "optional" | "variant" | "notundef" | "sensitive":
            for key in keys:
                if isinstance(key, ast.LiteralString):
                    yield f"'{key.value}'"
                else:
                    yield from _values(view, key, depth)
            if name == "optional":
                yield "undef"
        case "enum":
            yield from (f"'{key.value}'" for key in keys if isinstance(key, ast.LiteralString))
        case "default":
            yield "default"
        case _:
            meant = parsed(alias(view, name, depth) or "")
            if meant is not None:
                yield from _values(view, meant, depth + 1)


#: Types whose values are all known by name; and those of data, of which values are no types or words of the language.
_CLOSED = frozenset(("boolean", "undef", "enum", "default"))
_PLAIN = frozenset(
    ("array", "boolean", "enum", "float", "hash", "integer", "numeric", "pattern", "string", "struct", "tuple", "undef")
)


def _is_made_of(kinds: frozenset[str], view: View, node: ast.Node, depth: int) -> bool:
    """Whether a type is one of these, an alias of one, or a choice among such."""
    name, keys = parts(node)
    if name in kinds:
        return True
    if name in ("optional", "variant", "notundef"):
        return bool(keys) and all(
            isinstance(key, ast.LiteralString) or _is_made_of(kinds, view, key, depth) for key in keys
        )
    meant = parsed(alias(view, name, depth) or "")
    return meant is not None and _is_made_of(kinds, view, meant, depth + 1)
