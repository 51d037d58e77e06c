"""Plain scalars mean what Ruby's Psych takes them for."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
from puppetlens.data import psych
from puppetlens.data.node import Mapping, Node, Scalar, Sequence, Symbol

from tests.support.programs import need

HERE = Path(__file__).parent
RECORDED: list[list[Any]] = json.loads((HERE / "scalars.json").read_text("utf-8"))
_FLOATS = {"inf": "Infinity", "-inf": "-Infinity", "nan": "NaN"}


def ours(text: str) -> Any:
    try:
        node = psych.parse(f"- {text}")
    except psych.YamlError as error:
        return {"error": str(error)}
    assert isinstance(node, Sequence)
    (item,) = node.items
    return plain(item)


def plain(node: Node) -> Any:
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    if isinstance(node, Mapping):
        return {"pairs": [[plain(key), plain(value)] for key, value in node.entries]}
    assert isinstance(node, Scalar)
    if isinstance(node.value, Symbol):
        return {"symbol": node.value.name}
    if isinstance(node.value, float):
        return {"float": _FLOATS.get(repr(node.value), repr(node.value))}
    return node.value


#: What scalars are made of in a random text: numbers, words, times, tags, indicators.
_WORDS = (
    "0 1 7 8 9 00 12 59 60 . - + _ , : e E e5 e+3 x 0x 0o 0b a f F T Z 2020 -01 -31 2020-01-01 2020-1-1 2020-02-30 "
    "12:30:45 1:2 1:02:03 1:60 190:20:30.15 -1:30 2020-01-01T00:00:00Z yes No ON off true FALSE null ~ Null n Y d "
    ".inf .INF .nan -.Inf << = ! ' \" % @ # & * [ ] { } | > ? \\ / é １ :a :'x' :: 1_000 1,000 0_7 0777 08 +1 -0 0. .5 "
    "5. 1.5 1e3 1.0e5 6.02E23 0x1F 0b101 123456789012345678901 12e03 0.1.2 1.2.3 1-2 v1 %{x} %{lookup('a')}"
)
PIECES = [*_WORDS.split(), " ", " #", "\t", "\u00a0", ':"a b"', "2020-01-01 00:00:00 +01:00"]
PIECES += [
    f"{tag} " for tag in ("!!str", "!!int", "!!bool", "!!null", "!binary", "!ruby/symbol", "!ruby/object:A", "!")
]


def random_scalars(seed: int, count: int) -> list[str]:
    chosen = random.Random(seed)
    return ["".join(chosen.choices(PIECES, k=chosen.choice((1, 2, 2, 3, 3, 4, 5)))) for _ in range(count)]


def ask_ruby(texts: list[str]) -> list[Any]:
    run = subprocess.run(
        ["ruby", str(HERE / "scalars_of_psych.rb")],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=True,
    )
    answers: list[Any] = json.loads(run.stdout)
    return answers


def same(mine: Any, real: Any) -> bool:
    """Equal, types too; errors count by their last part, as the place is Puppet's to add."""
    if real == {"bytes": True}:
        return isinstance(mine, str)
    if isinstance(mine, dict) and "error" in mine:
        return (
            isinstance(real, dict)
            and "error" in real
            and mine["error"].rpartition(": ")[2] == real["error"].rpartition(": ")[2]
        )
    return json.dumps(mine) == json.dumps(real)


@pytest.mark.parametrize(("text", "answer"), RECORDED, ids=[repr(text) for text, _ in RECORDED])
def test_as_recorded(text: str, answer: Any) -> None:
    assert same(ours(text), answer), (ours(text), answer)


def test_the_recording_is_what_ruby_says() -> None:
    need("ruby")
    assert ask_ruby([text for text, _ in RECORDED]) == [answer for _, answer in RECORDED]


@pytest.mark.slow
def test_any_scalar_is_what_ruby_takes_it_for() -> None:
    need("ruby")
    texts = random_scalars(7, 4000)
    answers = zip(texts, ask_ruby(texts), strict=True)
    different = [(text, ours(text), real) for text, real in answers if not same(ours(text), real)]
    assert different == []
