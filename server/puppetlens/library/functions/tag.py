"""Tag the class or define around the call, and with it all that it contains and declares from then on."""

from __future__ import annotations

import re

from ...base.errors import PuppetError
from ...types.values import Unknown, Value, unknown_in
from ..class_names import flattened
from ..context import Context
from ..function import Function
from ..legacy import legacy_text

EXAMPLES = {"class web { tag('frontend') notice(tagged('frontend')) }\ninclude web": "true"}

_VALID = re.compile(r"\w[\w:.-]*\n?\Z")

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="own", legacy=True)


@FUNCTION.dispatch("String +$names")
def tag(context: Context, *names: Value) -> None:
    flat = [each for each in flattened(names) if each is not None]
    unknown = unknown_in(*flat)
    tags: list[Value] = [legacy_text(each).lower() for each in flat if not isinstance(each, Unknown)]
    for each in tags:
        if _VALID.match(each) is None:
            raise PuppetError(f"Invalid tag '{each}'")
    context.tag(tags if unknown is None else [*tags, unknown])
