"""A text that Puppet's parser rejects.

What it does: reports each fault of the parse, at its place, in words.
Why it is bad: nothing of the file can be used.
Instead: correct the text.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.edits import FileEdit, TextEdit
from ..base.span import Span
from ..model.document import Document
from ..model.view import View
from ..syntax import ast
from ..syntax.refusal import refusal
from .finding import Finding, Fix
from .private_keyword import said_by_comment
from .registry import Check, on_file

_NO_RESOURCE = "Expression is not valid as a resource"
CHECK = Check("SYNTAX_ERROR", "error", of_broken=True)

BAD = """\
#- functions/f.pp
function f() { notice(1) }
#- manifests/site.pp
if $a { f() } else if $b { f() }
#             ^^^^^^^ error SYNTAX_ERROR: Puppet writes `elsif`, not `else if`
class w($port, private $root) { }
#              ^^^^^^^ error SYNTAX_ERROR: `private` is not allowed before a parameter: what is private to its module has `# @api private` above it
class web {
  $x = [1, 2
#      ^ error SYNTAX_ERROR: this `[` is never closed
}
"""

FIXED = """\
#- functions/f.pp
function f() { notice(1) }
#- manifests/site.pp
if $a { f() } elsif $b { f() }
class w($port,
  # @api private
  $root) { }
class web {
  $x = [1, 2
#      ^ error SYNTAX_ERROR: this `[` is never closed
}
"""

GOOD = """\
#- manifests/site.pp
$x = [1, 2]
"""


@on_file
def syntax_error(view: View) -> Iterator[Finding]:
    document = view.document
    for fault in document.program.faults if document is not None else ():
        whole = document.text.data[fault.start : fault.end] if document is not None else b""
        span = Span(fault.start, fault.start + len(whole.partition(b"\n")[0]))  # a conflict of a merge has many lines
        fixes = () if fault.mend is None else (_fix(view, fault.mend),)
        if document is not None and document.text.data[fault.start : fault.end] == b"private":
            fixes = (said_by_comment(view, document, span),)
        message = fault.message
        if document is not None and fault.message.startswith("unexpected") and fault is document.program.faults[0]:
            message += _said_of_resource(document)
        yield CHECK.of(view, span, fault.anchor, message, fixes=fixes)


def _said_of_resource(document: Document) -> str:
    """What Puppet says where it takes a brace further up for the body of a resource."""
    said = refusal(document.parsed)
    if said is None or said.offset is None or not said.message.startswith(_NO_RESOURCE):
        return ""
    return f" (line {document.text.puppet_position(said.offset).line}: {said.message})"


def _fix(view: View, mend: ast.Mend) -> Fix:
    """Safe where nothing else is wrong: then it is all that was missing."""
    text, is_new = mend.text.strip(), mend.start == mend.end
    title = f"Insert `{text}`" if is_new else f"Replace by `{text}`" if text else "Remove it"
    return Fix(title, (FileEdit(view.path, TextEdit(Span(mend.start, mend.end), mend.text)),), mend.complete)
