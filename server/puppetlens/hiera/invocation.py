"""The state of one look-up, handed down to the look-ups that it causes."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from puppetlens.base.errors import PuppetError
from puppetlens.types.values import Hash, Value

from .errors import LookupError, RubyError
from .variables import Variables


class Invocation(msgspec.Struct):
    """`names` is what is being looked up right now, outermost first: where one comes back is a recursion."""

    variables: Variables
    #: Looks a key up for `%{lookup('...')}`: the value, "" where there is none.
    lookup: Callable[[str, Invocation], Value]
    overrides: Hash = msgspec.field(default_factory=Hash)
    defaults: Hash = msgspec.field(default_factory=Hash)
    #: As from Puppet 8: a variable that `defaults` has is not missed.
    defaults_are_known: bool = False
    names: list[str] = msgspec.field(default_factory=list)
    global_only: bool = False
    #: Called by one of the `hiera*` functions.
    legacy_call: bool = False
    module_name: str | None = None
    top_key: str = ""

    def child(self, variables: Variables | None = None) -> Invocation:
        """An invocation for a look-up inside this one."""
        return Invocation(
            variables or self.variables,
            self.lookup,
            self.overrides,
            self.defaults,
            self.defaults_are_known,
            list(self.names),
            self.global_only,
            self.legacy_call,
        )

    def begin(self, name: str) -> None:
        """Refuse to look `name` up while it is being looked up."""
        if name in self.names:
            raise LookupError(f"Recursive lookup detected in [{', '.join(self.names)}]")
        self.names.append(name)

    def within(self, name: str) -> _Within:
        """While `name` is looked up; errors inside become look-up errors."""
        self.begin(name)
        return _Within(self.names)


class _Within:
    """What `contextmanager` would make, at a third of the cost: each layer is asked in one for each key."""

    __slots__ = ("_names",)

    def __init__(self, names: list[str]) -> None:
        self._names = names

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._names.pop()
        if not isinstance(error, PuppetError) or isinstance(error, LookupError):
            return
        if isinstance(error, RubyError) and error.location is None:
            return
        refused = LookupError(error.message, location=error.location)
        refused.reported, refused.faults, refused.related = error.reported, error.faults, error.related
        refused.exact = error.exact
        raise refused from error
