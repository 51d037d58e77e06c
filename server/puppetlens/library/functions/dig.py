"""Walk into nested arrays and hashes by keys and indexes; undef as soon as one is not there."""

from __future__ import annotations

from ...types import access, infer
from ...types.values import Hash, Unknown, Value
from ..context import Context
from ..error_data import ErrorWithData
from ..function import Function
from ..ruby_text import inspect

EXAMPLES = {
    "notice({'a' => [{'b' => 'found'}]}.dig('a', 0, 'b'))": "found",
    "notice({'a' => {}}.dig('a', 'b', 'c') =~ Undef)": "true",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")


def walked(data: Value, keys: tuple[Value, ...]) -> Value:
    path: tuple[Value, ...] = ()
    for key in keys:
        if data is None or key is None:
            return None
        if isinstance(data, Unknown):
            return data.plain()
        if not isinstance(data, (tuple, Hash)):
            type_ = infer(data)
            raise ErrorWithData(
                f"The given data does not contain a Collection at {inspect(path)}, got '{type_}'",
                "SLICE_ERROR",
                Hash({"walked_path": path, "value_type": type_}),
                "EXPECTED_COLLECTION",
            )
        path = (*path, key)
        if isinstance(data, tuple) and (not isinstance(key, int) or isinstance(key, bool)):
            type_ = infer(key)
            raise ErrorWithData(
                f"The given data requires an Integer index at {inspect(path)}, got '{type_}'",
                "SLICE_ERROR",
                Hash({"walked_path": path, "index_type": type_}),
                "EXPECTED_INTEGER_INDEX",
            )
        data = data.get(key) if isinstance(data, Hash) else access(data, (key,))
    return data


@FUNCTION.dispatch("Optional[Collection] $data, Any *$arg")
def dig(_: Context, data: Value, *arg: Value) -> Value:
    return walked(data, arg)
