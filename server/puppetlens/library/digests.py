"""Checksums of strings as hexadecimal digits."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from .context import Context
from .function import Function
from .legacy import text_argument


def digest_function(name: str, doc: str | None, examples: Mapping[str, str]) -> Function:
    """A function named after its algorithm."""
    function = Function(name, doc, examples, legacy=True)

    @function.dispatch("String $text")
    def of_text(_: Context, text: object) -> str:
        return hexdigest(function.name, text_argument(text))

    return function


def hexdigest(algorithm: str, text: str) -> str:
    return hashlib.new(algorithm, text.encode("utf-8", "surrogateescape"), usedforsecurity=False).hexdigest()
