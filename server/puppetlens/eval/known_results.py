"""What is known of the results of functions of stdlib in Ruby, which is not run where code is checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ..types.collections import HashType
from ..types.shaped import ShapedUnknown
from ..types.values import Hash, Unknown, Value

_ANY_HASH: Final = HashType()


def known_result(name: str, arguments: Sequence[Value], result: Unknown) -> Value:
    """`result`, with what can be said of it."""
    known = _KNOWN.get(name.removeprefix("stdlib::"))
    return result if known is None else known(arguments, result)


def _merge(arguments: Sequence[Value], result: Unknown) -> Value:
    """Of hashes that are known, behind those that are not, the values are those of the result."""
    parts: dict[str | int, Value] = {}
    whole = True
    for each in arguments:
        if isinstance(each, Hash):
            parts.update((key, value) for key, value in each.pairs() if isinstance(key, str | int))
        elif isinstance(each, Unknown):
            whole, parts = False, {}  # it may have any key
            parts.update(each.parts if isinstance(each, ShapedUnknown) else {})
        elif each not in (None, ""):
            return result  # which is refused
    return Hash(parts.items()) if whole else ShapedUnknown(_ANY_HASH, *result.reasons, parts=parts)


_KNOWN: Final[dict[str, Callable[[Sequence[Value], Unknown], Value]]] = {"merge": _merge}
