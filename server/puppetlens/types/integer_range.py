"""The integers that Puppet knows: those of 64 bits. Data and facts may hold others, which Ruby knows."""

from __future__ import annotations

from typing import Final

from ..base.errors import PuppetError
from .sprintf import format_integer

LARGEST: Final = 2**63 - 1
SMALLEST: Final = -(2**63)


def in_range(value: int) -> int:
    """The value; Puppet's error for one that a resource, or a function of its old API, cannot be given."""
    if SMALLEST <= value <= LARGEST:
        return value
    end = "max" if value > 0 else "min"
    shown = format_integer(set(), None, None, "x", value)
    raise PuppetError(f"Use of a Ruby Integer outside of Puppet Integer {end} range, got '0x{shown}'")
