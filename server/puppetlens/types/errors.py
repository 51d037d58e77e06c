"""Errors of types and operators that know which operand Puppet blames."""

from __future__ import annotations

from typing import Literal

from ..base.errors import PuppetError

#: The expression itself, one side of it, or the key of an access expression by index.
Operand = Literal["whole", "left", "right"] | int


class OperandError(PuppetError):
    """A `PuppetError` whose place is that of one operand of the expression being evaluated.

    An error without issue code is one that Puppet tells as RUNTIME_ERROR ("Error while evaluating a ..., ").
    """

    def __init__(self, message: str, issue_code: str | None = None, operand: Operand = "whole") -> None:
        super().__init__(message, issue_code)
        self.operand: Operand = operand


def arity_error(base_type: str, low: int, high: float | None, actual: int) -> OperandError:
    """Puppet's BAD_TYPE_SLICE_ARITY; `high` is infinite or -1 for "or more"."""
    if high in (-1, float("inf")):
        accepts = f"{low} or more arguments"
    elif high and high != low:
        accepts = f"{low} to {high} arguments"
    else:
        accepts = f"{low} argument{'' if low == 1 else 's'}"
    return OperandError(f"{base_type}[] accepts {accepts}. Got {actual}", "BAD_TYPE_SLICE_ARITY")
