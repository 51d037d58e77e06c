"""Errors of a look-up, and what a look-up finds."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeVar

from puppetlens.base.errors import Fault, PuppetError, Subject
from puppetlens.base.errors import Location as Place
from puppetlens.types.values import Unknown, Value

__all__ = [
    "Found",
    "LookupError",
    "Origin",
    "Outcome",
    "Place",
    "RubyError",
    "Step",
    "UndefinedVariable",
    "doubtful",
    "of_document",
]


class LookupError(PuppetError):
    """Puppet's `DataBinding::LookupError`.

    Its message is final: the evaluator adds neither the place of the call nor a prefix. `location` is the
    place in hiera.yaml where Puppet names one, and else an empty one, so that none is added.
    """

    def __init__(
        self,
        message: str,
        issue_code: str | None = None,
        location: Place | None = None,
        faults: tuple[Fault, ...] = (),
    ) -> None:
        super().__init__(message, issue_code, location or Place(), faults=faults)


class RubyError(PuppetError):
    """An error of Ruby's own (`ArgumentError`, `RuntimeError`), which no look-up turns into one of its own."""

    def __init__(self, message: str, faults: tuple[Fault, ...] = ()) -> None:
        super().__init__(message, faults=faults)


class UndefinedVariable(RubyError):
    """An undefined variable where the strict settings make that an error."""

    def __init__(self, name: str, reason: str) -> None:
        """`reason` is empty, or why nothing sets the variable `name`."""
        super().__init__(f"Undefined variable '{name}'; {reason}", (Fault("UNKNOWN_VARIABLE", Subject.variable(name)),))
        self.name = name


_Error = TypeVar("_Error", bound=PuppetError)


def of_document(error: _Error, code: str, place: Place) -> _Error:
    """The same error, known to be what the check `code` tells of a file of data, and where: Puppet names another place or none.

    Of look-ups inside of each other the innermost knows it, and what knows what it is about says it with its own code.
    """
    if error.exact is None and place.file is not None:
        known = next((each for each in error.faults if each.subject.kind), Fault(code, Subject.document(place.file)))
        error.faults = (known._replace(place=place),)
        error.exact = place
    return error


class Origin(NamedTuple):
    """Where data stands: a file of a data directory, and the key's line and column (from 1)."""

    file: str
    line: int | None = None
    column: int | None = None


class Found(NamedTuple):
    """A value with the places that contributed to it, the one of highest priority first.

    `doubtful` is set where nobody knows whether a place has the key at all: its value is Unknown then.
    """

    value: Value
    origins: tuple[Origin, ...] = ()
    doubtful: bool = False


def doubtful(unknown: Unknown, unless: str) -> Found:
    """What a place has that cannot be asked: `unless` says which."""
    return Found(Unknown(*unknown.reasons, unless=unless), (), True)


Outcome = Literal["found", "no such key", "not there", "cannot be asked"]


class Step(NamedTuple):
    """One place that was asked for a key: a level of a layer, at one of its locations where it has any."""

    key: str
    #: "global", "environment", "module web", "default hierarchy of module web".
    layer: str
    level: str
    #: A path or a URI.
    location: str | None
    outcome: Outcome
    origins: tuple[Origin, ...] = ()
