"""What real Puppet says of a text that does not parse: one error, in its words and at its place.

Puppet's parser stops at the first token that nothing can follow from what stands before. tree-sitter's parser
finds the same one, and its log tells: it reports where a way to read the text ends, and begins to recover only
when no way is left. Before the parser, Puppet's lexer may have refused the text; and some errors its parser
raises for what it has read in full (a fault's `said`).
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from tree_sitter import Node as Tree

from ..base.position import Text
from .lexer import Lexer, LexerError, Token
from .lowering.core import NOT_UTF_8
from .lowering.resources import NO_RESOURCE
from .parse import ParsedFile, parse
from .parse_as_puppet import task_keywords
from .stop import stop

#: Words behind which a name of its own must stand, and what is said of others.
_NAMED = frozenset(("class", "define", "function", "inherits"))
_NOT_A_NAME = {
    "string": "A quoted string is not valid as a name here",
    "interpolated string": "A quoted string is not valid as a name here",
    "class": "'class' keyword not allowed at this location",
}


#: What begins a regular expression or a number.
_OF_RUBY = (b"/", *(f"{digit}".encode() for digit in range(10)))
_RESOURCES = frozenset(("resource_expression", "resource_defaults", "resource_override"))
_DEPTH = {"}": 1, "]": 1, ")": 1, "{": -1, "[": -1, "(": -1}


class Refusal(NamedTuple):
    """`offset` (bytes) is None where Puppet names no place: at the end of the text."""

    message: str
    code: str | None
    offset: int | None


def find_refusal(file: ParsedFile) -> Refusal:
    """The error that stops real Puppet, of a file that does not parse."""
    return _Search(file).first()


def find_warnings(file: ParsedFile, refused: Refusal | None) -> list[tuple[str, str, int]]:
    """What Puppet's lexer warns of: message, issue code and offset (bytes)."""
    lexer = Lexer(file.text.characters, file.tasks, "text" if file.dialect == "epp" else "")
    # A string is read whole, with all that is interpolated.
    end = None if refused is None or refused.code is None else refused.offset
    try:
        for token in lexer.tokens():
            if end is not None and file.text.offset_of_character(token.start) >= end:
                break
    except LexerError:
        # It stops here, and says so itself.
        pass
    return [(message, code, file.text.offset_of_character(at)) for message, code, at in lexer.warnings]


