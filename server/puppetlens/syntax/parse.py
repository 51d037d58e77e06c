"""Text in, tree and AST out; again, quickly, after an edit."""

from __future__ import annotations

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from tree_sitter import Node, Range, Tree

from ..base.cancellation import limited
from ..base.errors import TookTooLong
from ..base.position import Text
from . import ast, lowering  # noqa: F401  (fills the table)
from .bare import bare
from .languages import Dialect
from .lowering.core import ItemCache, Lowerer
from .lowering.strings import heredoc_bodies
from .lowering.templates import template
from .tree import parse_tree

if TYPE_CHECKING:
    from .pieces import Contained

#: What is said of code that nests tens of thousands deep, and of what nobody could wait for.
TOO_DEEP = "stack level too deep"
TOO_LONG = "this takes too long to read"

#: Of one file; a person's has a few.
MOST_FAULTS = 500

#: Seconds of work. Code of people takes a millisecond for each kilobyte.
PATIENCE = 2.0
#: The same for the tree of a text that is too large for people: a third of a second for each megabyte.
_PATIENCE_WITH_LARGE = 20.0


class Edit(NamedTuple):
    """Bytes `start` to `old_end` of the text before it became bytes `start` to `new_end`."""

    start: int
    old_end: int
    new_end: int


class ParsedFile(msgspec.Struct, frozen=True, eq=False):
    """One version of a file. `tasks` tells whether `plan` and `apply` are keywords, as below `plans`."""

    text: Text
    dialect: Dialect
    tasks: bool
    tree: Tree
    program: ast.Program
    #: What Puppet's parser says itself of what it has read in full, wherever the text is broken besides.
    said: tuple[ast.SyntaxFault, ...]
    #: Whether a string of what was lowered anew has an escape that Puppet does not know.
    odd_escapes: bool
    _items: ItemCache
    #: Whether it took too long: nothing is known of it then, and the tree is an empty one.
    given_up: bool = False
    #: Whether the AST is of what the text defines alone (`parse_large`).
    is_bare: bool = False
    #: The text without the statements that are being written and take others for a part of them, where there are such
    #: (`pieces`).
    broken: Contained | None = None


#: How the names of files with Puppet code end.
PUPPET = (".pp", ".epp")


def is_puppet(path: str) -> bool:
    """Whether a file holds Puppet code, by its name."""
    return path.endswith(PUPPET)


def dialect_of(path: str) -> Dialect:
    return "epp" if path.endswith(".epp") else "puppet"


def is_plan(path: str) -> bool:
    """Whether Puppet reads a file with the task keywords: it lies below a folder `plans`."""
    return path.endswith(".pp") and "plans" in path.split("/")[:-1]


def parse(text: Text, dialect: Dialect = "puppet", tasks: bool = False) -> ParsedFile:
    """Parse a text. Never fails: what does not parse is in `program.faults`."""
    try:
        with limited(PATIENCE):
            tree = parse_tree(text.data, dialect)
            try:
                return lower(text, dialect, tasks, tree, {})
            except RecursionError:
                return _refused(text, dialect, tasks, tree, TOO_DEEP)
    except TookTooLong:
        return _refused(text, dialect, tasks, None, TOO_LONG)


def parse_large(text: Text, dialect: Dialect = "puppet", tasks: bool = False) -> ParsedFile:
    """The same for a text into which nobody looks: its faults, as far as there is time to find them, and an AST of what
    it defines (`bare`). No tree is kept, which takes twenty times the text."""
    faults: tuple[ast.SyntaxFault, ...] = ()
    given_up = False
    try:
        with limited(_PATIENCE_WITH_LARGE):
            tree = parse_tree(text.data, dialect)
            defining = Text(bare(text.data, tree, dialect))
    except TookTooLong:
        return _refused(text, dialect, tasks, None, TOO_LONG)
    try:
        with limited(PATIENCE):
            faults = lower(text, dialect, tasks, tree, {}).program.faults
    except RecursionError:
        faults = (ast.SyntaxFault(0, len(text.data), 0, TOO_DEEP),)
    except TookTooLong:
        given_up = True
    del tree
    known = parse(defining, dialect, tasks)
    program = ast.Program(known.program.body, faults)
    return ParsedFile(text, dialect, tasks, parse_tree(b"", dialect), program, (), False, {}, given_up, is_bare=True)


def reparse(old: ParsedFile, text: Text, edits: Sequence[Edit]) -> ParsedFile:
    """Parse the text that `edits`, one after the other, made of `old.text`.

    Items whose text did not change keep their AST, wherever they moved.
    """
    if old.given_up:
        return parse(text, old.dialect, old.tasks)
    tree = old.tree.copy()
    if len(edits) == 1:
        edit = edits[0]
        tree.edit(*edit, old.text.point(edit.start), old.text.point(edit.old_end), text.point(edit.new_end))
    else:
        # The points between the first and the last text of a sequence belong to texts that are gone.
        edit = _spanning(edits, len(old.text.data), len(text.data))
        tree.edit(*edit, old.text.point(edit.start), old.text.point(edit.old_end), text.point(edit.new_end))
    try:
        with limited(PATIENCE):
            new = parse_tree(text.data, old.dialect, tree)
            if new.root_node.has_error:
                # How a tree is mended depends on the tree before it; so that it depends on the text alone, begin anew.
                new = parse_tree(text.data, old.dialect)
            try:
                return lower(text, old.dialect, old.tasks, new, old._items)
            except RecursionError:
                return _refused(text, old.dialect, old.tasks, new, TOO_DEEP)
    except TookTooLong:
        return _refused(text, old.dialect, old.tasks, None, TOO_LONG)


