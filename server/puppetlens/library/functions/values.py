"""The values of a hash, in its order."""

from __future__ import annotations

from ...types.values import Hash, Value
from ..context import Context
from ..function import Function

EXAMPLES = {"notice({'a' => 1, 'b' => 2}.values)": "[1, 2]"}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")


@FUNCTION.dispatch("Hash $hsh")
def of_hash(_: Context, hsh: Hash) -> Value:
    return tuple(value for _, value in hsh.pairs())
