"""Tag the class or define around the call, and with it all that it contains and declares from then on."""

from __future__ import annotations

from ...types.values import Unknown, Value, unknown_in
from ..class_names import flattened
from ..context import Context
from ..function import Function
from ..legacy import legacy_text

EXAMPLES = {"class web { tag('frontend') notice(tagged('frontend')) }\ninclude web": "true"}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="own", legacy=True)


@FUNCTION.dispatch("String +$names")
def tag(context: Context, *names: Value) -> None:
    flat = [each for each in flattened(names) if each is not None]
    unknown = unknown_in(*flat)
    if unknown is not None:
        context.hole(unknown)
    context.tag([legacy_text(each) for each in flat if not isinstance(each, Unknown)])
