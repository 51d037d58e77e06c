"""The types of what calls return.

A function in Puppet code says it itself, or its body does. Of Puppet's own functions, and of those that everybody uses,
`returns.py` knows; of others what Ruby declares, or its doc says. Functions whose result follows from their arguments
or their lambda are computed here.
"""

from __future__ import annotations

from collections.abc import Callable

from ...syntax import ast
from ...types import Type
from ...types.algebra import (
    NOTHING,
    Known,
    along,
    array_of,
    elements,
    hash_of,
    is_array,
    is_hash,
    keys,
    known,
    literal_of,
    may_be_undef,
    member,
    of_each,
    union,
    values,
    widened,
    without_undef,
)  # fmt: skip
from ...types.iterables import IteratorType
from ...types.numbers import INTEGER
from ...types.strings import STRING
from ...types.tuples import TupleType
from ...types.type import UNDEF
from ...types.type_type import TypeType
from ..item_facts import literal
from .expressions import merged
from .function_types import function_type
from .lambdas import Call, call_at, unwrapped
from .place import LEAVING, Place
from .returns import OF_TEXTS
from .types import Types, handles
from .variables import named_variable


@handles(ast.CallNamedFunctionExpression)
def call_type(types: Types, place: Place, node: ast.CallNamedFunctionExpression) -> Known:
    """Of a call with the name before its arguments; `Type(...)` makes one of the type."""
    functor = node.functor_expr
    if isinstance(functor, (ast.QualifiedReference, ast.AccessExpression)):
        return types.declared(functor)
    call = call_at(types, place)
    return None if call is None else _type(call)


@handles(ast.CallMethodExpression)
def method_type(types: Types, place: Place, node: ast.CallMethodExpression) -> Known:
    call = call_at(types, place)
    return None if call is None else _type(call)


def _type(call: Call) -> Known:
    if any(isinstance(each.node, ast.UnfoldExpression) for each in call.arguments):
        return function_type(call.types, call.name, None)
    handler = _COMPUTED.get(call.name)
    found = handler(call) if handler is not None else None
    if found is not None:
        return found
    return function_type(call.types, call.name, [call.argument(n) for n in range(len(call.arguments))])


# Functions whose result follows from what they are given ----------------------------------------------------


def _each(call: Call) -> Known:
    return call.first if call.block is not None else IteratorType(elements(call.first))


def _map(call: Call) -> Known:
    returned = call.returned()
    return array_of(None if returned is None else widened(returned))


def _filter(call: Call) -> Known:
    def kept(type_: Type) -> Known:
        if is_hash(type_):
            return hash_of(_wide(keys(type_)), _wide(values(type_)))
        return array_of(_wide(elements(type_)))

    return of_each(call.first, kept)


def _wide(type_: Known) -> Known:
    return None if type_ is None else widened(type_)


def _reduce(call: Call) -> Known:
    start = call.argument(1) if len(call.arguments) > 1 else elements(call.first)
    found = _wide(union((call.returned(), start)))
    return found if len(call.arguments) > 1 or _is_full(call.first) else union((found, UNDEF))


def _is_full(type_: Known) -> bool:
    """Whether there is an element for sure."""
    return isinstance(type_, TupleType) and type_.size.low > 0


def _then(call: Call) -> Known:
    returned, first = call.returned(), call.first
    return union((returned, UNDEF)) if first is None or may_be_undef(first) else returned


def _lest(call: Call) -> Known:
    return union((without_undef(call.first), call.returned()))


def _pick(call: Call) -> Known:
    return union(without_undef(call.argument(n)) for n in range(len(call.arguments)))


def _dig(call: Call) -> Known:
    found = call.first
    for n in range(1, len(call.arguments)):
        found = member(found, call.argument(n))
    return found


def _get(call: Call) -> Known:
    path = literal_of(call.argument(1))
    found = _along(call.first, str(path)) if path is not None else None
    return _or_default(call, found, 2)


def _getvar(call: Call) -> Known:
    written = literal_of(call.first)
    if not isinstance(written, str):
        return None
    name, _, rest = written.partition(".")
    return _or_default(call, _along(named_variable(call.types, call.arguments[0], name), rest), 1)


def _along(type_: Known, path: str) -> Known:
    parts = (part.strip("'\"") for part in path.split(".")) if path else ()
    return along(type_, (int(part) if part.isdigit() else part for part in parts))


