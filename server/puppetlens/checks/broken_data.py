"""Data of Hiera, a hiera.yaml, or what is kept of a node (its facts, its classifier's answer), that cannot be read.

What it does: reads the file with the format that its name says, as Puppet does (YAML with libyaml and Psych, JSON with
Ruby's parser, HOCON), and says what that says. The place is where the fault is, which Psych's sentence often does not
tell: its line and column are where the list, hash or quote began in which reading ended. A file beyond 300,000 bytes is
left in peace.
Why it is bad: no node that asks this file compiles, as any look-up reads all levels for `lookup_options` first. A file
that holds no hash counts as empty; with `strict` at `error` (the default of Puppet 8) it is an error, too.
Instead: mend the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..base.span import Span
from ..data.node import Mapping, Scalar
from ..model.data_document import DataDocument
from ..model.view import View
from .finding import Finding, Severity
from .registry import Check, on_data

SYNTAX = Check("DATA_SYNTAX_ERROR", "error")
NO_HASH = Check("DATA_WITHOUT_HASH", "warning")

BAD = """\
#- hiera.yaml
version: 5
hierarchy:
  - name: all
    paths: [common.yaml
#          ^^^^^^^^^^^^ error DATA_SYNTAX_ERROR: Unable to parse: did not find expected ',' or ']' while parsing a flow sequence at line 4 column 12
#- data/common.yaml
web::port: 80
  web::root: /srv
#          ^^^^^^ error DATA_SYNTAX_ERROR: Unable to parse: mapping values are not allowed in this context at line 2 column 12
#- data/more.yaml
web::name: a
web::names:
  - 'it''s'
  - 'a
#   ^^ error DATA_SYNTAX_ERROR: Unable to parse: found unexpected end of stream while scanning a quoted scalar at line 4 column 5
web::root: /srv
#- data/lines.yaml
web::port: 80
web::name: "a
#          ^^ error DATA_SYNTAX_ERROR: Unable to parse: did not find expected key while parsing a block mapping at line 1 column 1
web::root: "/srv"
#- data/tabs.yaml
web::hosts:
  a: 1
\tb: 2
#= 3:1-6 error DATA_SYNTAX_ERROR: Unable to parse: found a tab character that violates indentation while scanning a plain scalar at line 2 column 6
#- data/date.yaml
web::since: 2020-01-31
#           ^^^^^^^^^^ error DATA_SYNTAX_ERROR: Unable to parse: Tried to load unspecified class: Date
#- data/list.yaml
- web::port
#= 1:1-12 warning DATA_WITHOUT_HASH: file does not contain a valid yaml hash
#- data/some.json
{ "web::port": 80, "web::root": /srv }
#                               ^ error DATA_SYNTAX_ERROR: Unable to parse: 859: unexpected token at '{ "web::port": 80, "web::root": /srv }'
"""

GOOD = """\
#- hiera.yaml
version: 5
hierarchy:
  - { name: all, glob: '*.{yaml,json}' }
#- data/common.yaml
---
web::port: 80
web::since: '2020-01-31'
:web::mode: "%{lookup('mode')}"
#- data/empty.yaml
# nothing yet
#- data/some.json
{ "web::port": 80 } // Ruby takes a comment
#- spec/broken.yaml
no: data: of: Hiera
"""

#: Characters of a text that a message quotes; Ruby quotes all that is left of it.
_QUOTED = 60
_REST = re.compile(r"(?<= at ')(.*)(?='\Z)", re.DOTALL)


@on_data("hiera", "hiera.yaml", "facts", "classified")
def broken_data(view: View, document: DataDocument) -> Iterator[Finding]:
    if document.broken is not None:
        words, span = document.broken
        yield SYNTAX.of(view, span, span.start, f"Unable to parse: {_REST.sub(_shortened, words)}")
    elif document.kind == "hiera" and not _may_be_hash(document):
        root = document.root
        assert root is not None
        text = document.text.data[root.start : root.end]
        span = Span(root.start, root.start + len(text.partition(b"\n")[0]))
        severity: Severity = "error" if view.snapshot.settings.language.strict == "error" else "warning"
        yield NO_HASH.of(view, span, span.start, "file does not contain a valid yaml hash", severity)


def _may_be_hash(document: DataDocument) -> bool:
    """An empty file is one to be written, and what is too large is not read."""
    root = document.root
    return root is None or isinstance(root, Mapping) or (isinstance(root, Scalar) and root.value in (None, False))


def _shortened(match: re.Match[str]) -> str:
    text = match[1].rstrip()
    first = text.partition("\n")[0][:_QUOTED]
    return first if first == text else f"{first}..."
