"""Numbers, strings, booleans and regular expressions."""

from __future__ import annotations

from ..base.errors import PuppetError
from .regex import search
from .type import Args, Type, register
from .values import DEFAULT, Regexp, Value


def bound(value: Value) -> int | float | None:
    return None if value is DEFAULT or value is None else value


def shown_range(low: int | float | None, high: int | float | None) -> tuple[str, ...]:
    if low is None and high is None:
        return ()
    first = "default" if low is None else str(low)
    return (first,) if high is None else (first, str(high))


def within(low: int | float | None, high: int | float | None, other: Type) -> bool:
    """Whether `other`, which has a range too, lies in this one."""
    assert isinstance(other, (IntegerType, FloatType, StringType, SizedMixin))
    return (low is None or (other.low is not None and other.low >= low)) and (
        high is None or (other.high is not None and other.high <= high)
    )


class SizedMixin:
    """`low` and `high` bound a size; None where open."""

    low: int | None
    high: int | None


class ScalarType(Type):
    name = "Scalar"

    def contains(self, value: Value) -> bool:
        from .misc import is_scalar_object

        return isinstance(value, (str, int, float, bool, Regexp)) or is_scalar_object(value)

    def covers(self, other: Type) -> bool:
        return isinstance(other, (ScalarType, *_SCALARS)) or other.name in _SCALAR_NAMES


_SCALAR_NAMES = {"Timestamp", "Timespan", "SemVer", "Enum", "Pattern", "Regexp"}


class ScalarDataType(ScalarType):
    name = "ScalarData"

    def contains(self, value: Value) -> bool:
        return isinstance(value, (str, int, float, bool))

    def covers(self, other: Type) -> bool:
        return isinstance(other, (ScalarDataType, NumericType, IntegerType, FloatType, BooleanType)) or is_string(other)


def is_string(other: Type) -> bool:
    return other.name in ("String", "Enum", "Pattern")


class NumericType(Type):
    name = "Numeric"

    def contains(self, value: Value) -> bool:
        return isinstance(value, (int, float)) and not isinstance(value, bool)

    def covers(self, other: Type) -> bool:
        return isinstance(other, (NumericType, IntegerType, FloatType))


class IntegerType(Type):
    name = "Integer"

    def __init__(self, low: int | None = None, high: int | None = None) -> None:
        self.low, self.high = low, high

    def contains(self, value: Value) -> bool:
        return (
            isinstance(value, int)
            and not isinstance(value, bool)
            and (self.low is None or value >= self.low)
            and (self.high is None or value <= self.high)
        )

    def covers(self, other: Type) -> bool:
        return isinstance(other, IntegerType) and within(self.low, self.high, other)

    def parameters(self) -> tuple[str, ...]:
        return shown_range(self.low, self.high)

    def general(self) -> Type:
        return INTEGER

    def specialise(self, args: Args) -> Type:
        return IntegerType(*range_arguments("Integer", args))


class FloatType(Type):
    name = "Float"

    def __init__(self, low: float | None = None, high: float | None = None) -> None:
        self.low, self.high = low, high

    def contains(self, value: Value) -> bool:
        return (
            isinstance(value, float)
            and (self.low is None or value >= self.low)
            and (self.high is None or value <= self.high)
        )

    def covers(self, other: Type) -> bool:
        return isinstance(other, FloatType) and within(self.low, self.high, other)

    def parameters(self) -> tuple[str, ...]:
        return shown_range(self.low, self.high)

    def general(self) -> Type:
        return FLOAT

    def specialise(self, args: Args) -> Type:
        numbers = [None if bound(arg) is None else float(arg) for arg in args]
        return FloatType(*numbers)


def range_arguments(name: str, args: Args) -> tuple[int | None, int | None]:
    """`Type[from, to]` of integers or `default`."""
    if not 1 <= len(args) <= 2:
        raise PuppetError(f"{name}-Type[] accepts 1 or 2 arguments. Got {len(args)}", "BAD_TYPE_SLICE_ARITY")
    for arg in args:
        if arg is not DEFAULT and (not isinstance(arg, int) or isinstance(arg, bool)):
            from .infer import infer

            raise PuppetError(
                f"{name}-Type[] arguments must be types. Got {infer(arg).general()}", "BAD_TYPE_SLICE_TYPE"
            )
    low = bound(args[0])
    high = bound(args[1]) if len(args) == 2 else None
    if low is not None and high is not None and low > high:
        low, high = high, low
    return low, high  # type: ignore[return-value]  # only integers got here


class StringType(Type):
    """`value` is set for the type of one string, which only inference makes."""

    name = "String"

    def __init__(self, low: int | None = None, high: int | None = None, value: str | None = None) -> None:
        self.low, self.high, self.value = low, high, value

    def contains(self, value: Value) -> bool:
        if not isinstance(value, str):
            return False
        if self.value is not None:
            return value == self.value
        return (self.low is None or len(value) >= self.low) and (self.high is None or len(value) <= self.high)

    def covers(self, other: Type) -> bool:
        if self.value is not None:
            return isinstance(other, StringType) and other.value == self.value
        unbounded = not self.low and self.high is None
        if isinstance(other, StringType):
            if other.value is not None:
                return self.contains(other.value)
            return unbounded or within(self.low or 0, self.high, StringType(other.low or 0, other.high))
        if isinstance(other, EnumType):
            return unbounded or (bool(other.values) and all(self.contains(value) for value in other.values))
        return isinstance(other, PatternType) and unbounded

    def parameters(self) -> tuple[str, ...]:
        if self.value is not None:
            from .render import quoted

            return (quoted(self.value),)
        return shown_range(self.low, self.high)

    def general(self) -> Type:
        return STRING

    def specialise(self, args: Args) -> Type:
        if len(args) == 1 and isinstance(args[0], str):
            return StringType(value=args[0])
        low, high = range_arguments("String", args)
        return StringType(low, high)


