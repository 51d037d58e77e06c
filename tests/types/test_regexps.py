"""Ruby's regular expressions match what Ruby's match, and fail as they do; none runs without end."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from puppetlens.base.errors import PuppetError
from puppetlens.types import regex
from puppetlens.types.values import Regexp

from .ruby_regexps import RECORDED, SOURCES, TEXTS

ANSWERS: list[Any] = json.loads(RECORDED.read_text(encoding="utf-8"))["answers"]


def matches(source: str) -> Any:
    try:
        regex.compiled(source)
    except PuppetError as error:
        return error.message
    found = (regex.search(Regexp(source), text) for text in TEXTS)
    return [each and [each.start(), *regex.captures(each)] for each in found]


@pytest.mark.parametrize(("source", "expected"), list(zip(SOURCES, ANSWERS, strict=True)), ids=SOURCES)
def test_matches_as_ruby_does(source: str, expected: Any) -> None:
    assert matches(source) == expected


def test_a_match_that_would_not_end_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regex, "TIME_LIMIT", 0.2)
    started = time.monotonic()
    with pytest.raises(PuppetError, match="took too long"):
        regex.search(Regexp(r"\A(?:[a-z]|[a-y]|\w)*(?:[a-z]|\w)*\d\z"), "a" * 5000)
    assert time.monotonic() - started < 20  # it would take years
