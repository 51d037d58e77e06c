"""A text that Puppet's parser rejects.

What it does: reports each fault of the parse, at its place, in words.
Why it is bad: nothing of the file can be used.
Instead: correct the text.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.span import Span
from ..model.view import View
from .finding import Finding

CODE = "SYNTAX_ERROR"

BAD = """\
#- manifests/site.pp
$x = [1, 2
#    ^ error SYNTAX_ERROR: this `[` is never closed
"""

GOOD = """\
#- manifests/site.pp
$x = [1, 2]
"""


def run(view: View) -> Iterator[Finding]:
    document = view.document
    for fault in document.program.faults if document is not None else ():
        yield Finding(view.path, Span(fault.start, fault.end), fault.anchor, "error", CODE, fault.message)
