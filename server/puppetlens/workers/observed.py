"""What code came to on a node (`eval.observation`), as JSON data for who shows it beside the code."""

from __future__ import annotations

from typing import Any

from ..base.errors import PuppetError
from ..catalog.rich_data import rich_data
from ..catalog.text import value_text
from ..eval.observation import Observation
from ..types.type import Type
from ..types.values import Value

Data = dict[str, Any]

#: So many characters of a value are told.
_LONGEST = 1000


def observed_data(observation: Observation) -> Data:
    """By file, of each place `{"start", "end", "count", "values": [{"value"}]}`, in bytes. With all secrets."""
    found: Data = {}
    for place, seen in observation.places.items():
        values = [{"value": _data(value)} for value in seen.values if not isinstance(value, Type)]
        told = {"start": place.start, "end": place.end, "count": seen.count, "values": values}
        found.setdefault(place.file, []).append(told)
    return found


def observed_texts(data: Data) -> Data:
    """By file, of each place `[start, end, count, texts]`, by place: each value in Puppet's words, once."""
    return {file: sorted(map(_in_words, places), key=_by_place) for file, places in data.items()}


def _in_words(place: Data) -> list[Any]:
    texts = dict.fromkeys(_cut(value_text(each["value"])) for each in place["values"])
    return [place["start"], place["end"], place["count"], list(texts)]


def _by_place(place: list[Any]) -> tuple[int, int]:
    return place[0], -place[1]


def _cut(text: str) -> str:
    return f"{text[:_LONGEST]}…" if len(text) > _LONGEST else text


def _data(value: Value) -> Any:
    try:
        return rich_data(value)
    except PuppetError:  # no JSON has it: infinity, what is no UTF-8
        return None
