"""`puppetlens review`, and what CI services run around it: GitHub's action, GitLab's template, hooks of pre-commit."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml
from puppetlens.catalog.review_text import MARK

from tests.support.forked import PYTHON, run_command, started
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


#: A `gh` that keeps the comments of pull request 17 in a file.
GH = """\
import json, sys
from pathlib import Path
kept = Path.home() / "comments"
comments = json.loads(kept.read_text())
match sys.argv[1:]:
    case ["pr", "view", "17", "--json", "comments"]:
        print(json.dumps({"comments": comments}))
    case ["pr", "comment", "17", "--body-file", path]:
        url = f"https://github.com/o/r/pull/17#issuecomment-{len(comments)}"
        comments.append({"url": url, "viewerDidAuthor": True, "body": Path(path).read_text()})
    case ["api", "--silent", "--method", "PATCH", url, "--field", body]:
        number = int(url.removeprefix("repos/{owner}/{repo}/issues/comments/"))
        comments[number]["body"] = Path(body.removeprefix("body=@")).read_text()
    case asked:
        sys.exit(f"gh: {asked}?")
kept.write_text(json.dumps(comments))
"""


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder for the PATH: puppetlens, and a stand-in for `gh`."""
    started()
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "gh.py").write_text(GH)
    for name, text in {
        "puppetlens": f'exec "{PYTHON}" -m puppetlens.cli.main "$@"',
        "gh": f'exec "{sys.executable}" "{folder}/gh.py" "$@"',
    }.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)
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


@pytest.mark.slow
def test_githubs_action(site: Path, programs: Path) -> None:
    clone, before = checkout(site)
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    step = action["runs"]["steps"][-1]
    wanted = {"PUPPETLENS_ENVIRONMENT", "PUPPETLENS_ARGUMENTS", "PUPPETLENS_FROM", "PUPPETLENS_COMMENT", "GH_TOKEN"}
    assert step["env"].keys() == wanted
    assert {name for text in step["env"].values() for name in re.findall(r"inputs\.(\w+)", text)} == set(
        action["inputs"]
    )
    others = [
        {"url": "https://github.com/o/r/pull/17#issuecomment-0", "viewerDidAuthor": True, "body": "Coverage: 93 %"},
        {"url": "https://github.com/o/r/pull/17#issuecomment-1", "viewerDidAuthor": False, "body": f"{MARK}\nnot ours"},
        {"url": "https://github.com/o/r/pull/17#issuecomment-2", "viewerDidAuthor": True, "body": "Labels: puppet"},
    ]
    kept, summary = clone.parent / "comments", clone.parent / "summary.md"
    kept.write_text(json.dumps(others))
    for _ in range(2):  # the second time the comment is there
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
        )
        assert done.returncode == 0, done.stderr
    assert "**2 of 3 nodes change**." in summary.read_text()
    *left, own = json.loads(kept.read_text())
    assert left == others
    assert own["body"] == summary.read_text()


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


class Notes(BaseHTTPRequestHandler):
    """The comments of GitLab's merge request 5."""

    notes: list[dict[str, Any]] = []

    def do_GET(self) -> None:
        self._answer(self.notes)

    def do_POST(self) -> None:
        self.notes.append({"id": len(self.notes) + 1, **self._body()})
        self._answer(self.notes[-1])

    def do_PUT(self) -> None:
        self.notes[int(self.path.rpartition("/")[2]) - 1].update(self._body())
        self._answer({})

    def _body(self) -> Any:
        assert self.path.startswith("/api/v4/projects/3/merge_requests/5/notes")
        assert self.headers["PRIVATE-TOKEN"] == "token"
        return json.loads(self.rfile.read(int(self.headers["Content-Length"])))

    def _answer(self, data: Any) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(data).encode())

    def log_message(self, format: str, *arguments: Any) -> None: ...


@pytest.fixture
def gitlab() -> Iterator[str]:
    Notes.notes = [{"id": 1, "body": "Looks good"}]
    server = HTTPServer(("127.0.0.1", 0), Notes)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/api/v4"
    server.shutdown()


@pytest.mark.slow
def test_gitlabs_template(site: Path, programs: Path, gitlab: str) -> None:
    clone, before = checkout(site)
    template = yaml.safe_load((ROOT / "ci" / "gitlab.yml").read_text())["puppetlens"]
    (programs / "puppetlens-review").symlink_to(ROOT / "ci" / "review")
    variables = {
        "GITLAB_CI": "true",
        "CI_MERGE_REQUEST_DIFF_BASE_SHA": before,
        "CI_API_V4_URL": gitlab,
        "CI_PROJECT_ID": "3",
        "CI_MERGE_REQUEST_IID": "5",
        "PUPPETLENS_TOKEN": "token",
    }
    for _ in range(2):  # the second time the comment is there
        done = job("\n".join(template["script"]), clone, programs, **variables)
        assert done.returncode == 0, done.stderr
    assert [note["body"].splitlines()[0] for note in Notes.notes] == ["Looks good", MARK]
    assert "**2 of 3 nodes change**." in Notes.notes[1]["body"]
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
