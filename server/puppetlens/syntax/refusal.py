"""What real Puppet says of a text as it reads it: the error that stops it, and warnings.

Most texts parse, so what finds out is loaded when one does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .parse import ParsedFile

if TYPE_CHECKING:
    from .find_refusal import Refusal


def refusal(file: ParsedFile) -> Refusal | None:
    """The error that stops real Puppet; None for a file that parses."""
    if not file.program.faults:
        return None
    from .find_refusal import find_refusal

    return find_refusal(file)


def warnings(file: ParsedFile, refused: Refusal | None) -> list[tuple[str, str, int]]:
    """What Puppet warns of as it reads the tokens of a file: message, issue code and offset (bytes)."""
    if not file.odd_escapes:
        return []
    from .find_refusal import find_warnings

    return find_warnings(file, refused)
