"""A Puppetfile that is no Ruby.

What it does: reads the file with a grammar of Ruby; it is never run. What is said is the first place that cannot be read, or
behind which something is missing.
Why it is bad: nothing is deployed. As long as the file is broken, nothing else is said of it.
Instead: mend the line, or the end of the one before it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.span import Span
from ..model.data_document import DataDocument
from ..model.view import View
from ..ruby.puppetfile import read_puppetfile
from .finding import Finding
from .registry import Check, on_data

CHECK = Check("PUPPETFILE_SYNTAX_ERROR", "error")

BAD = """\
#- Puppetfile
mod 'me-web', '1.0.0'
mod 'me-api', '1.0.0',
#                    ^ error PUPPETFILE_SYNTAX_ERROR: This is no Ruby
"""

GOOD = """\
#- Puppetfile
mod 'me-web', '1.0.0'
mod 'me-api',
  git: 'https://example.com/api', # ours
  ref: ENV.fetch('API', 'v1')
"""


@on_data("puppetfile")
def puppetfile_syntax(view: View, document: DataDocument) -> Iterator[Finding]:
    at = read_puppetfile(document.text.data).broken
    if at is None:
        return
    data = document.text.data
    if data[at.start : at.end].strip():
        first = data[at.start : at.end].partition(b"\n")[0]
        span = Span(at.start, at.start + max(1, len(first.rstrip())))
    else:  # something is missing: the last thing before it
        end = max(1, len(data[: at.start].rstrip()))
        span = Span(end - 1, end)
    yield CHECK.of(view, span, span.start, "This is no Ruby")
