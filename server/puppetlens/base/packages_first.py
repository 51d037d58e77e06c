"""Imports from several threads at once, without one that gets a module that is half loaded."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import resolve_name
from types import ModuleType

_OURS = f"{__package__.partition('.')[0]}."


@contextmanager
def packages_first() -> Iterator[None]:
    """Have each import statement, in whatever thread, load the packages around one of our modules before the module.

    Python begins with the module (`importlib._bootstrap._find_and_load`): it holds that one's lock while it loads the
    package, which may import what is in it. Two threads that begin with two modules of a package then wait for each
    other, and Python gives one of them a module without its names (or a deadlock's error).
    """
    load = builtins.__import__

    def load_after_packages(
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        around = str((globals or {}).get("__package__"))
        full = resolve_name("." * level + name, around) if level else name
        if full.startswith(_OURS) and full not in sys.modules:
            for end in (at for at, character in enumerate(full) if character == "."):
                load(full[:end])
        return load(name, globals, locals, fromlist, level)

    builtins.__import__ = load_after_packages
    try:
        yield
    finally:
        builtins.__import__ = load
