"""Render a template in Puppet's own template language, of a module's folder `templates`.

The name is `module/path`; `.epp` may be left out. The hash gives the template's parameters; without
declared parameters and without a hash it sees the variables of top scope. The result is Sensitive where a
Sensitive was rendered.
"""

from __future__ import annotations

from ...base.errors import Fault, PuppetError
from ...types.values import Hash, Value
from ..context import Context
from ..function import Function

EXAMPLES: dict[str, str] = {}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")


@FUNCTION.dispatch(r"String $path, Hash[Pattern[/^\w+$/], Any] $parameters = {} >> Variant[String, Sensitive[String]]")
def render(context: Context, path: str, parameters: Hash | None = None) -> Value:
    if "\0" in path:
        raise PuppetError("pathname contains null byte")
    found = context.find_file("templates", path)
    if (found is None and not path.endswith(".epp")) or (
        found is not None and not path.endswith(".epp") and not path.startswith("/")
    ):
        path += ".epp"
        found = context.find_file("templates", path)
    context.log("debug", f"Retrieving epp template {path}")
    if found is None:
        raise PuppetError(f"Could not find template '{path}'", faults=(Fault.missing_file(path),))
    return context.evaluate_epp(context.read_file(found).decode("utf-8", "surrogateescape"), found, parameters)
