"""What a repo says in `puppetlens.toml`, pyproject.toml and `.puppet-lint.rc`, and what it cannot say."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from queue import SimpleQueue

import pytest
from puppetlens.base.position import Text
from puppetlens.checks.diagnostics import diagnostics
from puppetlens.engine.check import check_paths
from puppetlens.engine.engine import Diagnostics, Engine
from puppetlens.engine.language import model_settings
from puppetlens.engine.settings import USER_ONLY, Settings
from puppetlens.model.world import Outside, World

from tests.support.fixture import ROOT, LiveFiles, read_fixture
from tests.support.written import write_files

BAD = 'class web {\n  $_x = "a"\n  include nowhere\n}\n'
STYLE = "double_quoted_strings"


def found(folder: Path, *paths: str, settings: Settings | None = None) -> list[tuple[str, int, str, str]]:
    asked = [str(folder / path) for path in paths or ("",)]
    return [
        (Path(each.path).name, each.at.line, each.code, each.severity)
        for each in check_paths(asked, settings or Settings(), quick=True)
    ]


def codes(folder: Path, *paths: str, settings: Settings | None = None) -> set[str]:
    return {code for _, _, code, _ in found(folder, *paths, settings=settings)}


def repo(folder: Path, toml: str = "", **more: str) -> Path:
    """A control repo with a class of its own."""
    write_files(folder, {"modules/.gitkeep": "", ".git/HEAD": "", "site/web/manifests/init.pp": BAD, **more})
    (folder / "environment.conf").write_text("modulepath = site:modules\n")
    if toml:
        (folder / "puppetlens.toml").write_text(toml)
    return folder


class TestStyle:
    def test_nobody_asked(self, tmp_path: Path) -> None:
        assert codes(repo(tmp_path)) == {"UNKNOWN_CLASS"}

    @pytest.mark.parametrize(
        "files",
        [
            {"puppetlens.toml": "style = true"},
            {"pyproject.toml": "[project]\nname = 'x'\n[tool.puppetlens]\nstyle = true\n"},
            {".puppet-lint.rc": "--no-140chars-check\n--relative\n"},
            {"site/.puppet-lint.rc": ""},
        ],
    )
    def test_the_repo_asks(self, tmp_path: Path, files: dict[str, str]) -> None:
        assert (STYLE, "hint") in {each[2:] for each in found(repo(tmp_path, **files))}

    def test_the_user_decides(self, tmp_path: Path) -> None:
        folder = repo(tmp_path, "style = true")
        assert STYLE not in codes(folder, settings=Settings(style=False))
        (folder / "puppetlens.toml").unlink()
        assert STYLE in codes(folder, settings=Settings(style=True))

    @pytest.mark.parametrize(
        ("options", "expected"),
        [
            ("--no-double_quoted_strings-check --no-documentation-check", {"UNKNOWN_CLASS"}),
            ("--only-checks documentation,slash_comments", {"UNKNOWN_CLASS", "documentation"}),
            ("--only-checks=documentation\n--log-format '%{path}'", {"UNKNOWN_CLASS", "documentation"}),
        ],
    )
    def test_options_of_puppet_lint(self, tmp_path: Path, options: str, expected: set[str]) -> None:
        assert codes(repo(tmp_path, **{".puppet-lint.rc": options})) == expected

    def test_variables_of_the_top_scope_that_puppet_lint_allows(self, tmp_path: Path) -> None:
        files = {
            "manifests/a.pp": "notice($::role,\n$::place)\n",
            ".puppet-lint.rc": "--top-scope-variables=role,other",
        }
        write_files(tmp_path, {"environment.conf": "", **files})
        assert [line for _, line, code, _ in found(tmp_path) if code == "top_scope_facts"] == [2]

    @pytest.mark.parametrize(
        ("files", "expected"),
        [
            ({"metadata.json": '{"name": "a-web"}', ".puppet-lint.rc": ""}, False),
            ({"metadata.json": '{"name": "a-tls"}', ".puppet-lint.rc": ""}, True),
            ({".puppet-lint.rc": "--relative"}, False),
            ({".puppet-lint.rc": ""}, True),
        ],
    )
    def test_the_folder_of_a_checkout_may_have_another_name(
        self, tmp_path: Path, files: dict[str, str], expected: bool
    ) -> None:
        folder = tmp_path / "checkout"
        write_files(folder, {"manifests/init.pp": "class web { }\n", **files})
        assert ("autoloader_layout" in codes(folder)) is expected

    def test_modules_of_others_are_left_alone(self, tmp_path: Path) -> None:
        theirs = {"modules/ntp/metadata.json": '{"name": "a-ntp"}', "modules/ntp/manifests/init.pp": BAD}
        folder = repo(tmp_path, "style = true", **theirs, **{"modules/ntp/.puppet-lint.rc": ""})
        assert STYLE not in codes(folder, "modules")
        assert STYLE in codes(folder, "modules", settings=Settings(checks={STYLE: "warning"}))

    def test_a_module_of_its_own_is_ones_own(self, tmp_path: Path) -> None:
        write_files(tmp_path, {"metadata.json": '{"name": "a-web"}', "manifests/init.pp": BAD, ".puppet-lint.rc": ""})
        assert STYLE in codes(tmp_path)


def test_severities_of_codes_and_tags(tmp_path: Path) -> None:
    folder = repo(
        tmp_path, "style = true\n[checks]\nstyle = 'warning'\nunknown-class = 'hint'\ndocumentation = 'off'\n"
    )
    assert {each[2:] for each in found(folder)} == {(STYLE, "warning"), ("UNKNOWN_CLASS", "hint")}


def test_a_file_that_does_not_parse_has_one_finding_of_any_severity(tmp_path: Path) -> None:
    write_files(tmp_path, {"manifests/site.pp": "node default { notice('a'}\n", "environment.conf": ""})
    for severity in ("error", "warning", "hint"):
        (tmp_path / "puppetlens.toml").write_text(f"[checks]\nsyntax-error = '{severity}'\n")
        told = check_paths([str(tmp_path)], Settings())
        assert [(each.code, each.severity) for each in told] == [("SYNTAX_ERROR", severity)]


def test_what_a_check_of_puppet_says_style_does_not_repeat(tmp_path: Path) -> None:
    write_files(
        tmp_path, {"a.pp": "notice($facts['fqdn'])\n", "environment.conf": "", "puppetlens.toml": "style = true"}
    )
    assert codes(tmp_path, settings=Settings(puppet_version="8.11.0")) == {"LEGACY_FACT"}
    assert codes(tmp_path, settings=Settings(puppet_version="7.23.0")) == {"legacy_facts"}


def test_select_and_ignore(tmp_path: Path) -> None:
    assert codes(repo(tmp_path / "a", "select = ['style']")) == {STYLE, "documentation"}
    assert codes(repo(tmp_path / "b", "select = ['80chars', 'UNKNOWN_CLASS']")) == {"UNKNOWN_CLASS"}
    assert codes(repo(tmp_path / "c", "style = true\nignore = ['unknown-class', 'documentation']")) == {STYLE}
    named = Settings(select=("UNKNOWN_CLASS",))
    assert codes(repo(tmp_path / "d", "ignore = ['UNKNOWN_CLASS']\nstyle = true"), settings=named) == {"UNKNOWN_CLASS"}


def test_the_nearest_counts_as_far_as_the_checkout(tmp_path: Path) -> None:
    write_files(tmp_path, {"puppetlens.toml": "style = true"})
    folder = repo(tmp_path / "inner")
    assert STYLE not in codes(folder)
    (folder / "puppetlens.toml").write_text("style = true")
    assert STYLE in codes(folder)
    (folder / "site/puppetlens.toml").write_text("style = false")
    assert STYLE not in codes(folder)


class TestLeftOut:
    def test_what_others_wrote_or_git_ignores(self, tmp_path: Path) -> None:
        broken = "class {"
        left_out = (
            "examples/a.pp",
            "spec/fixtures/modules/b/manifests/init.pp",
            "vendor/c.pp",
            "x/d.pp",
            "old/deep/e.pp",
        )
        inside = ("site/web/spec/fixtures/f.pp", "site/web/examples/g.pp", "site/web/vendor/h.pp")
        ignored = {".gitignore": "x/\n*.tmp.pp\n!kept.tmp.pp\n", "i.tmp.pp": broken, "kept.tmp.pp": broken}
        folder = repo(tmp_path, "exclude = ['old']", **dict.fromkeys((*left_out, *inside), broken), **ignored)
        assert {each[0] for each in found(folder)} == {"init.pp", "kept.tmp.pp"}

    def test_git_says_what_it_ignores(self, tmp_path: Path) -> None:
        """All of a folder but some, and what only this checkout ignores (held against `git status --ignored`)."""
        paths = ("build/a/one.pp", "sub/b/two.pp", "sub/c/three.pp", "sub/four.pp", "kept/five.pp", "mine/six.pp")
        ignored = {
            ".gitignore": "build/*\n!build/a\nsub/*\n!sub/b\nkept/**\n!kept/five.pp\n",
            ".git/info/exclude": "# of this checkout\nmine\n",
        }
        folder = repo(tmp_path, **dict.fromkeys(paths, "class {"), **ignored)
        assert {each[0] for each in found(folder)} == {"init.pp", "one.pp", "two.pp", "five.pp"}

    def test_what_is_named_is_checked(self, tmp_path: Path) -> None:
        folder = repo(tmp_path, **{"examples/a.pp": "class {", "spec/fixtures/b.pp": "class {"})
        assert {each[0] for each in found(folder, "examples", "spec/fixtures/b.pp")} == {"a.pp", "b.pp"}


#: Programs, containment, folders, keys, memory and time: no file of a repo says anything about these.
USERS = (
    "serverPath", "pythonPath", "ruby", "trusted", "basemodulepath", "puppetdbFolder", "eyaml.privateKey", "eyaml.publicKey",
    "largestFile", "catalogTimeout", "catalogMemory",
)  # fmt: skip


class TestWrong:
    @pytest.mark.parametrize(
        ("toml", "line", "said"),
        [
            ("style = tru\n", 1, "Invalid value"),
            ("style = true\nselect = [\n\n", 2, "Invalid value (at end of document)"),
            ("# so\nstile = true\n", 2, "unknown key 'stile': did you mean 'style'?"),
            ("puppetVersion = '7.23.0'\n", 1, "'puppetVersion' is ignored: it belongs below [settings]"),
            ("style = true\nunknown-class = 'off'\n", 2, "'unknown-class' is ignored: it belongs below [checks]"),
            ("[ruby]\n", 1, "the setting 'ruby' is the user's alone: no file of a repo can set it"),
            ("style = 'yes'\n", 1, "'style' is ignored: Expected `bool | null`, got `str`"),
            ("[checks]\nunknown-clas = 'off'\n", 2, "no check is called 'unknown-clas': did you mean 'unknown-class'?"),
            (
                "[checks]\nunknown-class = 'of'\n",
                2,
                "'unknown-class' is ignored: 'of' is none of off, on, error, warning, information, hint",
            ),
            (
                "select = ['style']\n[checks]\nstyle = 'wanring'\n",
                3,
                "'style' is ignored: 'wanring' is none of off, on, error, warning, information, hint",
            ),
            (
                "select = ['style']\nchecks.style = 'wanring'\n",
                2,
                "'style' is ignored: 'wanring' is none of off, on, error, warning, information, hint",
            ),
            (
                "ignore = ['style']\nchecks = {style = 'wanring'}\n",
                2,
                "'style' is ignored: 'wanring' is none of off, on, error, warning, information, hint",
            ),
            ("exclude = ['a']\n[checks]\na = 'off'\n", 3, "no check is called 'a'"),
            (
                "exclude = ['puppetVersion']\n[settings]\npuppetVersion = '9'\n",
                3,
                "the setting 'puppetVersion' is ignored: '9' is none of 7.23.0, 8.11.0",
            ),
            ("select = [\n  'no_such_check_at_all',\n]\n", 2, "no check is called 'no_such_check_at_all'"),
            (
                "[settings]\npuppetVersion = '9'\n",
                2,
                "the setting 'puppetVersion' is ignored: '9' is none of 7.23.0, 8.11.0",
            ),
            ("[settings]\nstorconfigs = true\n", 2, "there is no setting 'storconfigs': did you mean 'storeconfigs'?"),
            ("[settings]\nchecks = {}\n", 2, "'checks' stands in the file itself, not among its settings"),
        ],
    )
    def test_it_is_told_with_its_place(self, tmp_path: Path, toml: str, line: int, said: str) -> None:
        folder = repo(tmp_path, toml)
        (report,) = (
            each for each in check_paths([str(folder)], Settings(), quick=True) if each.code == "CONFIGURATION"
        )
        assert report.path.endswith("puppetlens.toml")
        assert report.at.line == line
        assert said in report.message

    def test_the_rest_counts(self, tmp_path: Path) -> None:
        assert STYLE in codes(repo(tmp_path, "style = true\nselect = 1\n"))

    @pytest.mark.parametrize("name", sorted(USER_ONLY | set(USERS)))
    def test_what_is_the_users_alone(self, tmp_path: Path, name: str) -> None:
        """A file of a folder that somebody opens cannot name programs, keys or folders, nor take limits away."""
        before = Settings(ruby="sandbox")
        for number, written in enumerate((f'"{name}" = "native"', f"{name} = 1", f"{name} = ['/']", f"{name} = true")):
            folder = repo(tmp_path / str(number), f"[settings]\n{written}\n")
            reports = list(check_paths([str(folder)], before, quick=True))
            (told,) = (each for each in reports if each.code == "CONFIGURATION")
            assert f"the setting '{name}' is the user's alone" in told.message
            assert effective(folder, before) == before

    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("puppetlens.toml", "[settings]\n{key} = {value}\n"),
            ("puppetlens.toml", "settings = {{ {key} = {value} }}\n"),
            ("puppetlens.toml", "{key} = {value}\n"),
            ("puppetlens.toml", "[puppetlens]\n{key} = {value}\n"),
            ("pyproject.toml", "[tool.puppetlens.settings]\n{key} = {value}\n"),
        ],
    )
    def test_nor_by_another_way_to_write_it(self, tmp_path: Path, name: str, text: str) -> None:
        """Other cases, Python's names, tables in tables, quoted keys; in a link that leads out of the repo."""
        every = (way for each in USERS for way in (each, each.upper(), _snake(each), f"puppetlens.{each}"))
        ways = [key for each in every for key in (each, f"'{each}'")]
        for number, (key, value) in enumerate(product(ways, ("'off'", "1", "['/']"))):
            folder, outside = tmp_path / f"{number}", tmp_path / f"{number}.toml"
            outside.write_text(text.format(key=key, value=value))
            folder.mkdir()
            (folder / name).symlink_to(outside)
            assert effective(folder, Settings()) == Settings(), f"{key} = {value}"


