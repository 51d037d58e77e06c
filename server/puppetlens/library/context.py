"""What a function may ask of the evaluation that calls it.

`eval` implements `Context` and `Lambda`; tests do with a small fake. A function reports an error as a
`PuppetError` without location: without issue code it is what Puppet shows as "Error while evaluating a
Function Call, ...", with one it is that issue itself; the evaluator adds the place of the call to both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Protocol

from ..base.errors import Location, PuppetError
from ..base.language import Language
from ..types.values import Hash, Unknown, Value

if TYPE_CHECKING:
    from ..types import Type
    from .host import Host

LogLevel = Literal["debug", "info", "notice", "warning", "err", "alert", "crit", "emerg"]


class Missing:
    """The type of `MISSING`."""

    def __repr__(self) -> str:
        return "MISSING"


#: "There is none", where undef is a value that can be had.
MISSING: Final = Missing()


class Lambda(Protocol):
    """The block of a call."""

    @property
    def callable_type(self) -> Type:
        """The `Callable` that dispatch compares with a signature's block."""

    @property
    def parameter_names(self) -> tuple[str, ...]: ...

    @property
    def required_count(self) -> int:
        """How many parameters have no default and do not capture the rest."""

    @property
    def captures_rest(self) -> bool:
        """Whether the last parameter takes all further arguments (`*$rest`)."""

    def call(self, *arguments: Value) -> Value:
        """Run it; the value of its last expression, or that of a `next()` inside.

        `BreakIteration` and `ReturnValue` pass through.
        """


class LookupOptions(NamedTuple):
    """The arguments of `lookup()` besides the names, in all its forms."""

    value_type: Type | None = None
    merge: Value = None
    default: Value = MISSING
    override: Hash = Hash()
    default_values: Hash = Hash()