def _or_default(call: Call, found: Known, index: int) -> Known:
    if len(call.arguments) <= index:
        return found
    return union((without_undef(found), call.argument(index)))


def _lookup(call: Call) -> Known:
    given = call.argument(1)
    if isinstance(given, TypeType):
        return given.type
    node = call.arguments[1].node if len(call.arguments) > 1 else None
    if isinstance(node, ast.LiteralHash):
        options = {literal(entry.key): entry.value for entry in node.entries}
        return call.types.declared(options.get("value_type"))
    return None


def _assert_type(call: Call) -> Known:
    given = call.first
    type_ = given.type if isinstance(given, TypeType) else None
    return type_ if call.block is None else union((type_, call.returned()))


def _new(call: Call) -> Known:
    given = call.first
    return known(given.type) if isinstance(given, TypeType) else None


def _convert_to(call: Call) -> Known:
    given = call.argument(1)
    return known(given.type) if isinstance(given, TypeType) else None


def _merge(call: Call) -> Known:
    found = call.first
    for n in range(1, len(call.arguments)):
        found = merged(found, call.argument(n))
    return found


def _concat(call: Call) -> Known:
    parts = (of_each(call.argument(n), _flat) for n in range(len(call.arguments)))
    return array_of(union(parts))


def _flat(type_: Type) -> Known:
    return elements(type_) if is_array(type_) else type_


def _flatten(call: Call) -> Known:
    def parts(type_: Type) -> Known:
        inner = _flat(type_)
        return inner if inner is type_ else of_each(inner, parts)

    return array_of(union(of_each(call.argument(n), parts) for n in range(len(call.arguments))))


def _of_texts(call: Call) -> Known:
    def made(type_: Type) -> Known:
        if STRING.assignable(type_):
            return STRING
        part = elements(type_) if is_array(type_) else None
        return array_of(STRING) if part is not None and STRING.assignable(part) else None

    return of_each(call.first, made)


def _same(call: Call) -> Known:
    """Of an array one, of a text a text."""

    def made(type_: Type) -> Known:
        if STRING.assignable(type_):
            return STRING
        return array_of(_wide(elements(type_))) if is_array(type_) else None

    return of_each(call.first, made)


def _unwrap(call: Call) -> Known:
    return call.returned() if call.block is not None else unwrapped(call.first)


def _index(call: Call) -> Known:
    def place(type_: Type) -> Known:
        return keys(type_) if is_hash(type_) else INTEGER

    return union((of_each(call.first, place), UNDEF))


def _group_by(call: Call) -> Known:
    return hash_of(_wide(call.returned()), array_of(elements(call.first)))


def _partition(call: Call) -> Known:
    part = array_of(elements(call.first))
    return TupleType((part, part))


def _slice(call: Call) -> Known:
    return call.first if call.block is not None else array_of(array_of(elements(call.first)))


def _extreme(call: Call) -> Known:
    if len(call.arguments) == 1:
        return _wide(elements(call.first))
    return _wide(union(call.argument(n) for n in range(len(call.arguments))))


def _with(call: Call) -> Known:
    return call.returned()


_COMPUTED: dict[str, Callable[[Call], Known]] = {
    "assert_type": _assert_type,
    "concat": _concat,
    "convert_to": _convert_to,
    "deep_merge": _merge,
    "dig": _dig,
    "each": _each,
    "filter": _filter,
    "flatten": _flatten,
    "get": _get,
    "getvar": _getvar,
    "group_by": _group_by,
    "index": _index,
    "keys": lambda call: array_of(_wide(keys(call.first))),
    "lest": _lest,
    "lookup": _lookup,
    "map": _map,
    "max": _extreme,
    "merge": _merge,
    "min": _extreme,
    "new": _new,
    "partition": _partition,
    "pick": _pick,
    "pick_default": _pick,
    "reduce": _reduce,
    "reverse_each": _each,
    "slice": _slice,
    "sort": _same,
    "step": _each,
    "then": _then,
    "tree_each": lambda call: call.first if call.block is not None else IteratorType(),
    "unique": _same,
    "unwrap": _unwrap,
    "values": lambda call: array_of(_wide(values(call.first))),
    "with": _with,
    **dict.fromkeys(OF_TEXTS, _of_texts),
    **dict.fromkeys(LEAVING, lambda call: NOTHING),
}