def _refused(text: Text, dialect: Dialect, tasks: bool, tree: Tree | None, why: str) -> ParsedFile:
    """What is left of a text that nests deeper than its AST can, takes too long or is no text: a fault, at the whole of it."""
    fault = ast.SyntaxFault(0, len(text.data), 0, why)
    known = parse_tree(b"", dialect) if tree is None else tree
    return ParsedFile(text, dialect, tasks, known, ast.Program((), (fault,)), (), False, {}, tree is None)


def _spanning(edits: Sequence[Edit], old_length: int, new_length: int) -> Edit:
    """One edit that covers a sequence of them."""
    start = min(edit.start for edit in edits)
    # What is behind every edit keeps its distance from the end.
    tail, length = old_length, old_length
    for edit in edits:
        tail = min(tail, length - edit.old_end)
        length += edit.new_end - edit.old_end
    return Edit(start, old_length - tail, new_length - tail)


def lower(text: Text, dialect: Dialect, tasks: bool, tree: Tree, old_items: ItemCache) -> ParsedFile:
    """The AST of a tree, and the faults of its text."""
    if text.data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return _refused(
            text, dialect, tasks, tree, "this is UTF-16, as its byte order mark says: Puppet reads UTF-8 alone"
        )
    root = tree.root_node
    closed = _closed(text, root) if dialect == "epp" and root.has_error else None
    lowerer = Lowerer(text.data if closed is None else closed[0], tasks, old_items, len(text.data))
    roots, pieces, broken = _roots(text, dialect, root)
    if b"@(" in text.data:
        for each in (*roots, *pieces):
            lowerer.heredoc_bodies.update(heredoc_bodies(each))
    for piece in pieces:
        lowerer.broken += [piece] if piece.type == "ERROR" else piece.named_children
    if dialect == "epp":
        body = template(lowerer, root if closed is None else closed[1])
    else:
        body = lowerer.items(lowerer.with_broken([node for each in roots for node in each.named_children]), 0)
    faults = lowerer.faults
    said = tuple(fault for fault in faults if fault.said is not None)
    if root.has_error:
        from .faults import all_faults  # here: most texts have none

        parts = []
        if broken is not None and not broken.unclosed and not any(each.has_error for each in roots):
            parts = [(piece, *place) for piece, place in zip(pieces, broken.broken, strict=True)]
        faults = all_faults(root, text, dialect, tasks, faults, parts)
    if text.data.startswith(BOM_UTF8):
        faults.append(ast.SyntaxFault(0, len(BOM_UTF8), 0, "a byte order mark is not allowed"))
    if text.not_utf_8 is not None:
        faults.append(ast.SyntaxFault(text.not_utf_8, text.not_utf_8 + 1, text.not_utf_8, "this byte is no UTF-8"))
    faults.sort(key=lambda fault: (fault.start, fault.end))
    program = ast.Program(body, tuple(_first(faults)))
    return ParsedFile(text, dialect, tasks, tree, program, said, lowerer.odd_escapes, lowerer.items_seen, broken=broken)


def _closed(text: Text, root: Node) -> tuple[bytes, Node] | None:
    from .open_blocks import closed_at_end  # here: most templates have no errors

    return closed_at_end(text.data, root)


def _first(faults: list[ast.SyntaxFault]) -> list[ast.SyntaxFault]:
    """As many as anybody reads; the last one says that there are more."""
    if len(faults) <= MOST_FAULTS:
        return faults
    rest = faults[MOST_FAULTS - 1]
    more = f"from here on there are {len(faults) - MOST_FAULTS + 1} more errors, which are not shown"
    return [*faults[: MOST_FAULTS - 1], ast.SyntaxFault(rest.start, rest.end, rest.anchor, more)]


def _roots(text: Text, dialect: Dialect, root: Node) -> tuple[list[Node], list[Node], Contained | None]:
    """The roots to lower: the tree's, or where its errors swallow what is whole those of parts, and of broken statements."""
    if not root.has_error or dialect == "epp":
        return [root], [], None
    from .margins import regions  # here: most texts have no errors
    from .pieces import contained

    places = list(regions(text.data, dialect))
    roots = _by_regions(text, dialect, root, places)
    found = contained(text, places, roots)
    if found is None:
        return roots, [], None
    whole = Text(found.data)
    roots = _by_regions(whole, dialect, parse_tree(whole.data, dialect).root_node, places)
    closed = Text(found.closed)
    return roots, [_part(closed, dialect, start, end) for start, end in found.broken], found


def _by_regions(text: Text, dialect: Dialect, root: Node, places: Sequence[tuple[int, int]]) -> list[Node]:
    """The root; where its errors swallow definitions at the margin, those of each region."""
    kept = {child.start_byte for child in root.children if child.type != "ERROR"}
    if all(start in kept for start, _ in places[1:]):
        return [root]
    return [_part(text, dialect, start, end) for start, end in places]


def _part(text: Text, dialect: Dialect, start: int, end: int) -> Node:
    within = Range(text.point(start), text.point(end), start, end)
    return parse_tree(text.data, dialect, within=within).root_node
