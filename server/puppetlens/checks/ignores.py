"""Comments that say that a finding is no fault: ours, and those of puppet-lint for the checks of style.

    $x = foo()      # puppetlens:ignore[UNKNOWN_FUNCTION] comes with the agent      the findings of this line
    # puppetlens:ignore[UNKNOWN_FUNCTION, 140chars]                                 those of the statement below
    class web { }
    # puppetlens:ignore-file[UNKNOWN_FUNCTION]                                      those of the file
    # lint:ignore:140chars reason                                                   as far as `# lint:endignore`,
    $y = 1 # lint:ignore:quoted_booleans                                            or of this line
    <%# puppetlens:ignore[LEGACY_FACT_IN_TEMPLATE] -%>                              the same in EPP and ERB

What it does: finds ignores that no finding stands behind, and those that name no check. The name of a check means its parts,
too: EVALUATION_ERROR all that an evaluation finds. An ignore is let stand where its check had no chance to find something: it is
off, the file does not parse, modules that it may be about are not there, or it is one that an evaluation may tell and nothing
was evaluated (`--quick`).
Why it is bad: they hide what is found there next, and say what is not so.
Instead: take them away; name a code in brackets.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from ..base.language import Language
from ..base.span import Span
from ..model.document import Document
from ..model.view import View
from .finding import Finding
from .registry import Check, checks, code_of, on_file

CHECK = Check("UNUSED_IGNORE", "warning", tags=("unnecessary",))
LANGUAGE = Language((8, 0, 0))

BAD = """\
#- manifests/site.pp
# puppetlens:ignore[LEGACY_FACT] there is none
# ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning UNUSED_IGNORE: Nothing is found here that LEGACY_FACT says
$a = 1 # puppetlens:ignore[NO_SUCH] why
#        ^^^^^^^^^^^^^^^^^^^^^^^^^^ warning UNUSED_IGNORE: No check is called 'NO_SUCH'
$c = 3 # puppetlens:ignore[NO_SUCH]
#        ^^^^^^^^^^^^^^^^^^^^^^^^^^ warning UNUSED_IGNORE: No check is called 'NO_SUCH'
  # puppetlens:ignore[NO_SUCH]
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^ warning UNUSED_IGNORE: No check is called 'NO_SUCH'
$b = 2 # puppetlens:ignore
#        ^^^^^^^^^^^^^^^^^ warning UNUSED_IGNORE: This ignores nothing: name codes in brackets
"""

FIXED = """\
#- manifests/site.pp
#  there is none
$a = 1 #  why
$c = 3
$b = 2 # puppetlens:ignore
#        ^^^^^^^^^^^^^^^^^ warning UNUSED_IGNORE: This ignores nothing: name codes in brackets
"""

GOOD = """\
#- manifests/site.pp
$c = '# puppetlens:ignore[UNKNOWN_CLASS]'
$d = $facts['fqdn'] # puppetlens:ignore[LEGACY_FACT] it runs on Puppet 7
$e = $facts['fqdn'] # lint:ignore:legacy_facts it is said in its stead
# puppetlens:ignore[LEGACY_FACT]
class web(
  $name_of_it = $facts['hostname'],
) { }
"""

_OURS = re.compile(rb"puppetlens:ignore(-file)?(?:\[([^\[\]\n]*)\])?")
_LINT = re.compile(rb"lint:(?:(endignore)|ignore:\w+(?:[ \t]+lint:ignore:\w+)*)")
_LINT_NAME = re.compile(rb"ignore:(\w+)")
_OPENERS = (b"#", b"/*", b"//")
_COMMENTS = ("comment", "epp_comment")
#: Where data and templates of Ruby have comments: behind `#` or `<%#`.
_HASH = re.compile(rb"(?:^|\s|<%)#[^\n]*\Z")


class Ignore(NamedTuple):
    """Findings with a code that begin in `where`; `span` is what says so. An empty code names none."""

    code: str
    written: str
    where: Span
    span: Span
    ours: bool = True


@on_file
def declared_here(view: View) -> Iterator[Finding]:
    """What is unused, `unused_ignores` finds once all others are there."""
    return iter(())


def heeded(view: View, found: Iterable[Finding]) -> Iterator[Finding]:
    """The findings of a file that nothing says to ignore."""
    ignores = ignores_of(view)
    for finding in found:
        if not any(covers(each, finding) for each in ignores):
            yield finding


def covers(ignore: Ignore, finding: Finding) -> bool:
    """Whether an ignore means a finding: the name of a check means its parts, too; that of a check of puppet-lint's what says
    the same in its stead."""
    check, named = checks().get(finding.code), checks().get(ignore.code)
    is_meant = ignore.code == finding.code or (check is not None and ignore.code == check.part_of != "")
    is_said = named is not None and named.style and named.said_by == finding.code
    return (is_meant or is_said) and ignore.where.start <= finding.anchor <= ignore.where.end


def ignores_of(view: View) -> tuple[Ignore, ...]:
    """Those of a file, in order of place."""
    document = view.document
    if document is not None:
        return _in_code(document)
    data = view.data
    return _in_data(data.text.data) if data is not None else ()


@lru_cache(maxsize=8)
def _in_code(document: Document) -> tuple[Ignore, ...]:
    data = document.text.data
    ours = (match for match in _OURS.finditer(data) if _is_comment(document, match.start()))
    lint = (match for match in _LINT.finditer(data) if _is_comment(document, match.start()))
    return (*_ours(data, ours, document), *_lint(data, lint))


@lru_cache(maxsize=8)
def _in_data(data: bytes) -> tuple[Ignore, ...]:
    found = (match for match in _OURS.finditer(data) if _HASH.search(data[: match.start()].rpartition(b"\n")[2]))
    return tuple(_ours(data, found, None))


def _is_comment(document: Document, at: int) -> bool:
    leaf = document.parsed.tree.root_node.named_descendant_for_byte_range(at, at + 1)
    return leaf is not None and leaf.type in _COMMENTS


def _ours(data: bytes, found: Iterable[re.Match[bytes]], document: Document | None) -> Iterator[Ignore]:
    for match in found:
        line = _line(data, match.start())
        if match[1]:
            where = Span(0, len(data))
        elif data[line.start : match.start()].strip(b" \t#/*<%"):
            where = line
        else:
            where = _statement_below(data, line.end + 1, document)
        span = Span(*match.span())
        for name in (match[2] or b"").decode("utf-8", "replace").split(","):
            yield Ignore(code_of(name.strip()) or "", name.strip(), where, span)


def _line(data: bytes, at: int) -> Span:
    end = data.find(b"\n", at)
    return Span(data.rfind(b"\n", 0, at) + 1, len(data) if end < 0 else end)


def _statement_below(data: bytes, at: int, document: Document | None) -> Span:
    """The largest piece of code that begins behind an offset and lines without code; of data the line."""
    while at < len(data):
        line = _line(data, at)
        text = data[line.start : line.end].lstrip()
        if text.strip() and not text.startswith(b"#"):
            break
        at = line.end + 1
    if at >= len(data):
        return Span(len(data), len(data))
    if document is None:
        return line
    start = line.start + len(data[line.start : line.end]) - len(text)
    node = document.parsed.tree.root_node.descendant_for_byte_range(start, start + 1)
    while node is not None and node.parent is not None and node.parent.start_byte == start:
        if node.parent.type == "source_file":
            break
        node = node.parent
    return Span(line.start, max(line.end, node.end_byte if node is not None else 0))


def _lint(data: bytes, found: Iterable[re.Match[bytes]]) -> Iterator[Ignore]:
    """As puppet-lint reads them: behind code for the line, else as far as the end that belongs to it."""
    waiting: list[list[tuple[str, int, Span]]] = []
    starts = [0, *(match.end() for match in re.finditer(rb"\n", data))]
    for match in found:
        line = _line(data, match.start())
        before = data[line.start : match.start()].strip(b" \t")
        if not before.endswith(_OPENERS):  # it is no comment's first word
            continue
        if before not in _OPENERS and not match[1]:
            yield from (Ignore(name, name, line, span, False) for name, span in _names(match))
        elif match[1]:
            end = starts[bisect_right(starts, match.start()) - 1 :][1:2] or [len(data)]
            for name, start, span in waiting.pop() if waiting else ():
                yield Ignore(name, name, Span(start, end[0]), span, False)
        else:
            waiting.append([(name, line.start, span) for name, span in _names(match)])


def _names(match: re.Match[bytes]) -> Iterator[tuple[str, Span]]:
    for name in _LINT_NAME.finditer(match[0]):
        yield name[1].decode(), Span(*match.span())
