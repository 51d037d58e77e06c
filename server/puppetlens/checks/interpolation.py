"""An interpolation that Hiera does not take.

What it does: reads each `%{...}` in data and in hiera.yaml as Puppet does: a method that there is none of, `alias` beside other
text, a key whose quotes or dots are wrong, a method where a hiera.yaml may name variables alone. A call without quotes is taken
as the name of a variable.
Why it is bad: the look-up of the key fails for each node that gets the value; in a hiera.yaml, each look-up. A variable of such
a name is empty.
Instead: what the message says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..base.edits import FileEdit, TextEdit
from ..base.near_names import did_you_mean, slip_of
from ..base.span import Span
from ..model.data_document import DataDocument
from ..model.view import View
from .finding import Finding, Fix
from .interpolated import Expression, expressions
from .near_names import replaced
from .registry import Check, on_data

REFUSED = Check("INTERPOLATION_REFUSED", "error")
UNQUOTED = Check("INTERPOLATION_WITHOUT_QUOTES", "warning")

BAD = """\
#- hiera.yaml
version: 5
hierarchy: [{ name: all, path: "%{lookup('place')}.yaml" }]
#                                         ^^^^^ error INTERPOLATION_REFUSED: Interpolation using method syntax is not allowed in this context
#- data/common.yaml
web::root: "%{lokup('web::home')}"
#             ^^^^^ error INTERPOLATION_REFUSED: Unknown interpolation method 'lokup' (did you mean 'lookup'?)
web::home: "/srv/%{alias('web::name')}"
#= 2:27-36 error INTERPOLATION_REFUSED: 'alias' interpolation is only permitted if the expression is equal to the entire string
web::name: "%{facts.os.}"
#             ^^^^^^^^^ error INTERPOLATION_REFUSED: Syntax error in string: %{facts.os.}
web::port: "%{lookup(web::ports)}"
#             ^^^^^^^^^^^^^^^^^^ warning INTERPOLATION_WITHOUT_QUOTES: The key of 'lookup' needs quotes: this is a variable named 'lookup(web::ports)'
"""

FIXED = """\
#- hiera.yaml
version: 5
hierarchy: [{ name: all, path: "%{lookup('place')}.yaml" }]
#                                         ^^^^^ error INTERPOLATION_REFUSED: Interpolation using method syntax is not allowed in this context
#- data/common.yaml
web::root: "%{lookup('web::home')}"
web::home: "/srv/%{alias('web::name')}"
#= 2:27-36 error INTERPOLATION_REFUSED: 'alias' interpolation is only permitted if the expression is equal to the entire string
web::name: "%{facts.os.}"
#             ^^^^^^^^^ error INTERPOLATION_REFUSED: Syntax error in string: %{facts.os.}
web::port: "%{lookup('web::ports')}"
"""

GOOD = """\
#- hiera.yaml
version: 5
hierarchy: [{ name: all, path: "%{trusted.certname}/%{::site}.yaml" }]
#- data/common.yaml
web::root: "%{lookup('web.\\"a.b\\"')}%{literal('%')}{User-Agent}%{}%{::}%{''}"
web::home: "%{ alias(\\"web::root\\") }"
web::all:
  - '%{hiera(''web::root'')}:%{scope("site")}'
  - 100%
"""

_METHODS = ("lookup", "hiera", "alias", "scope", "literal")
_EMPTY = ("", "::", '""', "''", '"::"', "'::'")
_CALL = re.compile(r"(\w+)\(([^'\")]+)\)")


@on_data("hiera", "hiera.yaml")
def interpolation(view: View, document: DataDocument) -> Iterator[Finding]:
    for expression in expressions(document):
        if expression.text in _EMPTY:
            continue
        if expression.method:
            yield from _of_method(view, document, expression)
            continue
        call = _CALL.fullmatch(expression.text)
        if call is not None and call[1] in _METHODS and call[2].strip():
            message = f"The key of '{call[1]}' needs quotes: this is a variable named '{expression.text}'"
            edit = TextEdit(expression.span, _quoted(expression, call))
            fixes = (Fix("Put the key in quotes", (FileEdit(view.path, edit),)),) if expression.placed else ()
            yield UNQUOTED.of(view, expression.span, expression.span.start, message, fixes=fixes)
        elif _is_wrong(expression.text):
            yield _refused(view, expression.span, f"Syntax error in string: {expression.around}")


def _of_method(view: View, document: DataDocument, expression: Expression) -> Iterator[Finding]:
    method, argument = expression.method, expression.argument
    if document.kind == "hiera.yaml":
        yield _refused(view, expression.span, "Interpolation using method syntax is not allowed in this context")
    elif method not in _METHODS:
        near = slip_of(method, _METHODS)
        at = document.text.data.rfind(method.encode(), 0, expression.span.start) if expression.placed else -1
        span = Span(at, at + len(method)) if at >= 0 else expression.span
        fixes = replaced(view.path, span, near if at >= 0 else None)
        yield _refused(view, span, f"Unknown interpolation method '{method}'{did_you_mean(near)}", fixes)
    elif method == "alias" and not expression.is_whole:
        message = "'alias' interpolation is only permitted if the expression is equal to the entire string"
        yield _refused(view, expression.span, message)
    elif method == "scope" and _is_wrong(argument):
        yield _refused(view, expression.span, f"Syntax error in string: {expression.around}")
    elif method != "literal" and _is_wrong(argument):
        yield _refused(view, expression.span, f"Syntax error in key: '{argument}'")


def _is_wrong(key: str) -> bool:
    from ..hiera.keys import split_key  # not before something is interpolated

    return split_key(key) is None


def _quoted(expression: Expression, call: re.Match[str]) -> str:
    return f"{call[1]}({expression.quote}{call[2].strip()}{expression.quote})"


def _refused(view: View, span: Span, message: str, fixes: tuple[Fix, ...] = ()) -> Finding:
    return REFUSED.of(view, span, span.start, message, fixes=fixes)
