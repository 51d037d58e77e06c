"""Comments as the style guide wants them, and where there should be one.

What it does: finds comments between `/*` and `*/` or behind `//` (which Puppet refuses today), and classes and defined types
without a comment right above.
Why it is bad: tools for documentation read lines that begin with `#` alone; who uses a class reads what is above it.
Instead: begin each line with `#`; say above a class what it is for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...base.span import Span
from ...model.document import Document
from ...model.view import View
from ...syntax.formatting.lines import newline_of
from ..finding import Finding
from ..registry import on_file
from .rule import definitions, kind_of, replacing, style

SLASHES = style("slash_comments")
STARS = style("star_comments")
DOCUMENTATION = style("documentation")

BAD = """\
#- manifests/site.pp
/* one */
#= 1:1-10 hint star_comments: /* */ comment found
$x = 1 /* two */
#      ^^^^^^^^^ hint star_comments: /* */ comment found
class web {
  define inner { }
# ^^^^^^^^^^^^ hint documentation: defined type not documented
}
# far away

class far { }
#= 8:1-10 hint documentation: class not documented
"""

FIXED = """\
#- manifests/site.pp
# one
$x = 1 # two
class web {
  define inner { }
# ^^^^^^^^^^^^ hint documentation: defined type not documented
}
# far away

class far { }
#= 8:1-10 hint documentation: class not documented
"""

GOOD = """\
#- manifests/site.pp
# What it is for.
class web { # near /etc/* and */
  define inner { $x = ['/*', '/* no */'] }
}
"""

_STARS = re.compile(rb"/\*")
_SLASHES = re.compile(rb"//[^\r\n]*")
_COMMENT_ABOVE = re.compile(rb"(?:#[^\n]*|\*/)[ \t\r]*\n?[ \t]*\Z")


@on_file
def comments(view: View) -> Iterator[Finding]:
    document = view.document
    if document is None:
        return
    data = document.text.data
    for match in _STARS.finditer(data) if b"/*" in data else ():
        end = data.find(b"*/", match.end()) + 2
        if end < match.end():  # nothing is closed any more
            break
        if _begins_comment(document, match.start()):
            span = Span(match.start(), end)
            fixes = (
                replacing(view, span, _as_lines(data, span), "Begin each line with #") if _ends_line(data, span) else ()
            )
            yield STARS.of(view, span, span.start, "/* */ comment found", fixes=fixes)
    for match in _SLASHES.finditer(data) if document.program.faults else ():
        if _type_at(document, match.start()) in ("regex", "ERROR", "/", "malformed"):
            span = Span(*match.span())
            fixes = replacing(view, Span(span.start, span.start + 2), "#", "Begin it with #", False)
            yield SLASHES.of(view, span, span.start, "// comment found", fixes=fixes)


def _type_at(document: Document, at: int) -> str:
    leaf = document.parsed.tree.root_node.descendant_for_byte_range(at, at + 1)
    return leaf.type if leaf is not None else ""


def _begins_comment(document: Document, at: int) -> bool:
    """Whether a comment begins there, and not in the middle of one, or of a string."""
    leaf = document.parsed.tree.root_node.descendant_for_byte_range(at, at + 1)
    return leaf is not None and leaf.type == "comment" and leaf.start_byte == at


def _ends_line(data: bytes, span: Span) -> bool:
    return data[span.end : span.end + 1] in (b"", b"\n", b"\r")


def _as_lines(data: bytes, span: Span) -> str:
    """The lines of a comment, each with its `#`, below each other."""
    line = data[data.rfind(b"\n", 0, span.start) + 1 : span.start]
    indent = " " * (len(line) - len(line.lstrip()) if line.strip() else len(line))
    text = data[span.start + 2 : span.end - 2].decode("utf-8", "replace")
    lines = [each.strip().removeprefix("*").strip() for each in text.strip().splitlines()]
    return f"{newline_of(data).decode()}{indent}".join(f"# {each}".rstrip() for each in lines or [""])


@on_file
def documentation(view: View) -> Iterator[Finding]:
    for node, base, _ in definitions(view):
        assert view.document is not None, "it has definitions"
        start = base + node.start
        if _COMMENT_ABOVE.search(view.document.text.data, max(0, start - 2000), start) is None:
            span = Span(start, base + node.name_span.end)
            yield DOCUMENTATION.of(view, span, start, f"{kind_of(node)} not documented")
