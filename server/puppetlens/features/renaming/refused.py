"""Why a rename is not done."""

from __future__ import annotations


class Refused(Exception):
    """The sentence is for the person who asked."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