class Context(Protocol):
    """The evaluation around a call, as seen from the place of the call."""

    @property
    def language(self) -> Language: ...

    @property
    def location(self) -> Location:
        """File and line of the innermost call, as Puppet's stack has it."""

    @property
    def store(self) -> dict[object, Any]:
        """What functions keep until the compilation ends, each under keys of its own."""

    # Variables -------------------------------------------------------------------------------------------

    def variable(self, name: str) -> Value:
        """The value of `$name` as code at the call would see it; `MISSING` where it is not set.

        Reports nothing. Unknown where it may have been set in a hole.
        """

    def reveal(self, value: Value) -> None:
        """Note that code gets what a Sensitive hides: no face is to show it."""

    # Messages --------------------------------------------------------------------------------------------

    def log(self, level: LogLevel, message: str) -> None:
        """A message of the program's own, made through the scope."""

    def warn(self, message: str, issue_code: str | None = None, location: Location | None = None) -> None:
        """A warning of Puppet's own."""

    def warn_once(self, kind: str, key: str, message: str, location: Location | None = None) -> None:
        """A warning of Puppet's own, once per `kind` and `key`, with its place below it as Puppet prints it.

        Nothing where the setting `disable_warnings` names `kind`.
        """

    def unknown(self, reason: str) -> Unknown:
        """A value that cannot be known, for `reason`, since this call."""

    def hole(self, unknown: Unknown, type_name: str | None = None) -> None:
        """Note that this call would have changed the catalog in a way that depends on `unknown`: added resources of one
        type, or whatever."""

    def skip(self, unknown: Unknown, block: Lambda | None) -> None:
        """Note that a block was not called, or not to its end, because of `unknown`."""

    def stops(self, unknown: Unknown, block: Lambda | None) -> bool:
        """Whether a block is not to be called again, as `unknown` decides whether it would be and calls are seen; noted."""

    # Functions and types ---------------------------------------------------------------------------------

    def call_function(self, name: str, arguments: Sequence[Value], block: Lambda | None = None) -> Value:
        """Call any function by name, as the language does. Raises Puppet's error for an unknown one."""

    def parse_type(self, text: str) -> Type:
        """The type that an expression denotes, type aliases of the environment included."""

    def evaluate_epp(self, text: str, path: str | None, parameters: Hash | None) -> Value:
        """What an EPP template renders: a String, or a Sensitive one.

        `path` is None for `inline_epp`, whose text sees the local variables when it declares no parameters.
        """

    @property
    def host(self) -> Host:
        """What is asked of the outside."""

    def evaluate_erb(self, text: str, path: str | None = None, name: str | None = None) -> Value:
        """What an ERB template renders: one in a file by the name that the call gives, or (`inline_template`) a text."""

    # The environment -------------------------------------------------------------------------------------

    def has_class(self, name: str) -> bool:
        """Whether a class of this name can be loaded (`""` is the main class)."""

    def has_resource_type(self, name: str) -> bool:
        """Whether a native type or a define of this name can be loaded."""

    def module_path(self, name: str) -> str | None:
        """The folder of a module."""

    def find_file(self, kind: Literal["files", "templates"], name: str) -> str | None:
        """The absolute path that `module/path` (or an absolute path) denotes, if that is a file."""

    def read_file(self, path: str) -> bytes:
        """The bytes of a file that `find_file` found."""

    # Data ------------------------------------------------------------------------------------------------

    def lookup(self, names: str | tuple[str, ...], options: LookupOptions, block: Lambda | None = None) -> Value:
        """`lookup()`."""

    def hiera(self, key: str, merge: Literal["first", "unique", "hash"], default: Value, block: Lambda | None) -> Value:
        """What `hiera()` (first), `hiera_array()` (unique) and `hiera_hash()` (hash) find.

        `default` is `MISSING` where none is given.
        """

    # The catalog -----------------------------------------------------------------------------------------

    def find_resource(self, type_name: str, title: str) -> bool | Unknown:
        """Whether the resource is in the catalog by now; Unknown where a hole could have declared it."""

    def class_meant(self, name: str) -> str:
        """The full name, in lower case, of the class that `name` means at the place of the call."""

    def include_classes(self, names: Sequence[str]) -> None:
        """Declare classes, as `include` does; an unknown name is Puppet's error."""

    def contain_classes(self, names: Sequence[str]) -> None:
        """Declare classes and add containment edges from the resource that contains the call."""

    def require_classes(self, names: Sequence[str]) -> None:
        """Declare classes and add them to `require` of the resource that contains the call."""

    def create_resources(
        self,
        type_name: str,
        titles: Sequence[str | float],
        parameters: Hash,
        form: Literal["regular", "virtual", "exported"],
        rest: Unknown | None = None,
    ) -> tuple[Value, ...]:
        """Add resources (`type_name` in lower case, `class` too); their references. `rest` is why they may have any other
        attribute.

        `parameters` are as evaluated, undef included; titles may be any values, as keys of a hash are.
        """

    def realize(self, references: Sequence[Value]) -> None:
        """Realize resources by reference, those declared later too."""

    def tag(self, names: Sequence[Value]) -> None:
        """Tag the resource that contains the call."""

    def is_tagged(self, name: Value) -> bool | Unknown:
        """Whether the catalog, or the resource that contains the call, has a tag."""


# Control flow ------------------------------------------------------------------------------------------


class ControlFlow(Exception):
    """A jump out of an evaluation, begun at `location` (file and line, as Puppet's stack has them).

    Where nothing waits for it, Puppet's error is `<name>() from context where this is illegal`.
    """

    name = ""

    def __init__(self, location: Location, value: Value = None) -> None:
        super().__init__(self.name)
        self.location = location
        self.value = value

    def illegal(self) -> PuppetError:
        return PuppetError(f"{self.name}() from context where this is illegal", location=Location(*self.location[:2]))


class BreakIteration(ControlFlow):
    """`break()`: ends the innermost iteration of a function that waits for it."""

    name = "break"

    def take(self) -> None:
        """To be called by the function that it ends."""


class NextIteration(ControlFlow):
    """`next()`: ends the innermost lambda, function, class or define with a value."""

    name = "next"


class ReturnValue(ControlFlow):
    """`return()`: ends the innermost function, class, define or top-level code with a value."""

    name = "return"


class UndecidedBreak(BreakIteration):
    """A `break()` that may be or not: what the function that it would end gives, its `value`, is not known."""

    taken = False

    def take(self) -> None:
        self.taken = True
        raise self
