"""Render a text in Puppet's own template language, with the parameters in the hash.

Without declared parameters the text sees all variables of the place of the call.
"""

from __future__ import annotations

from ...types.values import Hash, Value
from ..context import Context
from ..function import Function

EXAMPLES = {
    "notice(inline_epp('<% [1, 2].each |$x| { %><%= $x %>;<% } %>'))": "1;2;",
    "notice(inline_epp('<%- | String $name | -%>Hello <%= $name %>', {'name' => 'you'}))": "Hello you",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")


@FUNCTION.dispatch(
    r"String $template, Hash[Pattern[/^\w+$/], Any] $parameters = {} >> Variant[String, Sensitive[String]]"
)
def render(context: Context, template: str, parameters: Hash | None = None) -> Value:
    return context.evaluate_epp(template, None, parameters)
