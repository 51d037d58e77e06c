"""Type aliases, and names that nothing is known of."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ..base.errors import PuppetError
from .errors import OperandError
from .type import TYPES, Args, Type, register, walk_types
from .values import Value
from .variants import VariantType, variant

if TYPE_CHECKING:
    from .constructor import Constructor
    from .iterables import IterableType
    from .render import Renderer

#: Aliases of Puppet's own, whose meaning is never printed.
BUILTIN_ALIASES = {
    "Data": "Variant[ScalarData,Undef,Hash[String,Data],Array[Data]]",
    "RichDataKey": "Variant[String,Numeric]",
    "RichData": "Variant[Scalar,SemVerRange,Binary,Sensitive,Type,TypeSet,URI,Object,Undef,Default,"
    "Hash[RichDataKey,RichData],Array[RichData]]",
    "Puppet::LookupKey": "RichDataKey",
    "Puppet::LookupValue": "RichData",
}


class _Asking(threading.local):
    """The questions that are being answered, for aliases that refer to themselves."""

    def __init__(self) -> None:
        self.questions: set[tuple[object, ...]] = set()


_asking = _Asking()


class AliasType(Type):
    """A name for another type, resolved when first asked, so that it may refer to itself."""

    simple_name = "TypeAlias"
    shares_constructor = False
    plain = False

    def __init__(self, name: str, resolve: Callable[[], Type], normalized: bool = True) -> None:
        self.name = name
        self._resolve = resolve
        #: Puppet melts the meaning of aliases to its shortest form, but not that of its own.
        self._normalized = normalized
        self._type: Type | None = None
        self._resolving = False
        self._recursive: bool | None = None

    def key(self) -> tuple[object, ...]:
        return (self.name,)

    @property
    def type(self) -> Type:
        """What the alias stands for, which may be another alias."""
        if self._type is None:
            if self._resolving:
                raise PuppetError(f"Type alias '{self.name}' cannot be resolved to a real type")
            self._resolving = True
            try:
                type_ = self._resolve()
                self._type = self._real(type_.normalize() if self._normalized else type_)
            finally:
                self._resolving = False
        return self._type

    def _real(self, type_: Type) -> Type:
        """`type_` without the alternatives that are this alias again."""
        if isinstance(type_, VariantType):
            types = tuple(each for each in type_.types if not self._is_empty(each))
            if not types:
                raise PuppetError(f"Type alias '{self.name}' cannot be resolved to a real type")
            return type_ if len(types) == len(type_.types) else variant(types)
        if self._is_empty(type_):
            raise PuppetError(f"Type alias '{self.name}' cannot be resolved to a real type")
        return type_

    def _is_empty(self, type_: Type) -> bool:
        """Whether nothing but aliases of each other is there."""
        seen: list[Type] = [self]
        while isinstance(type_, AliasType):
            if any(type_ is each for each in seen):
                return True
            seen.append(type_)
            if type_._type is None:
                return type_._resolving
            type_ = type_._type
        return False

    @property
    def recursive(self) -> bool:
        if self._recursive is None:
            parts = (part for part in self.type.parts()) if self.type.plain else iter((self.type,))
            seen: set[int] = set()
            self._recursive = any(each is self for part in parts for each in walk_types(part, seen))
        return self._recursive

    def parts(self) -> Iterator[Type]:
        yield self.type

    def resolved(self) -> Type:
        return self.type.resolved()

    def contains(self, value: Value) -> bool:
        if not self.recursive:
            return self.type.contains(value)
        question = (id(self), id(value))
        if question in _asking.questions:
            return False
        _asking.questions.add(question)
        try:
            return self.type.contains(value)
        finally:
            _asking.questions.discard(question)

    def assignable(self, other: Type) -> bool:
        if other is self:
            return True
        if not self.recursive:
            return self.type.assignable(other)
        # Two recursive types ask the same again below: what is being proved holds there.
        question = (self, other)
        if question in _asking.questions:
            return isinstance(other, AliasType)
        _asking.questions.add(question)
        try:
            return self.type.assignable(other)
        finally:
            _asking.questions.discard(question)

    def covers(self, other: Type) -> bool:
        return self.assignable(other)

    def assignable_to(self, target: Type) -> bool:
        if not self.recursive:
            return target.assignable(self.type)
        question = (target, self, "to")
        if question in _asking.questions:
            return True
        _asking.questions.add(question)
        try:
            return target.assignable(self.type)
        finally:
            _asking.questions.discard(question)

    def specialise(self, args: Args) -> Value:
        meant = self.resolved()
        if getattr(meant, "parameterizable", False):
            return meant.specialise(args)
        raise OperandError(f"Operator '[]' is not applicable to a {self}-Type.", "OPERATOR_NOT_APPLICABLE", "left")

    def constructor(self) -> Constructor:
        return self.type.constructor()

    def iterable(self) -> bool:
        return bool(self._once("iterable", lambda: self.type.iterable(), False))

    def iterable_type(self) -> IterableType | None:
        found: IterableType | None = self._once("iterable_type", lambda: self.type.iterable_type(), None)
        return found

    def enumerable(self) -> bool:
        return self.resolved().enumerable()

    def is_callable(self, optional: bool = True) -> bool:
        return bool(self._once("is_callable", lambda: self.type.is_callable(optional), False))

    def accepts_arguments_of(self, callable_: Type) -> bool:
        return bool(self._once("arguments", lambda: self.type.accepts_arguments_of(callable_), False))

    def _once(self, what: str, ask: Callable[[], Value], again: Value) -> Value:
        if not self.recursive:
            return ask()
        question = (what, id(self))
        if question in _asking.questions:
            return again
        _asking.questions.add(question)
        try:
            return ask()
        finally:
            _asking.questions.discard(question)

    def render(self, to: Renderer) -> str:
        return to.alias(self)

    def __str__(self) -> str:
        return self.expanded()


class TypeReferenceType(Type):
    """`TypeReference['...']`: a name that nothing is known of; no value is of it."""

    name = simple_name = "TypeReference"

    def __init__(self, type_string: str = "UnresolvedReference") -> None:
        self.type_string = type_string

    def key(self) -> tuple[object, ...]:
        return (self.type_string,)

    def contains(self, value: Value) -> bool:
        return False

    def covers(self, other: Type) -> bool:
        return self == other

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        return (to.value(self.type_string),)

    def specialise(self, args: Args) -> Value:
        raise OperandError(f"Resource type not found: {self.type_string}", "UNKNOWN_RESOURCE_TYPE")


def _builtin(name: str) -> AliasType:
    def resolve() -> Type:
        from .parse import parse_type

        return parse_type(BUILTIN_ALIASES[name])

    return AliasType(name, resolve, normalized=False)


register(*map(_builtin, BUILTIN_ALIASES), TypeReferenceType())
DATA, RICH_DATA = TYPES["data"], TYPES["richdata"]
TYPES["typealias"] = TYPES["typereference"]
