"""String, Enum, Pattern and Regexp."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.errors import PuppetError
from .errors import OperandError, arity_error
from .iterables import IterableType
from .labels import ruby_class
from .numbers import DEFAULT_SIZE, IntegerType
from .regex import compiled, escape, search
from .scalars import ScalarDataType, ScalarType
from .specialise import assert_keys, flatten, size_argument
from .type import Args, Type, register
from .values import Regexp, Value

if TYPE_CHECKING:
    from .constructor import Constructor
    from .render import Renderer


class StringType(ScalarDataType):
    """Strings of a size, or (`value`, from inference and keys of a Struct) one string."""

    name = simple_name = "String"

    def __init__(self, size_type: IntegerType | None = None, value: str | None = None) -> None:
        self.size_type = None if size_type is None else size_type.to_size()
        self.value = value

    def key(self) -> tuple[object, ...]:
        return (self.size_type, self.value)

    def contains(self, value: Value) -> bool:
        if not isinstance(value, str):
            return False
        if self.size_type is not None:
            return self.size_type.low <= len(value) <= self.size_type.high
        return self.value is None or value == self.value

    def covers(self, other: Type) -> bool:
        if isinstance(other, StringType):
            if self.size_type is not None:
                return self.size_type.covers(other.derived_size())
            return self.value is None or (self.value == other.value and other.size_type is None)
        if isinstance(other, EnumType):
            if self.size_type is not None:
                if not other.values:
                    return self.size_type.covers(DEFAULT_SIZE)
                return all(self.size_type.low <= len(value) <= self.size_type.high for value in other.values)
            # Puppet asks only whether there is one value, not whether it is the same.
            return self.value is None or (len(other.values) == 1 and not other.case_insensitive)
        if isinstance(other, PatternType):
            return self.size_type.covers(DEFAULT_SIZE) if self.size_type is not None else self.value is None
        return False

    def derived_size(self) -> IntegerType:
        if self.size_type is not None:
            return self.size_type
        return DEFAULT_SIZE if self.value is None else IntegerType(len(self.value), len(self.value))

    def generalize(self) -> Type:
        return STRING

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        return () if self.size_type is None else self.size_type.range_arguments()

    def iterable(self) -> bool:
        return True

    def iterable_type(self) -> IterableType:
        return IterableType(StringType(IntegerType(1, 1)))

    def specialise(self, args: Args) -> Value:
        keys = flatten(args)
        if not 1 <= len(keys) <= 2:
            raise OperandError(
                f"String supports [] with one or two arguments. Got {len(keys)}", "BAD_STRING_SLICE_ARITY"
            )
        return StringType(size_argument(0, keys))

    def constructor(self) -> Constructor:
        from .constructor import Constructor, Dispatch, local_types
        from .formats import FORMAT_PATTERN
        from .string_format import convert

        types = local_types(
            Format=f"Pattern[/{FORMAT_PATTERN}/]",
            ContainerFormat="""Struct[{
                Optional[format]         => Format,
                Optional[separator]      => String,
                Optional[separator2]     => String,
                Optional[string_formats] => Hash[Type, Format]
            }]""",
            TypeMap="Hash[Type, Variant[Format, ContainerFormat]]",
            Convertible="Any",
            Formats="Variant[Default, String[1], TypeMap]",
        )
        return Constructor("new_string", (Dispatch(convert, "Convertible from", "Formats string_formats?"),), types)


class EnumType(ScalarDataType):
    """One of some strings, sorted; bare `Enum` has none."""

    name = simple_name = "Enum"

    def __init__(self, values: tuple[str, ...] = (), case_insensitive: bool = False) -> None:
        self.values = tuple(sorted(set(values), key=lambda value: value.encode("utf-8", "surrogatepass")))
        self.case_insensitive = case_insensitive
        self._known = {value.lower() for value in values} if case_insensitive else frozenset(values)

    def key(self) -> tuple[object, ...]:
        return (self.values, self.case_insensitive)

    def contains(self, value: Value) -> bool:
        if not isinstance(value, str):
            return False
        return (value.lower() if self.case_insensitive else value) in self._known

    def covers(self, other: Type) -> bool:
        if self == other:
            return True
        if not self.values and isinstance(other, (StringType, EnumType, PatternType)):
            return True
        if isinstance(other, StringType):
            return other.value is not None and self.contains(other.value)
        return (
            isinstance(other, EnumType)
            and bool(other.values)
            and (self.case_insensitive or not other.case_insensitive)
            and all(self.contains(value) for value in other.values)
        )

    def generalize(self) -> Type:
        if not self.values:
            return STRING
        sizes = [len(value) for value in self.values]
        return StringType(IntegerType(min(sizes), max(sizes)))

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        shown = tuple(to.value(value) for value in self.values)
        return (*shown, "true") if shown and self.case_insensitive else shown

    def enumerable(self) -> bool:
        return True

    def iterable(self) -> bool:
        return True

    def iterable_type(self) -> IterableType:
        return IterableType(StringType(IntegerType(1, 1)))

    def specialise(self, args: Args) -> Value:
        keys = flatten(args)
        case_insensitive = False
        if keys and isinstance(keys[-1], bool):
            *keys, case_insensitive = keys
        assert_keys(self, keys, 1, float("inf"), ("String",), lambda key: isinstance(key, str))
        return EnumType(tuple(keys), case_insensitive)


class PatternType(ScalarDataType):
    """Strings that match one of some regular expressions."""

    name = simple_name = "Pattern"

    def __init__(self, patterns: tuple[Regexp, ...] = ()) -> None:
        self.patterns = patterns

    def key(self) -> tuple[object, ...]:
        return (frozenset(self.patterns), len(self.patterns))

    def contains(self, value: Value) -> bool:
        return isinstance(value, str) and self.matches(value)

    def matches(self, text: str) -> bool:
        return not self.patterns or any(search(pattern, text) for pattern in self.patterns)

    def covers(self, other: Type) -> bool:
        if self == other:
            return True
        if isinstance(other, StringType):
            return self.matches(other.value) if other.value is not None else not self.patterns
        if isinstance(other, EnumType):
            return all(map(self.matches, other.values)) if other.values else not self.patterns
        return isinstance(other, PatternType) and not self.patterns

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        return tuple(to.value(pattern) for pattern in self.patterns)

    def specialise(self, args: Args) -> Value:
        keys = flatten(args)
        allowed = (str, Regexp, PatternType, RegexpType)
        assert_keys(
            self, keys, 1, float("inf"), ("String", "Regexp", "Pattern-Type", "Regexp-Type"),
            lambda key: isinstance(key, allowed),
        )  # fmt: skip
        return pattern_type(keys)


def pattern_type(keys: list[Value]) -> PatternType:
    patterns: dict[Regexp, None] = {}
    for key in keys:
        if isinstance(key, PatternType):
            patterns.update(dict.fromkeys(key.patterns))
        elif isinstance(key, RegexpType):
            patterns[key.pattern or Regexp("")] = None
        elif isinstance(key, Regexp):
            patterns[key] = None
        elif isinstance(key, str):
            compiled(key)
            patterns[Regexp(key)] = None
        else:
            raise PuppetError(f"Only String, Regexp, Pattern-Type, and Regexp-Type are allowed: got '{ruby_class(key)}")
    return PatternType(tuple(patterns))


class RegexpType(ScalarType):
    name = simple_name = "Regexp"

    def __init__(self, pattern: Regexp | None = None) -> None:
        self.pattern = pattern

    def key(self) -> tuple[object, ...]:
        return (self.pattern,)

    def _checked(self) -> Regexp | None:
        """The pattern, which Puppet compiles only when it needs it."""
        if self.pattern is not None:
            compiled(self.pattern.source)
        return self.pattern

    def contains(self, value: Value) -> bool:
        pattern = self._checked()
        return isinstance(value, Regexp) and (pattern is None or value == pattern)

    def covers(self, other: Type) -> bool:
        return isinstance(other, RegexpType) and (self.pattern is None or self.pattern == other.pattern)

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        pattern = self._checked()
        return () if pattern is None else (to.value(pattern),)

    def specialise(self, args: Args) -> Value:
        keys = flatten(args)
        if len(keys) != 1:
            error = arity_error(f"A {self}-Type", 1, None, len(keys))
            error.operand = 1 if keys else "whole"
            raise error
        assert_keys(self, keys, 1, 1, ("String", "Regexp"), lambda key: isinstance(key, (str, Regexp)))
        return RegexpType(keys[0] if isinstance(keys[0], Regexp) else Regexp(keys[0]))

    def constructor(self) -> Constructor:
        from .constructor import Constructor, Dispatch

        return Constructor("new_float", (Dispatch(to_regexp, "String pattern", "Boolean escape?"),))


def to_regexp(pattern: str, escaped: bool = False) -> Regexp:
    source = escape(pattern) if escaped else pattern
    compiled(source)
    return Regexp(source)


def string_value(text: str) -> StringType:
    """The type of one string."""
    return StringType(None, text)


STRING, REGEXP = StringType(), RegexpType()
register(STRING, "strings", "[least length, greatest length]")
register(EnumType(), "one of the strings in brackets", "[string..., true to ignore case]")
register(PatternType(), "strings that match one of the regular expressions in brackets", "[regexp...]")
register(REGEXP, "regular expressions", "[regexp]")
