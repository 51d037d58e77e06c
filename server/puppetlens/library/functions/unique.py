"""Remove what was there before: elements, characters of a string, values of a hash.

A hash gives a hash whose keys are arrays of the keys that have the same value, and whose values are
arrays. A lambda says by what to compare. Strings that differ in case differ; so do `1` and `1.0`.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...base.byte_text import like
from ...types.values import Hash, Unknown, Value, identity, unknown_in
from ..context import Context, Lambda
from ..function import Function
from ..iteration import iterator_of

EXAMPLES = {
    "notice([1, 3, 1, 2].unique)": "[1, 3, 2]",
    "notice('banana'.unique)": "ban",
    "notice([1, 2, 3, 4].unique |$x| { $x % 2 })": "[1, 2]",
    "notice({'a' => 1, 'b' => 2, 'c' => 1}.unique)": "{[a, c] => [1], [b] => [2]}",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES)


def first_ones(values: Iterable[Value], block: Lambda | None) -> tuple[Value, ...] | Unknown:
    found: dict[object, Value] = {}
    keys: list[Value] = []
    for value in values:
        keys.append(value if block is None else block.call(value))
        found.setdefault(identity(keys[-1]), value)
    return unknown_in(*keys) or tuple(found.values())


@FUNCTION.dispatch("String $string, Optional[Callable[String]] &$block")
def of_string(_: Context, string: str, *, block: Lambda | None) -> Value:
    found = first_ones(string, block)
    return found if isinstance(found, Unknown) else like(string, "".join(found))


@FUNCTION.dispatch("Hash $hash, Optional[Callable[Any]] &$block")
def of_hash(_: Context, hash: Hash, *, block: Lambda | None) -> Value:
    groups: dict[object, tuple[list[Value], list[Value]]] = {}
    marks = [(value if block is None else block.call(value)) for _, value in hash.pairs()]
    for mark, (key, value) in zip(marks, hash.pairs(), strict=True):
        keys, values = groups.setdefault(identity(mark), ([], []))
        keys.append(key)
        values.append(value)
    return unknown_in(*marks) or Hash((tuple(keys), first_ones(values, None)) for keys, values in groups.values())


@FUNCTION.dispatch("Array $array, Optional[Callable[Any]] &$block")
def of_array(_: Context, array: tuple[Value, ...], *, block: Lambda | None) -> Value:
    return first_ones(array, block)


@FUNCTION.dispatch("Iterable $iterable, Optional[Callable[Any]] &$block")
def of_iterable(_: Context, iterable: Value, *, block: Lambda | None) -> Value:
    return first_ones(iterator_of("unique", iterable).all(), block)
