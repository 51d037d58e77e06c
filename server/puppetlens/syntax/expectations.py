"""What a person is told about the token at which a text stops making sense.

The message says what is wrong and what to do, from the token, the ones before it, and the bracket around them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from .lexer import KEYWORDS, Token
from .lowering.resources import ELSIF

Around = Literal[
    "file", "block", "resource", "hash", "case", "selector", "call", "parameters", "group", "list", "lambda"
]

_VALUES = {"name", "type", "number", "string", "boolean", "interpolated string", "regex", "variable", "word", "heredoc"}
_VALUES |= {"undef", "default"}
#: What a value ends with.
_ENDS = _VALUES | {")", "]", "}", "end of string"}
_OPERATORS = {"+", "-", "*", "/", "%", "<<", ">>", "==", "!=", "<", ">", "<=", ">=", "=~", "!~", "and", "or", "in", "!"}
_CHAINS = {"->", "~>", "<-", "<~"}
_HEADS = {"class", "define", "node", "function", "plan"}
_CONTROL = {"if", "elsif", "unless", "case"}
CONFLICT = "a conflict of a merge that is not resolved yet"
#: How far before a place such a word is looked for, in tokens.
_NEAR = 40


class Expectation(NamedTuple):
    """A message and the tokens that it is about: from the first to the last; an empty place behind `after`.

    `instead` is what should stand there; None where only the writer knows.
    """

    message: str
    first: Token
    last: Token
    after: bool = False
    instead: str | None = None


class Opener(NamedTuple):
    """An open bracket: which token, -1 for none, and what it holds."""

    place: int
    around: Around


def expectation(tokens: Sequence[Token], at: int) -> Expectation | None:
    """What is wrong at the token `at`, which may be behind the last; None where there is nothing to point to."""
    if not tokens:
        return None
    opener = enclosing(tokens, at)
    before = tokens[at - 1] if at else None
    token = tokens[at] if at < len(tokens) else None
    for rule in (_merge_conflict, _templates, _definitions, _words, _spaced, _unfinished, _pairs, _lists):
        found = rule(tokens, at, opener, before, token)
        if found is not None:
            return found
    if token is None:
        last = tokens[-1]
        return Expectation(f"something is missing after {shown(last)}", last, last, after=True)
    return Expectation(f"unexpected {shown(token)}", token, token)


def shown(token: Token) -> str:
    """A token as messages show it."""
    if token.kind == "variable":
        return f"`${token.value}`"
    if token.kind in ("string", "interpolated string"):
        text = token.value.split("\n")[0]
        return f"'{text[:30]}...'" if len(text) > 30 or "\n" in token.value else f"'{text}'"
    return f"`{token.value}`" if token.value else "this character"


def enclosing(tokens: Sequence[Token], at: int) -> Opener:
    """The innermost bracket that is open before a token."""
    stack = [Opener(-1, "file")]
    for index in range(min(at, len(tokens))):
        kind = tokens[index].kind
        if kind in ("{", "(", "["):
            stack.append(Opener(index, _around(tokens, index, stack[-1])))
        elif kind in ("}", ")", "]") and len(stack) > 1:
            stack.pop()
        elif kind == "|":
            if stack[-1].around == "lambda":
                stack.pop()
            elif index and tokens[index - 1].kind in (")", "name", "type", "]", "variable", "}"):
                stack.append(Opener(index, "lambda"))
    return stack[-1]


def _around(tokens: Sequence[Token], index: int, outer: Opener) -> Around:
    before = tokens[index - 1].kind if index else ""
    if tokens[index].kind == "[":
        return "list"
    head = _head(tokens, index, outer)
    if tokens[index].kind == "(":
        if head in _HEADS and outer.around in ("file", "block"):
            return "parameters"
        return "call" if before in ("name", "type", "word") else "group"
    if before == "?":
        return "selector"
    if head == "case" and before != ":":
        return "case"
    if before in (":", "|", "else") or head in _HEADS | _CONTROL:
        return "block"
    if before in ("name", "type", "class", "]", "word") and outer.around in ("file", "block", "resource"):
        return "resource"
    return "hash"


def _head(tokens: Sequence[Token], index: int, outer: Opener) -> str:
    """The keyword that the statement of an opening bracket begins with, where the bracket is a part of it."""
    depth = 0
    for each in range(index - 1, outer.place, -1):
        kind = tokens[each].kind
        if kind in ("}", ")", "]"):
            depth += 1
            if depth == 1 and kind == "}":
                return ""
        elif kind in ("{", "(", "["):
            depth -= 1
        elif depth == 0 and (kind in _HEADS or kind in _CONTROL):
            # `class {` declares a resource.
            return "" if kind == "class" and each == index - 1 else kind
        elif depth == 0 and kind in ("=", "=>", ":", ","):
            return ""
    return ""


Found = Expectation | None
Tokens = Sequence[Token]


def _merge_conflict(tokens: Tokens, at: int, opener: Opener, before: Token | None, token: Token | None) -> Found:
    run = tokens[at : at + 3]
    if run and run[0].kind in ("<<", "==", ">>") and all(each.kind == run[0].kind for each in run):
        return Expectation(CONFLICT, run[0], run[-1])
    return None


def _templates(tokens: Tokens, at: int, opener: Opener, before: Token | None, token: Token | None) -> Found:
    if token is None or before is None:
        return None
    if token.kind == "|" and before.kind == "text":
        return Expectation("parameters must be the first thing in a template: text stands before them", token, token)
    if token.kind == "end of tag" and before.kind == "render":
        return Expectation("the expression of this tag is missing", token, token)
    return None


def _words(tokens: Tokens, at: int, opener: Opener, before: Token | None, token: Token | None) -> Found:
    """Words of other languages, and control without what belongs to it."""
    if token is None:
        return None
    if before is not None and before.kind == "else" and token.kind == "if":
        return Expectation("Puppet writes `elsif`, not `else if`", before, token, instead="elsif")
    for first, second in pairwise(tokens[max(0, at - _NEAR) : at + 1]):
        if first.kind == "}" and second.value in ELSIF:
            return Expectation(f"Puppet writes `elsif`, not `{second.value}`", second, second, instead="elsif")
    if token.kind in ("else", "elsif"):
        return Expectation(f"`{token.kind}` without an `if` before it", token, token)
    for brace in (_opener_of(tokens, at - 1), opener.place if tokens[opener.place].kind == "{" else None):
        found = _before_brace(tokens, brace)
        if found is not None:
            return found
    if token.kind == ";" and before is not None and before.kind == ";":
        return Expectation("this `;` is one too many", token, token, instead="")
    if token.kind == "|" and any(each.kind in ("<|", "<<|") for each in tokens[max(0, at - 12) : at]):
        return Expectation("a collector is closed by `|>`", token, token, instead="|>")
    if token.value == "" and token.kind == "other":
        return Expectation("this character has no meaning here; text stands in quotes", token, token)
    return None


def _before_brace(tokens: Tokens, brace: int | None) -> Found:
    """What is missing before a brace that the parser took for a hash, or a resource's."""
    starts = tokens[brace - 1] if brace is not None and brace > 0 else None
    if starts is not None and starts.kind in _CONTROL:
        return Expectation(f"the condition of `{starts.kind}` is missing", starts, starts)
    if starts is not None and starts.kind in _OPERATORS - {"!"}:
        return Expectation(f"the right side of `{starts.kind}` is missing", starts, starts)
    head = tokens[brace - 2] if brace is not None and brace > 1 else None
    if head is not None and head.kind == "type" and head.value.lower() in _HEADS:
        return Expectation(f"keywords are lower case: `{head.value.lower()}`", head, head, instead=head.value.lower())
    return None


