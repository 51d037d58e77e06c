"""The commands, as a shell runs them: output, messages for people, exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.forked import run_command
from tests.support.written import write_files

CONTROL_REPO = Path(__file__).parents[1] / "fixtures" / "control-repo"
PUPPETLENS = [sys.executable, "-m", "puppetlens.cli.main"]


def run(*arguments: str | Path, cwd: Path | None = None, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return run_command(*arguments, folder=cwd, input=stdin)


def json_lines(done: subprocess.CompletedProcess[str]) -> list[Any]:
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """An environment with a class, a node and its facts."""
    contents = {
        "environment.conf": "modulepath = modules\n",
        "manifests/site.pp": "include web\n",
        "modules/web/manifests/init.pp": "class web { notify { \"on ${facts['os']}\": } }\n",
        "facts/a.example.com.json": '{"os": "Debian"}',
    }
    write_files(tmp_path, contents)
    return tmp_path


def test_help_names_every_command_with_a_line() -> None:
    done = run("--help")
    assert done.returncode == 0
    for command in ("batch", "catalog", "check", "lookup", "parse", "serve"):
        assert f"\n  {command} " in done.stdout
        assert "Exit status:" in run(command, "--help").stdout


def test_an_unknown_command_says_so() -> None:
    done = run("katalog")
    assert done.returncode == 2
    assert "No such command 'katalog'" in done.stderr


class TestParse:
    def test_a_line_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "good.pp").write_text("class good { }\n")
        (tmp_path / "bad.pp").write_text("# 😀\n/* ä */ class bad {\n")
        done = run("parse", "good.pp", "bad.pp", cwd=tmp_path)
        good, bad = json_lines(done)
        assert good == {"path": "good.pp", "ok": True, "errors": []}
        assert (bad["path"], bad["ok"]) == ("bad.pp", False)
        assert [(error["line"], error["column"]) for error in bad["errors"]] == [(2, 19)]
        assert done.returncode == 1

    def test_validation_is_not_the_parsers(self, tmp_path: Path) -> None:
        (tmp_path / "odd.pp").write_text("class a($title) { class b { } }\n1 + 1\n")
        assert json_lines(run("parse", tmp_path / "odd.pp"))[0]["ok"]

    def test_folders_and_templates(self, tmp_path: Path) -> None:
        (tmp_path / "templates").mkdir()
        (tmp_path / "templates" / "a.epp").write_text("<%- | $x | -%>\ntext { <%= $x %>\n")
        (tmp_path / "a.pp").write_text("$x = 1\n")
        (tmp_path / "a.txt").write_text("{{{")
        (tmp_path / ".git").mkdir()
        (tmp_path / ".git" / "b.pp").write_text("{{{")
        done = run("parse", ".", cwd=tmp_path)
        assert [(line["path"], line["ok"]) for line in json_lines(done)] == [
            ("./a.pp", True),
            ("./templates/a.epp", True),
        ]
        assert done.returncode == 0

    def test_the_keywords_of_plans_below_a_folder_plans(self, tmp_path: Path) -> None:
        (tmp_path / "plans").mkdir()
        for path in (tmp_path / "plans" / "a.pp", tmp_path / "a.pp"):
            path.write_text("plan a() { return 1 }\n")
        inside, outside = json_lines(run("parse", tmp_path / "plans" / "a.pp", tmp_path / "a.pp"))
        assert inside["ok"]
        assert not outside["ok"]

    def test_a_file_that_cannot_be_read(self, tmp_path: Path) -> None:
        done = run("parse", tmp_path / "none.pp")
        (line,) = json_lines(done)
        assert not line["ok"]
        assert line["errors"] == [{"message": "No such file or directory", "line": None, "column": None}]
        assert done.returncode == 1

    def test_no_files_is_wrong_use(self) -> None:
        assert run("parse").returncode == 2


class TestCheck:
    def test_text(self, repo: Path) -> None:
        (repo / "manifests" / "site.pp").write_text("include web::absent\n")
        done = run("check", "manifests/site.pp", cwd=repo)
        assert done.stdout.startswith("manifests/site.pp:1:9: error: ")
        assert done.stdout.rstrip().endswith("[UNKNOWN_CLASS]")
        assert "web::absent" in done.stdout
        assert done.returncode == 1

    def test_json_has_the_extent(self, repo: Path) -> None:
        (repo / "manifests" / "site.pp").write_text("# ä\n$x = 'ä'; include web::absent\n")
        (found,) = json.loads(run("check", "--format", "json", repo).stdout)
        assert found["path"] == str(repo / "manifests" / "site.pp")
        assert found["start"] == {"line": 2, "column": 19}
        assert found["end"] == {"line": 2, "column": 30}
        assert (found["severity"], found["code"]) == ("error", "UNKNOWN_CLASS")

    @pytest.mark.parametrize(
        ("options", "severity", "status"),
        [
            ((), "error", 1),
            (("--strict", "off"), None, 0),
            (("--strict", "warning"), "warning", 0),
            (("--strict", "error"), "error", 1),
            (("--puppet-version", "7.23.0"), "warning", 0),
            (("--puppet-version", "7.23.0", "--strict", "error"), "error", 1),
        ],
    )
    def test_doubtful_code_by_the_strictness_and_version_of_puppet(
        self, repo: Path, options: tuple[str, ...], severity: str | None, status: int
    ) -> None:
        (repo / "manifests" / "site.pp").write_text("$x = { 'a' => 1, 'a' => 2 }\n")
        done = run("check", "manifests/site.pp", *options, cwd=repo)
        line = f"manifests/site.pp:1:22: {severity}: The key 'a' is declared more than once [DUPLICATE_KEY]\n"
        assert (done.stdout, done.returncode) == (line if severity is not None else "", status)

    def test_code_that_nests_as_deep_as_puppet_can_read_it_is_no_fault(self, repo: Path) -> None:
        deep = "$a = 1" + " + 1" * 1000 + "\n" + "if $a {\n" * 1000 + "}" * 1000 + "\n"
        (repo / "manifests" / "site.pp").write_text(deep)
        assert run("check", "manifests/site.pp", cwd=repo).stdout == ""
        assert json.loads(run("parse", "manifests/site.pp", cwd=repo).stdout)["ok"]

    def test_relative_names_are_those_of_puppet_3(self, repo: Path) -> None:
        (repo / "modules" / "web" / "manifests" / "tls.pp").write_text("class web::tls { include key }\n")
        (repo / "modules" / "web" / "manifests" / "key.pp").write_text("class web::key { }\n")
        assert "Could not find class ::key" in run("check", repo).stdout
        assert run("check", "--relative-names", repo).stdout == ""

    def test_nothing_to_say(self, repo: Path) -> None:
        done = run("check", repo)
        assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)

    def test_the_sample_control_repo_is_clean(self) -> None:
        done = run("check", CONTROL_REPO)
        assert (done.stdout, done.returncode) == ("", 0)

    def test_a_path_that_is_not_there(self, tmp_path: Path) -> None:
        done = run("check", tmp_path / "none")
        assert done.returncode == 2
        assert "does not exist" in done.stderr


class TestCatalog:
    def test_text_has_a_line_a_resource(self, repo: Path) -> None:
        done = run("catalog", "a.example.com", "--environment", repo, "--format", "text")
        assert done.stderr == ""
        assert "Class[Web]" in done.stdout.splitlines()
        assert done.stdout.splitlines()[-1] == "Notify[on Debian]"
        assert done.returncode == 0

    def test_json_is_the_document_of_an_agent(self, repo: Path) -> None:
        document = json.loads(run("catalog", "a.example.com", cwd=repo).stdout)
        assert (document["name"], document["environment"]) == ("a.example.com", "production")
        (notify,) = [resource for resource in document["resources"] if resource["type"] == "Notify"]
        assert notify["title"] == "on Debian"
        assert notify["file"] == str(repo / "modules" / "web" / "manifests" / "init.pp")
        assert {"source": "Class[Web]", "target": "Notify[on Debian]"} in document["edges"]

    def test_what_one_catalog_does_not_need_is_not_loaded(self, repo: Path) -> None:
        """Loading takes longer than evaluating does."""
        command = [
            sys.executable,
            "-X",
            "importtime",
            *PUPPETLENS[1:],
            "catalog",
            "a.example.com",
            "--environment",
            str(repo),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
        assert "puppetlens.eval.order" in loaded
        others = {"asyncio", "lsprotocol", "pygls", "tree_sitter_ruby"}
        own = {"data.hocon_parser", "model.snapshot", "syntax.faults", "syntax.find_refusal", "syntax.lexer"}
        assert not loaded & (others | {f"puppetlens.{name}" for name in own})

    def test_facts_and_manifest_from_elsewhere(self, repo: Path, tmp_path: Path) -> None:
        (tmp_path / "facts.yaml").write_text("os: RedHat\n")
        (tmp_path / "other.pp").write_text("notify { \"other ${facts['os']}\": }\n")
        done = run(
            *("catalog", "x", "--environment", repo, "--facts", tmp_path / "facts.yaml"),
            *("--manifest", tmp_path / "other.pp", "--format", "text"),
        )
        assert "Notify[other RedHat]" in done.stdout.splitlines()
        assert "Class[Web]" not in done.stdout

    def test_facts_from_a_pipe_that_is_named(self, repo: Path) -> None:
        manifest = repo / "other.pp"
        manifest.write_text("notify { \"other ${facts['os']}\": }\n")
        done = run(
            *("catalog", "x", "--environment", repo, "--facts", "/dev/stdin"),
            *("--manifest", manifest, "--format", "text"),
            stdin='{"os": "SUSE"}',
        )
        assert "Notify[other SUSE]" in done.stdout.splitlines(), done.stderr

    def test_the_settings_of_the_language(self, repo: Path) -> None:
        (repo / "manifests" / "site.pp").write_text(
            "class web::base { include web }\ninclude web::base\n$x = $nowhere\n"
        )
        (repo / "modules" / "web" / "manifests" / "base").mkdir()
        inner = repo / "modules" / "web" / "manifests" / "base" / "web.pp"
        inner.write_text("class web::base::web { notify { 'relative': } }\n")
        catalog = ("catalog", "a.example.com", "--environment", repo, "--format", "text")
        refused = run(*catalog)
        assert "Unknown variable: 'nowhere'" in refused.stderr
        assert refused.returncode == 1
        assert run(*catalog, "--no-strict-variables", "--strict", "warning").returncode == 0
        earlier = (*catalog, "--puppet-version", "7.23.0")
        assert "Notify[on Debian]" in run(*earlier).stdout
        assert "Notify[relative]" in run(*earlier, "--relative-names").stdout

    def test_the_types_that_puppets_package_brings(self, repo: Path) -> None:
        (repo / "manifests" / "site.pp").write_text("cron { 'a': command => 'x', hour => 1 }\n")
        catalog = ("catalog", "a.example.com", "--environment", repo, "--format", "text")
        assert run(*catalog).stdout.splitlines()[-1] == "Cron[a]"
        assert "Unknown resource type: 'cron'" in run(*catalog, "--no-vendored-modules").stderr

    def test_an_environment_of_several_has_its_folders_name(self, repo: Path, tmp_path: Path) -> None:
        folder = tmp_path / "code" / "environments" / "testing"
        (folder / "manifests").mkdir(parents=True)
        (folder / "manifests" / "site.pp").write_text('notify { "in ${environment}": }\n')
        text = run("catalog", "a", "--no-facts", "--environment", folder, "--format", "text")
        assert "Notify[in testing]" in text.stdout

    def test_messages_go_to_stderr(self, repo: Path) -> None:
        (repo / "manifests" / "site.pp").write_text("warning('mind')\nnotice('so')\n$x = $nowhere\n")
        done = run("catalog", "a.example.com", "--environment", repo, "--puppet-version", "7.23.0")
        assert "Warning: mind" in done.stderr
        assert "Notice: so" in done.stderr
        assert "Unknown variable: 'nowhere'" in done.stderr
        assert "mind" not in done.stdout
        assert done.returncode == 0

    def test_messages_for_debugging_are_shown_on_demand(self, repo: Path) -> None:
        (repo / "manifests" / "site.pp").write_text("debug('d')\ninfo('i')\nnotice('n')\ninline_epp('<%= 1 %>')\n")
        assert run("catalog", "a.example.com", "--environment", repo).stderr == "Notice: n\n"
        shown = run("catalog", "a.example.com", "--environment", repo, "--debug").stderr.splitlines()
        assert shown == ["Debug: d", "Info: i", "Notice: n"]

    def test_json_is_utf8_whatever_the_terminal_speaks(self, repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (repo / "manifests" / "site.pp").write_text("notify { 'ä😀': message => 12345678901234567890123.0 }\n")
        monkeypatch.setenv("PYTHONIOENCODING", "ascii")
        done = subprocess.run([*PUPPETLENS, "catalog", "a.example.com"], capture_output=True, cwd=repo, check=True)
        (notify,) = [each for each in json.loads(done.stdout)["resources"] if each["type"] == "Notify"]
        assert (notify["title"], notify["parameters"]["message"]) == ("ä😀", 12345678901234567890123.0)

    def test_a_program_that_does_not_compile(self, repo: Path) -> None:
        (repo / "manifests" / "site.pp").write_text("\ninclude absent\n")
        done = run("catalog", "a.example.com", "--environment", repo)
        assert done.returncode == 1
        assert done.stdout == ""
        assert "(file: manifests/site.pp, line: 2, column: 1) on node a.example.com" in done.stderr

    def test_facts_that_cannot_be_used(self, repo: Path) -> None:
        (repo / "facts" / "a.example.com.json").write_text("{")
        done = run("catalog", "a.example.com", "--environment", repo)
        assert done.returncode == 1
        assert "facts/a.example.com.json" in done.stderr

    def test_a_folder_that_is_not_there(self, tmp_path: Path) -> None:
        done = run("catalog", "a", "--environment", tmp_path / "none")
        assert done.returncode == 2
        assert "does not exist" in done.stderr

    def test_deep_recursion_is_an_error_of_the_program(self, repo: Path) -> None:
        (repo / "manifests" / "site.pp").write_text("function deep($n) { deep($n + 1) }\ndeep(1)\n")
        done = run("catalog", "a.example.com", "--environment", repo)
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
        assert done.stderr.startswith("Error: ")


class TestBatch:
    def batch(self, *requests: Any) -> dict[Any, Any]:
        lines = "".join((each if isinstance(each, str) else json.dumps(each)) + "\n" for each in requests)
        done = run("batch", "--workers", "1", stdin=lines)
        assert done.returncode == 0, done.stderr
        answers = json_lines(done)
        assert len(answers) == len(requests)
        return {answer["id"]: answer for answer in answers}

    def test_each_request_gets_its_answer(self) -> None:
        answers = self.batch(
            {"id": "a", "manifest": "notify { 'one': }"},
            {"id": 2, "manifest": "notice('two')\ninclude absent"},
            {
                "id": "c",
                "manifest": "include m",
                "files": {"modules/m/manifests/init.pp": "class m { notify { 'm': } }"},
            },
        )
        assert any(resource["title"] == "one" for resource in answers["a"]["catalog"]["resources"])
        assert answers[2]["catalog"] is None
        assert (answers[2]["error"]["line"], answers[2]["error"]["file"]) == (2, "site.pp")
        assert answers[2]["logs"] == [["notice", "two"]]
        assert answers["c"]["error"] is None

    def test_an_environment_on_disk(self, repo: Path) -> None:
        (repo / "facts.json").write_text('{"os": "from a file"}')
        request = {"id": 1, "environment_dir": str(repo), "manifest": "notify { 'added': }"}
        answers = self.batch(
            {**request, "facts": str(repo / "facts.json")},
            {**request, "id": 2, "facts": {"os": "given"}},
        )
        for identity, system in ((1, "from a file"), (2, "given")):
            titles = [resource["title"] for resource in answers[identity]["catalog"]["resources"]]
            assert f"on {system}" in titles
            assert "added" in titles

    BROKEN = [
        ("{", None, "no JSON"),
        ('{"', None, "the line is no JSON: Invalid control character at column 3"),
        ("[]", None, "a JSON object"),
        ('{"manifest": ""}', None, "'id'"),
        ('{"id": 1}', 1, "'manifest'"),
        ('{"id": 2, "manifest": 5}', 2, "'manifest' of a request must be a string"),
        ('{"id": 3, "manifest": "", "files": []}', 3, "'files'"),
        ('{"id": 4, "manifest": "", "files": {"a": 1}}', 4, "'a'"),
        ('{"id": 5, "manifest": "", "files": {"../a": ""}}', 5, "'../a'"),
        ('{"id": 6, "manifest": "", "facts": 5}', 6, "'facts' of a request must be an object or a string"),
        ('{"id": 7, "manifest": "", "facts": "/no/such/file"}', 7, "/no/such/file"),
        ('{"id": 8, "manifest": "", "settings": {"timeout_s": "1"}}', 8, "'timeout_s'"),
    ]

    def test_a_broken_line_says_what_is_wrong(self) -> None:
        good = [json.dumps({"id": f"good {at}", "manifest": ""}) for at in range(len(self.BROKEN))]
        lines = [line for at, (broken, *_) in enumerate(self.BROKEN) for line in (broken, good[at])]
        answers = json_lines(run("batch", "--workers", "1", stdin="\n".join(lines)))
        assert len(answers) == len(lines)
        refused = [answer["error"] for answer in answers if answer["error"] is not None]
        assert {error["issue_code"] for error in refused} == {"PUPPETLENS_BAD_REQUEST"}
        told = [(answer["id"], answer["error"]["message"]) for answer in answers if answer["error"] is not None]
        for _, identity, words in self.BROKEN:
            assert any(whose == identity and words in message for whose, message in told), words
        assert len(told) == len(self.BROKEN)

    @pytest.mark.slow
    def test_a_program_without_end_costs_one_answer(self) -> None:
        endless = "Integer[1, 1000000000].each |$i| { $x = $i }"
        answers = self.batch(
            {"id": "endless", "manifest": endless, "settings": {"timeout_s": 0.5}},
            {"id": "next", "manifest": "notify { 'a': }"},
        )
        assert answers["endless"]["error"]["issue_code"] == "PUPPETLENS_TIMEOUT"
        assert answers["next"]["error"] is None

    def test_nothing_of_one_request_is_left_in_the_next(self) -> None:
        define = {"modules/m/manifests/init.pp": "class m { $x = 1 }", "hiera.yaml": "version: 5\n"}
        requests = [
            {"id": number, "manifest": "include m\n$y = $m::x", "files": define if number % 2 else {}}
            for number in range(40)
        ]
        answers = self.batch(*requests)
        assert all((answers[number]["error"] is None) == bool(number % 2) for number in range(40))
