"""What all questions of Ruby have in common: who is asked, and how a scope is named in an answer."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, NamedTuple

from ..library.host import RubyContext
from .values import Data

if TYPE_CHECKING:
    from .ruby_host import SandboxHost
    from .session import Session


class Raw(NamedTuple):
    """Data that is encoded already."""

    data: Data


class Questions:
    """What both kinds have in common."""

    def __init__(self, host: SandboxHost, session: Session) -> None:
        self._host, self._session = host, session

    @property
    def _context(self) -> RubyContext:
        return self._session.context

    def _at(self, scope: Hashable) -> RubyContext:
        return self._context.at(scope)

    def _scope(self, context: RubyContext | None) -> Raw:
        """The number of a context's scope, as Ruby keeps them apart."""
        return Raw(None if context is None else self._session.handles.scope(context.scope))
