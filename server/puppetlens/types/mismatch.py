"""Why a value or a type is not of a type, in Puppet's sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..base.errors import Subject
from .aliases import AliasType
from .iterables import WrapperType
from .labels import with_article
from .numbers import INF, IntegerType
from .strings import StringType
from .tuples import StructType, TupleType
from .type import ANY, AnyType, Type
from .type_set import TYPE_SET, TypeSetType
from .variants import OptionalType, VariantType, variant

if TYPE_CHECKING:
    from collections.abc import Iterable


class Step:
    """One step on the way from the subject to what does not match; `ignored` where two ways are compared."""

    __slots__ = ("ignored", "signature", "text")

    def __init__(self, text: str, ignored: bool = False, signature: bool = False) -> None:
        self.text = text
        self.ignored = ignored
        self.signature = signature

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Step) and self.text == other.text and self.ignored == other.ignored

    def __hash__(self) -> int:
        return hash(self.text)


Path = tuple[Step, ...]


def subject(name: str) -> Step:
    return Step(name)


def parameter(name: str) -> Step:
    return Step(f"parameter '{name}'")


def index(number: int) -> Step:
    return Step(f"index {number}")


def entry(key: str) -> Step:
    return Step(f"entry '{key}'")


def entry_key(key: str) -> Step:
    return Step(f"key of entry '{key}'")


def variant_step(number: int) -> Step:
    return Step(f"variant {number}", ignored=True)


def signature_step(number: int) -> Step:
    return Step(f"{number + 1}.", ignored=True, signature=True)


class Mismatch:
    """Something that does not match, and where. `code` is that of a fault of a parameter."""

    code = "TYPE_MISMATCH"

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def canonical_path(self) -> Path:
        return tuple(step for step in self.path if not step.ignored)

    def subject(self, parameter: str) -> Subject:
        """What a fault of a parameter is about; whose it is, is not known here."""
        return Subject("", "", parameter)

    def text(self) -> str:
        raise NotImplementedError

    def merged(self, path: Path, other: Mismatch) -> Mismatch:
        return type(self)(path)

    def without_step(self, at: int) -> Mismatch:
        if at >= len(self.path):
            return self
        copy: Mismatch = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy.path = self.path[:at] + self.path[at + 1 :]
        return copy

    def format(self) -> str:
        """The sentence; it begins with a space where it has a subject."""
        path, lead = self.path, ""
        if path and path[0].signature:
            lead, path = f" {path[0].text}", path[1:]
        position = f" {' '.join(step.text for step in path)}" if path else ""
        return f"{lead}{position} {self.text()}"


class KeyMismatch(Mismatch):
    sentence = ""

    def __init__(self, path: Path, name: str) -> None:
        super().__init__(path)
        self.name = name

    def merged(self, path: Path, other: Mismatch) -> Mismatch:
        return type(self)(path, self.name)

    def text(self) -> str:
        return self.sentence.format(self.name)


class MissingKey(KeyMismatch):
    sentence = "expects a value for key '{}'"


class MissingParameter(KeyMismatch):
    code = "MISSING_PARAMETER"
    sentence = "expects a value for parameter '{}'"


class ExtraneousKey(KeyMismatch):
    sentence = "unrecognized key '{}'"


class InvalidParameter(KeyMismatch):
    code = "INVALID_PARAMETER"
    sentence = "has no parameter named '{}'"


class UnexpectedBlock(Mismatch):
    def text(self) -> str:
        return "does not expect a block"


class MissingRequiredBlock(Mismatch):
    def text(self) -> str:
        return "expects a block"


class UnresolvedTypeReference(Mismatch):
    code = "UNKNOWN_RESOURCE_TYPE"

    def __init__(self, path: Path, name: str) -> None:
        super().__init__(path)
        self.name = name

    def subject(self, parameter: str) -> Subject:
        return Subject("type", self.name.removeprefix("::").lower(), parameter)

    def text(self) -> str:
        return f"references an unresolved type '{self.name}'"


class TypeMismatch(Mismatch):
    def __init__(self, path: Path, expected: Type, actual: Type) -> None:
        super().__init__(path)
        self.expected = expected.normalize()
        self.actual = actual.normalize()

    def merged(self, path: Path, other: Mismatch) -> Mismatch:
        assert isinstance(other, TypeMismatch)
        return type(self)(path, variant((self.expected, other.expected)), self.actual)

    def text(self) -> str:
        expected, actual = self.expected, self.actual
        optional = isinstance(expected, OptionalType)
        if isinstance(expected, OptionalType):
            expected = expected.type or expected
        several = isinstance(expected, VariantType)
        types = expected.types if isinstance(expected, VariantType) else (expected,)
        if _in_detail(types, actual):
            shown = [type_.expanded() for type_ in types]
            got = _actual_in_detail(types, actual)
        else:
            shown = list(dict.fromkeys(map(short_name, types))) if several else [short_name(expected)]
            got = short_name(actual)
        if optional:
            shown.insert(0, "Undef")
        if len(shown) == 1:
            return f"expects {with_article(shown[0])} value, got {got}"
        return f"expects a value of type {_alternatives(shown)}, got {got}"


def _alternatives(shown: Sequence[str]) -> str:
    if len(shown) == 2:
        return f"{shown[0]} or {shown[1]}"
    return f"{', '.join(shown[:-1])}, or {shown[-1]}" if shown else ""


def short_name(type_: Type) -> str:
    """The name without parameters, but with the name of the type inside."""
    if isinstance(type_, WrapperType) and type_.type is not None and type(type_.type) is not AnyType:
        return f"{type_.name}[{_own_name(type_.type) or ''}]"
    return _own_name(type_) or type_.simple_name


def _own_name(type_: Type) -> str | None:
    """A name; None for an Object type that has none of its own."""
    from .object_type import ObjectType

    return type_.type_name if isinstance(type_, (ObjectType, TypeSetType)) else type_.name


def _always_in_detail(expected: Iterable[Type], actual: Type) -> bool:
    return any(
        type(type_) is type(actual)
        or isinstance(type_, AliasType)
        or isinstance(actual, AliasType)
        or (isinstance(type_, StructType) and actual.simple_name == "Hash")
        or (isinstance(type_, TupleType) and actual.simple_name == "Array")
        for type_ in expected
    )


def _in_detail(expected: Sequence[Type], actual: Type) -> bool:
    return _always_in_detail(expected, actual) or any(
        default_of(type_.type if isinstance(type_, AliasType) else type_).assignable(actual) for type_ in expected
    )


def _actual_in_detail(expected: Sequence[Type], actual: Type) -> str:
    meant = [type_.resolved() for type_ in expected]
    if _always_in_detail(meant, actual):
        return actual.expanded()
    general = actual.generalize()
    return actual.expanded() if any(type_.assignable(general) for type_ in meant) else actual.simple_name


def default_of(type_: Type) -> Type:
    """The type of the same kind without parameters."""
    from .object_extension import ObjectTypeExtension
    from .object_type import OBJECT, ObjectType

    if isinstance(type_, ObjectType):
        return OBJECT
    if isinstance(type_, ObjectTypeExtension):
        return ANY
    if isinstance(type_, TypeSetType):
        return TYPE_SET
    return ANY if type(type_) is AnyType else _default(type(type_))


_DEFAULTS: dict[Callable[[], Type], Type] = {}


def _default(kind: Callable[[], Type]) -> Type:
    known = _DEFAULTS.get(kind)
    if known is None:
        known = _DEFAULTS[kind] = kind()
    return known


class PatternMismatch(TypeMismatch):
    def text(self) -> str:
        expected, actual = self.expected, self.actual
        lead = ""
        if isinstance(expected, OptionalType) and expected.type is not None:
            expected, lead = expected.type, "an undef value or "
        exact = isinstance(actual, StringType) and actual.value is not None
        got = f"'{actual.value}'" if isinstance(actual, StringType) and exact else short_name(actual)
        return f"expects {lead}a match for {expected.expanded()}, got {got}"


class SizeMismatch(Mismatch):
    def __init__(self, path: Path, expected: IntegerType, actual: IntegerType) -> None:
        super().__init__(path)
        self.expected, self.actual = expected, actual

    def merged(self, path: Path, other: Mismatch) -> Mismatch:
        assert isinstance(other, SizeMismatch)
        low = min(max(self.expected.low, 0), max(other.expected.low, 0))
        return type(self)(path, IntegerType(low, max(self.expected.high, other.expected.high)), self.actual)

    def text(self) -> str:
        return f"expects size to be {range_text(self.expected, '0')}, got {range_text(self.actual, '0')}"


class CountMismatch(SizeMismatch):
    def text(self) -> str:
        low, high = self.expected.low, self.expected.high
        one = (low == 1 and high in (1, INF)) or (low in (0, -INF) and high == 1)
        wanted = range_text(self.expected, "no")
        return f"expects {wanted} argument{'' if one else 's'}, got {range_text(self.actual, 'none')}"


def range_text(range_: IntegerType, zero: str) -> str:
    low = 0 if range_.low == -INF else range_.low
    high = range_.high
    if low == high:
        return zero if low == 0 else str(low)
    if low == 0:
        return "unlimited" if high == INF else f"at most {high}"
    return f"at least {low}" if high == INF else f"between {low} and {high}"


def merge(varying: int, size_mismatch: type[Mismatch], alternatives: Sequence[list[Mismatch]]) -> list[Mismatch]:
    """The descriptions of all alternatives; one alone where all alternatives fail the same way.

    `varying` is where in the path the alternative is named.
    """
    descriptions = [each for alternative in alternatives for each in alternative]
    for kind in (size_mismatch, MissingRequiredBlock, UnexpectedBlock, TypeMismatch):
        of_kind = [each for each in descriptions if isinstance(each, kind)]
        if len(of_kind) != len(alternatives) or not of_kind:
            continue
        generic = of_kind[0]
        for each in of_kind[1:]:
            if generic.canonical_path != each.canonical_path:
                break
            generic = generic.merged(generic.path, each)
        else:
            descriptions = [generic]
            break
    unique = _unique(descriptions)
    return [unique[0].without_step(varying)] if len(unique) == 1 else unique


def _unique(descriptions: list[Mismatch]) -> list[Mismatch]:
    """Each once. Puppet takes only those that say nothing but a path for equal."""
    seen: set[object] = set()
    unique = []
    for each in descriptions:
        plain = isinstance(each, (UnexpectedBlock, MissingRequiredBlock))
        key: object = (type(each), each.canonical_path) if plain else id(each)
        if key not in seen:
            seen.add(key)
            unique.append(each)
    return unique
