"""Whatever stands in a manifest, compiling it gives an answer: a catalog, or an error as Puppet words them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from puppetlens.workers.pool import WorkerFault, WorkerPool

from tests.support.samples import examples

from .campaign import Campaign
from .harness import PUPPET_8, compile_request, new_pool, request_of, to_request
from .mutation import mutated
from .writer import Writer

quick = examples(150, suppress_health_check=list(HealthCheck))

RANDOMS = st.randoms(use_true_random=False)
WRITTEN = RANDOMS.map(lambda random: {"manifests/site.pp": Writer(random, 25).program()})
MUTATED = RANDOMS.map(mutated)
MODES: st.SearchStrategy[dict[str, Any]] = st.sampled_from([{}, PUPPET_8])


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    pool = new_pool()
    yield pool
    pool.close()


def check(pool: WorkerPool, files: dict[str, str], mode: dict[str, Any]) -> None:
    """Puppet goes on for ever with some programs, too: those have to be stopped, which is an answer."""
    try:
        compile_request(to_request(files, mode), pool)
    except WorkerFault as fault:
        assert fault.code in ("TIMEOUT", "MEMORY"), fault.message  # noqa: PT017  (others have no right to be)


@pytest.mark.slow
@quick
@given(files=WRITTEN, mode=MODES)
def test_a_written_program_gets_an_answer(pool: WorkerPool, files: dict[str, str], mode: dict[str, Any]) -> None:
    check(pool, files, mode)


@quick
@given(files=MUTATED, mode=MODES)
def test_a_changed_program_gets_an_answer(pool: WorkerPool, files: dict[str, str], mode: dict[str, Any]) -> None:
    check(pool, files, mode)


@pytest.mark.slow
def test_most_programs_can_be_parsed_and_many_compile(pool: WorkerPool) -> None:
    answers = [compile_request(request_of(Random(number)), pool) for number in range(100)]
    messages = [(answer["error"] or {}).get("message", "") for answer in answers]
    assert sum("Could not parse" in message for message in messages) < 50
    assert messages.count("") > 5


@pytest.mark.slow
def test_thousands_of_programs() -> None:
    """More of them by `python -m tests.fuzz.campaign`."""
    assert Campaign(seed=10_000, seconds=120, programs=4_000).run() == set()
