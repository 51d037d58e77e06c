"""Plain scalars mean what Ruby's Psych takes them for."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from puppetlens.project import psych

from tests.support.programs import need

HERE = Path(__file__).parent
RECORDED: list[list[Any]] = json.loads((HERE / "scalars.json").read_text("utf-8"))
_FLOATS = {"inf": "Infinity", "-inf": "-Infinity", "nan": "NaN"}


def ours(text: str) -> Any:
    try:
        node = psych.parse(f"- {text}")
    except psych.YamlError as error:
        return {"error": str(error)}
    assert isinstance(node, psych.Sequence)
    (item,) = node.items
    if not isinstance(item, psych.Scalar):
        return psych.to_data(item)
    if isinstance(item.value, psych.Symbol):
        return {"symbol": item.value.name}
    if isinstance(item.value, float):
        return {"float": _FLOATS.get(repr(item.value), repr(item.value))}
    return item.value


def same(mine: Any, real: Any) -> bool:
    """Equal, types too; errors count by their last part, as the place is Puppet's to add."""
    if isinstance(mine, dict) and "error" in mine:
        return "error" in real and mine["error"].rpartition(": ")[2] == real["error"].rpartition(": ")[2]
    return json.dumps(mine) == json.dumps(real)


@pytest.mark.parametrize(("text", "answer"), RECORDED, ids=[repr(text) for text, _ in RECORDED])
def test_as_recorded(text: str, answer: Any) -> None:
    assert same(ours(text), answer), (ours(text), answer)


def test_the_recording_is_what_ruby_says() -> None:
    need("ruby")
    texts = json.dumps([text for text, _ in RECORDED])
    run = subprocess.run(
        ["ruby", str(HERE / "scalars_of_psych.rb")], input=texts, capture_output=True, text=True, check=True
    )
    assert json.loads(run.stdout) == [answer for _, answer in RECORDED]
