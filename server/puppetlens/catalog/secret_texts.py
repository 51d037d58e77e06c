"""Which texts a Sensitive value hides.

Of a text it is the text. Of a list or a hash it is each text inside, at any depth, that could be a secret by itself: with
six characters or more, or four if letters and digits are among them, and no word that resources are full of (`present`).
A number is one, too, where it has that many characters: a shorter one is a port, a mode or a count as often.
Keys name what is secret and are none. Here are those of rich data; `secret_values` has those of Puppet's values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

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


def secret_texts(hidden: Any) -> Iterator[str]:
    """The texts of what a Sensitive value hides, in rich data."""
    if isinstance(hidden, str):
        yield hidden
    else:
        yield from _members(hidden)


def add_hidden(data: Any, found: set[str]) -> bool:
    """The texts that are Sensitive somewhere in JSON data (an answer); whether anything is, if only an empty text or a number."""
    return _may_hide(data) and _add_hidden(data, found)


def _may_hide(data: Any) -> bool:
    """Whether there is anything to look for, in a tenth of the time."""
    try:
        written = msgspec.json.encode(data)
    except (ValueError, OverflowError, TypeError):  # half of a character, a text of a kind of its own
        return True
    return b'"__ptype":"Sensitive"' in written or b'"sensitive_parameters"' in written


def _add_hidden(value: Any, found: set[str]) -> bool:
    is_there = False
    if isinstance(value, list):
        for item in value:
            if isinstance(item, (list, dict)):
                is_there |= _add_hidden(item, found)
    elif isinstance(value, dict):
        if value.get("__ptype") == "Sensitive":
            is_there = True
            found.update(secret_texts(value.get("__pvalue")))
        if value.get("sensitive_parameters"):
            is_there = True
            parameters = value.get("parameters", {})
            for name in value["sensitive_parameters"]:
                found.update(secret_texts(parameters.get(name)))
        for item in value.values():
            if isinstance(item, (list, dict)):
                is_there |= _add_hidden(item, found)
    return is_there


def texts_of_scalar(value: str | float) -> Iterator[str]:
    """What of it could be a secret: itself, or nothing."""
    if isinstance(value, str):
        if could_be_secret(value):
            yield value
    elif len(str(value)) >= SHORT and not isinstance(value, bool):
        yield str(value)


def _members(value: Any) -> Iterator[str]:
    if isinstance(value, (str, int, float)):
        yield from texts_of_scalar(value)
    elif isinstance(value, list):
        for each in value:
            yield from _members(each)
    elif isinstance(value, dict):
        yield from _members_of_hash(value)


def _members_of_hash(value: dict[str, Any]) -> Iterator[str]:
    kind = value.get("__ptype")
    for name, each in value.items():
        if name == "__pvalue" and kind == "Sensitive":
            yield from secret_texts(each)
        elif name == "__pvalue" and kind == "Hash" and isinstance(each, list):
            yield from _members(each[1::2])  # keys and values by turns
        elif name != "__ptype":
            yield from _members(each)
