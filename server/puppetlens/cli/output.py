"""What is written can be any text: names that are no UTF-8 as they are, what no encoding has by its number. And whether it
has colours."""

from __future__ import annotations

import codecs
import os
import sys
from io import TextIOWrapper

import click

from ..base.brief import brief, visible

_NAME = "puppetlens"


def tell_error(message: str) -> None:
    """On stderr. What somebody gave may be endless, and messages repeat it."""
    click.secho(f"Error: {visible(brief(message))}", err=True, fg="red")


def show_any_text() -> None:
    """Make stdout and stderr write what they would refuse."""
    codecs.register_error(_NAME, _written)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_NAME)


def wants_colour() -> bool | None:
    """As people say it (https://no-color.org, https://force-color.org); None: on a terminal alone."""
    if os.environ.get("NO_COLOR"):
        return False
    return True if os.environ.get("FORCE_COLOR") not in (None, "", "0") else None


def _written(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    character = error.object[error.start]
    if "\udc80" <= character <= "\udcff":
        return bytes([ord(character) - 0xDC00]), error.start + 1
    return character.encode("ascii", "backslashreplace"), error.start + 1
