"""Which resource comes before which, as the parameters `before`, `require`, `notify` and `subscribe` say (arrows become these).

Containment is not among them: it is in the `edges` of a catalog. Nor is what an agent adds by itself (autorequire).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from .resource import RELATIONSHIPS
from .text import resource_name

Data = Mapping[str, Any]


class Ordering(NamedTuple):
    """Resources by name, `first` before `then`; `refreshes` tells that a change of `first` is passed on to `then`.

    `said_by` is the one of the two whose `parameter` says so. A name need not be in the catalog.
    """

    first: str
    then: str
    refreshes: bool
    said_by: str
    parameter: str


def orderings(catalog: Data) -> Iterator[Ordering]:
    """All of a catalog's document, in its order; what is not known is passed over."""
    by_alias = dict(_aliases(catalog))
    for resource in catalog["resources"]:
        parameters = resource.get("parameters") or {}
        if parameters.keys().isdisjoint(RELATIONSHIPS):
            continue
        source = resource_name(resource)
        for parameter in RELATIONSHIPS:
            value = parameters.get(parameter)
            for reference in value if isinstance(value, list) else (value,):
                if not isinstance(reference, str):
                    continue  # undef, or not known
                target = by_alias.get(reference, reference)
                first, then = (target, source) if parameter in ("require", "subscribe") else (source, target)
                yield Ordering(first, then, parameter in ("notify", "subscribe"), source, parameter)


def _aliases(catalog: Data) -> Iterator[tuple[str, str]]:
    for resource in catalog["resources"]:
        names = (resource.get("parameters") or {}).get("alias")
        for alias in names if isinstance(names, list) else (names,):
            if isinstance(alias, str):
                yield f"{resource['type']}[{alias}]", resource_name(resource)
