"""The keyword `private`, which the language's specification describes and Puppet never had.

What it does: finds `private` before a class, define, function or variable. (Before a parameter it is a `SYNTAX_ERROR`,
which has the same fix.)
Why it is bad: `private` is reserved for later: Puppet refuses the file.
Instead: write `# @api private` above it, as Puppet Strings has it: who uses it from another module is told
(`private-use`). In a class or define a call of stdlib's `assert_private()` ends the compilation besides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ..base.edits import FileEdit, TextEdit
from ..base.span import Span
from ..model.document import Document
from ..model.view import View
from ..syntax import ast
from .finding import Finding, Fix
from .registry import Check, on_file

CHECK = Check("RESERVED_WORD", "error")

BAD = """\
#- modules/web/manifests/init.pp
# A part of web.
private class web($port) {
#= 2:1-8 error RESERVED_WORD: Use of reserved word: private, must be quoted if intended to be a String value (write `# @api private` above instead)
  private $folder = '/srv'
# ^^^^^^^ error RESERVED_WORD *
  notice(private)
#        ^^^^^^^ error RESERVED_WORD: Use of reserved word: private, must be quoted if intended to be a String value
}
"""

FIXED = """\
#- modules/web/manifests/init.pp
# A part of web.
# @api private
class web($port) {
  # @api private
  $folder = '/srv'
  notice(private)
#        ^^^^^^^ error RESERVED_WORD *
}
"""

GOOD = """\
#- modules/web/manifests/init.pp
# @api private
class web { notice('private') }
"""

_SAID = (
    "Use of reserved word: private, must be quoted if intended to be a String value "
    "(write `# @api private` above instead)"
)
_ASSERTING = (ast.HostClassDefinition, ast.ResourceTypeDefinition)
_NAMED = (*_ASSERTING, ast.FunctionDefinition, ast.AssignmentExpression)
_MODIFIED = re.compile(rb"\s+(?:class|define|function|\$\w+\s*[^=\s,]?=[^=])")


def is_modifier(text: bytes, behind: bytes) -> bool:
    """Whether a word is meant to say something of what comes behind it."""
    return text == b"private" and _MODIFIED.match(behind) is not None


@on_file
def private_keyword(view: View) -> Iterator[Finding]:
    document = view.document
    if document is None or b"private" not in document.text.data:
        return
    for span, node, base in _before_statements(document.program.body, 0):
        fixes = [said_by_comment(view, document, span)]
        if isinstance(node, _ASSERTING) and view.ruby.function_path("assert_private") is not None:
            fixes.append(_asserting(view, document, span, node, base))
        yield CHECK.of(view, span, span.start, _SAID, fixes=tuple(fixes))


def _before_statements(items: ast.Items, base: int) -> Iterator[tuple[Span, ast.Node, int]]:
    """Each `private` with the statement behind it."""
    for item, following in pairwise(items):
        word = item.node
        if isinstance(word, ast.ReservedWord) and word.word == "private" and isinstance(following.node, _NAMED):
            yield word.span.shift(base + item.start), following.node, base + following.start
    for item in items:
        inner = tuple(each for each in getattr(item.node, "body", ()) if isinstance(each, ast.Item))
        yield from _before_statements(inner, base + item.start)


def said_by_comment(view: View, document: Document, span: Span) -> Fix:
    """The word gives way to a comment on a line of its own."""
    data = document.text.data
    behind = re.compile(rb"\s*").match(data, span.end)
    assert behind is not None, "nothing matches too"
    line = data[data.rfind(b"\n", 0, span.start) + 1 : span.start].decode("utf-8", "replace")
    indent = line[: len(line) - len(line.lstrip())]
    if line.strip():
        indent = f"{indent}  "
    text = f"# @api private\n{indent}"
    start = len(data[: span.start].rstrip(b" \t")) if line.strip() else span.start
    edit = TextEdit(Span(start, behind.end()), f"\n{indent}{text}" if line.strip() else text)
    return Fix("Say it by `# @api private`", (FileEdit(view.path, edit),))


def _asserting(view: View, document: Document, span: Span, node: ast.Node, base: int) -> Fix:
    fix = said_by_comment(view, document, span)
    body = getattr(node, "body", ())
    end = base + (body[0].start if body else node.end - 1)
    brace = document.text.data.rfind(b"{", base, end) + 1
    call = FileEdit(view.path, TextEdit(Span(brace, brace), "\n  assert_private()\n"))
    return Fix("Say it by `# @api private` and `assert_private()`", (*fix.edits, call))
