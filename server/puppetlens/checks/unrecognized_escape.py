"""A backslash that escapes nothing.

What it does: finds `\\` in a text in double quotes before a character that it does not escape there, and `\\u` without a number.
Why it is bad: the text gets both, the backslash and what follows it, and Puppet warns of it whenever it reads the file:
`Unrecognized escape sequence '\\;'`. Mostly another text was meant, or a regular expression.
Instead: write the backslash twice where one is meant, which gives the same text; or write the text in single quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..base.edits import FileEdit, TextEdit
from ..base.span import Span
from ..syntax import ast
from .finding import Finding, Fix
from .registry import Check, Here, on_node

UNRECOGNIZED = Check("UNRECOGNIZED_ESCAPE", "warning")
UNICODE = Check("ILLEGAL_UNICODE_ESCAPE", "warning")

BAD = """\
#- manifests/site.pp
$a = "find . -exec true {} \\;"
#                          ^^ warning UNRECOGNIZED_ESCAPE: Unrecognized escape sequence '\\;'
$b = "${a}^\\d+ \\$ \\\\d \\. "
#          ^^ warning UNRECOGNIZED_ESCAPE: Unrecognized escape sequence '\\d'
#                     ^^ warning UNRECOGNIZED_ESCAPE: Unrecognized escape sequence '\\.'
$c = "\\u{1F600} \\uD"
#               ^^ warning ILLEGAL_UNICODE_ESCAPE: Unicode escape '\\u' was not followed by 4 hex digits or 1-6 hex digits in {} or was > 10ffff
"""

FIXED = """\
#- manifests/site.pp
$a = "find . -exec true {} \\\\;"
$b = "${a}^\\\\d+ \\$ \\\\d \\\\. "
$c = "\\u{1F600} \\\\uD"
"""

GOOD = """\
#- manifests/site.pp
$a = 'find . -exec true {} \\;'
$b = "\\r\\n\\t\\s\\$\\"\\'\\\\; \\
"
$c = $a =~ /\\d/
$d = @("X"/n)
  a \\; b\\n
  | X
"""

_ESCAPE = re.compile(
    rb"\\(?:u(?:[\da-fA-F]{4}|\{[\da-fA-F]{1,6}\})|[rnts$\"'\\\n]|\r\n|([\x00-\x7f]|[\xc0-\xff][\x80-\xbf]*))"
)


@on_node(ast.LiteralString)
def escapes(here: Here, node: ast.LiteralString) -> Iterator[Finding]:
    read_to = _read_to(here, node)
    if read_to is None:
        return
    for found in _ESCAPE.finditer(here.text_of(node.span)):
        letter = (found[1] or b"").decode("utf-8", "replace")
        if letter:
            start = node.span.start + found.start()
            fix = Fix(
                "Write the backslash twice", (FileEdit(here.path, TextEdit(Span(start, start), "\\")),), safe=True
            )
            check, message = UNRECOGNIZED, f"Unrecognized escape sequence '\\{letter}'"
            if letter == "u":
                message = (
                    "Unicode escape '\\u' was not followed by 4 hex digits or 1-6 hex digits in {} or was > 10ffff"
                )
                check = UNICODE
            yield check.of(here, Span(start, node.span.start + found.end()), read_to, message, fixes=(fix,))


def _read_to(here: Here, node: ast.LiteralString) -> int | None:
    """Where Puppet is when it tells of a text in double quotes: behind them, or behind what begins the next interpolation.

    In a heredoc it leaves alone what it does not know, and says nothing.
    """
    path = [*here.parents, node]
    if len(path) > 1 and isinstance(path[-2], ast.ConcatenatedString):
        path.pop()
    is_heredoc = len(path) > 1 and isinstance(path[-2], ast.HeredocExpression)
    whole = path[-1]
    if is_heredoc or here.text_of(whole.span)[:1] != b'"':
        return None
    if whole is node:
        return node.end
    return node.end + (2 if here.text_of(Span(node.end, whole.end)).startswith(b"${") else 1)
