"""`Type.new`: signatures to choose from, and what makes the value.

A parameter is written as `"Type name"`, `"Type name?"` where it may be left out, `"Type name*"` for any number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from ..base.errors import PuppetError
from .aliases import AliasType
from .assertion import assert_instance
from .callable import CallableType
from .init import InitType
from .numbers import IntegerType
from .parse import parse_type
from .signatures import describe_signatures
from .tuples import TupleType
from .type import Args, Type
from .values import Unknown, UnknownReason, Value, unknown_in


class Dispatch:
    """One way to call a constructor."""

    mismatch = False
    block_name: str | None = None

    def __init__(self, make: Callable[..., Value], *parameters: str, callable_type: CallableType | None = None) -> None:
        self.make = make
        self.parameters = parameters
        self._local: Mapping[str, Type] = {}
        if callable_type is not None:
            self.callable_type = callable_type

    def using(self, local: Mapping[str, Type]) -> Dispatch:
        """The types that stand for themselves in the parameters."""
        self._local = local
        return self

    @property
    def parameter_names(self) -> tuple[str, ...]:
        return tuple(text.rpartition(" ")[2].rstrip("?*") for text in self.parameters)

    @cached_property
    def callable_type(self) -> CallableType:
        types = tuple(
            parse_type(text.rpartition(" ")[0], lambda name: self._local.get(name.lower())) for text in self.parameters
        )
        required = sum(not text.endswith(("?", "*")) for text in self.parameters)
        unlimited = bool(self.parameters) and self.parameters[-1].endswith("*")
        if required == len(types) and types:
            return CallableType(TupleType(types))
        return CallableType(TupleType(types, IntegerType(required, None if unlimited else len(types))))


class Mismatch(Dispatch):
    """Arguments that are refused; `make` gives the reason."""

    mismatch = True


class Constructor:
    """The function behind `Type.new`; `name` is how messages call it."""

    def __init__(self, name: str, dispatches: tuple[Dispatch, ...], local: Mapping[str, Type] | None = None) -> None:
        self.name = name
        self.dispatches = tuple(dispatch.using(local or {}) for dispatch in dispatches)

    @property
    def signatures(self) -> tuple[Dispatch, ...]:
        return tuple(dispatch for dispatch in self.dispatches if not dispatch.mismatch)

    def call(self, arguments: Args) -> Value:
        for dispatch in self.dispatches:
            if dispatch.callable_type.callable_with(arguments):
                if dispatch.mismatch:
                    raise PuppetError(f"'{self.name}' {dispatch.make(*arguments)}")
                return dispatch.make(*arguments)
        raise PuppetError(describe_signatures(self.name, self.signatures, arguments))


def local_types(**texts: str) -> dict[str, Type]:
    """Aliases that only the signatures of one constructor know, by lower-case name; each sees the others."""
    known: dict[str, Type] = {}

    def alias(name: str, text: str) -> AliasType:
        return AliasType(name, lambda: parse_type(text, lambda wanted: known.get(wanted.lower())))

    known.update({name.lower(): alias(name, text) for name, text in texts.items()})
    return known


_shared: dict[type[Type], Constructor] = {}


def constructor_of(type_: Type) -> Constructor:
    """`type_.constructor()`, made once."""
    kind = type(type_)
    if not kind.shares_constructor:
        return type_.constructor()
    known = _shared.get(kind)
    if known is None:
        known = _shared[kind] = type_.constructor()
    return known


def new_value(type_: Type, arguments: Args) -> Value:
    """`Type.new(arguments)`; Puppet's error where no value can be made of them."""
    unknown = unknown_in(*arguments)
    if unknown is not None:
        return unknown
    if len(arguments) == 1 and not isinstance(type_, InitType) and type_.accepts(arguments[0]):
        return arguments[0]
    if type_.only_in_ruby is not None:
        return Unknown(UnknownReason(type_.only_in_ruby))
    value = constructor_of(type_).call(arguments)
    return assert_instance(f"Converted value from {type_}.new()", type_, value)
