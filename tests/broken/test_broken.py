"""Files broken as people break them: the message and place that a person would want, and all that is still found.

Each file carries its marks; definitions whose names begin with `after` stand behind the fault and must be found.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.check import findings, snapshot_of
from tests.support.fixture import ROOT, read_fixture

FILES = sorted(path for path in Path(__file__).parent.iterdir() if path.suffix in (".pp", ".epp"))
_AFTER = re.compile(r"^(?:class|define|function) (after\w*)", re.MULTILINE)


def test_there_are_enough() -> None:
    assert len(FILES) >= 60


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_message_and_place(path: Path) -> None:
    name = "manifests/site.pp" if path.suffix == ".pp" else "modules/web/templates/site.epp"
    fixture = read_fixture(path.read_text("utf-8"), name)
    where = f"{ROOT}/{name}"
    snapshot = snapshot_of(fixture)
    found = [mark for mark in findings(snapshot, fixture, where) if mark.code == "SYNTAX_ERROR"]
    assert sorted(map(str, found)) == sorted(map(str, fixture.marks))
    assert found
    document = snapshot.document(where)
    assert document is not None
    defined = {definition.name for definition in document.summary.definitions}
    assert set(_AFTER.findall(fixture.text(where).string)) <= defined
