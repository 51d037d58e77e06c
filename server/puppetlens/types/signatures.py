"""Why arguments fit no signature of a function or lambda, in Puppet's sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .mismatch import describe_mismatch, size_text
from .type import Type
from .values import Value
from .variants import OptionalType


class SignatureLike(Protocol):
    """What a description needs to know of a signature."""

    @property
    def low(self) -> int: ...
    @property
    def high(self) -> int | None: ...
    @property
    def parameter_names(self) -> tuple[str, ...]: ...
    @property
    def types(self) -> tuple[Type, ...]: ...
    @property
    def block_type(self) -> Type | None: ...
    @property
    def block_name(self) -> str | None: ...


def describe_signatures(
    name: str, signatures: Sequence[SignatureLike], arguments: Sequence[Value], block: object | None
) -> str:
    """`'f' expects 2 arguments, got 1`; all signatures with their rejections where there are several."""
    faults = [rejection(signature, arguments, block) for signature in signatures]
    if len(faults) == 1:
        return f"'{name}' {faults[0]}"
    if faults and all(fault == faults[0] for fault in faults):
        return f"'{name}' {faults[0]}"
    lines = [f"The function '{name}' was called with arguments it does not accept. It expects one of:"]
    for signature, fault in zip(signatures, faults, strict=True):
        lines += [f"  {shown(signature)}", f"    rejected: {fault}"]
    return "\n".join(lines)


def rejection(signature: SignatureLike, arguments: Sequence[Value], block: object | None) -> str:
    count = len(arguments)
    if count < signature.low or (signature.high is not None and count > signature.high):
        plural = "" if size_text(signature.low, signature.high).endswith(("1",)) and signature.high == 1 else "s"
        if signature.high == 0:
            return f"expects no arguments, got {count}"
        return f"expects {size_text(signature.low, signature.high)} argument{plural}, got {count or 'none'}"
    for index, value in enumerate(arguments):
        position = min(index, len(signature.types) - 1)
        expected = signature.types[position]
        if not expected.accepts(value):
            return describe_mismatch(f"parameter '{signature.parameter_names[position]}'", expected, value)
    block_type = signature.block_type
    if block is None:
        return "expects a block" if block_type is not None and not isinstance(block_type, OptionalType) else ""
    if block_type is None:
        return "does not expect a block"
    given = getattr(block, "callable_type", None)
    return block_rejection(signature.block_name or "block", block_type, given)


def block_rejection(name: str, expected: Type, given: Type | None) -> str:
    inner = expected.inner if isinstance(expected, OptionalType) else expected
    wanted, has = getattr(inner, "types", None), getattr(given, "types", None)
    if wanted is not None and has is not None:
        return (
            f"block expects {size_text(has.low, has.high)} arguments, got {size_text(wanted.low, wanted.high)}"
            if (False)
            else f"block expects {count_text(wanted)}, got {count_text(has).rpartition(' ')[0] or count_text(has)}"
        )
    return f"parameter '{name}' expects a {expected} value, got {given}"


def count_text(tuple_type: object) -> str:
    low, high = getattr(tuple_type, "low", 0) or 0, getattr(tuple_type, "high", None)
    text = size_text(low, high) if (low or high) else "no"
    return f"{text} argument{'' if low == high == 1 else 's'}"


def shown(signature: SignatureLike) -> str:
    parts = []
    for index, type_ in enumerate(signature.types):
        optional = "?" if index >= signature.low else ""
        rest = signature.high is None and index == len(signature.types) - 1
        mark = ("+" if signature.low > index else "*") if rest else optional
        parts.append(f"{type_} {signature.parameter_names[index]}{mark}")
    if signature.block_type is not None:
        optional = "?" if isinstance(signature.block_type, OptionalType) else ""
        block_type = signature.block_type.inner if optional else signature.block_type  # type: ignore[attr-defined]
        parts.append(f"{block_type} {signature.block_name}{optional}")
    return f"({', '.join(parts)})"
