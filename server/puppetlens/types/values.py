"""Puppet values as Python values.

================  =====================================================================================
Puppet            Python
================  =====================================================================================
undef             `None`
default           `DEFAULT`
Boolean           `bool`
Integer, Float    `int`, `float`
String            `str`
Array             `tuple` (never a list)
Hash              `Hash` (never a dict)
Regexp            `Regexp`
Sensitive         `Sensitive`
Type[...]         an instance of `types.Type` (resource and class references too)
unknowable        `Unknown`
others            one class each, in the file of their type (`Timestamp`, `SemVer`, `Binary`, ...)
================  =====================================================================================

Python's `==` is not Puppet's (`True == 1` in Python, `'A' == 'a'` in Puppet): use `compare.equals`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import GeneratorType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, final

#: Any Puppet value. An alias only, for want of a closed union.
Value = Any


@final
class Default:
    """The type of `DEFAULT`, the value of the keyword `default`."""

    _instance: Default | None = None

    def __new__(cls) -> Default:
        if cls._instance is None:
            cls._instance = super().__new__(cls)
        return cls._instance

    def __repr__(self) -> str:
        return "default"

    def __reduce__(self) -> str:
        return "DEFAULT"


DEFAULT: Final = Default()


def identity(value: Value) -> object:
    """A hashable stand-in, the same for two values where Ruby's `eql?` holds (`1`, `1.0`, `true` differ)."""
    kind = type(value)
    if kind is str or kind is int:
        return value
    if kind is bool or kind is float:
        return (kind, value)
    if kind is tuple:
        return (tuple, *map(identity, value))
    if kind is Hash:
        return (Hash, frozenset((key, identity(element)) for key, (_, element) in value._entries.items()))
    return value


if TYPE_CHECKING:
    from .type import Type

    _Mapping = Mapping[Value, Value]
else:  # a registered class: `isinstance` of one that inherits would cost ten times as much for whatever is no hash
    _Mapping = object


_PAIRS: Final = frozenset((list, tuple, GeneratorType))


@final
class Hash(_Mapping):
    """An immutable hash in insertion order, keyed as Ruby keys it (`identity`)."""

    __slots__ = ("_entries",)

    keys, values, items = Mapping.keys, Mapping.values, Mapping.items

    def __init__(self, entries: Mapping[Value, Value] | Iterable[tuple[Value, Value]] = ()) -> None:
        # To ask whether something is a Mapping costs more than to make most hashes.
        pairs = entries.items() if type(entries) not in _PAIRS and isinstance(entries, Mapping) else entries
        # A later equal key keeps the first one's place and key, as in Ruby.
        table: dict[object, tuple[Value, Value]] = {}
        for pair in pairs:
            key = pair[0]
            known = key if type(key) is str else identity(key)
            table[known] = (table[known][0], pair[1]) if known in table else pair
        self._entries = table

    def __getitem__(self, key: Value) -> Value:
        return self._entries[identity(key)][1]

    def get(self, key: Value, default: Value = None) -> Value:
        entry = self._entries.get(key if type(key) is str else identity(key))
        return default if entry is None else entry[1]

    def __contains__(self, key: object) -> bool:
        return (key if type(key) is str else identity(key)) in self._entries

    def __iter__(self) -> Iterator[Value]:
        return (key for key, _ in self._entries.values())

    def __len__(self) -> int:
        return len(self._entries)

    def pairs(self) -> Iterable[tuple[Value, Value]]:
        """The entries in order; faster than `items()`."""
        return self._entries.values()

    def merge(self, other: Hash) -> Hash:
        """A new hash; `other` wins, keys that are in both keep their place here."""
        merged = Hash()
        table = merged._entries = dict(self._entries)
        for known, pair in other._entries.items():
            table[known] = (table[known][0], pair[1]) if known in table else pair
        return merged

    def __eq__(self, other: object) -> bool:
        """Ruby's `eql?`: same keys and values by identity, in any order."""
        return isinstance(other, Hash) and identity(self) == identity(other)

    def __hash__(self) -> int:
        return hash(identity(self))

    def __repr__(self) -> str:
        return "Hash({" + ", ".join(f"{k!r}: {v!r}" for k, v in self.pairs()) + "})"


