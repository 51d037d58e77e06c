"""Render ERB templates of a module's folder `templates` (`module/path`), one after the other.

ERB is Ruby, which is not run here: the result is unknown. A template that is missing is an error.
"""

from __future__ import annotations

from ...base.errors import PuppetError
from ...types.values import Value
from ..context import Context
from ..function import Function
from ..legacy import text_argument

EXAMPLES: dict[str, str] = {}

FUNCTION = Function(__name__, __doc__, EXAMPLES, legacy=True)


@FUNCTION.dispatch("String +$paths")
def render(context: Context, *paths: Value) -> Value:
    for path in map(text_argument, paths):
        context.log("debug", f"Retrieving template {path}")
        if context.find_file("templates", path) is None:
            raise PuppetError(f"Could not find template '{path}'")
    return context.unknown("template() runs Ruby (ERB)")
