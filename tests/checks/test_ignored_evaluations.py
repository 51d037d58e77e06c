"""Comments that ignore what an evaluation finds, and settings that name it; ignores that nothing stands behind."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from puppetlens.checks.evaluation_codes import OF_AGENTS, OF_EVALUATIONS, of_both
from puppetlens.checks.registry import checks
from puppetlens.engine.check import check_paths
from puppetlens.engine.settings import Settings

from tests.support.written import write_files

SERVER = Path(__file__).parents[2] / "server" / "puppetlens"
#: Said of a request, not of code; and what previews alone warn of.
NOT_OF_CODE = {"BAD_ENC", "BAD_FACTS", "BAD_REQUEST", "BAD_REVISION", "RT_NO_STORECONFIGS", "RT_NO_STORECONFIGS_EXPORT"}

#: Of files that are no code, where their checks tell them: an evaluation that comes by is known to mean the same.
OF_DATA = {
    "DATA_SYNTAX_ERROR",
    "DATA_TYPE_MISMATCH",
    "DATA_WITHOUT_HASH",
    "HIERA_CONFIGURATION",
    "INTERPOLATION_REFUSED",
    "LOOKUP_OPTIONS_REFUSED",
    "UNUSABLE_LEVEL",
}


def found(
    folder: Path, code: str, settings: Settings | None = None, quick: bool = False, **more: str
) -> list[tuple[int, str]]:
    write_files(folder, {"environment.conf": "", "manifests/site.pp": code, **more})
    reports = check_paths([str(folder / "manifests")], settings or Settings(), quick=quick)
    return [(each.at.line, each.code) for each in reports if each.code != "UNUSED_VARIABLE"]


TWICE = "class a {\n  $x = 1\n  $x = 2 # puppetlens:ignore[%s] known\n  $y = 1 - 'a'\n}\n"


@pytest.mark.parametrize("name", ["ILLEGAL_REASSIGNMENT", "illegal-reassignment", "EVALUATION_ERROR"])
def test_what_an_evaluation_finds_is_ignored_by_its_code_and_by_the_name_of_all(tmp_path: Path, name: str) -> None:
    assert found(tmp_path, TWICE % name) == [(4, "NOT_NUMERIC")]


def test_a_code_of_an_evaluation_has_a_setting(tmp_path: Path) -> None:
    code = TWICE.replace(" # puppetlens:ignore[%s] known", "")
    assert found(tmp_path, code) == [(3, "ILLEGAL_REASSIGNMENT"), (4, "NOT_NUMERIC")]
    assert found(tmp_path, code, Settings(ignore=["illegal-reassignment"])) == [(4, "NOT_NUMERIC")]
    assert found(tmp_path, code, Settings(select=["illegal-reassignment"])) == [(3, "ILLEGAL_REASSIGNMENT")]
    assert found(tmp_path, code, Settings(checks={"evaluation-error": "off"})) == []
    only = Settings(checks={"evaluation-error": "off", "not-numeric": "hint"})
    assert found(tmp_path, code, only) == [(4, "NOT_NUMERIC")]
    assert found(tmp_path, code, **{"puppetlens.toml": "[checks]\nevaluation-error = 'off'\nnot-numeric = 'on'\n"}) == [
        (4, "NOT_NUMERIC")
    ]


def test_each_code_of_an_evaluation_is_a_check() -> None:
    folders = ("eval", "types", "library", "hiera", "catalog")
    literals = {
        code
        for folder in folders
        for path in (SERVER / folder).rglob("*.py")
        for code in re.findall(r'"([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)"', path.read_text("utf-8"))
    }
    assert len(literals) > 50
    assert literals - NOT_OF_CODE - OF_DATA - OF_EVALUATIONS.keys() - OF_AGENTS.keys() - of_both() == set()
    assert {*OF_EVALUATIONS, *OF_AGENTS, *of_both(), *OF_DATA} <= checks().keys()


UNUSED = """\
class a(Integer $n) {
  $x = 1 # puppetlens:ignore[ILLEGAL_REASSIGNMENT] it is set once
  $y = downcase('A') # puppetlens:ignore[UNKNOWN_FUNCTION] it is there
  $z = gone() # puppetlens:ignore[UNKNOWN_FUNCTION] it is not
  $n2 = 1 - 'a' # puppetlens:ignore[evaluation-error] it fails
  $n3 = $n # puppetlens:ignore[EVALUATION_ERROR] it does not
  notice($x, $y, $z, $n2, $n3) # puppetlens:ignore[SHADOWED_VARIABLE]
}
"""


def test_an_ignore_of_any_check_that_nothing_stands_behind_is_found(tmp_path: Path) -> None:
    assert found(tmp_path, UNUSED) == [(line, "UNUSED_IGNORE") for line in (2, 3, 6, 7)]


def test_without_an_evaluation_what_one_might_find_is_not_judged(tmp_path: Path) -> None:
    assert found(tmp_path, UNUSED, quick=True) == [(7, "UNUSED_IGNORE")]


def test_an_ignore_of_a_check_that_did_not_look_is_let_stand(tmp_path: Path) -> None:
    off = Settings(ignore=["shadowed-variable", "evaluation-error", "unknown-function"])
    assert found(tmp_path, UNUSED, off) == []
    style = "$x = 'a' # puppetlens:ignore[140chars]\n$y = $x # puppetlens:ignore[RELATIVE_NAME]\n"
    assert found(tmp_path, style) == []
    assert found(tmp_path, style, Settings(style=True, select=["140chars", "unused-ignore"])) == [(1, "UNUSED_IGNORE")]
    broken = "class a {\n  $x = ) # puppetlens:ignore[SHADOWED_VARIABLE]\n}\n"
    assert [code for _, code in found(tmp_path, broken)] == ["SYNTAX_ERROR"]


def test_where_modules_are_not_there_they_may_be_what_an_ignore_is_for(tmp_path: Path) -> None:
    code = "class { 'apt': x => 1 } # puppetlens:ignore[INVALID_PARAMETER]\n"
    assert found(tmp_path / "a", code, Puppetfile="mod 'puppetlabs-apt', '9.0.0'\n") == []


def test_ignores_in_data_are_judged(tmp_path: Path) -> None:
    write_files(
        tmp_path,
        {
            "hiera.yaml": "version: 5\n",
            "data/common.yaml": "a: 1 # puppetlens:ignore[DUPLICATE_DATA_KEY]\nb: 1\nb: 2 # puppetlens:ignore[DUPLICATE_DATA_KEY]\n",
            "environment.conf": "",
        },
    )
    reports = list(check_paths([str(tmp_path)], Settings()))
    assert [(each.at.line, each.code) for each in reports] == [(1, "UNUSED_IGNORE")]


def test_ignores_in_templates_of_ruby(tmp_path: Path) -> None:
    files = {
        "environment.conf": "",
        "manifests/site.pp": "file { '/a': content => template('web/a.erb') }\n",
        "modules/web/templates/a.erb": "<%# puppetlens:ignore[LEGACY_FACT_IN_TEMPLATE] -%>\n"
        "<%= @osfamily %>\n"
        "<%= @osfamily %> <%# puppetlens:ignore[LEGACY_FACT_IN_TEMPLATE] it runs on Puppet 7 %>\n"
        "<%= @osfamily %>\n"
        "<%# puppetlens:ignore[LEGACY_FACT_IN_TEMPLATE] %>\n",
    }
    write_files(tmp_path, files)
    told = [(each.at.line, each.code) for each in check_paths([str(tmp_path)], Settings())]
    assert told == [(4, "LEGACY_FACT_IN_TEMPLATE"), (5, "UNUSED_IGNORE")]
