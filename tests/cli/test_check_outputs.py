"""`check` as people and other programs use it: outputs, fixes, a baseline; and what newcomers stumbled over."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from puppetlens.base.position import Position
from puppetlens.cli.annotations import github, gitlab
from puppetlens.engine.file_checks import Report

from tests.support.forked import run_command
from tests.support.written import write_files

PUPPETLENS = [sys.executable, "-m", "puppetlens.cli.main"]
STYLE = 'class web {\n  $x = "a"\n\tinclude nowhere # ä\n}\n'


#: A node whose class wants what nothing declares.
OTHER_PLACE = {
    "manifests/site.pp": "node 'a' { include web::refs }\n",
    "modules/web/manifests/refs.pp": "class web::refs {\n  exec { '/bin/a': require => File['/b'] }\n}\n",
}


def run(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return run_command("check", *arguments, folder=cwd)


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    write_files(
        tmp_path, {"environment.conf": "", "modules/web/manifests/init.pp": STYLE, "puppetlens.toml": "style = true"}
    )
    return tmp_path


def at_a_terminal(*arguments: str, cwd: Path) -> str:
    """What a person sees: stdout and stderr of a command at a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([*PUPPETLENS, *arguments], cwd=cwd, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    seen = b""
    try:
        while part := os.read(ours, 4096):
            seen += part
    except OSError:  # the other end is closed
        pass
    process.wait()
    os.close(ours)
    return seen.decode().replace("\r\n", "\n")


class TestText:
    @pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo terminals")
    def test_a_terminal_gets_the_code_and_a_summary(self, repo: Path) -> None:
        """Faults 7 and 13 of a newcomer's list: nothing was said of how much was done, and paths were ugly."""
        seen = at_a_terminal("check", ".", "--select", "UNKNOWN_CLASS,double_quoted_strings", cwd=repo)
        assert "\x1b[" in seen
        plain = re.sub(r"\x1b\[[\d;]*[mK]", "", seen)  # where it takes long, what tells how far it is goes again
        assert "modules/web/manifests/init.pp:3:10: warning: Could not find class ::nowhere [UNKNOWN_CLASS]\n" in plain
        assert "    3 | \tinclude nowhere # ä\n      | \t        ^^^^^^^\n" in plain
        last = plain.strip().splitlines()[-1]
        assert last.startswith("checked 2 files in ")
        assert last.endswith(" s: 1 warning, 1 hint")

    def test_a_pipe_gets_lines(self, repo: Path) -> None:
        done = run(".", "--select", "UNKNOWN_CLASS", cwd=repo)
        line = "modules/web/manifests/init.pp:3:10: warning: Could not find class ::nowhere [UNKNOWN_CLASS]\n"
        assert (done.stdout, done.returncode) == (line, 0)

    @pytest.mark.parametrize(
        ("said", "severity", "code"),
        [
            ('unknown-class = "error"', "error", 1),
            ('unknown-class = "hint"', "hint", 0),
            ('unknown-class = "off"', "warning", 0),
            ('UNKNOWN_CLASS = "off"\nstyle = "error"', "warning", 0),
        ],
    )
    def test_who_selects_a_check_leaves_the_severity_that_the_repo_gave_it(
        self, repo: Path, said: str, severity: str, code: int
    ) -> None:
        (repo / "puppetlens.toml").write_text(f"[checks]\n{said}\n")
        done = run(".", "--select", "unknown-class", cwd=repo)
        line = f"modules/web/manifests/init.pp:3:10: {severity}: Could not find class ::nowhere [UNKNOWN_CLASS]\n"
        assert (done.stdout, done.returncode) == (line, code)

    def test_a_selected_check_of_style_has_the_severity_of_its_tag(self, repo: Path) -> None:
        (repo / "puppetlens.toml").write_text('[checks]\nstyle = "error"\n')
        done = run(".", "--select", "double_quoted_strings", cwd=repo)
        assert (": error: " in done.stdout, done.returncode) == (True, 1)

    def test_what_ruby_calls_is_told_where_it_stands(self, repo: Path) -> None:
        ruby = "Puppet::Functions.create_function(:'web::all') do\n  def all; call_function('web::ports'); end\nend\n"
        write_files(repo, {"modules/web/lib/puppet/functions/web/all.rb": ruby})
        line = "web/all.rb:2:27: error: Unknown function: 'web::ports'. [UNKNOWN_FUNCTION]\n"
        assert run(".", "--select", "UNKNOWN_FUNCTION", cwd=repo).stdout.endswith(line)

    def test_other_places_stand_below_a_finding(self, repo: Path) -> None:
        """A node that fails in a class says where: the finding itself stands at the node."""
        write_files(repo, OTHER_PLACE)
        done = run(".", "--select", "EVALUATION_ERROR", cwd=repo)
        assert done.stdout.splitlines() == [
            "manifests/site.pp:1:1: error: Could not find resource 'File[/b]' in parameter 'require' [EVALUATION_ERROR]",
            "    modules/web/manifests/refs.pp:2:20: it fails here",
        ]

    def test_that_nothing_was_evaluated_is_said_in_a_pipe_too(self, repo: Path) -> None:
        for form in ("text", "json", "sarif", "junit"):
            assert "nothing was evaluated (--quick)" in run(".", "--quick", "--format", form, cwd=repo).stderr
        assert "evaluated" not in run(".", cwd=repo).stderr

    def test_statistics(self, repo: Path) -> None:
        lines = run(".", "--statistics", "--select", "documentation,UNKNOWN_CLASS", cwd=repo).stdout.splitlines()
        assert lines[-2:] == ["      1 warning     UNKNOWN_CLASS", "      1 hint        documentation"]


class TestFormats:
    def test_sarif(self, repo: Path) -> None:
        """As version 2.1.0 of the standard has it: what it demands, and what code scanning reads."""
        (log,) = json.loads(run(".", "--format", "sarif", cwd=repo).stdout)["runs"]
        rules = [rule["id"] for rule in log["tool"]["driver"]["rules"]]
        assert rules == sorted(set(rules))
        assert log["columnKind"] == "unicodeCodePoints"
        result = next(each for each in log["results"] if each["ruleId"] == "UNKNOWN_CLASS")
        assert rules[result["ruleIndex"]] == "UNKNOWN_CLASS"
        assert (result["level"], result["message"]) == ("warning", {"text": "Could not find class ::nowhere"})
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"] == {"uri": "modules/web/manifests/init.pp"}
        assert place["region"] == {"startLine": 3, "startColumn": 10, "endLine": 3, "endColumn": 17}

    def test_sarif_without_findings(self, tmp_path: Path) -> None:
        (tmp_path / "a.pp").write_text("$x = 1\n")
        log = json.loads(run("a.pp", "--format", "sarif", cwd=tmp_path).stdout)
        assert (log["version"], log["runs"][0]["results"]) == ("2.1.0", [])

    def test_junit(self, repo: Path) -> None:
        (repo / "modules/web/manifests/b.pp").write_text("class web::b { include web::gone }\n")
        done = run(".", "--format", "junit", "--select", "UNKNOWN_CLASS", cwd=repo)
        suites = ElementTree.fromstring(done.stdout)
        (suite,) = suites
        assert suite.attrib == {"name": "puppetlens", "tests": "2", "failures": "1", "errors": "0"}
        failed = {case.get("name"): [each.get("type") for each in case.findall("failure")] for case in suite}
        assert failed == {"modules/web/manifests/b.pp": ["UNKNOWN_CLASS"], "modules/web/manifests/init.pp": []}
        assert done.returncode == 1

    def test_a_case_of_junit_has_one_failure_with_all_errors(self, repo: Path) -> None:
        (repo / "modules/web/manifests/b.pp").write_text("class web::b { include web::gone include web::lost }\n")
        done = run(".", "--format", "junit", "--select", "UNKNOWN_CLASS", cwd=repo)
        (suite,) = ElementTree.fromstring(done.stdout)
        (failure,) = suite.iter("failure")
        assert suite.get("failures") == "1"
        assert failure.get("message") == "Could not find class ::web::gone (and 1 more)"
        assert [line.partition(" ")[0] for line in (failure.text or "").splitlines()] == ["1:24:", "1:42:"]

    def test_other_places_are_in_what_programs_read(self, repo: Path) -> None:
        write_files(repo, OTHER_PLACE)
        (entry,) = json.loads(run(".", "--select", "EVALUATION_ERROR", "--format", "json", cwd=repo).stdout)
        place = {"path": "modules/web/manifests/refs.pp", "line": 2, "column": 20}
        assert entry["related"][0] == {**place, "message": "it fails here"}
        (log,) = json.loads(run(".", "--select", "EVALUATION_ERROR", "--format", "sarif", cwd=repo).stdout)["runs"]
        other = log["results"][0]["relatedLocations"][0]
        assert other["message"] == {"text": "it fails here"}
        assert other["physicalLocation"]["artifactLocation"] == {"uri": place["path"]}
        assert other["physicalLocation"]["region"] == {"startLine": 2, "startColumn": 20}

    def test_no_two_findings_have_one_fingerprint(self, repo: Path) -> None:
        """GitLab shows one of those that have the same."""
        (repo / "modules/web/manifests/b.pp").write_text("class web::b { include gone\ninclude gone }\n")
        found = json.loads(run(".", "--format", "gitlab", "--select", "UNKNOWN_CLASS", cwd=repo).stdout)
        prints = [each["fingerprint"] for each in found if each["location"]["path"].endswith("b.pp")]
        assert len(prints) == len(set(prints)) == 2

    def test_code_climate(self, repo: Path) -> None:
        found = json.loads(run(".", "--format", "codeclimate", "--select", "UNKNOWN_CLASS", cwd=repo).stdout)
        (entry,) = found
        assert (entry["type"], entry["check_name"], entry["severity"]) == ("issue", "UNKNOWN_CLASS", "minor")
        assert entry["location"] == {"path": "modules/web/manifests/init.pp", "lines": {"begin": 3, "end": 3}}

    def test_code_climate_as_its_specification_has_it(self, repo: Path) -> None:
        """A description is one line, lines are those that have something of it, paths are relative to the repo (GitLab shows
        nothing at others), and `content` has in Markdown what is left to say."""
        several = "define m(Integer $p, Integer $q) { }\n\nm { 'a': p => 'x', q => 'y' }\n"
        write_files(repo, {"manifests/site.pp": several})
        done = run(repo / "manifests", "--format", "codeclimate", "--select", "EVALUATION_ERROR", cwd=repo)
        (entry,) = json.loads(done.stdout)
        assert entry["location"] == {"path": "manifests/site.pp", "lines": {"begin": 3, "end": 3}}
        told = ["M[a]:", "parameter 'p' expects an Integer value, got String", "parameter 'q' expects an Integer value"]
        assert all(each in entry["description"] for each in told)
        assert "\n" not in entry["description"]
        assert entry["content"]["body"].count("\n") >= 2
        assert {"type", "check_name", "description", "categories", "location", "fingerprint"} <= entry.keys()
        assert entry["severity"] in ("info", "minor", "major", "critical", "blocker")
        assert re.fullmatch("[0-9a-f]+", entry["fingerprint"])

    def test_a_range_of_code_climate_ends_with_the_last_line_that_it_has_something_of(self) -> None:
        ends = [
            gitlab([Report("a.pp", Position(2, 3), Position(2, 3), end, "error", "X", "m")])[0]["location"]["lines"]
            for end in (Position(2, 3), Position(2, 9), Position(3, 1), Position(4, 2))
        ]
        assert ends == [{"begin": 2, "end": 2}, {"begin": 2, "end": 2}, {"begin": 2, "end": 2}, {"begin": 2, "end": 4}]

    def test_a_command_of_github_is_one_line_whatever_is_in_it(self) -> None:
        """As GitHub's own toolkit writes data (`%`, CR, LF) and properties (these, `:` and `,`)."""
        place = Position(2, 3)
        told = github(Report("./a,b:c/100%.pp", place, place, place, "hint", "X", "50%:\r\n a, b::c"))
        assert told == "::notice file=a%2Cb%3Ac/100%25.pp,line=2,col=3,title=X::50%25:%0D%0A a, b::c"

    def test_paths_of_github_are_of_the_repo(self, repo: Path) -> None:
        done = run(repo / "modules", "--format", "github", "--select", "UNKNOWN_CLASS", cwd=repo)
        start = "::warning file=modules/web/manifests/init.pp,line=3,col=10,title=UNKNOWN_CLASS::"
        assert done.stdout.startswith(start)


class TestFixes:
    def test_fix_makes_what_changes_no_meaning(self, repo: Path) -> None:
        done = run(".", "--fix", "--select", "double_quoted_strings,hard_tabs,strict_indent,UNKNOWN_CLASS", cwd=repo)
        assert (repo / "modules/web/manifests/init.pp").read_text() == STYLE.replace('"', "'").replace("\t", "  ")
        assert done.stdout.count("\n") == 1
        assert "[UNKNOWN_CLASS]" in done.stdout
        assert done.stderr.startswith("fixed ")

    def test_diff_shows_it_and_changes_nothing(self, repo: Path) -> None:
        done = run(".", "--diff", "--select", "double_quoted_strings", cwd=repo)
        head = ["--- a/modules/web/manifests/init.pp", "+++ b/modules/web/manifests/init.pp"]
        assert done.stdout.splitlines()[:2] == head
        assert "-  $x = \"a\"\n+  $x = 'a'\n" in done.stdout
        assert done.returncode == 1
        assert (repo / "modules/web/manifests/init.pp").read_text() == STYLE
        assert run(".", "--diff", "--select", "UNKNOWN_CLASS", cwd=repo).returncode == 0

    def test_beside_fix_it_changes_nothing_either(self, repo: Path) -> None:
        """As formatters and linters people know have it: `--diff` is for a look."""
        done = run(".", "--fix", "--diff", "--select", "double_quoted_strings", cwd=repo)
        assert "-  $x = \"a\"\n+  $x = 'a'\n" in done.stdout
        assert (done.returncode, done.stderr) == (1, "")
        assert (repo / "modules/web/manifests/init.pp").read_text() == STYLE

    def test_formats_tell_what_is_left_after_fixes(self, repo: Path) -> None:
        for form in ("json", "sarif", "junit", "gitlab", "github"):
            (repo / "modules/web/manifests/init.pp").write_text(STYLE)
            done = run(".", "--fix", "--format", form, "--select", "double_quoted_strings,UNKNOWN_CLASS", cwd=repo)
            assert ("UNKNOWN_CLASS" in done.stdout, "double_quoted_strings" in done.stdout) == (True, False), form
            assert (done.returncode, done.stderr) == (0, "fixed 1 finding\n")

    def test_what_may_change_the_meaning_is_left(self, tmp_path: Path) -> None:
        (tmp_path / "a.pp").write_text('$x = 1\n$y = "${x}"\n')
        run("a.pp", "--fix", "--select", "only_variable_string", cwd=tmp_path)
        assert (tmp_path / "a.pp").read_text() == '$x = 1\n$y = "${x}"\n'

    def test_what_cannot_be_fixed_is_named_and_counts(self, repo: Path) -> None:
        (repo / "modules/web/manifests/b.pp").write_text('class web::b { $x = "a" }\n')
        (repo / "modules/web/manifests/b.pp").chmod(0o444)
        done = run(".", "--fix", "--select", "double_quoted_strings", cwd=repo)
        assert done.stderr.splitlines()[0] == "modules/web/manifests/b.pp is not fixed: it is read-only"
        assert "modules/web/manifests/b.pp:1:21: hint: double quoted" in done.stdout
        assert done.returncode == 1
        assert '"a"' not in (repo / "modules/web/manifests/init.pp").read_text()


def test_each_code_that_is_told_beside_checks_has_a_page(tmp_path: Path) -> None:
    """And `check --explain` shows it, as it does for checks."""
    write_files(tmp_path, {"puppetlens.toml": "selct = []\n", "a.pp": f"# {'x' * 3000}\n", "b.txt": "b\n"})
    told = run("a.pp", "b.txt", "--largest-file", "1", cwd=tmp_path).stdout.splitlines()
    codes = [line.rpartition("[")[2].removesuffix("]") for line in told]
    assert sorted(codes) == ["CONFIGURATION", "LARGE_FILE", "NOT_CHECKED"]
    for code in (*codes, "NOT_READ", "ENVIRONMENT"):
        assert run("--explain", code, cwd=tmp_path).stdout.startswith(f"# {code}\n")


class TestBaseline:
    def test_what_is_known_is_not_told(self, repo: Path) -> None:
        assert run(".", "--baseline", "known.json", cwd=repo).returncode == 2
        assert run(".", "--baseline", "known.json", "--write-baseline", cwd=repo).returncode == 0
        assert run(".", "--baseline", "known.json", cwd=repo).stdout == ""
        manifest = repo / "modules/web/manifests/init.pp"
        manifest.write_text(f"# What it is.\n{STYLE}".replace("}\n", "  include nowhere\n}\n"))
        new = run(".", "--baseline", "known.json", cwd=repo).stdout.splitlines()
        assert [line.rpartition(" ")[2] for line in new] == ["[UNKNOWN_CLASS]"], "one more of them"

    def test_lines_that_a_message_names_may_move_too(self, tmp_path: Path) -> None:
        """Nor does the folder count that the repo was checked out to."""
        here, there = tmp_path / "here", tmp_path / "there"
        manifest = "class web {\n  $x = 1\n  [1].each |$x| { notice($x) }\n  notify { 'a': }\n  notify { 'a': }\n}\n"
        write_files(
            here, {"modules/web/manifests/init.pp": manifest, "environment.conf": "", "manifests/site.pp": "\n"}
        )
        write = run(".", "--baseline", "known.json", "--write-baseline", cwd=here)
        assert write.returncode == 0
        assert str(tmp_path) not in (here / "known.json").read_text()
        prints = [each["fingerprint"] for each in json.loads(run(".", "--format", "gitlab", cwd=here).stdout)]
        shutil.copytree(here, there)
        (there / "modules/web/manifests/init.pp").write_text(f"# A comment\n\n{manifest}")
        assert run(".", "--baseline", "known.json", cwd=there).stdout == ""
        assert [each["fingerprint"] for each in json.loads(run(".", "--format", "gitlab", cwd=there).stdout)] == prints

    def test_what_is_no_baseline(self, repo: Path) -> None:
        for text in ("", "[1]", '{"a": 1}'):
            (repo / "known.json").write_text(text)
            done = run(".", "--baseline", "known.json", cwd=repo)
            assert done.returncode == 2
            assert "known.json is no baseline" in done.stderr

    def test_it_is_renewed_by_writing_it_again(self, repo: Path) -> None:
        """What newer checks find is new to an old baseline, until it is written again."""
        write = (".", "--baseline", "known.json", "--write-baseline")
        assert run(*write, "--select", "UNKNOWN_CLASS", cwd=repo).stderr == "wrote 1 finding into known.json\n"
        assert "[hard_tabs]" in run(".", "--baseline", "known.json", cwd=repo).stdout
        run(*write, cwd=repo)
        assert run(".", "--baseline", "known.json", cwd=repo).stdout == ""
        assert run(*write, "--diff", cwd=repo).returncode == 2

    def test_a_baseline_that_cannot_be_written(self, repo: Path) -> None:
        done = run(".", "--baseline", "nowhere/known.json", "--write-baseline", cwd=repo)
        assert done.returncode == 2
        assert "nowhere/known.json cannot be written: No such file or directory" in done.stderr


class TestNamed:
    """A hook names the files that changed, also those that nobody wants to be checked."""

    LEFT_OUT = ("spec/fixtures/a.pp", "vendor/a.pp", "legacy/a.pp", "ignored/a.pp")

    @pytest.fixture
    def named(self, repo: Path) -> Path:
        write_files(repo, {"puppetlens.toml": "exclude = ['legacy']\n", ".gitignore": "/ignored\n", ".git/HEAD": ""})
        write_files(repo, dict.fromkeys(self.LEFT_OUT, "include nowhere\n"))
        return repo

    def test_what_is_left_out_of_folders(self, named: Path) -> None:
        for each in self.LEFT_OUT:
            assert "[UNKNOWN_CLASS]" in run(each, cwd=named).stdout
            assert run("--force-exclude", each, cwd=named).stdout == ""

    def test_the_rest_is_checked(self, named: Path) -> None:
        done = run("--force-exclude", "modules/web/manifests/init.pp", *self.LEFT_OUT, cwd=named)
        assert {line.partition(":")[0] for line in done.stdout.splitlines()} == {"modules/web/manifests/init.pp"}

    def test_folders(self, named: Path) -> None:
        for each in ("legacy", "ignored", "vendor", "spec/fixtures"):
            assert "[UNKNOWN_CLASS]" in run(each, cwd=named).stdout, each
        assert run("--force-exclude", "legacy", "vendor", cwd=named).stdout == ""
        assert "legacy" not in run("--force-exclude", ".", cwd=named).stdout


def test_a_diff_has_one_form(repo: Path) -> None:
    done = run(".", "--diff", "--format", "json", cwd=repo)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--diff shows a diff, no findings: it goes not with --format json" in done.stderr


@pytest.mark.parametrize("option", ["--select", "--ignore"])
def test_a_slip_in_what_is_chosen(repo: Path, option: str) -> None:
    done = run(".", option, "hard_tabs,UNKNOWN_CLAS", cwd=repo)
    assert done.returncode == 2
    assert "no check is called 'UNKNOWN_CLAS': did you mean 'UNKNOWN_CLASS'?" in done.stderr
    assert run(".", option, "nosuchthing", cwd=repo).stderr.endswith("no check is called 'nosuchthing'\n")


class TestExplain:
    def test_a_code_by_either_name(self, tmp_path: Path) -> None:
        for name in ("UNKNOWN_CLASS", "unknown-class", "140chars"):
            done = run("--explain", name, cwd=tmp_path)
            assert done.returncode == 0
            assert "**Why it is bad**" in done.stdout

    def test_a_slip(self, tmp_path: Path) -> None:
        done = run("--explain", "quoted_boleans", cwd=tmp_path)
        assert done.returncode == 2
        assert "no check is called 'quoted_boleans'. Did you mean quoted_booleans" in done.stderr


class TestNewcomers:
    """Of the list of what a newcomer saw: faults 8, 9, 12 and 14."""

    def test_what_is_no_code_is_not_read_as_such(self, tmp_path: Path) -> None:
        write_files(tmp_path, {"environment.conf": "manifest = site.pp\n", "README.md": "# It's\n"})
        assert run("environment.conf", cwd=tmp_path).stdout == ""
        (line,) = run("README.md", cwd=tmp_path).stdout.splitlines()
        assert line == "README.md:1:1: information: no manifest, template or data: it is not checked [NOT_CHECKED]"

    def test_one_slip_is_one_finding(self, tmp_path: Path) -> None:
        (tmp_path / "a.pp").write_text("file { '/x' ensure => present }\n")
        (line,) = run("a.pp", cwd=tmp_path).stdout.splitlines()
        assert "`:` is missing after the title" in line

    def test_facts_of_another_machine(self, tmp_path: Path) -> None:
        contents = {"environment.conf": "", "manifests/site.pp": "notify { $facts['networking']['ip']: }\n"}
        write_files(tmp_path, {**contents, "f.json": '{"os": {"family": "Debian"}}'})
        done = run_command("catalog", "a.example.com", "--facts", "f.json", folder=tmp_path)
        assert "the facts of a.example.com have no 'networking'" in done.stderr

    def test_whose_parameter_it_is(self, repo: Path) -> None:
        write_files(repo, {"manifests/site.pp": "class { 'web': user => 1 }\nfile { '/a': ensur => file }\n"})
        lines = run("manifests", "--select", "INVALID_PARAMETER", cwd=repo).stdout.splitlines()
        assert "Class web has no parameter named 'user' [" in lines[0]
        assert "file has no parameter named 'ensur' (did you mean 'ensure'?) [" in lines[1]

    def test_a_suggestion_is_near(self, repo: Path) -> None:
        """`apache::apache_version` is not what somebody meant by `php_version`."""
        write_files(repo, {"manifests/site.pp": "$php_version = 1\nnotice($web::web_version)\n"})
        assert "php_version" not in run("manifests", cwd=repo).stdout


def test_templates_and_functions_in_ruby_are_checked_as_an_editor_does(repo: Path) -> None:
    function = "Puppet::Functions.create_function(:size) do\n"
    for name, type_ in (("of_text", "String"), ("of_word", "String[1]")):
        function += f"  dispatch :{name} do\n    param '{type_}', :x\n  end\n"
    function += "end\n"
    module = "modules/web"
    write_files(
        repo, {f"{module}/templates/x.erb": "<%= @osfamily %>", f"{module}/lib/puppet/functions/size.rb": function}
    )
    said = run(".", cwd=repo).stdout
    assert f"{module}/templates/x.erb:1:6: warning: The fact 'osfamily' is a legacy one" in said
    assert f"{module}/lib/puppet/functions/size.rb:5:13: warning: Never called: of_text in line 2 takes all" in said