class EnumType(Type):
    name = "Enum"

    def __init__(self, values: tuple[str, ...] = (), ignore_case: bool = False) -> None:
        self.values, self.ignore_case = values, ignore_case

    def contains(self, value: Value) -> bool:
        if not isinstance(value, str):
            return False
        if self.ignore_case:
            return value.lower() in {known.lower() for known in self.values}
        return value in self.values or not self.values

    def covers(self, other: Type) -> bool:
        if isinstance(other, StringType):
            return not self.values or (other.value is not None and self.contains(other.value))
        return isinstance(other, EnumType) and all(self.contains(value) for value in other.values)

    def parameters(self) -> tuple[str, ...]:
        from .render import quoted

        shown = tuple(quoted(value) for value in self.values)
        return (*shown, "true") if self.ignore_case else shown

    def specialise(self, args: Args) -> Type:
        ignore_case = bool(args) and args[-1] is True
        names = args[:-1] if args and isinstance(args[-1], bool) else args
        flat = [name for arg in names for name in (arg if isinstance(arg, tuple) else (arg,))]
        for name in flat:
            if not isinstance(name, str):
                from .infer import infer

                raise PuppetError(
                    f"Enum-Type[] arguments must be types. Got {infer(name).general()}", "BAD_TYPE_SLICE_TYPE"
                )
        return EnumType(tuple(flat), ignore_case)


class PatternType(Type):
    name = "Pattern"

    def __init__(self, patterns: tuple[Regexp, ...] = ()) -> None:
        self.patterns = patterns

    def contains(self, value: Value) -> bool:
        if not isinstance(value, str):
            return False
        return not self.patterns or any(search(pattern, value) for pattern in self.patterns)

    def covers(self, other: Type) -> bool:
        if isinstance(other, StringType):
            return not self.patterns or (other.value is not None and self.contains(other.value))
        if isinstance(other, EnumType):
            return bool(other.values) and all(self.contains(value) for value in other.values)
        return isinstance(other, PatternType) and (
            not self.patterns or all(pattern in self.patterns for pattern in other.patterns)
        )

    def parameters(self) -> tuple[str, ...]:
        from .render import regex_literal

        return tuple(regex_literal(pattern) for pattern in self.patterns)

    def specialise(self, args: Args) -> Type:
        patterns: list[Regexp] = []
        for arg in args:
            if isinstance(arg, Regexp):
                patterns.append(arg)
            elif isinstance(arg, PatternType):
                patterns.extend(arg.patterns)
            elif isinstance(arg, RegexpType) and arg.pattern is not None:
                patterns.append(arg.pattern)
            else:
                patterns.append(Regexp(str(arg)))
        return PatternType(tuple(patterns))


class RegexpType(Type):
    name = "Regexp"

    def __init__(self, pattern: Regexp | None = None) -> None:
        self.pattern = pattern

    def contains(self, value: Value) -> bool:
        return isinstance(value, Regexp) and (self.pattern is None or value == self.pattern)

    def covers(self, other: Type) -> bool:
        return isinstance(other, RegexpType) and (self.pattern is None or self.pattern == other.pattern)

    def parameters(self) -> tuple[str, ...]:
        from .render import regex_literal

        return () if self.pattern is None else (regex_literal(self.pattern),)

    def general(self) -> Type:
        return REGEXP

    def specialise(self, args: Args) -> Type:
        return RegexpType(args[0] if isinstance(args[0], Regexp) else Regexp(str(args[0])))


class BooleanType(Type):
    name = "Boolean"

    def __init__(self, value: bool | None = None) -> None:
        self.value = value

    def contains(self, value: Value) -> bool:
        return isinstance(value, bool) and (self.value is None or value is self.value)

    def covers(self, other: Type) -> bool:
        return isinstance(other, BooleanType) and (self.value is None or self.value is other.value)

    def parameters(self) -> tuple[str, ...]:
        return () if self.value is None else ("true" if self.value else "false",)

    def general(self) -> Type:
        return BOOLEAN

    def specialise(self, args: Args) -> Type:
        return BooleanType(args[0])


_SCALARS = (NumericType, IntegerType, FloatType, StringType, EnumType, PatternType, RegexpType, BooleanType)

INTEGER, FLOAT, STRING, BOOLEAN, REGEXP = (
    IntegerType(),
    FloatType(),
    StringType(),
    BooleanType(),
    RegexpType(),
)
NUMERIC = NumericType()
register(
    ScalarType(),
    ScalarDataType(),
    NUMERIC,
    INTEGER,
    FLOAT,
    STRING,
    EnumType(),
    PatternType(),
    REGEXP,
    BOOLEAN,
)
