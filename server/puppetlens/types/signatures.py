"""Why arguments fit no signature of a function or lambda, in Puppet's sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ..base.errors import PuppetError
from .blame import blamed
from .callable import CallableType
from .collections import ArrayType
from .describe import describe
from .infer import actual_type, infer_set
from .mismatch import (
    CountMismatch,
    Mismatch,
    MissingRequiredBlock,
    Path,
    Step,
    TypeMismatch,
    UnexpectedBlock,
    merge,
    parameter,
    signature_step,
)  # fmt: skip
from .numbers import INF, IntegerType
from .tuples import TupleType
from .type import ANY, UNDEF, Type
from .values import Value, reasons_in
from .variants import OptionalType


class SignatureLike(Protocol):
    """What a description needs to know of a signature."""

    @property
    def callable_type(self) -> CallableType: ...
    @property
    def parameter_names(self) -> tuple[str, ...]: ...
    @property
    def block_name(self) -> str | None: ...


def describe_signatures(
    name: str, signatures: Sequence[SignatureLike], arguments: Sequence[Value], block: Value = None
) -> str:
    """`'f' expects 2 arguments, got 1`; all signatures with their rejections where there are several.

    `name` is that of the function, or `lambda`; `block` has a `callable_type` or is None.
    """
    given = (*arguments, block) if block is not None else tuple(arguments)
    return _described(name, signatures, [_type_of(given, signature) for signature in signatures])


def refusal(
    name: str, signatures: Sequence[SignatureLike], arguments: tuple[Value, ...], block: Value = None
) -> PuppetError:
    """The error of a call of a function that takes none of its arguments' types."""
    error = PuppetError(describe_signatures(name, signatures, arguments, block))
    error.way = name, *blamed(arguments, lambda given: not _fit(signatures, given, block))
    return error


def _fit(signatures: Sequence[SignatureLike], arguments: tuple[Value, ...], block: Value) -> bool:
    return any(each.callable_type.callable_with(arguments, block) for each in signatures)


def _type_of(given: tuple[Value, ...], signature: SignatureLike) -> Type:
    """What may be what a parameter wants, were it known, is not what it refuses."""
    if not reasons_in(given):
        return infer_set(given)
    params = signature.callable_type.param_types or TupleType()
    types = []
    for number, each in enumerate(given):
        expected = params.at(number) if params.types else ANY
        may_be = reasons_in(each) and expected.accepts(each)
        types.append(expected if may_be else actual_type(each, expected))
    return TupleType(tuple(types))


def describe_signatures_of_type(name: str, signatures: Sequence[SignatureLike], arguments: Type) -> str:
    return _described(name, signatures, [arguments] * len(signatures))


def _described(name: str, signatures: Sequence[SignatureLike], arguments: Sequence[Type]) -> str:
    """`arguments` are those that each of the signatures is given."""
    each_with = [
        (own, given, (signature_step(number),))
        for number, (own, given) in enumerate(zip(signatures, arguments, strict=True))
    ]
    faults = [_describe_arguments(*each) for each in each_with]
    if not all(faults):
        blocks = [_describe_block(*each) for each in each_with]
        faults = blocks if all(blocks) else [own or block for own, block in zip(faults, blocks, strict=True)]
    label = "block" if name == "lambda" else f"'{name}'"
    merged = merge(0, CountMismatch, faults)
    if len(merged) == 1:
        return f"{label}{merged[0].format()}"
    if len(signatures) == 1:
        lines = [f"{label} expects ({signature_text(signatures[0])})"]
        lines += (f"  rejected:{fault.without_step(0).format()}" for fault in faults[0])
        return "\n".join(lines)
    lines = [f"The function {label} was called with arguments it does not accept. It expects one of:"]
    for signature, each in zip(signatures, faults, strict=True):
        lines.append(f"  ({signature_text(signature)})")
        lines += (f"    rejected:{fault.without_step(0).format()}" for fault in each)
    return "\n".join(lines)


def _describe_arguments(signature: SignatureLike, arguments: Type, path: Path) -> list[Mismatch]:
    params = signature.callable_type.param_types or TupleType()
    if isinstance(arguments, TupleType):
        types = arguments.types
    elif isinstance(arguments, ArrayType):
        types = (arguments.element_type,) * len(params.types)
    else:
        return [TypeMismatch(path, params, arguments)]
    if types and types[-1].is_callable():
        count = len(types) - 1
        return _describe_each(signature, types, path, IntegerType(count, count), count)
    return _describe_each(signature, types, path, arguments.size, len(types))


def _describe_each(
    signature: SignatureLike, types: tuple[Type, ...], path: Path, size: IntegerType, count: int
) -> list[Mismatch]:
    params = signature.callable_type.param_types or TupleType()
    if not params.size.covers(size):
        return [CountMismatch(path, params.size, size)]
    for number in range(count if params.types else 0):
        expected = params.at(number)
        if not expected.assignable(types[number]):
            names = signature.parameter_names
            name = names[min(number, len(params.types) - 1)] if names else ""
            faults = describe(expected, types[number], (*path, parameter(name)))
            if faults:
                return faults
    return []


def _describe_block(signature: SignatureLike, arguments: Type, path: Path) -> list[Mismatch]:
    expected = signature.callable_type.block_type
    last = arguments.types[-1] if isinstance(arguments, TupleType) and arguments.types else None
    if last is not None and last.is_callable():
        return [UnexpectedBlock(path)] if expected is None else describe(expected, last, (*path, Step("block")))
    return [] if expected is None or expected.assignable(UNDEF) else [MissingRequiredBlock(path)]


def signature_text(signature: SignatureLike) -> str:
    """The parameters as messages list them: `Integer count, String fill?, Any rest*`."""
    params = signature.callable_type.param_types or TupleType()
    low, high = params.size.low, params.size.high
    if low == 0 and high == 0:
        return ""
    names = signature.parameter_names or ("",) * len(params.types)
    shown = []
    for number, name in enumerate(names):
        type_, mark = params.at(number), ""
        if high == INF and number == len(names) - 1:
            mark = "+" if low == len(names) else "*"
        elif number + 1 > low:
            mark = "?"
            if isinstance(type_, OptionalType) and type_.type is not None:
                type_ = type_.type
        shown.append(f"{type_} {name}{mark}")
    block = signature.callable_type.block_type
    if isinstance(block, OptionalType):
        shown.append(f"{block.type} {signature.block_name}?")
    elif isinstance(block, CallableType):
        shown.append(f"{block} {signature.block_name}")
    return ", ".join(shown)
