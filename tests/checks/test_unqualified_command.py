"""A relative command is told only where nothing in the environment may set its path."""

from __future__ import annotations

import pytest

from tests.support.check import findings, snapshot_of
from tests.support.fixture import read_fixture

CODE = "UNQUALIFIED_COMMAND"
_CLASS = "#- modules/web/manifests/init.pp\nclass web { exec { 'ls': } }\n"
_PATH = "modules/web/manifests/init.pp"


def _told(source: str) -> list[str]:
    fixture = read_fixture(source)
    path = next(each for each in fixture.files if each.endswith(_PATH))
    return [each.code for each in findings(snapshot_of(fixture), fixture, path) if each.code == CODE]


def test_told_of_a_class() -> None:
    assert _told(f"#- manifests/site.pp\ninclude web\n{_CLASS}") == [CODE]


@pytest.mark.parametrize(
    "elsewhere",
    [
        "Exec { path => '/bin' }",
        "node default { Exec { path => '/bin' } }",
        "Exec['ls'] { path => '/bin' }",
        "Exec <| |> { path => '/bin' }",
        "Resource[exec, 'ls'] { path => '/bin' }",
    ],
)
def test_silent_where_another_file_may_set_it(elsewhere: str) -> None:
    assert _told(f"#- manifests/site.pp\n{elsewhere}\ninclude web\n{_CLASS}") == []


def test_silent_in_a_module_alone() -> None:
    """Who declares it may have defaults."""
    assert _told("#- metadata.json\n{}\n" + _CLASS) == []
