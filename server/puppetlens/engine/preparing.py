"""Code that the answer to `initialize` is spared, and that the first check and the index need: loaded beside, while
questions are answered.

It takes 0.2 s, and as long again in breaks. Loaded by the check itself, it would keep whoever types waiting as long, since loading gives no way.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from importlib.abc import MetaPathFinder
from threading import Thread, current_thread
from time import sleep
from types import ModuleType

from ..base.packages_first import packages_first
from ..workers.garbage import keep_out
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
#: Seconds of a break before each.
_BREAK = 0.003


class _Breaks(MetaPathFinder):
    """Finds no module, but has the thread that made it pause before each, so that others have their turn at once."""

    def __init__(self) -> None:
        self._thread = current_thread()

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> None:
        if current_thread() is self._thread:
            sleep(_BREAK)


class Preparing:
    """`ready` is called on a thread of its own, once, when all is loaded."""

    def __init__(self, ready: Callable[[], None]) -> None:
        #: Has a result once all is loaded.
        self.finished: Future[None] = Future()
        self._begun = False
        self._ready = ready

    @property
    def done(self) -> bool:
        return self.finished.done()

    def begin(self) -> None:
        """May be called again."""
        if not self._begun:
            self._begun = True
            Thread(target=self._load, daemon=True, name="prepare").start()

    def _load(self) -> None:
        breaks = _Breaks()
        sys.meta_path.insert(0, breaks)
        try:
            with packages_first():
                for name in _MODULES:
                    __import__(name)
                from ..checks.registry import check_files
                from ..model.builtin import fact, is_function

                check_files()
                is_function("")
                fact("")
                documentation("")
        except Exception:  # the edge of a thread: who needs the module says so again
            log.exception("a module cannot be loaded")
        finally:
            sys.meta_path.remove(breaks)
        keep_out()
        self.finished.set_result(None)
        self._ready()
