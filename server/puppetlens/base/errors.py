"""The one exception that stands for an error real Puppet would report."""

from __future__ import annotations

from typing import NamedTuple


class Location(NamedTuple):
    """Where Puppet says a thing is: `line` and `column` count from 1, columns in code points."""

    file: str | None = None
    line: int | None = None
    column: int | None = None


class Subject(NamedTuple):
    """What a fault is about: `("class", "web")`, `("resource_type", "file", "mode")`, `("fact", "os")`. Names are normalised.

    By it a check's finding and an evaluation's error are known to tell the same fact.
    """

    kind: str
    name: str
    parameter: str = ""

    @classmethod
    def variable(cls, name: str) -> Subject:
        """One that `$name` asks for: `$::x` asks another scope than `$x`, and `$::web::x` the same as `$web::x`."""
        plain = name.removeprefix("::")
        return cls("variable", plain if "::" in plain else name)

    @classmethod
    def document(cls, path: str) -> Subject:
        """A file of data that a check tells as a whole: that it does not parse, that it holds something else."""
        return cls("document", path)


class Fault(NamedTuple):
    """One thing that is wrong, as data. `code` is that of the check that finds the same, were there one.

    `title` is that of the resource, or the name of the class, whose declaration the error's place is: of several titles
    in one expression an editor underlines this one. `place` is where it is to be mended where that is not the code which fails by
    it: in a file of data or configuration, or in a template that cannot be read. There alone it is told.
    """

    code: str
    subject: Subject
    title: str = ""
    place: Location | None = None

    @classmethod
    def missing_file(cls, name: str) -> Fault:
        """Of a file or template of a module, `module/path`, or an absolute path."""
        return cls("MISSING_FILE", Subject("file", name))

    @classmethod
    def undeclared(cls, reference: str) -> Fault:
        """Of a resource that is named as `File[/a]` and that nothing declares."""
        return cls("UNDECLARED_RESOURCE", Subject("resource", reference))


#: Names, keys and indices that lead into what something sets.
Way = tuple[str | int, ...]


class Reported(NamedTuple):
    """A message of Puppet's with its issue code, where it has one."""

    message: str
    where: Location
    code: str | None = None


#: What is said of the place that Puppet's message has, where the fault is elsewhere.
NAMED_PLACE = "Puppet names this place"


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
        faults: tuple[Fault, ...] = (),
        related: tuple[tuple[str, Location], ...] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.issue_code = issue_code
        self.location = location
        #: Where the fault is, for an editor, where Puppet itself names a line, the whole resource or nothing.
        self.exact = exact
        #: What the message says: where it says several things, one for each line below its first.
        self.faults = faults
        #: Other places that the message names, each with what is there.
        self.related = related
        #: To what is wrong of the values that are set where the fault is: the name of one, then into it.
        self.way: Way = ()
        #: Messages reported before this one ended the compilation (several static errors in one file).
        self.reported: list[Reported] = []
        #: What was being evaluated, the innermost first, each with where it was declared, once that is known.
        self.chain: list[tuple[str, Location | None]] = []

    def retold(self, message: str) -> PuppetError:
        """The same fault in another sentence, which nothing has passed on yet."""
        told = PuppetError(message, self.issue_code, self.location, self.exact, self.faults, self.related)
        told.reported, told.way = self.reported, self.way
        return told


class RefusedByAgent(PuppetError):
    """What Puppet compiles, and an agent refuses: all of the catalog."""


def innermost(error: PuppetError) -> PuppetError:
    """What an error was told of first: a fault of a define is told again at the define's declaration."""
    while isinstance(error.__cause__, PuppetError):
        error = error.__cause__
    return error


def whole_chain(error: PuppetError) -> list[tuple[str, Location | None]]:
    """What an error is inside of, and where that is declared, the innermost first: of the error itself and its causes."""
    chain = list(error.chain)
    while isinstance(error.__cause__, PuppetError):
        error = error.__cause__
        chain = [*error.chain, *chain]
    return chain


def without_frames(error: PuppetError) -> PuppetError:
    """Itself, with its causes; what Python keeps with them holds all that there was where they were raised."""
    at: BaseException | None = error
    while at is not None:
        at.__traceback__ = at.__context__ = None
        at = at.__cause__
    return error


class FailedByIntent(PuppetError):
    """What code says itself by `fail()` or an assertion: no mistake in it."""


#: What is said of a file that an evaluation may not read.
OUTSIDE = "lies outside of the environment, its modules and the opened folders, none of them trusted"


class OutsideError(PuppetError):
    """A file that lies outside of the folders that an evaluation may read: what it holds is unknown."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} {OUTSIDE}")


class TookTooLong(Exception):
    """Work that was given a time did not end in it."""


class Cancelled(Exception):
    """The work was given up because nobody waits for its result any more."""


class RevisionError(Exception):
    """There is no such revision of git, or its objects cannot be read: what, in words for people."""
