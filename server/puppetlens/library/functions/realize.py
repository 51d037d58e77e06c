"""Make virtual resources real, by reference; those that are declared later in the program too.

Unlike a collector (`User <| title == 'x' |>`) it is an error when no such resource comes.
"""

from __future__ import annotations

from ...types.values import Unknown, Value, unknown_in
from ..class_names import flattened
from ..context import Context
from ..function import Function

EXAMPLES = {"@notify { 'later': }\nrealize(Notify['later'])\nnotice('done')": "done"}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="own", legacy=True)


@FUNCTION.dispatch("Type[Resource] +$references")
def realize(context: Context, *references: Value) -> None:
    flat = tuple(flattened(references))
    unknown = unknown_in(*flat)
    if unknown is not None:
        context.hole(unknown)
    context.realize([each for each in flat if not isinstance(each, Unknown)])
