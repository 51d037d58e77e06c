"""Each check's examples are its tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from puppetlens.base.edits import apply_file_edits
from puppetlens.checks.diagnostics import diagnostics
from puppetlens.checks.registry import CheckFile, check_files, checks
from puppetlens.engine.documentation import described, documentation, explained
from puppetlens.engine.file_checks import all_findings
from puppetlens.model.settings import Settings

from tests.support.check import Find, check_diagnostics, snapshot_of
from tests.support.fixture import read_fixture

ROOT = Path(__file__).parents[2]


def settings(file: CheckFile) -> Settings:
    """A check is on, though it may be off by itself; one of one Puppet alone says of which in `LANGUAGE`. Style is shown
    alone. That a module is not there, its metadata.json lacks a field, or nothing reads a variable, is no news in an
    example."""
    quiet = dict.fromkeys(("MODULE_NOT_DEPLOYED", "METADATA_REFUSED", "UNUSED_VARIABLE", "UNUSED_PARAMETER"), "off")
    own = {**quiet, **{check.code: "on" for check in file.checks}}
    if any(check.style for check in file.checks):
        own = {**dict.fromkeys(checks(), "off"), **own}
    on = Settings(levels=frozenset(own.items()))  # type: ignore[arg-type]
    return on._replace(language=getattr(file.module, "LANGUAGE", on.language))


def is_of_evaluation(file: CheckFile) -> bool:
    return any(handler.key == "evaluation" for handler in file.handlers)


def finder(file: CheckFile) -> Find:
    return all_findings if is_of_evaluation(file) else diagnostics


@pytest.mark.parametrize("file", check_files(), ids=lambda file: file.name)
class TestExamples:
    def test_bad(self, file: CheckFile) -> None:
        marks = read_fixture(file.module.BAD).marks
        assert {mark.code for mark in marks} & {check.code for check in file.checks}
        assert is_of_evaluation(file) or {mark.code for mark in marks} <= {check.code for check in file.checks}
        check_diagnostics(file.module.BAD, settings(file), finder(file))

    def test_fixed(self, file: CheckFile) -> None:
        """What stands in FIXED is BAD once the first fix of each finding is made, and its marks are what is left."""
        bad = read_fixture(file.module.BAD)
        snapshot = snapshot_of(bad, settings(file))
        found = [finding for path in bad.files for finding in diagnostics(snapshot, path)]
        edits = [edit for finding in found for fix in finding.fixes[:1] for edit in fix.edits]
        fixed = getattr(file.module, "FIXED", None)
        assert bool(edits) == (fixed is not None)
        if fixed is not None:
            assert {**bad.files, **apply_file_edits(bad.files, edits)} == read_fixture(fixed).files
            check_diagnostics(fixed, settings(file))

    def test_good(self, file: CheckFile) -> None:
        check_diagnostics(file.module.GOOD, settings(file), finder(file))

    def test_doc(self, file: CheckFile) -> None:
        for part in ("What it does:", "Why it is bad:", "Instead:"):
            assert part in (file.module.__doc__ or "")


def test_the_pages_are_those_of_the_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    from write_checks import PAGES, pages

    wanted = pages()
    assert {path: path.read_text("utf-8") for path in wanted if path.exists()} == wanted, "run scripts/write_checks.py"
    assert {*PAGES.iterdir()} <= wanted.keys(), "run python scripts/write_checks.py"


def test_a_page_has_no_other_parts_than_those_that_are_told() -> None:
    """An example above them was made into one, in bold and without its lines."""
    parts = {
        each
        for page in (ROOT / "docs/checks").iterdir()
        for each in re.findall(r"(?m)^\*\*(.*?)\*\*:", page.read_text("utf-8"))
    }
    assert parts == {"What it does", "Why it is bad", "Instead"}


def test_a_code_leads_to_its_page() -> None:
    for code in sorted(checks()):
        assert documentation(code) == (ROOT / f"docs/checks/{code}.md").as_uri()
        text = explained(code) or ""
        assert text.startswith(f"# {code}\n")
        assert described(code) in text
    assert documentation("../configuration") is None
    assert len({code.lower() for code in checks()}) == len(checks()), "file systems may know no case"
