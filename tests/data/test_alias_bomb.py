"""Aliases of aliases that stand for more values than any memory holds are refused, at once."""

from __future__ import annotations

import pytest
from puppetlens.data import psych
from puppetlens.data.node import to_data


def test_it_is_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    with pytest.raises(psych.YamlError, match="its aliases stand for more than 10000000 values"):
        psych.parse("\n".join(lines))


def test_aliases_are_welcome() -> None:
    node = psych.parse("a: &a [1, 2]\nb: *a\nc: { <<: { d: *a } }")
    assert to_data(node) == {"a": [1, 2], "b": [1, 2], "c": {"d": [1, 2]}}
