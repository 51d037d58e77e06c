"""The type of a value: `detailed` (all there is to say), `reduced` or `generalized` (no sizes and ranges)."""

from __future__ import annotations

from ...types import Type, infer, infer_set
from ...types.values import Value
from ..context import Context
from ..function import Function

EXAMPLES = {
    "notice(type([1, 'a']))": "Tuple[Integer[1, 1], String]",
    "notice(type([1, 2], 'reduced'))": "Array[Integer[1, 2], 2, 2]",
    "notice(type([1, 2], 'generalized'))": "Array[Integer]",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES)


@FUNCTION.dispatch("Any $value, Enum[detailed] $inference_method = detailed")
def detailed(_: Context, value: Value, inference_method: str = "detailed") -> Type:
    return infer_set(value)


@FUNCTION.dispatch("Any $value, Enum[reduced] $inference_method")
def parameterized(_: Context, value: Value, inference_method: str) -> Type:
    return infer(value)


@FUNCTION.dispatch("Any $value, Enum[generalized] $inference_method")
def generalized(_: Context, value: Value, inference_method: str) -> Type:
    return infer(value).generalize()