def _snake(name: str) -> str:
    return "".join(f"_{each.lower()}" if each.isupper() else each for each in name.replace(".", "_"))


def test_some_of_several_environments(tmp_path: Path) -> None:
    files = {f"environments/{name}/manifests/{name}.pp": "$x = [\n" for name in ("production", "dev", "a_test")}
    write_files(tmp_path, {**files, ".git/HEAD": "", "puppetlens.toml": "environments = ['production', '*_test']\n"})
    assert {name for name, *_ in found(tmp_path)} == {"production.pp", "a_test.pp"}
    assert {name for name, *_ in found(tmp_path, "environments/dev")} == {"dev.pp"}, "it is named"
    (tmp_path / "puppetlens.toml").unlink()
    assert {name for name, *_ in found(tmp_path)} == {"production.pp", "a_test.pp", "dev.pp"}


def effective(folder: Path, settings: Settings) -> Settings:
    from puppetlens.engine.repos import Repos
    from puppetlens.project.files import DiskFiles

    repos = Repos(DiskFiles())
    repos.around(str(folder))
    return repos.settings(settings)


def test_settings_of_puppet(tmp_path: Path) -> None:
    folder = repo(tmp_path, "[settings]\npuppetVersion = '7.23.0'\nformat.singleQuotes = true\n")
    assert effective(folder, Settings()) == Settings(puppet_version="7.23.0", single_quotes=True)
    assert effective(folder, Settings(strict="off")).strict == "off"
    other = repo(tmp_path / "inner", "[settings]\nstrict = 'warning'\n")
    assert effective(other, Settings(strict="off")).strict == "off", "what the user has set stands"


