"""The built-in functions, a file each; loaded when first asked for, and only then all that they need (data types)."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache, lru_cache
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from ..function import Function


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """The names of all built-in functions, sorted."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


@cache
def find(name: str) -> Function | None:
    """The built-in function of this name (without leading `::`)."""
    if name not in names():
        return None
    return cast("Function", importlib.import_module(f"{__name__}.{name}").FUNCTION)
