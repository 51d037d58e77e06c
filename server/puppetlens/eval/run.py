"""What a compilation is allowed, what it says, and what it does not know: nothing of the catalog it makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..base.cancellation import NEVER, CancellationToken
from ..base.errors import Fault, Location, PuppetError, Subject
from ..base.language import Language
from ..library.host import Host
from ..types.values import Unknown, Value
from .holes import ANYTHING, NOTHING, Code, Found, Hole, Holes, Types
from .trial import TOO_DEEP, Trials

if TYPE_CHECKING:
    from .observation import Observation

#: A level, a message and, in warnings of Puppet's own, where it belongs.
Log = list[Any]

_STEPS_PER_CHECK = 1000
_DEEPEST = 400
#: Variables that may always be read.
_NEVER_UNKNOWN = frozenset(("caller_module_name", "module_name"))


class Frame(Protocol):
    """A call that is under way, or the code outside of definitions."""

    @property
    def frame(self) -> tuple[str, int]:
        """File and line, as Puppet's stack has them."""


class Program(NamedTuple):
    """The code of a manifest outside of definitions: a frame without a line."""

    file: str

    @property
    def frame(self) -> tuple[str, int]:
        return self.file, 0


class Run:
    """Exists before anything else of a compilation, so that all that is read can warn."""

    def __init__(
        self,
        language: Language,
        certname: str,
        *,
        storeconfigs: bool = False,
        host: Host | None = None,
        server_settings: Mapping[str, Any] = MappingProxyType({}),
        unknown_facts: Unknown | None = None,
        observation: Observation | None = None,
        token: CancellationToken = NEVER,
    ) -> None:
        """`unknown_facts` is what a variable is that nothing has set, where it may be a fact that is not known."""
        self.language, self.certname, self.storeconfigs = language, certname, storeconfigs
        #: What is asked of the outside.
        self.host = Host() if host is None else host
        #: What is known of the server's settings.
        self.server_settings = server_settings
        self.unknown_facts = unknown_facts
        #: Keeps what code comes to, where somebody looks.
        self.observation = observation
        self._token = token
        self.logs: list[Log] = []
        #: What some of the logs are about, by their places in `logs`.
        self.told_of: dict[int, Subject] = {}
        #: Code that was not run and may have declared something; `noted` has what else is not known.
        self.holes = Holes()
        self.noted: list[tuple[Unknown, Location]] = []
        #: How many functions written in Puppet are being called.
        self.functions = 0
        #: Where code is evaluated to find mistakes in it, what was found.
        self.trials: Trials | None = None
        #: What functions keep from one call to the next.
        self.store: dict[object, Any] = {}
        #: The parts of the templates that are being rendered, the innermost last.
        self.rendered: list[list[Value]] = []
        #: What is being called, the innermost last.
        self.calls: list[Frame] = []
        #: The texts that code got out of Sensitive values.
        self.revealed: set[str] = set()
        self._warned: set[tuple[str, str]] = set()
        self._steps = 0
        self._depth = 0

    # Limits

    def step(self) -> None:
        self._steps += 1
        if self._steps % _STEPS_PER_CHECK == 0:
            self._token.check()

    def enter(self) -> None:
        """A function or a lambda begins: the only step of an empty one."""
        self.step()
        self._depth += 1
        if self._depth > _DEEPEST:
            raise PuppetError(TOO_DEEP, None, Location())

    def leave(self) -> None:
        self._depth -= 1

    # Messages

    def log(self, level: str, message: str) -> None:
        self.logs.append([level, message])

    def warn(
        self, message: str, location: Location, issue_code: str | None = None, about: Subject | None = None
    ) -> None:
        data: dict[str, Any] = {"sys": True}
        if location.file is not None:
            data["file"] = location.file
        if location.line is not None:
            data["line"] = location.line
        if location.column is not None:
            data["column"] = location.column
        if issue_code:
            data["issue_code"] = issue_code
        if about is not None:
            self.told_of[len(self.logs)] = about
        self.logs.append(["warning", message, data])

    def has_warned(self, kind: str, key: str) -> bool:
        """Whether `warn_once` has nothing more to say."""
        return (kind, key) in self._warned

    def warn_once(
        self, kind: str, key: str, message: str, location: Location | None = None, about: Subject | None = None
    ) -> None:
        """Once per `kind` and `key`, with the place below it."""
        if (kind, key) not in self._warned:
            self._warned.add((kind, key))
            where = location or Location()
            place = f"file: {where.file}, line: {where.line}" if where.file else "file & line not available"
            self.warn(f"{message}\n   ({place})", Location(), about=about)

    # What is not known

    def note_hole(self, unknown: Unknown, location: Location, types: Types = ANYTHING, code: Code = ()) -> Unknown:
        """Code that may have declared something was not run; `types` where it can be resources of these types alone."""
        unknown = unknown.plain()
        self.holes.add(Hole(unknown, location, types, code=code))
        return self._render(unknown)

    def note_skipped(self, unknown: Unknown, location: Location, ask: Callable[[], Found]) -> Unknown:
        """The same where what it may have declared can be asked again."""
        found = ask()
        if found.types == NOTHING:
            return self.note_undecided(unknown, location)
        unknown = unknown.plain()
        self.holes.add(Hole(unknown, location, *found, ask=ask))
        return self._render(unknown)

    def class_evaluated(self, name: str) -> None:
        self.noted += [(hole.unknown, hole.location) for hole in self.holes.class_evaluated(name)]

    def note_undecided(self, unknown: Unknown, location: Location) -> Unknown:
        """Code was not run that declares nothing."""
        self.noted.append((unknown, location))
        return self._render(unknown.plain())

    def _render(self, unknown: Unknown) -> Unknown:
        """The text that the code may have rendered."""
        if self.rendered:
            self.rendered[-1].append(unknown)
        return unknown

    def note_apart(self, unknown: Unknown, location: Location) -> None:
        """Note what nothing else depends on: a relationship of what is not known, a statement that may be an error."""
        self.noted.append((unknown, location))

    def note_hidden(self, unknown: Unknown, location: Location, type_name: str) -> None:
        """A resource may be there, or may go by another name: a reference to nothing may be one to it."""
        self.noted.append((unknown, location))
        self.holes.hide(unknown, location, frozenset((type_name.lower(),)))

    def note_exported(self, unknown: Unknown, location: Location, types: Types) -> None:
        """No PuppetDB can be asked: other nodes' exported resources may be in the catalog."""
        self.noted.append((unknown, location))
        self.holes.exported.append(Hole(unknown, location, types))

    def may_hide(self, type_name: str) -> bool:
        """Whether resources of a type may exist that are not known here."""
        return bool(self.holes.exported) or self.holes.of(type_name) is not None

    def hole_unknown(self, type_name: str = "class") -> Unknown | None:
        """Why a resource of a type that is not found may be there all the same; None where all was decided."""
        return self.holes.of(type_name)

    def hidden_unknown(self) -> Unknown | None:
        """Why there may be any resource that is not known here."""
        return self.holes.of_any()

    def may_be_unset(self, name: str) -> bool:
        """Whether a variable without a value is worth no message."""
        return name in _NEVER_UNKNOWN or name.isdigit()

    def unset_in_hole(self, name: str) -> Unknown | None:
        """What a variable is that nothing has set, where code that was not run may have: that of a class can be."""
        return self.hole_unknown("class") if "::" in name.removeprefix("::") else None

    def unset_variable(self, name: str, location: Location) -> Value:
        """Undef with a warning, an error under `strict_variables`; Unknown where a hole may set it."""
        hole = self.unset_in_hole(name)
        if hole is not None:
            return hole
        if self.may_be_unset(name):
            return None
        message, about = f"Unknown variable: '{name}'.", Subject.variable(name)
        if self.language.strict_variables or self.language.strict == "error":
            fault = Fault("UNKNOWN_VARIABLE", about)
            raise PuppetError(f"Evaluation Error: {message}", "UNKNOWN_VARIABLE", location, faults=(fault,))
        if self.language.strict == "warning":
            self.warn(message, location, "UNKNOWN_VARIABLE", about)
        return None
