"""What runs Ruby: a virtual machine (`vm.Vm`), or a process (`native.Native`).

Requests go in, answers come out, both JSON text. One is under way at a time; those that come while Ruby waits for what
it asked are the exchange's. An interpreter that did not come to the end of a request is dead, and of no use any more.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from .exchange import Exchange
from .limits import Stopped
from .virtual_files import Reads


class Interpreter(ABC):
    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange
        #: Why it answers no more.
        self._dead = ""
        self._entered = False
        #: Whether a call changed what all code shares: what is computed from then on is not for other catalogs.
        self.changed = False

    @property
    @abstractmethod
    def taints(self) -> set[str]:
        """What results depend on besides the environment: `reads /etc/hosts`, `reads the clock`, `writes /x`."""

    @property
    @abstractmethod
    def reads(self) -> Reads:
        """What Ruby asked of the files, and the answers."""

    def request(self, text: str) -> str:
        """Ruby's answer. Raises `Stopped`, and what an answer to a question raised; it is dead then."""
        if self._dead:
            raise Stopped(self._dead)
        if self._exchange.on_helper:
            return self._exchange.request(text)
        if self._entered:
            raise AssertionError("an answer that is given in place asks Ruby")
        self._entered = True
        given = None
        try:
            given = self._run(text.encode("utf-8", "surrogatepass"))
            return given
        except Stopped as failure:
            self._dead = failure.reason
            raise
        finally:
            self._entered = False
            if given is None:
                self._dead = self._dead or "what it asked for could not be answered"
                self._died()
            self._exchange.abandon(self._dead or "Ruby left it by a jump")

    def close(self) -> None:
        """Give back what it takes; it is of no use any more. Not from within a request."""
        self._dead = self._dead or "it was closed"
        self._exchange.close()

    @abstractmethod
    def _run(self, request: bytes) -> str:
        """Have Ruby do a request."""

    @abstractmethod
    def _died(self) -> None:
        """The request had no end."""