class _Search:
    def __init__(self, file: ParsedFile) -> None:
        self.file = file
        self.data = bytearray(file.text.data)
        self.refused: LexerError | None = None
        self.tokens: list[Token] = []
        try:
            self.tokens.extend(
                Lexer(file.text.characters, file.tasks, "text" if file.dialect == "epp" else "").tokens()
            )
        except LexerError as error:
            self.refused = error

    @cached_property
    def _read(self) -> ParsedFile:
        """What Puppet's parser reads: without the task keywords `plan` and `apply` are names."""
        return parse(Text(bytes(self.data)), self.file.dialect)

    def _byte(self, at: int) -> int:
        return self.file.text.offset_of_character(at)

    def first(self) -> Refusal:
        if self.file.text.not_utf_8 is not None:
            return Refusal(NOT_UTF_8, None, None)
        if self.data.startswith(BOM_UTF8):
            message = (
                "Illegal UTF-8 Byte Order mark at beginning of input: [EF BB BF] - remove these from the puppet source"
            )
            return Refusal(message, "ILLEGAL_BOM", None)
        token, commas, complete = self._bad_token()
        if token is None and self.refused is None:
            end = len(self.data)
        else:
            end = self._byte(token.start if token is not None else self.tokens[-1].end if self.tokens else 0)
        said = [fault for fault in self._read.said if fault.end <= end]
        at = None if said or self.refused is not None else self._not_virtual(token)
        if at is not None:
            return Refusal(NO_RESOURCE[at.kind], None, self._byte(at.start))
        if said:
            fault = min(said, key=lambda fault: fault.end)
            # What Ruby refuses has no place.
            ruby = fault.said == NOT_UTF_8 or self.file.text.data.startswith(_OF_RUBY, fault.start)
            return Refusal(fault.said or "", None, None if ruby else fault.anchor)
        if token is not None:
            for comma in commas:
                if self._block_is_read(comma, token):
                    return self._list(comma)
            behind = self._attributes_behind_resource(token)
            if behind is not None:
                return behind
            before = self._before(token)
            if before is not None and before.kind in _NAMED and token.kind in _NOT_A_NAME:
                return Refusal(_NOT_A_NAME[token.kind], None, end)
            return Refusal(f"Syntax error at '{token.value}'", "SYNTAX_ERROR", end)
        if self.refused is not None:
            offset = None if self.refused.offset is None else self._byte(self.refused.offset)
            return Refusal(self.refused.message, self.refused.code, offset)
        if commas and complete:
            return self._list(commas[0])
        return Refusal("Syntax error at end of input", "SYNTAX_ERROR", None)

    def _attributes_behind_resource(self, token: Token) -> Refusal | None:
        """`file { ... } { mode => 1 }`: to Puppet's parser a resource can stand where its type does, to be refused."""
        at = self.tokens.index(token)
        if (
            token.kind not in ("=>", "+>")
            or at < 3
            or [each.kind for each in self.tokens[at - 3 : at - 1]] != ["}", "{"]
        ):
            return None
        end = self._byte(self.tokens[at - 3].end)
        node: Tree | None = self._read.tree.root_node
        while node is not None and not (node.end_byte == end and node.type in _RESOURCES):
            node = next((child for child in node.children if child.start_byte < end <= child.end_byte), None)
        if node is None:
            return None
        # A variable is as wrong in its place, and the grammar knows that.
        data = bytearray(self.data)
        data[node.start_byte : end] = b"$q".ljust(end - node.start_byte)
        faults = parse(Text(bytes(data)), self.file.dialect).said
        fault = next((fault for fault in faults if fault.start == node.start_byte), None)
        stopped = stop(bytes(data), self.file.dialect)
        if fault is None or (stopped is not None and stopped < fault.end):
            return None
        return Refusal(fault.said or "", None, node.start_byte)

    def _list(self, comma: Token) -> Refusal:
        """Puppet refuses a list between statements when it has read the block."""
        at = self._byte(comma.start)
        name = self._name_before(at)
        if name is None:
            return Refusal("illegal comma separated argument list", None, at)
        message = f"attempt to pass argument list to the function '{name}' which cannot be called without parentheses"
        return Refusal(message, None, at)

    def _name_before(self, at: int) -> str | None:
        """The name that stands alone before the first element of the list whose first comma is at an offset."""
        node = self._read.tree.root_node
        while True:
            inner = next((child for child in node.children if child.start_byte < at < child.end_byte), None)
            if inner is None:
                break
            node = inner
        before = [child for child in node.named_children if child.end_byte <= at and "comment" not in child.type]
        name = before[-2] if len(before) > 1 and before[-2].type == "name" else None
        if name is None:
            return None
        return self._read.text.data[name.start_byte : name.end_byte].decode("utf-8", "replace")

    def _block_is_read(self, comma: Token, token: Token) -> bool:
        """Whether the parser has come to the end of the block that a comma stands in when it stops at a token."""
        depth = 0
        for each in self.tokens:
            if not comma.end <= each.start < token.start:
                continue
            depth += {"{": 1, "}": -1}.get(each.kind, 0)
            if depth < 0:
                return True
        return depth == 0 and self._between_statements(token)

    def _bad_token(self) -> tuple[Token | None, list[Token], bool]:
        """The token that Puppet's parser stops at; the commas between statements; whether nothing else is wrong.

        No token where the parser comes to the end, or to where the lexer refuses the text.

        Puppet reads statements with commas between them, as it must for calls without parentheses, and refuses
        them after. A comma that the parser stops at where a statement could begin is such a one.
        """
        data = self.data
        if not self.file.tasks:
            for start in task_keywords(self.file.text, self.file.dialect):
                data[start : start + 1] = b"q"
        for start in self._private_parameters():
            data[start : start + 1] = b"!"
        commas: list[Token] = []
        while True:
            at = stop(bytes(data), self.file.dialect)
            if at is None:
                return None, commas, True
            stopped = self._token_at(at)
            if stopped is None or stopped.kind != "," or not self._between_statements(stopped):
                return stopped, commas, False
            commas.append(stopped)
            index = self.tokens.index(stopped)
            # The list is one statement more to what follows.
            del self.tokens[index]
            start = self._byte(stopped.start)
            data[start : start + 1] = b";"
            if index == len(self.tokens):
                return None, [], False

    def _private_parameters(self) -> Iterator[int]:
        """Where `private` stands before a parameter, which our grammar reads and Puppet's does not."""
        nodes = [self.file.tree.root_node]
        while nodes:
            node = nodes.pop()
            if node.type == "private_modifier":
                yield node.start_byte
            nodes += node.named_children

    def _token_at(self, at: int) -> Token | None:
        """The first token from an offset on; where tree-sitter split one in two, the whole."""
        found: Token | None = None
        for token in self.tokens:
            start = self._byte(token.start)
            if start < at < self._byte(token.end) and (token.kind == token.value or token.value.startswith("::")):
                return token
            if start >= at and (found is None or token.start < found.start):
                found = token
        return found

    def _before(self, token: Token) -> Token | None:
        index = self.tokens.index(token)
        return self.tokens[index - 1] if index else None

    def _not_virtual(self, token: Token | None) -> Token | None:
        """The `@` or `@@` before an operand, or before a name with attributes alone, that ends where a token begins."""
        end = len(self.tokens) if token is None else self.tokens.index(token)
        depth = 0
        while end:
            end -= 1
            kind = self.tokens[end].kind
            depth += _DEPTH.get(kind, 0)
            if depth < 0 or (depth == 1 and kind == ":"):
                return None
            if depth == 0 and kind != "{":
                break
        at = self.tokens[end - 1] if end > 0 else None
        return at if at is not None and at.kind in ("@", "@@") else None

    def _between_statements(self, token: Token) -> bool:
        """Whether a semicolon and a statement could stand in a token's place."""
        probe = bytes(self.data[: self._byte(token.start)]) + b"\n; q q q"
        at = stop(probe, self.file.dialect)
        return at is None or at == len(probe)
