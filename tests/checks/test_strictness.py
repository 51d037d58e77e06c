"""What the settings of the language make of doubtful code, as Puppet has it at each level."""

from __future__ import annotations

import pytest
from puppetlens.base.language import Language
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
    ("source", "language", "severity"),
    [
        (UNKNOWN, Language(strict="off"), None),
        (UNKNOWN, Language(strict="warning"), "warning"),
        (UNKNOWN, Language(strict="error"), "error"),
        (UNKNOWN, Language(strict="off", strict_variables=True), "error"),
        (TWICE, Language(strict="off"), None),
        (TWICE, Language(strict="warning"), "warning"),
        (TWICE, Language(strict="error"), "error"),
        (TWICE, Language(strict="off", strict_variables=True), None),
        (REFERENCES, Language(strict="error"), None),
        (REFERENCES, Language(strict="error", puppet_version=(8, 11, 0)), "error"),
        (REFERENCES, Language(strict="off", puppet_version=(8, 11, 0)), None),
        (COMPUTED, Language(strict="error"), None),
        (COMPUTED, Language(strict="error", puppet_version=(8, 11, 0)), "warning"),
        (COMPUTED, Language(strict="off", puppet_version=(8, 11, 0)), "warning"),
        (RESERVED, Language(strict="error"), "warning"),
        (RESERVED, Language(strict="off", puppet_version=(8, 11, 0)), "warning"),
    ],
)
def test_a_check_says_what_an_evaluation_says(source: str, language: Language, severity: str | None) -> None:
    found = diagnostics(snapshot_of(read_fixture(source), Settings(language=language)), f"{ROOT}/manifests/site.pp")
    assert [each.severity for each in found] == ([] if severity is None else [severity])
    given = {
        "strict": language.strict,
        "strict_variables": language.strict_variables,
        "puppet_version": "8.11.0" if language.major == 8 else "7.23.0",
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