def test_a_change_is_noticed() -> None:
    """Findings are made anew where what the repo says is another."""
    fixture = read_fixture(f"#- environment.conf\n#- manifests/site.pp\n{BAD}")
    contents = dict(fixture.files)
    world = World(LiveFiles(contents), [ROOT], model_settings(Settings()))
    path = f"{ROOT}/manifests/site.pp"
    assert STYLE not in {each.code for each in diagnostics(world.snapshot(), path)}
    for name, text, expected in ((".puppet-lint.rc", b"", True), ("puppetlens.toml", b"style = false", False)):
        contents[f"{ROOT}/{name}"] = text
        snapshot = world.apply(Outside((f"{ROOT}/{name}",)))
        assert (STYLE in {each.code for each in diagnostics(snapshot, path)}) == expected


def test_the_schema_is_that_of_what_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "scripts"))
    from write_schema import PAGE, contents

    assert PAGE.read_text("utf-8") == contents(), "run python scripts/write_schema.py"
    schema = json.loads(contents())["properties"]
    assert USER_ONLY.isdisjoint(schema["settings"]["properties"])
    assert {"style", "140chars", "UNKNOWN_CLASS", "unknown-class"} <= set(schema["select"]["items"]["enum"])


ODD = """\
#- environment.conf
#- puppetlens.toml
style = true
ignore = ['80chars', 'autoloader_layout']
[checks]
unknown-class = 'information'
style = 'warning'
[settings]
puppetVersion = '7.23.0'
#- manifests/site.pp
class web {
  include nowhere
  $_x = "a" # lint:ignore:double_quoted_strings
  $_y = "b"
  notice($facts['fqdn'], gone()) # puppetlens:ignore[UNKNOWN_FUNCTION]
  $z = 1 # puppetlens:ignore[140chars]
  $a = 1 # puppetlens:ignore[ILLEGAL_REASSIGNMENT]
  $a = 2 # puppetlens:ignore[ILLEGAL_REASSIGNMENT]
}
"""