Mapping.register(Hash)

#: The hash without entries.
EMPTY_HASH: Final = Hash()


def from_data(data: Any) -> Value:
    """A Puppet value of JSON or YAML data (lists and dicts become arrays and hashes, at every depth)."""
    if isinstance(data, dict):
        return Hash((from_data(key), from_data(value)) for key, value in data.items())
    if isinstance(data, (list, tuple)):
        return tuple(from_data(element) for element in data)
    return data


@final
class Regexp:
    """A regular expression value; `source` is Ruby's syntax, between the slashes."""

    __slots__ = ("source",)

    def __init__(self, source: str) -> None:
        self.source = source

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Regexp) and self.source == other.source

    def __hash__(self) -> int:
        return hash((Regexp, self.source))

    def __repr__(self) -> str:
        return f"Regexp({self.source!r})"


@final
class Sensitive:
    """A value that is not to be shown."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sensitive) and identity(self.value) == identity(other.value)

    def __hash__(self) -> int:
        return hash((Sensitive, identity(self.value)))

    def __repr__(self) -> str:
        return "Sensitive(...)"


class UnknownReason(NamedTuple):
    """Why a value is not known, and where that began (line and column as Puppet counts them)."""

    reason: str
    file: str | None = None
    line: int | None = None
    column: int | None = None


#: No likely value.
NOTHING: Final = object()


class Unknown:
    """A value that cannot be known here, with the reasons why, each told once and in order.

    It satisfies every type and is never itself the cause of an error. What is computed from it is Unknown
    with the union of the reasons; a container keeps it as an element.

    `likely` is the value that it has `unless` something that cannot be asked ("the level 'nodes'") has another;
    what is computed from it does not keep that.
    """

    __slots__ = ("likely", "reasons", "unless")

    def __init__(self, *reasons: UnknownReason, likely: Value = NOTHING, unless: str | None = None) -> None:
        self.reasons: tuple[UnknownReason, ...] = tuple(dict.fromkeys(reasons))
        self.likely = likely
        self.unless = unless

    @property
    def known_type(self) -> Type | None:
        """The type that it is of, where that is known."""
        return None

    def plain(self) -> Unknown:
        """Another value that is not known for the same reasons: what depends on this one."""
        return self

    def may_be(self, type_: Type) -> bool:
        """Whether it may be of a type."""
        return True

    def must_be(self, type_: Type) -> bool:
        """Whether it is of a type, whatever it is."""
        return False

    def truth(self) -> bool | Unknown:
        """Whether it is neither undef nor false."""
        return self.plain()

    def part(self, key: Value) -> Value:
        """What `[key]` gives of it, with a key that is known."""
        return self.plain()

    def with_likely(self, value: Value) -> Unknown:
        return Unknown(*self.reasons, likely=value, unless=self.unless)

    def __repr__(self) -> str:
        return f"Unknown({', '.join(reason.reason for reason in self.reasons)})"


class PerhapsSet(Unknown):
    """What a variable is that code may have set which was not run."""

    __slots__ = ()


class UnknownResult(Unknown):
    """What code gave that ran to its end: what it did is done, and known."""


def unknown_in(*values: Value) -> Unknown | None:
    """The union of those of `values` that are Unknown themselves, or None where none is."""
    reasons = [reason for value in values if isinstance(value, Unknown) for reason in value.reasons]
    return Unknown(*reasons) if reasons else None


def reasons_in(value: Value) -> tuple[UnknownReason, ...]:
    """Why something in a value is not known, at any depth; empty where all is known."""
    kind = type(value)
    if value is None or kind is str or kind is int or kind is bool:
        return ()
    if isinstance(value, tuple):
        return tuple([reason for element in value if type(element) is not str for reason in reasons_in(element)])
    if isinstance(value, Hash):
        parts = [part for pair in value.pairs() for part in pair if type(part) is not str]
        return tuple([reason for part in parts for reason in reasons_in(part)])
    if isinstance(value, Unknown):
        return value.reasons
    if isinstance(value, Sensitive):
        return reasons_in(value.value)
    within = getattr(value, "made_of", None)  # an object
    return () if within is None else reasons_in(within())
