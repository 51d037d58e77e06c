"""What the settings of the language make of doubtful code, as Puppet has it at each level."""

from __future__ import annotations

import pytest
from puppetlens.checks.diagnostics import diagnostics
from puppetlens.eval.answer import answer
from puppetlens.model.settings import Settings

from tests.support.check import snapshot_of
from tests.support.fixture import ROOT, read_fixture

UNKNOWN = "class a { }\ninclude a\n$x = $a::b\n"
TWICE = "$x = { 'a' => 1, 'a' => 2 }\n"
#: Puppet 8 takes references for literals, and wants the types of parameters to be some.
REFERENCES = "$x = { String => 1, 'string' => 2 }\n"
COMPUTED = "class a(Integer[0, 1 + 1] $x = 1) { }\n"
RESERVED = "class plan { }\n"


@pytest.mark.parametrize(
    ("source", "settings", "severity"),
    [
        (UNKNOWN, Settings(strict="off"), None),
        (UNKNOWN, Settings(strict="warning"), "warning"),
        (UNKNOWN, Settings(strict="error"), "error"),
        (UNKNOWN, Settings(strict="off", strict_variables=True), "error"),
        (TWICE, Settings(strict="off"), None),
        (TWICE, Settings(strict="warning"), "warning"),
        (TWICE, Settings(strict="error"), "error"),
        (TWICE, Settings(strict="off", strict_variables=True), None),
        (REFERENCES, Settings(strict="error"), None),
        (REFERENCES, Settings(strict="error", version=8), "error"),
        (REFERENCES, Settings(strict="off", version=8), None),
        (COMPUTED, Settings(strict="error"), None),
        (COMPUTED, Settings(strict="error", version=8), "warning"),
        (COMPUTED, Settings(strict="off", version=8), "warning"),
        (RESERVED, Settings(strict="error"), "warning"),
        (RESERVED, Settings(strict="off", version=8), "warning"),
    ],
)
def test_a_check_says_what_an_evaluation_says(source: str, settings: Settings, severity: str | None) -> None:
    found = diagnostics(snapshot_of(read_fixture(source), settings), f"{ROOT}/manifests/site.pp")
    assert [each.severity for each in found] == ([] if severity is None else [severity])
    given = {
        "strict": settings.strict,
        "strict_variables": settings.strict_variables,
        "puppet_version": "8.11.0" if settings.version == 8 else "7.23.0",
    }
    evaluated = answer({"id": 1, "manifest": source, "files": {}, "settings": given})
    error = evaluated["error"]
    said = [(data["issue_code"], message) for _, message, data in evaluated["logs"]]
    said += [] if error is None else [(error["issue_code"], error["message"].rpartition(": ")[2])]
    told = [(each.code, each.message.partition(" (did you")[0]) for each in found]
    assert [(code, message.rpartition(": ")[2]) for code, message in told] == [
        (code, message.rpartition(": ")[2]) for code, message in said
    ]
    assert (error is not None) == (severity == "error")
