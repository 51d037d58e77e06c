"""Quote the arguments for a Bourne shell and join them by spaces; arrays count as their elements."""

from __future__ import annotations

import re

from ...base.byte_text import joined
from ...base.errors import PuppetError
from ...types.values import Value
from ..class_names import flattened
from ..context import Context
from ..function import Function
from ..ruby_text import to_s

EXAMPLES = {"notice(shellquote('ls', ['a b', 'c']))": 'ls "a b" c'}

FUNCTION = Function(__name__, __doc__, EXAMPLES, legacy=True)

_SAFE = re.compile(r"[a-zA-Z0-9@%_+=:,./-]+\Z")
_DANGEROUS = re.compile(r'[!"`$\\]')


def quoted(word: Value) -> str:
    if not isinstance(word, str):
        raise PuppetError(f"undefined method `length' for {to_s(word)}")
    if _SAFE.match(word):
        return word
    if _DANGEROUS.search(word) is None:
        return f'"{word}"'
    if "'" not in word:
        return f"'{word}'"
    return '"' + _DANGEROUS.sub(r"\\\g<0>", word) + '"'


@FUNCTION.dispatch("Any *$words")
def quote(_: Context, *words: Value) -> str:
    return joined([quoted(word) for word in flattened(words)], " ")
