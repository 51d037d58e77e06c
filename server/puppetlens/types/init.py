"""Init: what a value of another type can be made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..base.errors import PuppetError
from .aliases import RICH_DATA, _asking
from .collections import bad_type_argument
from .infer import infer_set
from .iterables import WrapperType
from .numbers import IntegerType
from .tuples import TupleType
from .type import Args, Type, register
from .values import Value, identity
from .variants import NotUndefType, OptionalType, variant

if TYPE_CHECKING:
    from .callable import CallableType
    from .constructor import Constructor
    from .render import Renderer

ONE = IntegerType(1, 1)


class InitType(WrapperType):
    """`Init[T, args...]`: the values that `T.new` takes before `init_args`."""

    name = simple_name = "Init"
    shares_constructor = False

    def __init__(self, type_: Type | None = None, init_args: Args = ()) -> None:
        super().__init__(type_)
        self.init_args = init_args
        self._sources: tuple[Type, Type | None, bool] | None = None
        if type_ is None and init_args:
            raise PuppetError("Init cannot be parameterized with an undefined type and additional arguments")

    def key(self) -> tuple[object, ...]:
        return (self.type, identity(self.init_args))

    def parts(self) -> Iterator[Type]:
        if self.type is not None:
            yield self.type

    def _around(self, type_: Type | None) -> Type:
        return self if type_ is self.type else InitType(type_, self.init_args)

    @property
    def sources(self) -> tuple[Type, Type | None, bool]:
        """The type of single arguments, that of argument lists, whether one of those may have one element."""
        if self._sources is None:
            assert self.type is not None
            # What is asked on the way, of a type that is built of this one, knows no more.
            self._sources = (self.type, None, False)
            found = None
            try:
                found = self._find_sources()
            finally:
                self._sources = found
        return self._sources

    def _find_sources(self) -> tuple[Type, Type | None, bool]:
        assert self.type is not None
        tuples = list(map(_parameters, self._signatures()))
        if not self.init_args:
            single = [tuple_.types[0] for tuple_ in tuples if tuple_.size == ONE]
            others = [tuple_ for tuple_ in tuples if tuple_.size != ONE]
            optional_single = any(tuple_.size.low == 1 for tuple_ in others)
            return variant([self.type, *single]), variant(others) if others else None, optional_single
        types = tuple(map(infer_set, self.init_args))
        count = 1 + len(types)
        fitting = [
            tuple_
            for tuple_ in tuples
            if tuple_.size.low <= count <= tuple_.size.high
            and tuple_.assignable(TupleType((*tuple_.types[:1], *types)))
        ]
        if not fitting:
            raise PuppetError(
                f"The type '{self}' does not represent a valid set of parameters for"
                f" {self.type.generalize().name}.new()"
            )
        return variant([self.type, *(tuple_.types[0] for tuple_ in fitting)]), None, False

    def _signatures(self) -> list[CallableType]:
        from .constructor import constructor_of

        assert self.type is not None
        refused = PuppetError(f"Creation of new instance of type '{self.type}' is not supported")
        if isinstance(self.type, (InitType, OptionalType, NotUndefType)):
            raise refused
        try:
            return [dispatch.callable_type for dispatch in constructor_of(self.type).signatures]
        except PuppetError as error:
            raise refused from error

    def contains(self, value: Value) -> bool:
        if self.type is None:
            return RICH_DATA.contains(value)
        return self._guarded("contains", id(value), lambda: self._contains(value))

    def _contains(self, value: Value) -> bool:
        assert self.type is not None
        single, other, optional_single = self.sources
        if self.type.accepts(value) or single.accepts(value):
            return True
        return other is not None and (other.accepts(value) or (optional_single and other.accepts((value,))))

    def covers(self, other: Type) -> bool:
        if self.type is None:
            return isinstance(other, InitType) or RICH_DATA.assignable(other)
        _ = self.sources
        if isinstance(other, InitType):
            return other.type is not None and self.type.assignable(other.type)
        return self._guarded("covers", id(other), lambda: self._covers(other))

    def _covers(self, other: Type) -> bool:
        assert self.type is not None
        single, several, optional_single = self.sources
        if self.type.assignable(other) or single.assignable(other):
            return True
        return several is not None and (
            several.assignable(other) or (optional_single and several.assignable(TupleType((other,))))
        )

    def _guarded(self, what: str, subject: int, ask: Value) -> bool:
        question = (what, id(self), subject)
        if question in _asking.questions:
            return False
        _asking.questions.add(question)
        try:
            return bool(ask())
        finally:
            _asking.questions.discard(question)

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        return () if self.type is None else (to.type(self.type), *map(to.value, self.init_args))

    def specialise(self, args: Args) -> Value:
        if not args or not isinstance(args[0], Type):
            raise bad_type_argument("Init", args[0] if args else None, 0)
        return InitType(args[0], args[1:])

    def constructor(self) -> Constructor:
        if self.type is None:
            return super().constructor()
        from .constructor import Constructor, Dispatch, new_value

        target = self.type
        single, _, _ = self.sources

        def create(value: Value) -> Value:
            return new_value(target, (value, *self.init_args))

        def spread(values: tuple[Value, ...]) -> Value:
            # Puppet asks for the list types in a place where it has none of them: an array is one argument
            # only where a single one may be an array.
            if single.accepts(values):
                return new_value(target, (values,))
            return new_value(target, values)

        if self.init_args:
            return Constructor("new_Init", (Dispatch(create, "Any value"),))
        return Constructor("new_Init", (Dispatch(spread, "Array value"), Dispatch(create, "Any value")))


def _parameters(callable_: CallableType) -> TupleType:
    assert callable_.param_types is not None
    return callable_.param_types


register(InitType(), "what `new` of a type takes", "[type, further arguments...]")