def _opener_of(tokens: Tokens, at: int) -> int | None:
    """The brace that the one at `at` closes."""
    depth = 0
    for each in range(at, -1, -1) if at >= 0 and tokens[at].kind == "}" else ():
        depth += {"}": 1, "{": -1}.get(tokens[each].kind, 0)
        if depth == 0:
            return each
    return None


def _definitions(tokens: Tokens, at: int, opener: Opener, before: Token | None, token: Token | None) -> Found:
    """Heads of definitions: names, parameters, parents."""
    if before is None or token is None:
        return None
    if before.kind in _HEADS | {"inherits"} and token.kind in ("string", "interpolated string"):
        return Expectation("a name stands without quotes here", token, token, instead=token.value)
    if before.kind in _HEADS and token.kind in ("{", "("):
        return Expectation(f"the name of the {before.kind} is missing", before, before)
    if before.kind == "inherits" and token.kind == "{":
        return Expectation("the name of the class that is inherited is missing", before, before)
    if before.kind == "class" or (opener.around == "resource" and tokens[opener.place - 1].kind == "class"):
        first = tokens[opener.place - 1] if opener.place > 0 else before
        is_title = before.kind in ("string", "interpolated string")
        if opener.place == at - 2 and not is_title and token.kind not in (":", ",", "]", "=>"):
            return Expectation("the name of the class is missing", first, first)
    if opener.around in ("parameters", "lambda"):
        if token.kind == "=>" and before.kind == "variable":
            return Expectation("the default of a parameter is given with `=`", token, token, instead="=")
        if token.kind in ("name", "word") and before.kind in ("type", "]", "(", ","):
            return Expectation(
                f"the name of a parameter begins with `$`: `${token.value}`", token, token, instead=f"${token.value}"
            )
        if token.kind in ("{", ";") and opener.around == "lambda":
            bar = tokens[opener.place]
            return Expectation("the parameters of this lambda are never closed by `|`", bar, bar)
    if before.kind == "|" and opener.around != "lambda":
        return Expectation("the body of a lambda stands in braces: `{` is missing", before, before, after=True)
    if token.kind == ">>" and before.kind == ")":
        return Expectation("the return type is missing after `>>`", token, token)
    if before.kind == ">>" and token.kind == "{":
        return Expectation("the return type is missing after `>>`", before, before)
    return None


