"""Answers kept by what a file holds, so that nobody need say when it changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from ..base.digest import blake2b

#: How many answers each reader keeps.
KEPT = 1024

T = TypeVar("T")


def kept(read: Callable[[bytes], T]) -> Callable[[bytes], T]:
    """Keep the latest answers of a reader; the oldest goes first. The bytes themselves are not held."""
    answers: dict[bytes, T] = {}

    @wraps(read)
    def ask(data: bytes) -> T:
        digest = blake2b(data, digest_size=16).digest()
        try:
            return answers[digest]
        except KeyError:
            answer = read(data)
        if len(answers) >= KEPT:
            answers.pop(next(iter(answers)), None)  # another thread may have been quicker
        answers[digest] = answer
        return answer

    return ask
