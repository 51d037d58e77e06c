"""What an evaluation could not know, and what of the catalog that affects."""

from __future__ import annotations

from typing import Any

from ..base.errors import Location
from ..types.values import UnknownReason, reasons_in
from .compile_catalog import Result


def unknown_data(result: Result) -> list[dict[str, Any]]:
    """An object for each reason and place, in the order found, as docs/batch.md has it.

    First what the evaluation went past, with nothing affected that could be named; then what is in parameters.
    """
    found: dict[UnknownReason, dict[str, None]] = {}
    for unknown, location in result.unknown:
        for reason in unknown.reasons:
            found.setdefault(_placed(reason, location), {})
    for resource in result.catalog.resources if result.catalog is not None else ():
        for parameter in resource.parameters.values() if not resource.virtual else ():
            for reason in reasons_in(parameter.value):
                affected = found.setdefault(_placed(reason, parameter.location), {})
                affected.setdefault(f"{resource.reference}/{parameter.name}")
    return [{**reason._asdict(), "affects": list(affected)} for reason, affected in found.items()]


def hole_data(result: Result) -> list[dict[str, Any]]:
    """What the evaluation went past, so that something may be missing: each reason and place once, in order.

    `hides` are what resources each may hide: `{"types", "code"}`, in lower case or null for any, and a digest of the code
    behind it, as far as that is known.
    """
    found: dict[UnknownReason, list[dict[str, Any]]] = {
        _placed(reason, location): [] for unknown, location in result.unknown for reason in unknown.reasons
    }
    for hole in result.holes:
        hides = {"types": None if hole.types is None else sorted(hole.types), "code": hole.written}
        for reason in hole.unknown.reasons:
            found.setdefault(_placed(reason, hole.location), []).append(hides)
    return [{**reason._asdict(), "hides": hides} for reason, hides in found.items()]


def _placed(reason: UnknownReason, location: Location) -> UnknownReason:
    return reason if reason.line else UnknownReason(reason.reason, *location)
