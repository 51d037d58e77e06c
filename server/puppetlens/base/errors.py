"""The one exception that stands for an error real Puppet would report."""

from __future__ import annotations

from typing import NamedTuple


class Location(NamedTuple):
    """Where Puppet says a thing is: `line` and `column` count from 1, columns in code points."""

    file: str | None = None
    line: int | None = None
    column: int | None = None


class Subject(NamedTuple):
    """What a fault is about: `("class", "web")`, `("type", "web::port")`, `("parameter", "web", "port")`.

    Names are normalised. By it a check's finding and an evaluation's error are known to tell the same fact.
    """

    kind: str
    name: str
    parameter: str = ""


class PuppetError(Exception):
    """An error that real Puppet reports for the same program.

    `message` is Puppet's text without its `(file: ..., line: ..., column: ...)` tail; `issue_code` is
    Puppet's (`UNKNOWN_VARIABLE`, ...) or None where Puppet gives none. `location` is filled by the layer
    that knows it: types and functions raise without one, the evaluator adds it.
    """

    def __init__(
        self,
        message: str,
        issue_code: str | None = None,
        location: Location | None = None,
        exact: Location | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.issue_code = issue_code
        self.location = location
        #: Where the fault is, for an editor, where Puppet itself names a line, the whole resource or nothing.
        self.exact = exact
        #: Messages reported before this one ended the compilation (several static errors in one file).
        self.reported: list[tuple[str, Location]] = []
        #: What was being evaluated, the innermost first, each with where it was declared, once that is known.
        self.chain: list[tuple[str, Location | None]] = []


class Cancelled(Exception):
    """The work was given up because nobody waits for its result any more."""
