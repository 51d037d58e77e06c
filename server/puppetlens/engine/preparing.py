"""Code that the answer to `initialize` is spared, and that the first check and the index need: loaded beside, while
questions are answered.

It takes 0.2 s. Loaded by the check itself, it would keep whoever types waiting as long, since loading gives no way.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from importlib import import_module
from threading import Thread

from .documentation import documentation

log = logging.getLogger(__name__)

_MODULES = (
    "puppetlens.syntax.faults",
    "puppetlens.types",
    "puppetlens.hiera.reach",
    "puppetlens.library.functions.each",
    "puppetlens.library.functions.include",
    "tree_sitter_ruby",
)


class Preparing:
    """`ready` is called on a thread of its own, once, when all is loaded."""

    def __init__(self, ready: Callable[[], None]) -> None:
        self.done = False
        self._begun = False
        self._ready = ready

    def begin(self) -> None:
        """May be called again."""
        if not self._begun:
            self._begun = True
            Thread(target=self._load, daemon=True, name="prepare").start()

    def _load(self) -> None:
        try:
            for name in _MODULES:
                import_module(name)
            from ..checks.registry import check_files

            check_files()
            documentation("")
        except Exception:  # the edge of a thread: who needs the module says so again
            log.exception("a module cannot be loaded")
        self.done = True
        self._ready()
