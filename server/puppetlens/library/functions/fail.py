"""End the compilation with an error; the arguments joined by spaces are its message."""

from __future__ import annotations

from ...base.byte_text import shown
from ...base.errors import FailedByIntent
from ...types.values import Value
from ..context import Context
from ..function import Function
from ..legacy import legacy_text

EXAMPLES = {"if $facts['nope'] { fail('only for', 'some nodes') }\nnotice('fine')": "fine"}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="own", legacy=True)


@FUNCTION.dispatch("Any *$values")
def fail(_: Context, *values: Value) -> None:
    raise FailedByIntent(" ".join(shown(legacy_text(value)) for value in values))
