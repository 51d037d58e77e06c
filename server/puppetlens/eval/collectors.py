"""Collectors: queries that realize resources and override their parameters, until nothing new is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ..base.errors import Location
from ..catalog.resource import Parameter, Resource
from ..types.values import Value

Query = Callable[[Resource], bool]


@dataclass(eq=False)
class Collector:
    """One collector expression that was evaluated; `collected` is what it found so far."""

    type_name: str
    query: Query | None
    exported: bool
    overrides: list[Parameter]
    location: Location
    collected: dict[str, Resource] = field(default_factory=dict)
    #: What stands left of it in a chain, and for it where it finds nothing.
    alternative: tuple[Value, ...] = ()

    def find(self, resources: list[Resource], storeconfigs: bool) -> list[Resource]:
        """What matches and was not collected before. Without storeconfigs `<<| |>>` finds nothing."""
        if self.exported and not storeconfigs:
            return []
        return [
            resource
            for resource in resources
            if resource.type_name == self.type_name
            and resource.reference not in self.collected
            and (not self.exported or resource.exported)
            and (self.query is None or self.query(resource))
        ]
