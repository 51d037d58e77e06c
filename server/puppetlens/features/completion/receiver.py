"""The type of what stands before a `.` or a `[`, also in code that does not parse; and the keys that it has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...base.span import Span
from ...model.inference import declared_type, type_of, variable_type_of
from ...model.view import View

if TYPE_CHECKING:
    from ...types import Type

#: A variable and the keys behind it.
_CHAIN = re.compile(r"\$((?:::)?\w+(?:::\w+)*)((?:\[\s*(?:'[^'\n]*'|\"[^\"\n]*\"|-?\d+)\s*\])*)\Z")
_KEY = re.compile(r"\[\s*(?:['\"]([^'\"]*)['\"]|(-?\d+))\s*\]")
_LITERALS = (("'", "String"), ('"', "String"), ("[", "Array"), ("{", "Hash"), ("%", "Hash"))


def receiver_type(view: View, span: Span | None) -> Type | None:
    """The type of the expression that takes up a span of the file; None where it is not known."""
    return None if span is None else view.once(("receiver", span), lambda: type_of(view, span) or _by_text(view, span))


def keys_at(view: View, span: Span | None) -> Mapping[str, Type]:
    """The keys of a hash of which the type says them, each with the type of its value."""
    found = receiver_type(view, span)
    return {} if found is None else _keys(found)


def keys_written(view: View, span: Span | None) -> Counter[str]:
    """The keys that the file asks the same variable for: where the type says nothing, that does."""
    document = view.document
    if span is None or document is None:
        return Counter()
    data = document.text.data
    owner = data[span.start : span.end]
    if not owner.startswith(b"$"):
        return Counter()
    pattern = re.escape(owner) + rb"\[\s*['\"]([\w.:-]+)['\"]\s*\]"
    found = (each for each in re.finditer(pattern, data) if not each.start(1) - 2 <= span.end <= each.end())
    return Counter(each[1].decode() for each in found)


def _by_text(view: View, span: Span) -> Type | None:
    """Of code that has no tree: a literal, or a variable with keys behind it."""
    document = view.document
    assert document is not None
    text = document.text.data[span.start : span.end].decode("utf-8", "replace")
    chain = _CHAIN.match(text)
    if chain is None:
        literal = next((name for start, name in _LITERALS if text.startswith(start)), None)
        return declared_type(view, literal or ("Integer" if text.isdigit() else None))
    from ...types.algebra import along

    found = variable_type_of(view, document.scopes.variable(chain[1], span))
    return along(found, [name or int(number or 0) for name, number in _KEY.findall(chain[2])])


def _keys(type_: Type) -> dict[str, Type]:
    from ...types.sensitive import SensitiveType
    from ...types.tuples import StructType
    from ...types.variants import NotUndefType, OptionalType, VariantType

    type_ = type_.resolved()
    if isinstance(type_, StructType):
        return {each.name: each.value_type for each in type_.elements}
    if isinstance(type_, VariantType):
        return {name: value for each in type_.types for name, value in _keys(each).items()}
    if isinstance(type_, (OptionalType, NotUndefType, SensitiveType)) and type_.type is not None:
        return _keys(type_.type)
    return {}
