"""How an actual type fails to be an expected one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from ..base.errors import Fault, PuppetError, Way
from .aliases import AliasType, TypeReferenceType
from .blame import blamed
from .callable import CallableType
from .collections import ArrayType, HashType
from .infer import actual_type
from .mismatch import (
    CountMismatch,
    ExtraneousKey,
    InvalidParameter,
    Mismatch,
    MissingKey,
    MissingParameter,
    Path,
    PatternMismatch,
    SizeMismatch,
    Step,
    TypeMismatch,
    UnresolvedTypeReference,
    entry,
    entry_key,
    index,
    merge,
    parameter,
    subject,
    variant_step,
)  # fmt: skip
from .numbers import IntegerType
from .strings import EnumType, PatternType
from .tuples import StructType, TupleType
from .type import ANY, UNDEF, Type, UndefType, walk_types
from .values import Value
from .variants import OptionalType, VariantType

if TYPE_CHECKING:
    from .builtin_objects import Deferred


def describe_mismatch(name: str, expected: Type, value: Value) -> str:
    """The sentence about a value; `name` is its subject. Several faults take a line each."""
    return describe_mismatch_of_type(name, expected, actual_type(value, expected))


def describe_mismatch_of_type(name: str, expected: Type, actual: Type) -> str:
    faults = describe(expected, actual, (subject(name),))
    return faults[0].format().strip() if len(faults) == 1 else "\n ".join(fault.format() for fault in faults)


def check_parameters(
    owner: str,
    parameters: StructType,
    given: Mapping[str, Value],
    returned: Callable[[Deferred], Type | None] | None = None,
) -> None:
    """The error for values that a class or define does not take; `owner` is `Class[A]` or alike.

    Its faults have for subjects the parameters alone: who calls knows what they belong to.

    A deferred call is as good as what it returns on the agent: `returned` says its type, None for any.
    """
    deferred = _deferred()
    if _fit(parameters, given, deferred):
        return
    faults: list[tuple[str, Mismatch]] = []
    ways: set[Way] = set()
    for name in given:
        if name not in parameters.by_name:
            faults.append((name, InvalidParameter((), name)))
            ways.add((name,))
    for element in parameters.elements:
        if element.name not in given:
            if element.name in parameters.required:
                faults.append((element.name, MissingParameter((), element.name)))
            continue
        described: list[Mismatch] = []
        value = given[element.name]
        if returned is not None and isinstance(value, deferred):
            type_ = returned(value)
            if type_ is not None and not element.value_type.generalize().assignable(type_.generalize()):
                described = describe(element.value_type, type_, (parameter(element.name),))
        elif not element.value_type.accepts(value):
            described = describe(element.value_type, actual_type(value, element.value_type), (parameter(element.name),))
            ways.add((element.name, *blamed(value, _refused_by(element.value_type))))
        faults += ((element.name, mismatch) for mismatch in described)
    if faults:
        lines = [mismatch.format() for _, mismatch in faults]
        message = f"{owner}:{lines[0]}" if len(lines) == 1 else "\n ".join([f"{owner}:", *lines])
        told = (Fault(mismatch.code, mismatch.subject(name)) for name, mismatch in faults)
        error = PuppetError(message, faults=tuple(told))
        error.way = ways.pop() if len(ways) == 1 else ()
        raise error


def _refused_by(type_: Type) -> Callable[[Value], bool]:
    return lambda value: not type_.accepts(value)


@cache
def _deferred() -> type[Deferred]:
    from .builtin_objects import Deferred  # which rests on this file

    return Deferred


def _fit(parameters: StructType, given: Mapping[str, Value], deferred: type[Deferred]) -> bool:
    """Whether it is plain that nothing is wrong, as it mostly is; what is deferred takes a closer look."""
    for name in parameters.required:
        if name not in given:
            return False
    known = parameters.by_name
    for name, value in given.items():
        element = known.get(name)
        if element is None:
            return False
        if not element.value_type.accepts(value) or isinstance(value, deferred):
            return False
    return True


def describe(expected: Type, actual: Type, path: Path) -> list[Mismatch]:
    """All that is wrong; empty where `actual` is assignable."""
    for part in walk_types(expected):
        if isinstance(part, TypeReferenceType):
            return [UnresolvedTypeReference(path, part.type_string)]
    return _describe(expected.normalize(), expected, actual, path)


def _describe(expected: Type, original: Type, actual: Type, path: Path) -> list[Mismatch]:
    """`original` is what messages show: the alias or Optional around `expected`."""
    if isinstance(expected, VariantType):
        return _describe_variant(expected, original, actual, path)
    if isinstance(expected, StructType):
        return _describe_struct(expected, original, actual, path)
    if isinstance(expected, HashType):
        return _describe_hash(expected, original, actual, path)
    if isinstance(expected, TupleType):
        return describe_tuple(expected, original, actual, path, SizeMismatch)
    if isinstance(expected, ArrayType):
        return _describe_array(expected, original, actual, path)
    if isinstance(expected, CallableType):
        return _describe_callable(expected, original, actual, path)
    if isinstance(expected, OptionalType):
        if isinstance(actual, UndefType) or expected.type is None:
            return []
        shown = original if isinstance(original, AliasType) else expected
        return _describe(expected.type, shown, actual, path)
    if isinstance(expected, (PatternType, EnumType)):
        return [PatternMismatch(path, original, actual)]
    if isinstance(expected, AliasType):
        return _describe(expected.type.normalize(), expected, actual, path)
    return [] if expected.assignable(actual) else [TypeMismatch(path, original, actual)]


def _describe_variant(expected: VariantType, original: Type, actual: Type, path: Path) -> list[Mismatch]:
    types = (UNDEF, *expected.types) if isinstance(original, OptionalType) else expected.types
    alternatives = []
    for number, type_ in enumerate(types):
        faults = describe(type_, actual, (*path, variant_step(number)))
        if not faults:
            return []
        alternatives.append(faults)
    faults = merge(len(path), SizeMismatch, alternatives)
    if isinstance(original, AliasType) and len(faults) == 1:
        return [TypeMismatch(path, original, actual)]
    return faults


def _describe_array(expected: ArrayType, original: Type, actual: Type, path: Path) -> list[Mismatch]:
    if isinstance(actual, TupleType):
        size = actual.size_type or IntegerType(len(actual.types), len(actual.types))
        if not expected.size.covers(size):
            return [SizeMismatch(path, expected.size, size)]
        return [
            fault
            for number, type_ in enumerate(actual.types)
            if not expected.element_type.assignable(type_)
            for fault in describe(expected.element_type, type_, (*path, index(number)))
        ]
    if isinstance(actual, ArrayType):
        if expected.size_type is None or expected.size_type.covers(actual.size):
            return [TypeMismatch(path, original, ArrayType(actual.element_type))]
        return [SizeMismatch(path, expected.size, actual.size)]
    return [TypeMismatch(path, original, actual)]


def _describe_hash(expected: HashType, original: Type, actual: Type, path: Path) -> list[Mismatch]:
    if isinstance(actual, StructType):
        size = actual.size_range()
        if not expected.size.covers(size):
            return [SizeMismatch(path, expected.size, size)]
        faults: list[Mismatch] = []
        for element in actual.elements:
            if not expected.key_type.assignable(element.key_type):
                faults += describe(expected.key_type, element.key_type, (*path, entry_key(element.name)))
            if not expected.value_type.assignable(element.value_type):
                faults += describe(expected.value_type, element.value_type, (*path, entry(element.name)))
        return faults
    if isinstance(actual, HashType):
        if expected.size_type is None or expected.size_type.covers(actual.size):
            return [TypeMismatch(path, original, HashType(actual.key_type, actual.value_type))]
        return [SizeMismatch(path, expected.size, actual.size)]
    return [TypeMismatch(path, original, actual)]


def _describe_struct(expected: StructType, original: Type, actual: Type, path: Path) -> list[Mismatch]:
    if isinstance(actual, HashType):
        size = expected.size_range()
        if size.covers(actual.size):
            return [TypeMismatch(path, original, HashType(actual.key_type, actual.value_type))]
        return [SizeMismatch(path, size, actual.size)]
    if not isinstance(actual, StructType):
        return [TypeMismatch(path, original, actual)]
    faults: list[Mismatch] = []
    for element in expected.elements:
        theirs = actual.by_name.get(element.name)
        if theirs is None:
            if not element.optional:
                faults.append(MissingKey(path, element.name))
            continue
        if not element.key_type.assignable(theirs.key_type):
            faults += describe(element.key_type, theirs.key_type, (*path, entry_key(element.name)))
        if not element.value_type.assignable(theirs.value_type):
            faults += describe(element.value_type, theirs.value_type, (*path, entry(element.name)))
    faults += (ExtraneousKey(path, e.name) for e in actual.elements if e.name not in expected.by_name)
    return faults


def describe_tuple(
    expected: TupleType, original: Type, actual: Type, path: Path, size_mismatch: type[SizeMismatch]
) -> list[Mismatch]:
    if expected == actual or (not expected.types and isinstance(actual, ArrayType)):
        return []
    if isinstance(actual, (TupleType, ArrayType)):
        if not expected.size.covers(actual.size):
            return [size_mismatch(path, expected.size, actual.size)]
        if isinstance(actual, ArrayType):
            pairs = [(number, type_, actual.element_type) for number, type_ in enumerate(expected.types)]
        else:
            last = len(expected.types) - 1
            pairs = [
                (min(number, last), expected.at(number), type_)
                for number, type_ in enumerate(actual.types)
                if expected.types
            ]
        return [fault for number, want, has in pairs for fault in describe(want, has, (*path, index(number)))]
    return [TypeMismatch(path, original, actual)]


def _describe_callable(expected: CallableType, original: Type, actual: Type, path: Path) -> list[Mismatch]:
    if not isinstance(actual, CallableType):
        return [TypeMismatch(path, original, actual)]
    if expected.param_types is None:
        return []
    if actual.param_types is not None:
        faults = describe_tuple(expected.param_types, expected.param_types, actual.param_types, path, CountMismatch)
        if faults:
            return faults
    want_return, has_return = expected.return_type or ANY, actual.return_type or ANY
    if not want_return.assignable(has_return):
        return [TypeMismatch((*path, Step("return")), want_return, has_return)]
    want_block, has_block = expected.block_type or UNDEF, actual.block_type or UNDEF
    if has_block.assignable(want_block):
        return []
    return [TypeMismatch((*path, Step("block")), want_block, has_block)]
