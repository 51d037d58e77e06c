"""Callable: the type of functions and lambdas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .errors import OperandError, arity_error
from .labels import key_type_name
from .numbers import IntegerType
from .specialise import trailing_size, type_of
from .tuples import TupleType
from .type import ANY, UNDEF, UNIT, Args, Type, register
from .values import Value

if TYPE_CHECKING:
    from .render import Renderer


class CallableType(Type):
    """`Callable[[parameters..., min, max, block], return]`; `param_types` is None where nothing is said."""

    name = simple_name = "Callable"

    def __init__(
        self,
        param_types: TupleType | None = None,
        block_type: Type | None = None,
        return_type: Type | None = None,
    ) -> None:
        self.param_types = param_types
        self.block_type = block_type
        self.return_type = None if return_type == ANY else return_type

    def key(self) -> tuple[object, ...]:
        return (self.param_types, self.block_type, self.return_type)

    def parts(self) -> Iterator[Type]:
        for part in (self.param_types, self.block_type, self.return_type):
            if part is not None:
                yield part

    def contains(self, value: Value) -> bool:
        callable_type = getattr(value, "callable_type", None)
        return isinstance(callable_type, Type) and self.assignable(callable_type)

    def covers(self, other: Type) -> bool:
        if not isinstance(other, CallableType):
            return False
        if self.return_type is not None and not self.return_type.assignable(other.return_type or ANY):
            return False
        if self.param_types is None:
            return True
        # What accepts more arguments is the narrower type.
        if other.param_types is None or not other.param_types.assignable(self.param_types):
            return False
        return (other.block_type or UNDEF).assignable(self.block_type or UNDEF)

    def callable_with(self, arguments: Args, block: Value = None) -> bool:
        """Whether a function of this type can be called so. `block` has a `callable_type` or is None."""
        if self.param_types is None:
            return True
        if not self.param_types.accepts(arguments):
            return False
        return block is None if self.block_type is None else self.block_type.accepts(block)

    def is_callable(self, optional: bool = True) -> bool:
        return True

    def accepts_arguments_of(self, callable_: Type) -> bool:
        return callable_.assignable(self)

    def generalize(self) -> Type:
        return self._with(*(None if part is None else part.generalize() for part in self._fields()))

    def normalize(self) -> Type:
        return self._with(*(None if part is None else part.normalize() for part in self._fields()))

    def _fields(self) -> tuple[Type | None, Type | None, Type | None]:
        return (self.param_types, self.block_type, self.return_type)

    def _with(self, *fields: Type | None) -> Type:
        params, block, returns = fields
        if all(new is old for new, old in zip(fields, self._fields(), strict=True)):
            return self
        assert params is None or isinstance(params, TupleType)
        return CallableType(params, block, returns)

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        if self.return_type is None:
            return () if self.param_types is None else self._parameters(to)
        parameters = () if self.param_types is None else self._parameters(to)
        return (f"[{', '.join(parameters)}]", to.type(self.return_type))

    def _parameters(self, to: Renderer) -> tuple[str, ...]:
        assert self.param_types is not None
        shown = [to.type(type_) for type_ in self.param_types.types if type_ is not UNIT]
        if not self.param_types.types:
            shown += ["0", "0"]
        elif self.param_types.size_type is not None:
            shown += self.param_types.size_type.range_arguments()
        if self.block_type is not None:
            shown.append(to.type(self.block_type))
        return tuple(shown)

    def specialise(self, args: Args) -> Value:
        if args and isinstance(args[0], tuple):
            if len(args) != 2:
                raise arity_error("A Callable-Type", 2, 2, len(args))
            if not isinstance(args[1], Type):
                raise OperandError(
                    "Error creating type specialization of a Callable-Type, Cannot use"
                    f" {key_type_name(args[1])} where Any-Type is expected",
                    "BAD_TYPE_SPECIALIZATION",
                    1,
                )
        return callable_type(args)


def callable_type(args: Args) -> CallableType:
    """`Callable[args]`: types, a size, a block type; or an array of those and a return type."""
    return_type: Type | None = None
    if len(args) == 2 and isinstance(args[0], tuple):
        return_type = type_of(args[1])
        args = args[0]
    keys = list(args)
    block_type: Type | None = None
    if keys and isinstance(keys[-1], Type) and keys[-1].is_callable():
        block_type = keys.pop()
    size_type: IntegerType | None = trailing_size(keys)
    types = tuple(map(type_of, keys))
    if not types and size_type is not None and size_type.high > 0:
        types = (UNIT,)
    return CallableType(TupleType(types, size_type), block_type, return_type)


CALLABLE = CallableType()
register(CALLABLE, "lambdas and functions", "[parameter types..., least count, greatest count, block type]")
