"""Run a lambda for every element, for its effects; the result is what was iterated over.

Iterates over arrays, hashes, strings (characters), integers (0 up to, not including, the number), integer
ranges and enums. A lambda of two parameters gets key and value of a hash, index and element of all else.
`break()` ends the iteration, `next()` the run for one element.
"""

from __future__ import annotations

from ...types.values import Hash, Value
from ..context import Context, Lambda
from ..function import Function
from ..iteration import HASH_1, HASH_2, ITERABLE_1, ITERABLE_2, indexed, iterator_of, until_break

EXAMPLES = {
    "['a', 'b'].each |$name| { notice($name) }": "a\nb",
    "['a', 'b'].each |$index, $name| { notice(\"${index}: ${name}\") }": "0: a\n1: b",
    "{'port' => 80}.each |$key, $value| { notice(\"${key} is ${value}\") }": "port is 80",
    "Integer[5, 7].each |$number| { notice($number) }": "5\n6\n7",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")


@FUNCTION.dispatch(HASH_2)
def of_hash_by_pairs(_: Context, hash: Hash, *, block: Lambda) -> Value:
    until_break(hash.pairs(), lambda pair: block.call(*pair))
    return hash


@FUNCTION.dispatch(HASH_1)
def of_hash(_: Context, hash: Hash, *, block: Lambda) -> Value:
    until_break(hash.pairs(), block.call)
    return hash


@FUNCTION.dispatch(ITERABLE_2)
def of_iterable_by_pairs(_: Context, enumerable: Value, *, block: Lambda) -> Value:
    until_break(indexed(iterator_of("each", enumerable)), lambda pair: block.call(*pair))
    return enumerable


@FUNCTION.dispatch(ITERABLE_1)
def of_iterable(_: Context, enumerable: Value, *, block: Lambda) -> Value:
    until_break(iterator_of("each", enumerable).take(), block.call)
    return enumerable
