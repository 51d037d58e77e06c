"""Which texts a Sensitive value hides.

Of a text it is the text. Of a list or a hash it is each text inside, at any depth, that could be a secret by itself: with
six characters or more, or four if letters and digits are among them, and no word that resources are full of (`present`).
A number is one, too, where it has that many characters: a shorter one is a port, a mode or a count as often.
Keys name what is secret and are none. The value is Puppet's own, or its rich data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..types.values import Hash, Sensitive, Value

#: Texts shorter than this are words, modes and numbers as often as secrets.
SHORT = 6
_MIXED = re.compile(r"(?=.*[A-Za-z])(?=.*\d).{4}", re.DOTALL)
_WORDS = """
    present absent installed latest purged directory running stopped enabled disabled manual default localhost
    127.0.0.1 0.0.0.0"""
_OF_RESOURCES = frozenset(_WORDS.split())


def could_be_secret(text: str) -> bool:
    """Whether a text inside of a Sensitive list or hash is one by itself."""
    return text not in _OF_RESOURCES and (len(text) >= SHORT or _MIXED.match(text) is not None)


def secret_texts(hidden: Value) -> Iterator[str]:
    """The texts of what a Sensitive value hides."""
    if isinstance(hidden, str):
        yield hidden
    else:
        yield from _members(hidden)


def _members(value: Value) -> Iterator[str]:
    if isinstance(value, str):
        if could_be_secret(value):
            yield value
    elif isinstance(value, (int, float)):
        if len(str(value)) >= SHORT and not isinstance(value, bool):
            yield str(value)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _members(each)
    elif isinstance(value, Sensitive):
        yield from secret_texts(value.value)
    elif isinstance(value, Hash):
        for _, each in value.pairs():
            yield from _members(each)
    elif isinstance(value, dict):
        yield from _members_of_data(value)


def _members_of_data(value: dict[str, Value]) -> Iterator[str]:
    kind = value.get("__ptype")
    for name, each in value.items():
        if name == "__pvalue" and kind == "Sensitive":
            yield from secret_texts(each)
        elif name == "__pvalue" and kind == "Hash" and isinstance(each, list):
            yield from _members(each[1::2])  # keys and values by turns
        elif name != "__ptype":
            yield from _members(each)


def hidden_in(value: Value) -> Iterator[str]:
    """The texts of the Sensitive values inside of a value of Puppet's."""
    if isinstance(value, Sensitive):
        yield from secret_texts(value.value)
    elif isinstance(value, tuple):
        for each in value:
            yield from hidden_in(each)
    elif isinstance(value, Hash):
        for pair in value.pairs():
            yield from hidden_in(pair)
