"""Widths and precisions that Ruby refuses, in the words of real Puppet (7.23)."""

from __future__ import annotations

import pytest
from puppetlens.eval.answer import answer


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        ("sprintf('%99999999999d', 1)", "width too big"),
        ("sprintf('%2147483648d', 1)", "width too big"),
        ("sprintf('%.99999999999f', 1.0)", "precision too big"),
        ("String(1, '%99999999999d')", "width too big"),
    ],
)
def test_too_big(call: str, sentence: str) -> None:
    error = answer({"id": "1", "manifest": f"notice({call})", "files": {}})["error"]
    assert error["message"] == f"Evaluation Error: Error while evaluating a Function Call, {sentence}"


def test_leading_zeros_count_for_nothing() -> None:
    logs = answer({"id": "1", "manifest": "notice(sprintf('%.0000000000003f', 1.0))", "files": {}})["logs"]
    assert logs == [["notice", "1.000"]]
