"""What all checks, the evaluation of each file's code with them, find in programs of the test language."""

from __future__ import annotations

from puppetlens.engine.file_checks import all_findings

from tests.support.check import snapshot_of
from tests.support.fixture import ROOT, read_fixture

#: What the programs here have besides, on purpose.
_BESIDES = ("UNUSED_VARIABLE", "UNUSED_PARAMETER")


def found(source: str) -> list[str]:
    """File and line of each finding, its severity and the end of its message, in all files."""
    fixture = read_fixture(f"#- environment.conf\n{source}")
    snapshot = snapshot_of(fixture)
    told = []
    for path in fixture.files:
        for each in all_findings(snapshot, path):
            if each.code in _BESIDES:
                continue
            line = fixture.text(path).puppet_position(each.span.start).line
            said = each.message.removeprefix("Evaluation Error: ").partition("\n")[0]
            told.append(f"{path.removeprefix(f'{ROOT}/modules/m/')}:{line}: {each.severity}: {said}")
    return told
