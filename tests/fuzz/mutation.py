"""Programs that real people could have written, with some words exchanged, doubled or gone."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from random import Random

from puppetlens.library import functions

from .values import LITERALS, TYPES

LANGUAGE = Path(__file__).parents[1] / "conformance" / "language"
sys.path.insert(0, str(LANGUAGE))
from programs import programs_of, topics  # noqa: E402  (it is no package)

_WORD = re.compile(
    r"""\s+|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[$\w:]+|=>|\+>|->|~>|<-|<~|<\||\|>|=~|!~|==|!=|<=|>=|.""", re.S
)
#: Short pieces of code that change much.
_PIECES = (
    *LITERALS,
    *TYPES,
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "|",
    "=>",
    "->",
    "*",
    "$x",
    "notice(1)",
    "<| |>",
    "@",
    ",",
    ":",
    ";",
    "include",
    ".map |$x| { $x }",
)


@cache
def sources() -> tuple[dict[str, str], ...]:
    """The files of each program of the suite, and the examples of the functions."""
    found = [program.files for topic in topics() for program in programs_of(topic)]
    for name in functions.names():
        function = functions.find(name)
        assert function is not None
        found += [{"manifests/site.pp": example} for example in function.examples]
    return tuple(found)


def mutated(random: Random) -> dict[str, str]:
    """One of the programs, changed in one to three places of one of its files."""
    files = dict(random.choice(sources()))
    path = random.choice(sorted(files))
    words = _WORD.findall(files[path])
    for _ in range(random.choice((1, 1, 2, 3))):
        if words:
            _change(words, random.randrange(len(words)), random)
    files[path] = "".join(words)
    return files


def _change(words: list[str], at: int, random: Random) -> None:
    """Most often put another word of the same kind in its place, which leaves the syntax as it was."""
    how = random.randrange(40)
    if how == 0:
        del words[at]
    elif how == 1:
        words.insert(at, words[at])
    elif how == 2:
        other = random.randrange(len(words))
        words[at], words[other] = words[other], words[at]
    elif how == 3:
        del words[at : at + random.randint(1, 6)]
    elif how == 4:
        words[at] = random.choice(_PIECES)
    else:
        kind = _kind(words[at])
        if kind in ("string", "number") and random.randrange(3) == 0:
            words[at] = random.choice((*LITERALS, *TYPES))
        elif kind in _SYNTAX:
            _change(words, random.randrange(len(words)), random)
        else:
            words[at] = random.choice(_by_kind()[kind])


#: Kinds of words that hold a program together.
_SYNTAX = ("space", "bracket", "keyword")
_KEYWORDS = frozenset(
    [
        "class",
        "define",
        "function",
        "node",
        "type",
        "if",
        "elsif",
        "else",
        "unless",
        "case",
        "inherits",
        "and",
        "or",
        "in",
    ]
)


def _kind(word: str) -> str:
    first = word[0]
    if first.isspace():
        return "space"
    if word in _KEYWORDS:
        return "keyword"
    if first in "'\"":
        return "string"
    if first == "$":
        return "variable"
    if first.isdigit():
        return "number"
    if first.isalpha() or first in "_:":
        return "type" if first.isupper() else "name"
    return "bracket" if word in "()[]{}|,;:=#@" or word in ("=>", "<|", "|>") else "operator"


@cache
def _by_kind() -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for files in sources():
        for word in _WORD.findall(files.get("manifests/site.pp", "")):
            found.setdefault(_kind(word), {}).setdefault(word)
    return {kind: tuple(words) for kind, words in found.items()}
