"""The answer of a look-up in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from ..catalog.incomplete import place_text
from ..data import psych
from ..data.node import to_data
from ..data.yaml_text import data_text

Data = Mapping[str, Any]


def yaml_value(text: str) -> Any:
    """The value of a text as data of Hiera have it; raises `ValueError`."""
    try:
        return to_data(psych.parse(text))
    except psych.YamlError as error:
        raise ValueError(str(error)) from None


def yaml_text(value: Any) -> str:
    return data_text(value)


def steps_text(steps: Iterable[Data], root: str) -> str:
    """The places that a look-up asked, in order: a line for each key that it is about and one for each place."""
    lines: list[str] = []
    for key, asked in groupby(steps, lambda step: step["key"]):
        lines.append(f"# {key}:")
        for step in asked:
            places = [place_text(origin, root) for origin in step["origins"]]
            if not places and step["location"]:
                places = [step["location"].removeprefix(f"{root}/")]
            lines.append(f"#   {': '.join([step['layer'], step['level'], *places, step['outcome']])}")
    return "\n".join(lines)