def _unfinished(tokens: Tokens, at: int, opener: Opener, before: Token | None, token: Token | None) -> Found:
    """Something ends where a value must still come."""
    if before is None or before.kind not in _OPERATORS | _CHAINS | {"=", "=>", "+=", "-=", ".", "?", "+>", "@", "@@"}:
        return None
    if token is not None and token.kind not in {"}", ")", "]", ",", ";", "end of string", "{", "end of tag"} | KEYWORDS:
        return None
    if before.kind in ("=>", "+>"):
        key = tokens[at - 2] if at > 1 else before
        return Expectation(f"the value of {shown(key)} is missing", before, before)
    if before.kind in ("=", "+=", "-="):
        name = tokens[at - 2] if at > 1 else before
        return Expectation(f"the value of {shown(name)} is missing", before, before)
    if before.kind == ".":
        return Expectation("the name of a function is missing after `.`", before, before)
    if before.kind in ("@", "@@"):
        return Expectation(f"a resource is missing after `{before.kind}`", before, before)
    if before.kind == "?":
        return Expectation("the options of a selector stand in braces: `{` is missing", before, before)
    return Expectation(f"the right side of `{before.kind}` is missing", before, before)


def _spaced(tokens: Tokens, at: int, opener: Opener, before: Token | None, token: Token | None) -> Found:
    """`Package ['a']`: behind a space `[` begins a list."""
    if before is None or token is None or before.kind != "type" or token.kind != "[" or before.end == token.start:
        return None
    message = f"no space may stand between {shown(before)} and `[`"
    return Expectation(message, before, token, instead=f"{before.value}[")


def _pairs(tokens: Tokens, at: int, opener: Opener, before: Token | None, token: Token | None) -> Found:
    """Attributes, hashes, cases and selectors."""
    if before is None or token is None or opener.around not in ("resource", "hash", "case", "selector"):
        return None
    following = tokens[at + 1].kind if at + 1 < len(tokens) else ""
    if opener.around == "case":
        if token.kind == "{":
            return Expectation(f"`:` is missing after {shown(before)}", before, before, True, ":")
        if before.kind == ":":
            return Expectation("what a case does stands in braces: `{` is missing", before, before, after=True)
        return None
    titled = opener.around != "resource" or _has_title(tokens, opener, at)
    if titled and token.kind in (":", "=", "->", "==") and before.kind in _ENDS:
        return Expectation(f"{shown(before)} is followed by `=>`, not by `{token.kind}`", token, token, instead="=>")
    if token.kind == "," and before.kind == ",":
        return Expectation("this `,` is one too many", token, token, instead="")
    if token.kind == "=>" and not titled:
        title = tokens[at - 2] if at > 1 and tokens[at - 2].kind in _ENDS else None
        if title is not None and at - 2 > opener.place:
            return Expectation(f"`:` is missing after the title {shown(title)}", title, title, True, ":")
    if token.kind in _VALUES | {"(", "["} and before.kind in _ENDS:
        if not titled:
            return Expectation(f"`:` is missing after the title {shown(before)}", before, before, True, ":")
        if following == "=>" or _has_value(tokens, at, opener):
            return Expectation(f"`,` is missing before {shown(token)}", before, before, True, ",")
        return Expectation(f"`=>` is missing after {shown(before)}", before, before, True, " =>")
    if token.kind in ("}", ";") and before.kind in _ENDS and not _has_value(tokens, at, opener):
        return Expectation(f"`=>` and a value are missing after {shown(before)}", before, before)
    return None


def _has_title(tokens: Tokens, opener: Opener, at: int) -> bool:
    depth = 0
    for each in tokens[opener.place + 1 : at]:
        depth += {"{": 1, "(": 1, "[": 1, "}": -1, ")": -1, "]": -1}.get(each.kind, 0)
        if each.kind == ":" and depth == 0:
            return True
    return False


def _has_value(tokens: Tokens, at: int, opener: Opener) -> bool:
    """Whether the pair that ends before a token has its arrow already."""
    depth = 0
    for each in range(at - 1, opener.place, -1):
        kind = tokens[each].kind
        depth += {"{": -1, "(": -1, "[": -1, "}": 1, ")": 1, "]": 1}.get(kind, 0)
        if depth == 0 and kind == "=>":
            return True
        if depth == 0 and kind in (",", ":", ";"):
            return False
    return False


def _lists(tokens: Tokens, at: int, opener: Opener, before: Token | None, token: Token | None) -> Found:
    """Arrays, arguments, parameters."""
    if before is None or token is None or opener.around not in ("list", "call", "parameters", "group", "lambda"):
        return None
    if token.kind == "," and before.kind in (",", "(", "["):
        return Expectation("this `,` is one too many", token, token, instead="")
    if token.kind in _VALUES | {"[", "{"} and before.kind in _ENDS:
        return Expectation(f"`,` is missing before {shown(token)}", before, before, True, ",")
    return None