def test_an_editor_and_check_agree_to_the_letter(tmp_path: Path) -> None:
    fixture = read_fixture(ODD)
    write_files(tmp_path, {path.removeprefix(f"{ROOT}/"): data.decode() for path, data in fixture.files.items()})
    checked = {
        (each.at.line, each.at.column, each.severity, each.code, each.message)
        for each in check_paths([str(tmp_path)], Settings())
    }
    published: SimpleQueue[Diagnostics] = SimpleQueue()
    engine = Engine([str(tmp_path)], published.put, lambda nodes: None, Settings(diagnostics_delay=1))
    try:
        path = tmp_path / "manifests/site.pp"
        engine.open(str(path), 1, Text(path.read_bytes()))
        shown: set[tuple[int, int, str, str, str]] = set()
        while shown != checked:  # evaluations come later; what is never told ends in `Empty`
            found = published.get(timeout=20)
            places = [(found.text.puppet_position(each.anchor), each) for each in found.findings]
            shown = {(at.line, at.column, each.severity, each.code, each.message) for at, each in places}
    finally:
        engine.stop()
    told = {(line, severity, code) for line, _, severity, code, _ in checked}
    assert told == {
        (1, "warning", "documentation"),
        (2, "information", "UNKNOWN_CLASS"),
        (4, "warning", "double_quoted_strings"),
        (5, "warning", "legacy_facts"),
        (6, "warning", "UNUSED_IGNORE"),
        (7, "warning", "UNUSED_IGNORE"),
    } | {each for each in told if each[2] in ("UNUSED_VARIABLE", "ILLEGAL_TOP_CONSTRUCT_LOCATION")}
