"""Real puppet-lint finds the same, in our examples and in packaged modules; and what fixes make means the same.

Here Debian's is asked, 3.0.1, which has what `LATER` names not yet; `lint.py` asks any version, with plugins.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from lint import Found, differences, manifests_of, modules_of, ours, reasons, theirs
from lint_fixes import broken, copied, fix_all, refused, safe_fixes
from packaged_environment import packaged_modules
from puppetlens.checks.registry import CheckFile, check_files

from tests.support.fixture import ROOT, read_fixture
from tests.support.programs import missing, need
from tests.support.written import write_files

#: Those of puppet-lint 3.0.1 by its own list, as far as they are in 4.3, too.
PACKAGED = {
    *("140chars", "2sp_soft_tabs", "80chars", "arrow_alignment", "arrow_on_right_operand_line", "autoloader_layout"),
    *("case_without_default", "class_inherits_from_params_class", "documentation", "double_quoted_strings"),
    *("duplicate_params", "ensure_first_param", "ensure_not_symlink_target", "file_mode", "hard_tabs"),
    *("inherits_across_namespaces", "names_containing_dash", "names_containing_uppercase", "nested_classes_or_defines"),
    *("only_variable_string", "parameter_order", "puppet_url_without_modules", "quoted_booleans"),
    *("right_to_left_relationship", "selector_inside_resource", "single_quote_string_with_variables", "slash_comments"),
    *("star_comments", "trailing_whitespace", "unquoted_file_mode", "unquoted_node_name", "unquoted_resource_title"),
    *("variable_contains_dash", "variable_is_lowercase", "variable_scope", "variables_not_enclosed"),
}
#: How many files of the packaged modules, drawn evenly.
FILES = 150


#: The forms in which people write that a finding is none.
IGNORING = """\
class a::b {
  $x = "a" # lint:ignore:double_quoted_strings
  $y = "a" # lint:ignore:double_quoted_strings because it is so
  # lint:ignore:double_quoted_strings
  $z = "a"
  # lint:endignore
  # lint:ignore:double_quoted_strings lint:ignore:quoted_booleans why
  $w = "true"
  $v = "b"
  # lint:endignore
  $u = "c"
  # lint:ignore:double_quoted_strings
  $t = "d"
  # lint:ignore:trailing_whitespace
  $s = "e"  \x20
  # lint:endignore
  $r = "f"  \x20
  # lint:endignore
  $q = "g" # lint:ignore:trailing_whitespace lint:ignore:double_quoted_strings  \x20
  $p = "h" # note lint:ignore:double_quoted_strings
  $o = "i" #lint:ignore:double_quoted_strings
  /* lint:ignore:double_quoted_strings */
  $n = "j"
  # lint:endignore
  $m = "k" # lint:ignore:DOUBLE_quoted_strings
  # lint:ignore:double_quoted_strings
  $l = "l"
}
"""


def compared(found: set[Found]) -> set[Found]:
    why = reasons()
    return {each for each in found if each[1] in PACKAGED and each[1] not in why}


def _ignorable(found: set[Found]) -> set[Found]:
    return {each for each in found if each[1] in ("double_quoted_strings", "trailing_whitespace", "quoted_booleans")}


def lint_files() -> list[CheckFile]:
    return [file for file in check_files() if any(check.style for check in file.checks)]


def test_what_is_found_otherwise_is_as_the_page_says(tmp_path: Path) -> None:
    need("puppet-lint")
    rows = differences()
    write_files(tmp_path, {f"{at}.pp": f"{row.program}\n" for at, row in enumerate(rows)})
    paths = [str(tmp_path / f"{at}.pp") for at in range(len(rows))]
    real, own = theirs(paths), ours(paths, tmp_path)
    for row, path in zip(rows, paths, strict=True):
        by_us, by_them = ({each for each in found if each[:2] == (path, row.check)} for found in (own, real))
        if row.here == "finds it":
            assert by_us, row
        if row.check in PACKAGED:
            assert by_us != by_them, row


def test_comments_ignore_what_they_do_there(tmp_path: Path) -> None:
    need("puppet-lint")
    write_files(tmp_path, {"a.pp": IGNORING})
    paths = [str(tmp_path / "a.pp")]
    real, own = _ignorable(theirs(paths)), _ignorable(ours(paths, tmp_path))
    assert {line for _, check, line, _ in real if check == "double_quoted_strings"} == {11, 20, 25, 27}
    assert own == real


@pytest.mark.slow
def test_the_examples_are_judged_alike(tmp_path: Path) -> None:
    need("puppet-lint")
    for file in lint_files():
        for kind in ("BAD", "GOOD"):
            fixture = read_fixture(getattr(file.module, kind))
            names = {path.removeprefix(f"{ROOT}/"): data.decode() for path, data in fixture.files.items()}
            write_files(tmp_path / f"{file.name}-{kind}", names)
    paths = sorted(str(path) for path in tmp_path.rglob("*.pp"))
    real, own = compared(theirs(paths)), compared(ours(paths, tmp_path))
    assert len(real) > 50
    assert own ^ real == set()


@pytest.mark.slow
def test_packaged_modules_are_judged_alike(tmp_path: Path) -> None:
    need("puppet-lint")
    corpus = packaged_modules()
    if corpus is None:
        missing("PUPPETLENS_CORPUS names no folder with the packaged modules")
        raise AssertionError
    paths = manifests_of(modules_of(corpus, tmp_path))
    paths = paths[:: max(1, len(paths) // FILES)]
    real, own = compared(theirs(paths)), compared(ours(paths, tmp_path))
    assert len(real) > 300
    assert len(own ^ real) <= 0.01 * len(real), sorted(own ^ real)[:20]


def _check_fixes(paths: list[str], least: int) -> None:
    made: Counter[str] = Counter()
    assert list(broken(safe_fixes(paths), made)) == []
    assert sum(made.values()) >= least


def test_fixes_of_the_examples_leave_the_meaning(tmp_path: Path) -> None:
    for file in lint_files():
        fixture = read_fixture(file.module.BAD)
        write_files(tmp_path / file.name, {p.removeprefix(f"{ROOT}/"): d.decode() for p, d in fixture.files.items()})
    _check_fixes(sorted(str(path) for path in tmp_path.rglob("*.pp")), 40)


@pytest.mark.slow
def test_fixes_of_packaged_modules_leave_the_meaning(tmp_path: Path) -> None:
    corpus = packaged_modules()
    if corpus is None:
        missing("PUPPETLENS_CORPUS names no folder with the packaged modules")
        raise AssertionError
    paths = manifests_of(modules_of(corpus, tmp_path))
    _check_fixes(paths[:: max(1, len(paths) // 80)], 100)


@pytest.mark.slow
def test_fixed_modules_are_read_by_puppet_and_fixed_for_good(tmp_path: Path) -> None:
    corpus = packaged_modules()
    if corpus is None:
        missing("PUPPETLENS_CORPUS names no folder with the packaged modules")
        raise AssertionError
    links, folder = tmp_path / "links", tmp_path / "copies"
    links.mkdir()
    folder.mkdir()
    paths = manifests_of(modules_of(corpus, links))
    copies = copied(paths[:: max(1, len(paths) // FILES)], links, folder)
    made, left = fix_all(folder)
    assert made > 300
    assert left == []
    assert refused(copies) == []
