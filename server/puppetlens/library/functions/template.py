"""Render ERB templates of a module's folder `templates` (`module/path`), one after the other.

A template that is missing is an error.
"""

from __future__ import annotations

from ...base.errors import Fault, PuppetError
from ...types.values import Value
from ..context import Context
from ..function import Function
from ..legacy import text_argument
from ..rendered import joined

EXAMPLES: dict[str, str] = {}

FUNCTION = Function(__name__, __doc__, EXAMPLES, legacy=True)


@FUNCTION.dispatch("String +$paths")
def render(context: Context, *paths: Value) -> Value:
    return joined(_render(context, text_argument(path)) for path in paths)


def _render(context: Context, name: str) -> Value:
    context.log("debug", f"Retrieving template {name}")
    path = context.find_file("templates", name)
    if path is None:
        raise PuppetError(f"Could not find template '{name}'", faults=(Fault.missing_file(name),))
    return context.evaluate_erb(context.read_file(path).decode("utf-8-sig", "replace"), path, name)
