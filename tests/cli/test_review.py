"""`puppetlens review`, and what CI services run around it: GitHub's action, GitLab's template, hooks of pre-commit."""

from __future__ import annotations

import json
import re
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
import yaml
from puppetlens.catalog.review_text import MARK

from tests.support.forked import PYTHON, run_command, started
from tests.support.programs import need
from tests.support.written import write_files

ROOT = Path(__file__).parents[2]


def git(folder: Path, *arguments: str) -> str:
    own = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
    return subprocess.run(
        ["git", "-C", str(folder), *own, *arguments], check=True, capture_output=True, text=True
    ).stdout.strip()


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A control repo of three nodes with one commit, and edits."""
    folder = tmp_path / "site"
    write_files(
        folder,
        {
            "environment.conf": "",
            **{f"facts/{node}.json": "{}" for node in ("db.example.com", "web1.example.com", "web2.example.com")},
            "manifests/site.pp": "node /web/ { include web }\nnode default { }\n",
            "modules/web/manifests/init.pp": "class web { notify { 'from web': } }\n",
        },
    )
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "one")
    edit(folder, "class web { notify { 'from web': message => 'a < b' } }\n")
    return folder


def edit(folder: Path, text: str) -> None:
    (folder / "modules/web/manifests/init.pp").write_text(text)


def test_what_a_change_does_to_nodes(site: Path) -> None:
    done = run_command("review", folder=site)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert "**2 of 3 nodes change**." in lines
    assert "| 2 nodes (web1.example.com, web2.example.com) | 0 to add, 1 to change, 0 to remove |" in lines
    assert lines.count("<details>") == 1
    assert "+     message: 'a < b'" in lines


def test_an_error_fails_the_job_and_stands_beside_the_line(site: Path) -> None:
    edit(site, "class web {\n  notify { 'from web': mesage => 'x' }\n}\n")
    done = run_command("review", "--annotate", "--output", "review.md", "--code-quality", "quality.json", folder=site)
    assert done.returncode == 1
    assert done.stdout.startswith("::error file=modules/web/manifests/init.pp,line=2,col=24,")
    text = (site / "review.md").read_text()
    assert "**2 of 3 nodes change**, 1 error in the code." in text
    assert "no longer compile" in text
    assert "- :x: `modules/web/manifests/init.pp:2` `notify has no parameter named 'mesage' (did you" in text
    assert json.loads((site / "quality.json").read_text())[0]["location"]["lines"]["begin"] == 2


def test_nothing_changes_and_nothing_is_there_to_compare(site: Path) -> None:
    git(site, "checkout", "-q", ".")
    assert "**0 of 3 nodes change**." in run_command("review", folder=site).stdout
    for wrong in ("--from", "nosuch"), ("--output", "no/folder.md"):
        assert run_command("review", *wrong, folder=site).returncode == 2
    for facts in (site / "facts").iterdir():
        facts.unlink()
    assert "No node has facts here" in run_command("review", folder=site).stdout


def test_a_comment_has_a_limit(site: Path) -> None:
    edit(site, "class web { file { '/x': content => '" + "\\n".join(map(str, range(3000))) + "' } }\n")
    text = run_command("review", "--most", "1000", folder=site).stdout
    assert len(text) <= 1000
    assert "Too long to be shown here" in text
    assert "| 2 nodes (web1.example.com, web2.example.com) |" in text


@pytest.mark.slow
def test_a_strangers_change_reads_nothing_outside(site: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("hunter2\n")
    edit(site, f"class web {{ notify {{ 'from web': message => file('{tmp_path}/secret') }} }}\n")
    assert "hunter2" not in run_command("review", folder=site).stdout
    assert "hunter2" in run_command("review", "--trusted", folder=site).stdout


def test_a_strangers_words_are_shown_and_do_nothing_more(site: Path) -> None:
    """Nobody is called, no link or picture is made: of a message, or of a node's name."""
    title = "@org/team [a](http://b.example) ![c](http://d.example) `x` </details> #12"
    edit(site, f"class web {{\n  notify {{ '{title}': }}\n  notify {{ '{title}': }}\n}}\n")
    (site / "facts/@org.json").write_text("{}")
    text = run_command("review", folder=site).stdout
    (line,) = (line for line in text.splitlines() if line.startswith("- :x:") and title in line)
    assert line.startswith("- :x: `modules/web/manifests/init.pp:3` `` Evaluation Error: ")
    assert line.endswith(" `` (RUNTIME_ERROR)")
    assert "@<!-- -->org" in text
    assert "@org" not in text.replace(title, "")


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder for the PATH, with puppetlens."""
    started()
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "puppetlens").write_text(f'#!/bin/sh\nexec "{PYTHON}" -m puppetlens.cli.main "$@"\n')
    (folder / "puppetlens").chmod(0o755)
    return folder


def job(script: str, clone: Path, programs: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": f"{programs}:/usr/bin:/bin", "HOME": str(clone.parent), **variables}
    command = ["bash", "-euo", "pipefail", "-c", script]
    return subprocess.run(command, cwd=clone, env=environment, capture_output=True, text=True, timeout=120)


def checkout(site: Path) -> tuple[Path, str]:
    """As services have it: the last commit alone. With the commit before it."""
    before = git(site, "rev-parse", "HEAD")
    git(site, "commit", "-qam", "two")
    git(site, "config", "uploadpack.allowAnySHA1InWant", "true")
    clone = site.parent / "clone"
    git(site.parent, "clone", "-q", "--depth=1", f"file://{site}", str(clone))
    return clone, before


class Service(BaseHTTPRequestHandler):
    """What is behind the API of a service, for requests and answers in JSON."""

    def body(self) -> Any:
        return json.loads(self.rfile.read(int(self.headers["Content-Length"])))

    def answer(self, data: Any) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(data).encode())

    def log_message(self, format: str, *arguments: Any) -> None: ...


@contextmanager
def serving(service: type[Service]) -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


class GitHub(Service):
    """The comments of pull request 17, for the real `gh`, which asks a host of this name without encryption."""

    host = "github.localhost"
    comments: list[dict[str, Any]] = []

    def do_POST(self) -> None:
        assert self.path == f"http://api.{self.host}/graphql"
        asked = self.body()
        assert asked["variables"].get("pr_number", 17) == 17
        if "addComment" in asked["query"]:
            given = asked["variables"]["input"]
            assert given["subjectId"] == "the pull request"
            comment = self.comment(len(self.comments), True, given["body"])
            self.comments.append(comment)
            self.answer({"data": {"addComment": {"commentEdge": {"node": {"url": comment["url"]}}}}})
        else:
            pages = {"hasNextPage": False, "endCursor": ""}
            url = f"https://{self.host}/o/r/pull/17"
            comments = {"nodes": self.comments, "pageInfo": pages, "totalCount": len(self.comments)}
            found = {"id": "the pull request", "number": 17, "url": url, "comments": comments}
            self.answer({"data": {"repository": {"pullRequest": found}}})

    def do_PATCH(self) -> None:
        number = int(self.path.removeprefix(f"http://api.{self.host}/repos/o/r/issues/comments/"))
        self.comments[number].update(self.body())
        self.answer(self.comments[number])

    @classmethod
    def comment(cls, number: int, own: bool, body: str) -> dict[str, Any]:
        url = f"https://{cls.host}/o/r/pull/17#issuecomment-{number}"
        return {"id": f"comment {number}", "url": url, "viewerDidAuthor": own, "body": body}


@pytest.mark.slow
def test_githubs_action(site: Path, programs: Path) -> None:
    (programs / "gh").symlink_to(need("gh"))
    clone, before = checkout(site)
    git(clone, "remote", "add", "github", f"https://{GitHub.host}/o/r.git")
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    step = action["runs"]["steps"][-1]
    wanted = {"PUPPETLENS_ENVIRONMENT", "PUPPETLENS_ARGUMENTS", "PUPPETLENS_FROM", "PUPPETLENS_COMMENT", "GH_TOKEN"}
    assert step["env"].keys() == wanted
    assert {name for text in step["env"].values() for name in re.findall(r"inputs\.(\w+)", text)} == set(
        action["inputs"]
    )
    others = [(True, "Coverage: 93 %"), (False, f"{MARK}\nnot ours"), (True, "Labels: puppet")]
    GitHub.comments = [GitHub.comment(number, *other) for number, other in enumerate(others)]
    summary = clone.parent / "summary.md"
    with serving(GitHub) as address:
        for change in ("", "notify { 'one more': }\n"):  # the second time the comment is there
            with (clone / "manifests/site.pp").open("a") as manifest:
                manifest.write(change)
            summary.unlink(missing_ok=True)
            done = job(
                step["run"],
                clone,
                programs,
                GITHUB_ACTIONS="true",
                GITHUB_ACTION_PATH=str(ROOT),
                GITHUB_STEP_SUMMARY=str(summary),
                PUPPETLENS_FROM=before,
                PUPPETLENS_COMMENT="17",
                GH_HOST=GitHub.host,
                GH_TOKEN="token",
                HTTP_PROXY=address,
            )
            assert done.returncode == 0, done.stderr
            *left, own = [(comment["viewerDidAuthor"], comment["body"]) for comment in GitHub.comments]
            assert left == others
            assert own == (True, summary.read_text())
    assert "**3 of 3 nodes change**." in summary.read_text()


@pytest.mark.slow
def test_a_commit_that_is_nowhere_and_a_branch_that_is_new(site: Path, programs: Path) -> None:
    clone, _ = checkout(site)
    script = f'"{ROOT}/ci/review"'
    done = job(script, clone, programs, PUPPETLENS_FROM="1" * 40)
    assert done.returncode == 2
    assert f"commit {'1' * 40} is not in this checkout" in done.stderr
    assert "fetch-depth: 0" in done.stderr
    done = job(script, clone, programs, PUPPETLENS_FROM="0" * 40)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


class GitLab(Service):
    """The comments of merge request 5, a page of them at a time."""

    at = "/api/v4/projects/3/merge_requests/5/notes"
    notes: list[dict[str, Any]] = []

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        assert path == self.at
        asked = {name: int(number) for name, (number,) in parse_qs(query).items()}
        first = (asked["page"] - 1) * asked["per_page"]
        self.answer(self.notes[first : first + asked["per_page"]])

    def do_POST(self) -> None:
        assert self.path == self.at
        self.notes.append({"id": len(self.notes), **self._given()})
        self.answer(self.notes[-1])

    def do_PUT(self) -> None:
        self.notes[int(self.path.removeprefix(f"{self.at}/"))].update(self._given())
        self.answer({})

    def _given(self) -> Any:
        assert self.headers["PRIVATE-TOKEN"] == "token"
        return self.body()


@pytest.mark.slow
def test_gitlabs_template(site: Path, programs: Path) -> None:
    clone, before = checkout(site)
    template = yaml.safe_load((ROOT / "ci" / "gitlab.yml").read_text())["puppetlens"]
    (programs / "puppetlens-review").symlink_to(ROOT / "ci" / "review")
    variables = {
        "GITLAB_CI": "true",
        "CI_MERGE_REQUEST_DIFF_BASE_SHA": before,
        "CI_PROJECT_ID": "3",
        "CI_MERGE_REQUEST_IID": "5",
        "PUPPETLENS_TOKEN": "token",
    }
    others = [f"Looks good, {number}" for number in range(250)]
    GitLab.notes = [{"id": number, "body": body} for number, body in enumerate(others)]
    with serving(GitLab) as address:
        for _ in range(2):  # the second time the comment is there
            variables["CI_API_V4_URL"] = f"{address}/api/v4"
            done = job("\n".join(template["script"]), clone, programs, **variables)
            assert done.returncode == 0, done.stderr
    *left, own = [note["body"] for note in GitLab.notes]
    assert left == others
    assert own.startswith(MARK)
    assert "**2 of 3 nodes change**." in own
    assert (clone / template["artifacts"]["paths"][0]).exists()
    assert json.loads((clone / template["artifacts"]["reports"]["codequality"]).read_text()) == []


@pytest.mark.slow
def test_hooks_of_pre_commit(site: Path, programs: Path) -> None:
    hooks = {each["id"]: each for each in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
    edit(site, "class web {\n  notify { 'from web': mesage => 'x' }\n")
    read = ["modules/web/manifests/init.pp", "data/common.yaml", "hieradata/node/a.yml", "data/a.eyaml", "data/b.json"]
    read += ["hiera.yaml", "modules/web/templates/a.erb", "Puppetfile", "environment.conf", "modules/web/metadata.json"]
    read += ["modules/web/lib/puppet/functions/web/size.rb"]
    others = ["README.md", "Gemfile.rb", "package.json"]
    check = hooks["puppetlens-check"]
    assert [each for each in (*read, *others) if re.search(check["files"], each)] == read
    changed = read
    for hook in hooks.values():
        done = job(f"{hook['entry']} {changed[0]}", site, programs)
        assert done.returncode == 1
        assert "modules/web/manifests/init.pp:" in done.stdout
