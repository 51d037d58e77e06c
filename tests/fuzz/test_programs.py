"""Whatever stands in a manifest, compiling it gives an answer: a catalog, or an error as Puppet words them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from puppetlens.engine.deep_stack import run_deep

from .campaign import Campaign
from .harness import compile_request, request_of
from .mutation import mutated
from .writer import Writer

quick = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))

RANDOMS = st.randoms(use_true_random=False)
WRITTEN = RANDOMS.map(lambda random: {"manifests/site.pp": Writer(random, 25).program()})
MUTATED = RANDOMS.map(mutated)
PUPPET_8 = {"strict": "error", "strict_variables": True, "puppet_version": "8.11.0"}
MODES: st.SearchStrategy[dict[str, Any]] = st.sampled_from([{}, PUPPET_8])


def check(files: dict[str, str], mode: dict[str, Any]) -> None:
    request = {"id": 1, "manifest": files.get("manifests/site.pp", ""), "files": files, "settings": mode}
    given = compile_request(request)
    assert (given["catalog"] is None) == (given["error"] is not None)
    assert given["error"] is None or given["error"]["message"]


def test_a_written_program_gets_an_answer() -> None:
    run_deep(quick(given(WRITTEN, MODES)(check)))


def test_a_changed_program_gets_an_answer() -> None:
    run_deep(quick(given(MUTATED, MODES)(check)))


def test_most_programs_can_be_parsed_and_many_compile() -> None:
    answers = run_deep(lambda: [compile_request(request_of(Random(number))) for number in range(100)])
    messages = [(answer["error"] or {}).get("message", "") for answer in answers]
    assert sum("Could not parse" in message for message in messages) < 50
    assert messages.count("") > 10


@pytest.mark.slow
def test_thousands_of_programs() -> None:
    """More of them by `python -m tests.fuzz.campaign`."""
    assert run_deep(Campaign(seed=10_000, seconds=120, programs=4_000).run) == 0
