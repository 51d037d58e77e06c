"""Type aliases, and names that nothing is known of."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ..base.errors import PuppetError
from .errors import OperandError
from .labels import with_article
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


class _Guard:
    """Puppet's guard of one question about instances: which aliases and values are being looked at.

    It takes note of the first repetition of an alias and of a value alone, and forgets it only when what was
    put before it is done: that decides some questions about aliases of aliases, so it is followed to the letter.
    """

    def __init__(self) -> None:
        self.aliases: set[int] = set()
        self.values: set[int] = set()
        self.alias_again = self.value_again = False


class _Asking(threading.local):
    """The questions that are being answered, for aliases that refer to themselves."""

    def __init__(self) -> None:
        self.questions: set[tuple[object, ...]] = set()
        #: How many aliases are being resolved: what is found out about recursion meanwhile does not last.
        self.resolving = 0
        self.guard: _Guard | None = None


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
        """What the alias stands for, which may be another alias; nothing known while it is being found out."""
        if self._type is None:
            if self._resolving:
                return UNRESOLVED
            self._resolving = True
            _asking.resolving += 1
            try:
                type_ = self._resolve()
                self._type = type_.normalize() if self._normalized else type_
                known = self._type = self._real(self._type)
                self._resolve = lambda: known  # what it was found by can go
            except PuppetError:
                self._type = None
                raise
            finally:
                self._resolving = False
                _asking.resolving -= 1
        return self._type

    @property
    def is_known(self) -> bool:
        """Whether what it stands for was found out."""
        return self._type is not None

    def _real(self, type_: Type) -> Type:
        """`type_` without the alternatives that are nothing but aliases of each other."""
        if not _stands_for_something(type_, [self]):
            raise PuppetError(f"Type alias '{self.name}' cannot be resolved to a real type")
        if not isinstance(type_, VariantType):
            return type_
        types = tuple(each for each in type_.types if each is not self and _stands_for_something(each, [self]))
        return type_ if len(types) == len(type_.types) else variant(types)

    @property
    def recursive(self) -> bool:
        if _asking.resolving:
            return True
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
        outer = _asking.guard
        guard = _asking.guard = outer or _Guard()
        try:
            return self._contains_guarded(value, guard)
        finally:
            _asking.guard = outer

    def _contains_guarded(self, value: Value, guard: _Guard) -> bool:
        new_value = not guard.value_again and id(value) not in guard.values
        guard.value_again = guard.value_again or not new_value
        new_alias = not guard.alias_again and id(self) not in guard.aliases
        guard.alias_again = guard.alias_again or not new_alias
        if new_value:
            guard.values.add(id(value))
        if new_alias:
            guard.aliases.add(id(self))
        answer = not (guard.value_again and guard.alias_again) and self.type.contains(value)
        if new_alias:
            guard.alias_again = False
            guard.aliases.discard(id(self))
        if new_value:
            guard.value_again = False
            guard.values.discard(id(value))
        return answer

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
        label = with_article(f"{self}-Type")
        raise OperandError(f"Operator '[]' is not applicable to {label}.", "OPERATOR_NOT_APPLICABLE", "left")

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


def _stands_for_something(type_: Type, seen: list[Type]) -> bool:
    """Whether there is more than aliases and their alternatives."""
    if any(type_ is each for each in seen):
        return False
    seen.append(type_)
    if isinstance(type_, AliasType):
        return _stands_for_something(type_.type, seen)
    if isinstance(type_, VariantType):
        return any(_stands_for_something(each, seen) for each in type_.types)
    return True


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


#: What stands for an alias that is being resolved.
UNRESOLVED = TypeReferenceType()


def _builtin(name: str) -> AliasType:
    def resolve() -> Type:
        from .parse import parse_type

        return parse_type(BUILTIN_ALIASES[name])

    return AliasType(name, resolve, normalized=False)


_ABOUT = {
    "Data": "what JSON can hold: strings, numbers, booleans, undef, and arrays and hashes of these",
    "RichData": "what a catalog can hold: Data and Sensitive, Regexp, Timestamp, types and the like",
    "RichDataKey": "keys of hashes in RichData",
}
for _name in BUILTIN_ALIASES:
    register(_builtin(_name), _ABOUT.get(_name, ""))
register(TypeReferenceType(), "names of types that nothing is known of", "[string]")
register(TYPES["typereference"], "names for types", "[name, type]", name="TypeAlias")
DATA, RICH_DATA = TYPES["data"], TYPES["richdata"]
