"""Puppet's own tokens, for its own words about a text that it refuses.

Nothing is parsed from these: they say at which token real Puppet stops, how it calls the token, and what its
lexer refuses before the parser sees it (Puppet's `lexer2.rb` and the support modules beside it decide).
Offsets are characters of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

KEYWORDS = frozenset(
    ("case", "class", "default", "define", "if", "elsif", "else", "inherits", "node", "and", "or", "undef", "false")
) | {"true", "in", "unless", "function", "type", "attr", "private"}
TASK_KEYWORDS = frozenset(("plan", "apply"))

_BLANK = re.compile(r"[^\S\n\v\f\x1c-\x1f\x85\u2028\u2029]+")
_COMMENT = re.compile(r"#[^\n]*")
_MULTILINE_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_TYPE_NAME = re.compile(r"(?:(?:::)?[A-Z]\w*)+", re.ASCII)
_WORD = re.compile(r"(?:(?:::)?[a-z_](?:[\w-]*\w)?)+", re.ASCII)
_NAME = re.compile(r"(?:::)?[a-z]\w*(?:::[a-z]\w*)*", re.ASCII)
_VARIABLE = re.compile(r"\$(?:::)?(?:\w+::)*\w+", re.ASCII)
_INTERPOLATED = re.compile(r"(?:::)?(?:\w+::)*\w+", re.ASCII)
_NUMBER = re.compile(r"\b(?:0[xX][0-9A-Fa-f]+|0?\d+(?:\.\d+)?(?:[eE]-?\d+)?)\b", re.ASCII)
_TO_WORD_END = re.compile(r"[^\w]*\w+", re.ASCII)
_REGEX = re.compile(r"/[^/]*/")
_SINGLE_QUOTED = re.compile(r"(?:[^\\]|^)(?:\\{2})*'", re.MULTILINE)
_DOUBLE_QUOTED = re.compile(r'(?:[^\\]|^)(?:\\{2})*("|\$\{?)', re.MULTILINE)
_UNQUOTED = re.compile(r"(?:[^\\]|^)(?:\\{2})*(\$\{?|\Z)", re.MULTILINE)
_UNQUOTED_RAW = re.compile(r"(\$\{?|\Z)")
_HEREDOC = re.compile(
    r"@\(([^:/\r\n)]+)(?::[^\S\r\n]*([a-z][a-zA-Z0-9_+]+)[^\S\r\n]*)?(?:/((?:\w|\$)*)[^\S\r\n]*)?\)", re.ASCII
)
_TAG_END = re.compile("-?%>")
_LINE_REST = re.compile(r"^[ \t]*\r?(?:\n|\Z)?", re.MULTILINE)
_OPERATORS = re.compile(
    r"<<\||\|>>|=>|==|=~|\+=|\+>|->|-=|!=|!~|~>|<<|<=|<\||<-|<~|>>|>=|\|>|@@|[\[\]();?*%{}@|=+\-!~<>:/.,]"
)
_ESCAPE = re.compile(r"\\(\r?\n|.)", re.DOTALL)
_UNICODE = re.compile(r"((?:[^\\]|^)(?:\\{2})*)\\u(?:([\da-fA-F]{4})|\{([\da-fA-F]{1,6})\})", re.MULTILINE)
_CHARACTERS = {"r": "\r", "n": "\n", "t": "\t", "s": " ", "\n": "", "\r\n": ""}

#: After these a slash divides.
_OPERANDS = frozenset(
    (")", "]", "|>>", "|>", "name", "type", "number", "string", "boolean", "interpolated string", "end of string")
) | {"heredoc", "regex", "variable", "word"}


@dataclass(frozen=True)
class Token:
    """`kind` is the text of punctuation and keywords, else what it is; `value` is what messages call it."""

    kind: str
    value: str
    start: int
    end: int


class LexerError(Exception):
    """What the lexer refuses, in its own words."""

    def __init__(self, message: str, code: str | None, offset: int | None) -> None:
        super().__init__(message)
        self.message, self.code, self.offset = message, code, offset


@dataclass
class Lexer:
    """Lexes `text` from `at`. `epp` tells in templates what a tag that is open is for."""

    text: str
    tasks: bool = False
    epp: Literal["", "text", "code", "expression"] = ""
    at: int = 0
    after: str = ""
    depth: int = 0
    queue: list[Token] = field(default_factory=list)
    #: Where the text behind a line's heredocs goes on.
    jump: int | None = None
    #: The last match, which some messages quote.
    matched: str | None = None

    def tokens(self) -> Iterator[Token]:
        """All tokens in the order in which the parser gets them; raises `LexerError`."""
        if self.epp:
            self.queue.append(Token("template", "", 0, 0))
            self._template_text(False)
        else:
            self._match(_BLANK)
        while self.queue or self.at < len(self.text):
            token = self.queue.pop(0) if self.queue else self._next()
            if token is not None:
                self.after = token.kind
                yield token
        if self.epp not in ("", "text"):
            raise self._refuse("Unbalanced epp tag, reached <eof> without closing tag.", "EPP_UNBALANCED_TAG")

    # Helpers -----------------------------------------------------------------------------------------------

    def _match(self, pattern: re.Pattern[str]) -> str | None:
        found = pattern.match(self.text, self.at)
        self.matched = found[0] if found else None
        if found:
            self.at = found.end()
        return self.matched

    def _until(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Scan to the end of the next match."""
        found = pattern.search(self.text, self.at)
        self.matched = found[0] if found else None
        if found:
            self.at = found.end()
        return found

    def _followed_by(self) -> str:
        if self.at >= len(self.text):
            return "<eof>"
        following = self.text[self.at : self.at + 5] + "..."
        return following.replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")

    def _refuse(self, message: str, code: str, offset: int | None = None) -> LexerError:
        return LexerError(message, code, self.at if offset is None else offset)

    # Tokens ------------------------------------------------------------------------------------------------

    def _next(self) -> Token | None:
        """The next token; None for white space, comments, and what went to the queue."""
        char, start = self.text[self.at], self.at
        if char == "\n":
            self.at = self.at + 1 if self.jump is None else self.jump
            self.jump = None
            return None
        if char == "#":
            self._match(_COMMENT)
            return None
        if char == "/":
            return self._slash()
        if char == '"':
            return self._double_quoted()
        if char == "'":
            return Token("string", self._single_quoted(), start, self.at)
        if char == "$":
            variable = self._match(_VARIABLE)
            if variable is None:
                self.at += 1
            return Token("variable", (variable or "$")[1:], start, self.at)
        if char in "0123456789":
            return self._number()
        if char == "_" or "a" <= char <= "z":
            return self._word()
        if "A" <= char <= "Z":
            return self._type_name("Illegal class reference", "ILLEGAL_CLASS_REFERENCE", 1)
        if char == ":" and self.text.startswith("::", self.at):
            return self._qualified()
        if char == "@" and self.text.startswith("@(", self.at):
            self._heredoc()
            return None
        tag = _TAG_END.match(self.text, self.at) if self.epp else None
        if tag:
            if self.epp == "expression":
                self.queue.append(Token("end of tag", tag[0], start, tag.end()))
            self.at = tag.end()
            self._template_text(tag[0] == "-%>")
            return None
        operator = _OPERATORS.match(self.text, self.at)
        if operator:
            self.at = operator.end()
            self.depth += {"{": 1, "}": -1}.get(operator[0], 0)
            return Token(operator[0], operator[0], start, self.at)
        if self._match(_BLANK):
            return None
        self.at += 1
        return Token("other", "", start, self.at)

    def _word(self) -> Token:
        start, value = self.at, self._match(_WORD)
        if value is None:
            self.at += 1
            if self.text.startswith("::", self.at):
                raise self._refuse("Illegal fully qualified name", "ILLEGAL_FULLY_QUALIFIED_NAME")
            raise self._refuse("Illegal name or bare word", "ILLEGAL_NAME_OR_BARE_WORD")
        if value in KEYWORDS or (self.tasks and value in TASK_KEYWORDS):
            return Token("boolean" if value in ("true", "false") else value, value, start, self.at)
        return Token("name" if _NAME.fullmatch(value) else "word", value, start, self.at)

    def _type_name(self, message: str, code: str, valid: int) -> Token:
        start, value = self.at, self._match(_TYPE_NAME)
        if value is None or self.text.startswith("::", self.at):
            self.at += valid
            raise self._refuse(message, code)
        return Token("type", value, start, self.at)

    def _qualified(self) -> Token:
        start, first = self.at, self.text[self.at + 2 : self.at + 3]
        if not first:
            # Ruby's own words: Puppet compares the letter that is not there.
            raise LexerError("undefined method `>=' for nil:NilClass", None, None)
        if "A" <= first <= "Z":
            message, code = "Illegal fully qualified class reference", "ILLEGAL_FULLY_QUALIFIED_CLASS_REFERENCE"
            return self._type_name(message, code, 3)
        value = self._match(_WORD)
        if value is None:
            self.at += 2
            raise self._refuse("Illegal fully qualified name", "ILLEGAL_FULLY_QUALIFIED_NAME")
        return Token("name" if _NAME.fullmatch(value) else "word", value, start, self.at)

    def _number(self) -> Token:
        start, value = self.at, self._match(_NUMBER)
        if value is not None:
            self._check_number(value, start)
            return Token("number", value, start, self.at)
        found = self._until(_TO_WORD_END)
        end = self.at
        invalid = self.text[start:end] if found else ""
        before = start
        if start > 1 and self.text[start - 1] == ".":
            at = start - 2
            while at >= 0 and self.text[at] in "0123456789":
                before, at = at, at - 1
            invalid = self.text[before:][: end - before] if before != start else invalid
        self._check_number(invalid, before)
        raise self._refuse(f"Illegal number '{invalid}'", "ILLEGAL_NUMBER", before + 1)

    def _check_number(self, value: str, start: int) -> None:
        if re.match(r"0[xX]", value):
            if not re.fullmatch(r"0[xX][0-9A-Fa-f]+", value):
                raise self._refuse(f"Not a valid hex number {value}", "INVALID_HEX_NUMBER", start)
        elif re.match(r"0[^.]", value):
            if not re.fullmatch(r"0[0-7]+", value):
                raise self._refuse(f"Not a valid octal number {value}", "INVALID_OCTAL_NUMBER", start)
        elif re.match(r"[0-9]+[eE.]", value):
            if not re.fullmatch(r"[0-9]+(?:\.[0-9]+)?(?:[eE]-?[0-9]+)?", value):
                raise self._refuse(f"Not a valid decimal number {value}", "INVALID_DECIMAL_NUMBER", start)
        elif not re.fullmatch(r"[0-9]+", value):
            raise self._refuse(f"Illegal number '{value}'", "ILLEGAL_NUMBER", start)

    def _slash(self) -> Token | None:
        start = self.at
        if self.text.startswith("/*", start):
            if self._match(_MULTILINE_COMMENT) is None:
                raise self._refuse("Unclosed multiline comment", "UNCLOSED_MLCOMMENT")
            return None
        found = None if self.after in _OPERANDS else _REGEX.match(self.text, start)
        end = found.end() if found else None
        while end is not None and _escaped(self.text, end - 1):
            following = self.text.find("/", end)
            end = following + 1 if following >= 0 else None
        if end is None:
            self.at = start + 1
            return Token("/", "/", start, self.at)
        self.at = end
        return Token("regex", f"(?-mix:{self.text[start + 1 : end - 1]})", start, end)

    # Templates ---------------------------------------------------------------------------------------------

    def _template_text(self, trim: bool) -> None:
        """Queue the text up to the next tag that holds code."""
        start, text = self.at, ""
        self.epp = "text"
        while self.at < len(self.text):
            found = self.text.find("<%", self.at)
            part = self.text[self.at : found + 2 if found >= 0 else len(self.text)]
            self.at += len(part)
            text += (_LINE_REST.sub("", part, count=1) if trim else part).replace("%%>", "%>")
            trim = False
            follows = self.text[self.at : self.at + 1]
            if not follows:
                if text.endswith("<%"):
                    message = "Unbalanced embedded expression - opening <% and reaching end of input"
                    raise self._refuse(message, "EPP_UNBALANCED_EXPRESSION")
                break
            if follows == "%":
                self.at += 1
                continue
            text = text[:-2]
            if follows == "#":
                end = re.compile(r"[^%]%>", re.DOTALL).search(self.text, self.at)
                if end is None:
                    message = "Reaching end after opening <%# without seeing %>"
                    raise self._refuse(message, "EPP_UNBALANCED_COMMENT")
                if self.text[self.at + 1] == "-":
                    text = text.rstrip(" \t")
                trim, self.at = end[0] == "-%>", end.end()
                continue
            if follows == "-":
                text = text.rstrip(" \t")
            self.at += follows in "-="
            self.epp = "expression" if follows == "=" else "code"
            break
        if text or (self.epp == "text" and start < len(self.text)):
            self.queue.append(Token("text", text, start, self.at))
        if self.epp == "expression":
            self.queue.append(Token("render", "", start, start))

    # Strings -----------------------------------------------------------------------------------------------

    def _single_quoted(self) -> str:
        self.at += 1
        begin = self.at
        if self._until_quoted(_SINGLE_QUOTED) is None:
            raise self._unclosed('"\'"')
        return re.sub(r"\\([\\'])", r"\1", self.text[begin : self.at - 1])

    def _unclosed(self, quote: str) -> LexerError:
        return self._refuse(f"Unclosed quote after {quote} followed by '{self._followed_by()}'", "UNCLOSED_QUOTE")

    def _until_quoted(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """`^` of these patterns is where the scan begins, and every line's start."""
        rest = pattern.search(self.text[self.at :])
        self.matched = rest[0] if rest else None
        if rest:
            self.at += rest.end()
        return rest

    def _slurp(self) -> tuple[str, str]:
        """Text up to the next end or interpolation, and what ended it: `"`, `$` or `${`."""
        last, begin = self.matched, self.at
        found = self._until_quoted(_DOUBLE_QUOTED)
        if found is None:
            raise self._unclosed('"\'"' if last == "'" else f"'{last or ''}'")
        return unescaped(self.text[begin : self.at - len(found[1])], "r n t s $ \" '"), found[1]

    def _double_quoted(self) -> Token:
        start = self.at
        self.at, self.matched = self.at + 1, '"'
        self._segment(start, "string", "interpolated string")
        return self.queue.pop(0)

    def _segment(self, start: int, whole: str, before: str) -> None:
        """Queue the string's text from `start` on, with all that is interpolated."""
        text, end = self._slurp()
        while True:
            if end == '"':
                self.queue.append(Token(whole, text, start, self.at))
                return
            if end == "${":
                self.queue.append(Token(before, text, start, self.at))
                self._interpolation()
                break
            dollar = self.at - 1
            if self._match(_INTERPOLATED):
                self.queue.append(Token(before, text, start, dollar))
                self.queue.append(Token("variable", self.matched or "", dollar, self.at))
                break
            more, end = self._slurp()
            text += "$" + more
        self._segment(self.at, "end of string", "interpolated string")

    def _interpolation(self) -> None:
        """Queue the tokens up to the brace that closes the interpolation."""
        depth = self.depth
        self.depth += 1
        self._match(_BLANK)
        outer, self.queue = self.queue, []
        while self.at < len(self.text):
            token = self._next()
            if token is not None:
                self.after = token.kind
                if token.kind == "}" and self.depth == depth:
                    break
                # A string in here has queued its other parts already.
                rest, self.queue = self.queue, []
                outer += [token, *rest]
            else:
                outer += self.queue
                self.queue = []
                self._match(_BLANK)
        self.queue = outer

    # Heredocs ----------------------------------------------------------------------------------------------

    def _heredoc(self) -> None:
        start = self.at
        closing = self.text.find(")", start)
        if closing < 0:
            message = f"Unclosed parenthesis after '@(' followed by '{self._followed_by()}'"
            raise self._refuse(message, "HEREDOC_UNCLOSED_PARENTHESIS")
        self.at = behind = closing + 1
        found = _HEREDOC.search(self.text[start:behind])
        if found is None:
            message = "Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])"
            raise self._refuse(message, "HEREDOC_INVALID_SYNTAX")
        tag, syntax, escapes = found[1].strip(), found[2] or "", found[3]
        interpolated = re.fullmatch(r'"(.*)"', tag)
        if interpolated:
            tag = interpolated[1].strip()
        if not tag:
            raise self._refuse("Heredoc with an empty endtag", "HEREDOC_EMPTY_ENDTAG")
        letters = self._escapes(escapes)
        self.queue.append(Token("heredoc", syntax, start, behind))
        if self.jump is not None:
            self.at = self.jump
        else:
            newline = self.text.find("\n", self.at)
            if newline < 0:
                raise self._refuse("Heredoc without any following lines of text", "HEREDOC_WITHOUT_TEXT")
            self.at = newline + 1
        self._heredoc_text(tag, letters, bool(interpolated))
        self.at = behind

    def _escapes(self, given: str | None) -> str | None:
        if given is None:
            return None
        given = given or "trnsuL$"
        if len(set(given)) < len(given):
            shown = ", ".join(given)
            message = f"An escape char for @() may only appear once. Got '{shown}'"
            raise self._refuse(message, "HEREDOC_MULTIPLE_AT_ESCAPES")
        for letter in given:
            if letter not in "trnsuL$":
                message = f"Invalid heredoc escape char. Only t, r, n, s,  u, L, $ allowed. Got '{letter}'"
                raise self._refuse(message, "HEREDOC_INVALID_ESCAPE")
        return given

    def _heredoc_text(self, tag: str, letters: str | None, interpolated: bool) -> None:
        """Queue the tokens of the text up to the line with the tag."""
        begin = self.at
        last = re.compile(rf"[^\S\n]*(?:\|[^\S\n]*)?(?:-[^\S\n]*)?{re.escape(tag)}[^\S\n]*(?:\n|\Z)")
        at = begin
        while at < len(self.text):
            newline = self.text.find("\n", at)
            end = newline + 1 if newline >= 0 else len(self.text)
            if last.search(self.text[at:end]):
                self.jump = end
                if interpolated:
                    inside = Lexer(self.text[:at], self.tasks, at=begin)
                    inside._unquoted(letters)
                    self.queue += inside.queue
                else:
                    self.queue.append(Token("string", self.text[begin:at], begin, at))
                return
            at = end
        raise self._refuse("Heredoc without end-tagged line", "HEREDOC_WITHOUT_END_TAGGED_LINE", begin)

    def _unquoted(self, letters: str | None) -> None:
        """Queue the parts of a text without quotes around it."""
        pattern = _UNQUOTED if letters is not None and "$" in letters else _UNQUOTED_RAW
        start, begin = self.at, self.at
        whole, text = "string", ""
        while True:
            found = self._until_quoted(pattern)
            end = found[1] if found else ""
            text += self.text[begin : self.at - len(end)]
            if not end:
                self.queue.append(Token(whole, text, start, self.at))
                return
            dollar = self.at - 1
            if end == "${":
                self.queue.append(Token("interpolated string", text, start, self.at))
                self._interpolation()
            elif self._match(_INTERPOLATED):
                self.queue.append(Token("interpolated string", text, start, dollar))
                self.queue.append(Token("variable", self.matched or "", dollar, self.at))
            else:
                text += "$"
                begin = self.at
                continue
            whole, text, start, begin = "end of string", "", self.at, self.at


def unescaped(text: str, escapes: str) -> str:
    """The text with its escapes resolved; unknown ones stay."""
    if "\\" not in text:
        return text
    before = ""
    while before != text:
        # What is adjacent shares the character between.
        before = text
        text = _UNICODE.sub(lambda found: found[1] + chr(min(int(found[2] or found[3], 16), 0x10FFFF)), text)

    def resolve(found: re.Match[str]) -> str:
        letter = found[1]
        if letter in _CHARACTERS:
            return _CHARACTERS[letter]
        return letter if letter in escapes or letter == "\\" else found[0]

    return _ESCAPE.sub(resolve, text)


def _escaped(text: str, at: int) -> bool:
    """Whether the character at an offset stands behind an odd number of backslashes."""
    count = 0
    while at > 0 and text[at - 1] == "\\":
        at, count = at - 1, count + 1
    return count % 2 == 1
