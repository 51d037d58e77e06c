"""Why a value is not of a type, in Puppet's sentences."""

from __future__ import annotations

from .collections import ArrayType, HashType, StructType, TupleType
from .compare import a_an
from .infer import infer
from .misc import CallableType
from .scalars import EnumType, IntegerType, PatternType, StringType
from .type import AliasType, Type
from .values import Hash, Unknown, Value
from .variants import NotUndefType, OptionalType, VariantType

Path = tuple[str, ...]


def describe_mismatch(subject: str, expected: Type, value: Value) -> str:
    """`subject` as Puppet begins the sentence (`parameter 'x'`, ...): several faults give several lines."""
    found = mismatches(expected, value, (subject,))
    return (
        "\n ".join(found)
        if found
        else f"{subject} expects {a_an(str(expected))} value, got {actual_name(value, expected)}"
    )


def actual_name(value: Value, expected: Type) -> str:
    """The actual type, with the value where only that tells the difference (Enum, Pattern, ranges)."""
    type_ = infer(value)
    if isinstance(value, str) and isinstance(expected, (EnumType, PatternType)):
        return str(type_)
    if isinstance(value, (int, float)) and not isinstance(value, bool) and same_kind(expected, value):
        return str(type_)
    return {"Tuple": "Tuple", "Struct": "Struct"}.get(type_.name, str(type_.general()))


def same_kind(expected: Type, value: Value) -> bool:
    return expected.name == infer(value).name


def mismatches(expected: Type, value: Value, path: Path) -> list[str]:
    if isinstance(value, Unknown) or expected.accepts(value):
        return []
    subject = " ".join(path)
    if isinstance(expected, AliasType):
        inner = mismatches(expected.resolved(), value, path)
        simple = f"{subject} expects {a_an(alias_label(expected))}"
        return inner if len(path) < len_of(inner) else [f"{simple}, got {actual_name(value, expected.resolved())}"]
    if isinstance(expected, OptionalType):
        inner_type = expected.inner.resolved()
        if isinstance(inner_type, (ArrayType, HashType, StructType, TupleType)) and isinstance(value, (tuple, Hash)):
            return mismatches(inner_type, value, path)
        actual = actual_name(value, inner_type)
        return [f"{subject} expects a value of type Undef or {union_text([expected.inner])}, got {actual}"]
    if isinstance(expected, VariantType):
        return [
            f"{subject} expects a value of type {union_text(list(expected.types))}, got {actual_name(value, expected)}"
        ]
    if isinstance(expected, NotUndefType) and value is None:
        return [f"{subject} expects a value of type NotUndef, got Undef" if not expected.parameters() else
                f"{subject} expects {a_an(str(expected.inner.general()))} value, got Undef"]  # fmt: skip
    if isinstance(expected, StructType) and isinstance(value, Hash):
        return struct_mismatches(expected, value, path)
    if isinstance(expected, (ArrayType, TupleType)) and isinstance(value, tuple):
        return array_mismatches(expected, value, path)
    if isinstance(expected, HashType) and isinstance(value, Hash):
        return hash_mismatches(expected, value, path)
    return [f"{subject} expects {expectation(expected, value)}, got {actual_name(value, expected)}"]


def len_of(lines: list[str]) -> int:
    return len(lines)


def alias_label(alias: AliasType) -> str:
    return f"{alias.name} = {alias.resolved()}"


def expectation(expected: Type, value: Value) -> str:
    """`an Integer value`, `a match for Enum['a', 'b']`."""
    if isinstance(expected, (EnumType, PatternType)):
        return f"a match for {expected}"
    if isinstance(expected, (IntegerType, StringType)) and same_kind(expected, value):
        return f"{a_an(str(expected))} value"
    return f"{a_an(str(expected.general() if not isinstance(expected, CallableType) else expected.name))} value"


def union_text(types: list[Type]) -> str:
    names = [str(type_) for type_ in types]
    unique = list(dict.fromkeys(names))
    if len(unique) == 1:
        return unique[0]
    return f"{', '.join(unique[:-1])}, or {unique[-1]}" if len(unique) > 2 else f"{unique[0]} or {unique[1]}"


def size_text(low: int | None, high: int | None) -> str:
    if low == high:
        return str(low)
    if high is None:
        return f"at least {low}"
    return f"at most {high}" if not low else f"between {low} and {high}"


def array_mismatches(expected: ArrayType | TupleType, value: tuple[Value, ...], path: Path) -> list[str]:
    from .collections import size_ok

    if not size_ok(expected.low, expected.high, len(value)):
        return [f"{' '.join(path)} expects size to be {size_text(expected.low, expected.high)}, got {len(value)}"]
    lines: list[str] = []
    for index, element in enumerate(value):
        element_type = expected.element if isinstance(expected, ArrayType) else expected.at(index)
        lines += mismatches(element_type, element, (*path, f"index {index}"))
    return lines


def hash_mismatches(expected: HashType, value: Hash, path: Path) -> list[str]:
    from .collections import size_ok

    if not size_ok(expected.low, expected.high, len(value)):
        return [f"{' '.join(path)} expects size to be {size_text(expected.low, expected.high)}, got {len(value)}"]
    from .render import element_text

    lines: list[str] = []
    for key, element in value.pairs():
        lines += mismatches(expected.key, key, (*path, f"key of entry {element_text(key)}"))
        lines += mismatches(expected.value, element, (*path, f"entry {element_text(key)}"))
    return lines


def struct_mismatches(expected: StructType, value: Hash, path: Path) -> list[str]:
    subject = " ".join(path)
    lines: list[str] = []
    for member in expected.members:
        if member.name in value:
            lines += mismatches(member.value, value[member.name], (*path, f"entry '{member.name}'"))
        elif not member.optional:
            lines.append(f"{subject} expects a value for key '{member.name}'")
    lines += [f"{subject} unrecognized key '{key}'" for key in value if key not in expected.by_name]
    return lines
