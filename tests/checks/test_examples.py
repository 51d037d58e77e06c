"""Each check's examples are its tests."""

from __future__ import annotations

from types import ModuleType

import pytest
from puppetlens.checks.diagnostics import all_checks

from tests.support.check import check_diagnostics
from tests.support.fixture import read_fixture

CHECKS = all_checks()


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.rpartition(".")[2])
class TestExamples:
    def test_bad(self, check: ModuleType) -> None:
        assert read_fixture(check.BAD).marks
        check_diagnostics(check.BAD)

    def test_good(self, check: ModuleType) -> None:
        check_diagnostics(check.GOOD)

    def test_doc(self, check: ModuleType) -> None:
        for part in ("What it does:", "Why it is bad:", "Instead:"):
            assert part in (check.__doc__ or "")
