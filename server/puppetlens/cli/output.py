"""What is written can be any text: names that are no UTF-8 as they are, what no encoding has by its number. And whether it
has colours."""

from __future__ import annotations

import codecs
import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper

import click

from ..base.brief import brief, visible
from .limits import NO_ANSWER

_NAME = "puppetlens"

#: The exit status of a process that SIGPIPE ended, as a shell has it.
_READER_GONE = 141
_OF_A_STREAM = (errno.EPIPE, errno.ENOSPC, errno.EBADF, errno.EIO, errno.EFBIG, errno.EDQUOT)


def tell_error(message: str) -> None:
    """On stderr. What somebody gave may be endless, and messages repeat it."""
    click.secho(f"Error: {visible(brief(message))}", err=True, fg="red")


def show_any_text() -> None:
    """Make stdout and stderr write what they would refuse."""
    codecs.register_error(_NAME, _written)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_NAME)


@contextmanager
def written() -> Iterator[None]:
    """Ends the process where stdout does not take what is written: quietly where its reader has gone (`| head -1`), as from the signal."""
    if sys.stdout is None:
        tell_error("the output cannot be written: stdout is closed")
        sys.exit(NO_ANSWER)
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except OSError as problem:
        if problem.errno not in _OF_A_STREAM or problem.filename is not None:
            raise
        with suppress(OSError):  # Python would try once more to write what is left
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if problem.errno == errno.EPIPE:
            sys.exit(_READER_GONE)
        tell_error(f"the output cannot be written: {problem.strerror}")
        sys.exit(NO_ANSWER)


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
