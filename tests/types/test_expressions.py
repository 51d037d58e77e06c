"""Types, values, operators, conversion and formatting are what real Puppet's are: thousands of expressions."""

from __future__ import annotations

import pytest

from tests.support.programs import missing, need_puppet
from tests.support.samples import part

from .evaluate import answer
from .expressions import TOPICS
from .recorded import ask_puppet, recorded

VERSIONS, RECORDED = recorded()


@pytest.mark.parametrize("topic", TOPICS)
def test_expressions_answer_as_in_puppet(topic: str) -> None:
    expressions = list(TOPICS[topic]())
    assert len(expressions) == len(RECORDED[topic]), "expressions were changed: record again"
    wrong = []
    for expression, expected in part(list(zip(expressions, RECORDED[topic], strict=True))):
        found = answer(expression)
        if expected is not None and found != expected:
            wrong.append(f"{expression}\n  Puppet: {expected}\n  ours:   {found}")
    assert not wrong, f"{len(wrong)} of {len(expressions)}:\n" + "\n".join(wrong[:20])


@pytest.mark.slow
@pytest.mark.parametrize("topic", TOPICS)
def test_recorded_answers_are_those_of_the_installed_puppet(topic: str) -> None:
    need_puppet()
    version, answers = ask_puppet(list(TOPICS[topic]()))
    if version not in VERSIONS:
        missing(f"recorded with Puppet {' and '.join(VERSIONS)}, installed is {version}")
    assert answers == RECORDED[topic]
