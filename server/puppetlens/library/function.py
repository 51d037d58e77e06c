"""A built-in function: what its file in `functions/` declares."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from ..base.errors import OutsideError, PuppetError
from ..types import describe_mismatch, refusal
from ..types.ruby_text import inspect
from ..types.type import Type
from ..types.values import Unknown, UnknownReason, Value, reasons_in
from .context import Context, Lambda, UndecidedBreak
from .legacy import legacy_arguments
from .signature import Signature

#: Called with the context, the arguments, and the block where the signature has one.
Implementation = Callable[..., Value]

#: What an Unknown among the arguments does: `deep` makes the result Unknown wherever it is, `shallow` only
#: where it is an argument itself, `own` leaves it to the implementation.
UnknownRule = Literal["deep", "shallow", "own"]


class Dispatch(NamedTuple):
    signature: Signature
    implementation: Implementation
    #: True where the implementation tells why the arguments are wrong.
    is_mismatch: bool = False
    #: The first major version of Puppet that has it, and the first that has not.
    since: int = 0
    before: int = 99

    def exists_in(self, major: int) -> bool:
        return self.since <= major < self.before


class Function:
    """`FUNCTION` of each file: signatures in the order in which they are tried."""

    def __init__(
        self,
        name: str,
        doc: str | None,
        examples: Mapping[str, str],
        *,
        unknown: UnknownRule = "deep",
        local_types: Mapping[str, str] | None = None,
        legacy: bool = False,
    ) -> None:
        """`name` may be the module's; `examples` maps a program to what it logs, a line a message.

        `legacy` marks the functions of Puppet's API of version 3: they see undef as an empty string, and
        some values as text.
        """
        self.name = name.rpartition(".")[2]
        self.doc = doc or ""
        self.examples = dict(examples)
        self.legacy = legacy
        self._unknown = unknown
        self._local_types = local_types or {}
        self._dispatches: list[Dispatch] = []

    @property
    def signatures(self) -> tuple[Signature, ...]:
        """Those of all versions of Puppet."""
        return tuple(each.signature for each in self._dispatches if not each.is_mismatch)

    def dispatch(
        self, signature: str, *, since: int = 0, before: int = 99
    ) -> Callable[[Implementation], Implementation]:
        """Register the function below as the implementation of a signature.

        `since` and `before`: major versions of Puppet, where not all have it.
        """

        def register(implementation: Implementation) -> Implementation:
            parsed = Signature(signature, self._local_types)
            self._dispatches.append(Dispatch(parsed, implementation, since=since, before=before))
            return implementation

        return register

    def mismatch(self, signature: str) -> Callable[[Implementation], Implementation]:
        """Register the function below as the one that says why arguments of a signature are wrong."""

        def register(implementation: Implementation) -> Implementation:
            self._dispatches.append(Dispatch(Signature(signature, self._local_types), implementation, True))
            return implementation

        return register

    def call(self, context: Context, arguments: tuple[Value, ...], block: Lambda | None = None) -> Value:
        """The result; a `PuppetError` without location for what Puppet refuses."""
        try:
            return self._call(context, arguments, block)
        except OutsideError as outside:
            unknown = context.unknown(outside.message)
            context.skip(unknown, block)
            return unknown

    def _call(self, context: Context, arguments: tuple[Value, ...], block: Lambda | None) -> Value:
        chosen = self._chosen(arguments, block, context.language.puppet_version[0])
        unknown = self._unknown_of(arguments)
        if unknown is not None:
            context.skip(unknown, block)
            return unknown
        if self.legacy:
            return chosen.implementation(context, *legacy_arguments(arguments))
        if chosen.is_mismatch:
            raise PuppetError(f"'{self.name}' {chosen.implementation(context, *arguments)}")
        if chosen.signature.block is not None:
            try:
                result = chosen.implementation(context, *arguments, block=block)
            except UndecidedBreak as jump:
                if not jump.taken:
                    raise
                return jump.value
        else:
            result = chosen.implementation(context, *arguments)
        returns = chosen.signature.return_type
        if returns is not None and not returns.accepts(result):
            raise PuppetError(describe_mismatch(f"value returned from function '{self.name}'", returns, result))
        return result

    def return_type(self, arguments: tuple[Value, ...], major: int) -> Type | None:
        """What a call with these arguments is said to return; None where nothing is said."""
        for dispatch in self._dispatches:
            if dispatch.exists_in(major) and (self.legacy or dispatch.signature.accepts(arguments, None)):
                return None if self.legacy else dispatch.signature.return_type
        raise no_such_arity(self.name, arguments)

    def _chosen(self, arguments: tuple[Value, ...], block: Lambda | None, major: int) -> Dispatch:
        if self.legacy:
            return self._legacy_dispatch(len(arguments))
        for dispatch in self._dispatches:
            if dispatch.exists_in(major) and dispatch.signature.accepts(arguments, block):
                return dispatch
        tried = [each for each in self._dispatches if each.exists_in(major) and not each.is_mismatch]
        raise refusal(self.name, [each.signature for each in tried], arguments, block)

    def _legacy_dispatch(self, count: int) -> Dispatch:
        """Functions of the old API check the number of arguments alone; types in their signature are docs."""
        dispatch = self._dispatches[0]
        low, high = dispatch.signature.low, dispatch.signature.high
        if low <= count and (high is None or count <= high):
            return dispatch
        expected = f"minimum {low}" if high is None else str(low)
        raise PuppetError(f"{self.name}(): Wrong number of arguments given ({count} for {expected})")

    def _unknown_of(self, arguments: tuple[Value, ...]) -> Unknown | None:
        if self._unknown == "own":
            return None
        reasons: list[UnknownReason] = []
        for value in arguments:
            if self._unknown == "deep":
                reasons += () if type(value) is str else reasons_in(value)
            elif isinstance(value, Unknown):
                reasons += value.reasons
        return Unknown(*reasons) if reasons else None


def no_such_arity(name: str, arguments: tuple[Value, ...]) -> PuppetError:
    return PuppetError(f"No matching arity found for {name} with arguments {inspect(arguments)}")
