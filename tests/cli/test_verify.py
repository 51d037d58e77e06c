"""`catalog --verify`: the same catalog from the Puppet that is installed, and what differs."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from puppetlens.catalog.comparison import compared, comparison_lines

from tests.support.forked import run_command
from tests.support.programs import missing, need_puppet
from tests.support.written import write_files

CONTROL_REPO = Path(__file__).parents[1] / "fixtures" / "control-repo"
NODE = "a.example.com"


def verify(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return run_command("catalog", *arguments, "--verify", environment=environment)


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    contents = {
        "environment.conf": "modulepath = site:modules\n",
        "hiera.yaml": "version: 5\nhierarchy:\n  - {name: all, path: all.yaml}\n",
        "data/all.yaml": "web::port: 81\n",
        "manifests/site.pp": "node default { include web }\n",
        "site/web/manifests/init.pp": (
            "class web($port) { notify { \"${port} ${facts['os']} ${tier} ${environment}\": } Notify <<| |>>\n"
            "  file { '/secret': content => Sensitive('hush') } }\n"
        ),
        f"facts/{NODE}.json": '{"os": "Debian", "trusted": {"extensions": {"pp_role": "web"}}}',
        f"nodes/{NODE}.yaml": "classes: [web::more]\nparameters: {tier: gold}\nenvironment: testing\n",
        "site/web/manifests/more.pp": "class web::more { notify { \"role ${trusted['extensions']['pp_role']}\": } }\n",
        "puppetdb/resources.json": json.dumps(
            [{"certname": "b", "type": "Notify", "title": "from b", "parameters": {}, "tags": [], "exported": True}]
        ),
    }
    write_files(tmp_path, contents)
    return tmp_path


@pytest.mark.slow
class TestWithPuppet:
    @pytest.fixture(autouse=True)
    def _puppet(self) -> None:
        need_puppet()

    def test_the_same_facts_classifier_and_exports(self, repo: Path) -> None:
        done = verify(NODE, "--environment", repo, "--format", "text")
        assert (done.returncode, done.stderr) == (0, "")
        (line,) = done.stdout.splitlines()
        assert line.startswith("9 resources are as Puppet ")
        assert line.endswith(" has them, 0 differ, 0 are missing here, 0 are only here")

    def test_the_sample_control_repo(self) -> None:
        done = verify("web01.example.com", "--environment", CONTROL_REPO)
        found = json.loads(done.stdout)
        assert done.returncode == 0, done.stdout
        assert found["equal"] > 100
        assert (found["missing"], found["different"], found["superfluous_edges"]) == ([], [], [])

    def test_a_class_of_a_module(self, tmp_path: Path) -> None:
        module = tmp_path / "puppet-web"
        (module / "manifests").mkdir(parents=True)
        (module / "metadata.json").write_text(
            '{"name": "me-web", "version": "1.0.0", "author": "me", "source": "x", "license": "x", "dependencies": []}'
        )
        (module / "manifests" / "init.pp").write_text('class web($port = 1) { notify { "web ${port}": } }\n')
        (tmp_path / "facts.json").write_text("{}")
        done = verify(
            *("--class", "web", "--param", "port=5", "--facts", tmp_path / "facts.json", "--environment", module),
            *("--format", "text"),
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert ", 0 are missing here, 0 are only here" in done.stdout

    def test_what_is_unknown_here_is_not_compared(self, repo: Path) -> None:
        (repo / "site" / "web" / "manifests" / "more.pp").write_text(
            "class web::more {\n  $made = generate('/bin/echo', 'out')\n  notify { 'x': message => $made }\n"
            "  if $made == \"out\\n\" { notify { 'behind': } }\n}\n"
        )
        done = verify(NODE, "--environment", repo, "--format", "text")
        assert done.returncode == 1
        assert done.stdout.splitlines()[0] == "- Notify[behind]"
        assert "1 values are unknown here and were not compared" in done.stdout
        assert "Missing behind site/web/manifests/more.pp:2: generate() runs a program" in done.stderr

    def test_what_code_unwraps_is_hidden_on_both_sides(self, repo: Path) -> None:
        (repo / "manifests" / "site.pp").write_text(
            "$own = Sensitive('staple-token')\nnotify { 'x': message => \"key ${own.unwrap}\" }\n"
        )
        done = verify(NODE, "--environment", repo, "--format", "text")
        assert "staple-token" not in done.stdout
        assert done.returncode == 0, done.stdout

    def test_errors_beside_each_other(self, repo: Path) -> None:
        (repo / "manifests" / "site.pp").write_text("fail('no')\n")
        done = verify(NODE, "--environment", repo)
        assert done.returncode == 1
        first, second = done.stderr.splitlines()
        assert first.startswith("Error: Evaluation Error: Error while evaluating a Function Call, no (file: ")
        assert second.endswith(" says the same")
        (repo / "manifests" / "site.pp").write_text("if generate('/bin/echo') == 'x' { } else { fail('there') }\n")
        here, there = verify(NODE, "--environment", repo).stderr.splitlines()
        assert here == "Here: it compiles"
        assert "Error: Evaluation Error: Error while evaluating a Function Call, there" in there
        (repo / "manifests" / "site.pp").write_text("notice(inline_template('<%= tags %>'))\n")
        first, second = verify(NODE, "--environment", repo).stderr.splitlines()
        assert first == f"Error: Call 'all_tags' instead. on node {NODE}"
        assert second.endswith(" says the same")


def test_without_puppet_it_says_so(repo: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    empty = tmp_path_factory.mktemp("bin")
    done = verify(NODE, "--environment", repo, PATH=str(empty))
    if Path("/opt/puppetlabs/puppet/bin/ruby").exists():
        missing("Puppet's own Ruby is found without a PATH")
    assert done.returncode == 2
    assert done.stderr.startswith("Error: --verify needs Puppet on this machine: a `ruby` on the PATH")


def test_differences_in_words() -> None:
    def resource(title: str, tags: tuple[str, ...] = ("notify",), **parameters: object) -> dict[str, object]:
        return {
            "type": "Notify",
            "title": title,
            "tags": list(tags),
            "parameters": parameters,
            "file": "/r/x.pp",
            "line": 1,
        }

    def catalog(*resources: object, edges: tuple[tuple[str, str], ...] = ()) -> dict[str, object]:
        return {"resources": list(resources), "edges": [{"source": a, "target": b} for a, b in edges]}

    unknown = {"__ptype": "Unknown", "reason": "x"}
    ours = catalog(
        resource("same"), resource("here"), resource("odd", message="1", only=True, u=unknown), edges=(("A", "B"),)
    )
    theirs = catalog(resource("same"), resource("odd", ("notify", "t"), message=1, u=2), resource("there"))
    found = compared(ours, theirs)
    assert list(comparison_lines(found, "Puppet 7", "/r")) == [
        "- Notify[there]",
        "+ Notify[here]",
        "~ Notify[odd]",
        "    message: here '1', Puppet 7 1",
        "    only: here true, Puppet 7 nothing",
        "    [tags]: here notify, Puppet 7 notify, t",
        "+ edge A -> B",
        "1 resources are as Puppet 7 has them, 1 differ, 1 are missing here, 1 are only here, 1 edges differ, "
        "1 values are unknown here and were not compared",
    ]
    assert not found.same
    assert compared(ours, ours).same
