"""A text that parses and that Puppet rejects all the same, or warns of.

What it does: applies the rules that Puppet's own validation applies to a file after parsing it.
Why it is bad: an error makes Puppet refuse the file; a warning is about code that does not do what it says.
Instead: what the message says.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.span import Span
from ..model.view import View
from ..project import autoload
from ..syntax import ast
from ..validate import REFUSED, Code, Issue, validate_order, validate_statement
from .finding import Finding
from .private_keyword import is_modifier
from .registry import Check, Here, on_file, on_statement

#: So much of the text behind a word says what it is meant for.
_BEHIND = 80
#: Reported by `wrong_file`, which also knows what belongs in the file.
_ELSEWHERE = "ILLEGAL_DEFINITION_LOCATION"
#: What half of a statement is read as, and a lone `$`.
_WITHOUT_EFFECT = (Code.IDEM_EXPRESSION_NOT_LAST.name, Code.IDEM_NOT_ALLOWED_LAST.name)
#: What a body is taken for that ends too early.
_AT_TOP = Code.ILLEGAL_TOP_CONSTRUCT_LOCATION.name
CHECKS = (
    *(
        Check(code.name, message=code.value)
        for code in Code
        if code.name not in (_ELSEWHERE, _AT_TOP, *_WITHOUT_EFFECT)
    ),
    Check(_AT_TOP, message=Code[_AT_TOP].value, of_whole=True),
    *(
        Check(code, message=Code[code].value, said_by=Code.ILLEGAL_VAR_NAME.name, of_whole=True)
        for code in _WITHOUT_EFFECT
    ),
    *(Check(code, message="Invalid produced text having syntax: '{syntax}'. {fault}") for code in sorted(REFUSED)),
)

BAD = """\
#- manifests/site.pp
if true { class a {} }
#         ^^^^^^^^^^ error NOT_TOP_LEVEL *
$a::b = 1
#= 2:1-6 error CROSS_SCOPE_ASSIGNMENT: Illegal attempt to assign to 'a::b'. Cannot assign to variables in other namespaces
$x = { 'a' => 1, 'a' => 2 }
#                ^^^^^^^^ warning DUPLICATE_KEY: The key 'a' is declared more than once
#- modules/web/manifests/init.pp
notice(1)
#= 1:1-10 error ILLEGAL_TOP_CONSTRUCT_LOCATION *
"""

GOOD = """\
#- manifests/site.pp
class a { class b {} }
$c = 1
"""


@on_statement
def in_a_statement(here: Here, statement: ast.Node) -> Iterator[Finding]:
    language = here.view.snapshot.settings.language
    for issue in validate_statement(statement, here.around, _namespace(here.view), language):
        for finding in _finding(here.path, issue, here.text_of(Span(issue.start, issue.end))):
            behind = here.text_of(Span(issue.end, issue.end + _BEHIND))
            if not is_modifier(here.text_of(finding.span), behind):  # `private` has a check of its own
                yield finding


@on_file
def in_their_order(view: View) -> Iterator[Finding]:
    document = view.document
    if document is not None:
        data = document.text.data
        for issue in validate_order(document.program, _namespace(view), view.snapshot.settings.language):
            if not is_modifier(data[issue.start : issue.end], data[issue.end : issue.end + _BEHIND]):
                yield from _finding(view.path, issue, data[issue.start : issue.end])


def _finding(path: str, issue: Issue, text: bytes) -> Iterator[Finding]:
    """Underlined is the first line."""
    if issue.code != _ELSEWHERE:
        span = Span(issue.start, issue.start + len(text.partition(b"\n")[0]))
        yield Finding(path, span, issue.anchor, issue.severity, issue.code, issue.message)


def _namespace(view: View) -> str | None:
    """What names must begin with here; None where Puppet does not load the file by itself."""
    site = view.site
    if site.environment.is_main_manifest(view.path):
        return None
    place = autoload.place_of(view.path, site.environment.root, site.modules)
    if place is None or place.module is None or place.folder not in autoload.FOLDERS:
        return None
    return place.name
