"""Type aliases from one compilation to the next.

What an alias means depends on its own text and on what the names in it mean. So the type that was made of it is taken
again where each of those names is answered by the very same object as then: by another alias that was kept, by nothing,
or by "some data type of Ruby". Everything else (a resource type, an Object) is made anew each time, and with it what
refers to it. An alias that refers to itself is never kept, as the answer would rest on itself.
"""

from __future__ import annotations

from collections.abc import Callable

from ..types.aliases import AliasType
from ..types.parse import Resolver
from ..types.type import Type


class KeptAlias:
    """An alias, and the names that were asked for to resolve it, with the answers."""

    def __init__(self, resolve: Resolver, define: Callable[[Resolver], Type]) -> None:
        """`define` makes the type, which calls the resolver that it is given at once or later."""
        self._resolve: Resolver | None = resolve
        self._asked: list[tuple[str, Type | None]] = []
        self.type = define(self._ask)

    def _ask(self, name: str) -> Type | None:
        assert self._resolve is not None
        answer = self._resolve(name)
        self._asked.append((name, answer))
        return answer

    def close(self) -> bool:
        """At the end of a compilation, which is forgotten by this; whether there is something to keep."""
        self._resolve = None
        return isinstance(self.type, AliasType) and self.type.is_known

    def holds(self, resolve: Resolver) -> bool:
        """Whether the names in it mean what they did. Asks for all of them, as resolving does."""
        return all(resolve(name) is answer for name, answer in self._asked)
