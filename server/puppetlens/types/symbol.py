"""A Ruby symbol: the language knows no such thing, but what Puppet hands out may be one.

It prints as its name, is of type `Runtime[ruby, 'Symbol']` and is equal to no string.
"""

from __future__ import annotations

import msgspec


class Symbol(msgspec.Struct, frozen=True):
    """`:name`."""

    name: str

    @property
    def ruby_class(self) -> str:
        return "Symbol"

    def __str__(self) -> str:
        return self.name
