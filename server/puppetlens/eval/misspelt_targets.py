"""Relations to a resource that is not there, and has nearly the title of one that is.

Titles are computed mostly (`File["${folder}/app.conf"]`): what they come to is known here, and not where code is read.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.errors import Fault, Location, PuppetError
from ..base.near_names import did_you_mean, is_plain_slip
from ..types.references import ResourceType
from ..types.values import Value
from .declared import flat
from .draft import Draft


def misspelt_targets(draft: Draft) -> Iterator[PuppetError]:
    """Of what is asked for; other code may declare that, but not with titles that are so near."""
    titles: dict[str, list[str]] = {}
    for resource in draft.resources:
        titles.setdefault(resource.type_name, []).append(resource.title)
    for value, place in _asked_for(draft):
        if isinstance(value, ResourceType) and value.title and draft.resource_of(value) is None:
            known = titles.get(value.type_name or "", ())
            near = next((each for each in known if is_plain_slip(value.title, each, replaced=False)), None)
            if near is not None:
                message = f"Nothing declares {value.reference}{did_you_mean(near)}"
                fault = Fault.undeclared(value.reference)
                yield PuppetError(message, "UNDECLARED_RESOURCE", place, place, (fault,))


def _asked_for(draft: Draft) -> Iterator[tuple[Value, Location]]:
    for resource in draft.resources:
        for parameter in resource.relations() if not resource.virtual else ():
            yield from ((each, parameter.location) for each in flat(parameter.value))
    for source, target, _, place in draft.relationships:
        yield from ((each, place) for each in (source, target))
