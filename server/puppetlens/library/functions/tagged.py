"""Whether the catalog so far, or the class or define around the call, has all of the given tags."""

from __future__ import annotations

from ...types.compare import all_of
from ...types.values import Value
from ..context import Context
from ..function import Function
from ..legacy import legacy_text

EXAMPLES = {"class web { notice(tagged('web'), tagged('web', 'db')) }\ninclude web": "true false"}

FUNCTION = Function(__name__, __doc__, EXAMPLES, legacy=True)


@FUNCTION.dispatch("String +$names")
def tagged(context: Context, *names: Value) -> Value:
    return all_of(context.is_tagged(legacy_text(name)) for name in names)
