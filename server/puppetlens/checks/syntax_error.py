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
from .registry import Check, on_file

CHECK = Check("SYNTAX_ERROR", "error")

BAD = """\
#- manifests/site.pp
$x = [1, 2
#    ^ error SYNTAX_ERROR: this `[` is never closed
"""

GOOD = """\
#- manifests/site.pp
$x = [1, 2]
"""


@on_file
def syntax_error(view: View) -> Iterator[Finding]:
    document = view.document
    for fault in document.program.faults if document is not None else ():
        yield CHECK.of(view, Span(fault.start, fault.end), fault.anchor, fault.message)
