"""A variable of a lambda with the name of one around it.

What it does: finds variables that a lambda sets, or has as parameters, where the body around it sets the same name before. Where
the lambda sets it and never reads it again, it was most likely meant to change the outer one: that is a warning.
Why it is bad: a lambda has variables of its own: the outer one keeps its value, as every variable in Puppet does.
Instead: give it another name; use what the lambda returns (`map`, `reduce`, `filter`).
"""

from __future__ import annotations

from collections.abc import Iterator

from ..model.file_scopes import Scope
from ..model.view import View
from .finding import Finding, Severity
from .registry import Check, on_file

CHECK = Check("SHADOWED_VARIABLE", "hint")

BAD = """\
#- modules/web/manifests/init.pp
class web(Array $parts) {
  $sum = 0
  $parts.each |$part| { $sum = $sum + $part }
#                       ^^^^ warning SHADOWED_VARIABLE: This is another variable than '$sum' in line 2, which keeps its value
  $parts.each |$parts| { notice($parts) }
#              ^^^^^^ hint SHADOWED_VARIABLE: This is another variable than '$parts' in line 1
  notice($sum)
}
"""

GOOD = """\
#- modules/web/manifests/init.pp
class web(Array $parts) {
  $parts.each |$part| { $size = $part notice($size) }
  $size = 1
  $parts.each |$part| { notice($part) }
  notice($size)
}
"""


@on_file
def shadowed_variable(view: View) -> Iterator[Finding]:
    document = view.document
    if document is None or document.program.faults:
        return
    for scope in document.scopes.scopes:
        if scope.kind != "lambda" or scope.parent is None:
            continue
        for name, bound in scope.names.items():
            outer = _outer(scope, name)
            if outer is None or outer.names[name][0].name_span.start > bound[0].name_span.start or name.startswith("_"):
                continue
            line = document.text.puppet_position(outer.names[name][0].name_span.start).line
            span = bound[0].name_span
            span = span._replace(start=span.start - 1)
            severity: Severity = "hint"
            message = f"This is another variable than '${name}' in line {line}"
            if name not in scope.parameters and not _is_read(view, scope, name):
                message, severity = f"{message}, which keeps its value", "warning"
            yield CHECK.of(view, span, span.start, message, severity)


def _outer(scope: Scope, name: str) -> Scope | None:
    """The scope around a lambda that has the name too, in the same definition."""
    around = scope.parent
    while around is not None and around.kind not in ("top", "node"):
        if name in around.names:
            return around
        around = around.parent
    return None


def _is_read(view: View, scope: Scope, name: str) -> bool:
    document = view.document
    assert document is not None, "it has a lambda"
    return any(
        seen.scope is scope and seen.occurrence.name == name and not seen.occurrence.binds
        for seen in document.scopes.seen
    )
