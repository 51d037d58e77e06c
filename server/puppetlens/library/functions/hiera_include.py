"""Declare the classes that all levels of the hierarchy name under a key. Deprecated: use `lookup` and
`include`.
"""

from __future__ import annotations

from ...base.errors import PuppetError
from ...types.values import Value
from ..context import Context
from ..hiera_functions import hiera_function

EXAMPLES = {"class base { notice('in base') }\nhiera_include('no::such_key', ['base'])": "in base"}


def include_found(context: Context, key: str, value: Value) -> Value:
    if value is None:
        raise PuppetError(f"Could not find data item {key}")
    return context.call_function("include", (value,)) if value else None


FUNCTION = hiera_function(__name__, __doc__, EXAMPLES, "unique", include_found)
