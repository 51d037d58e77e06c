"""All findings of a file."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from functools import lru_cache
from types import ModuleType
from typing import cast

from ..base.cancellation import check_cancelled
from ..model.snapshot import Memo, Snapshot
from ..model.view import View
from .finding import Finding

Run = Callable[[View], Iterator[Finding]]


@lru_cache(maxsize=1)
def all_checks() -> tuple[ModuleType, ...]:
    """The modules of this package that have a `run`, by name."""
    package = __name__.rpartition(".")[0]
    path = importlib.import_module(package).__path__
    modules = [importlib.import_module(f"{package}.{found.name}") for found in pkgutil.iter_modules(path)]
    return tuple(module for module in modules if hasattr(module, "run"))


def diagnostics(snapshot: Snapshot, path: str) -> tuple[Finding, ...]:
    """The findings of a file, in order of place. Kept until something they rest on changes."""
    for _ in checking(snapshot, path):
        pass
    return cast("tuple[Finding, ...]", snapshot.memo[path].value)


def checking(snapshot: Snapshot, path: str) -> Iterator[None]:
    """Check a file step by step: after the last one `diagnostics` has the findings at once."""
    if path in snapshot.memo:
        return
    view = View(snapshot, path)
    found: list[Finding] = []
    for check in all_checks():
        check_cancelled()
        found += cast(Run, check.run)(view)
        yield
    found.sort(key=lambda finding: (finding.span, finding.code, finding.message))
    snapshot.memo[path] = Memo(tuple(dict.fromkeys(found)), frozenset(view.lookups))
