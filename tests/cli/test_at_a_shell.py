"""What a person at a shell meets: words completed, mistyped ones told, colours, files that change."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from dulwich.refs import Ref
from dulwich.repo import Repo

from tests.support.forked import PYTHON, on_terminal, run_command
from tests.support.programs import need
from tests.support.written import write_files

NODE = "web01.example.com"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    write_files(
        tmp_path,
        {
            "environment.conf": "",
            "hiera.yaml": "version: 5\nhierarchy: [{name: all, path: common.yaml}]\n",
            "data/common.yaml": "profile::base::zone: UTC\nprofile::base::servers: [a]\n",
            f"facts/{NODE}.json": "{}",
            "facts/db01.example.com.json": "{}",
            "manifests/site.pp": "include profile::base\n",
            "modules/profile/manifests/base.pp": "class profile::base { file { ['/etc/motd', '/etc/my file']: } }\n",
            "modules/profile/manifests/base/more.pp": "class profile::base::more { }\n",
            "modules/profile/manifests/thing.pp": "define profile::thing { }\n",
            "modules/broken/manifests/init.pp": "class broken { notify { 'x': mesage => 'y' } }\n",
        },
    )
    return tmp_path


def completed(site: Path, *lines: str) -> list[list[str]]:
    """What bash offers with the cursor at the end of each line."""
    script = run_command("completion", "bash").stdout
    command = f'puppetlens() {{ "{PYTHON}" -m puppetlens.cli.main "$@"; }}\n'
    for line in lines:
        quoted = "'" + line.replace("'", "'\\''") + "'"
        script += f"COMP_LINE={quoted}; COMP_POINT=${{#COMP_LINE}}; _puppetlens_completion puppetlens\n"
        script += 'printf "%s\\n" "${COMPREPLY[@]}" --\n'
    done = subprocess.run([need("bash"), "-c", command + script], cwd=site, capture_output=True, text=True, check=True)
    return [part.strip("\n").split("\n") for part in done.stdout.split("--\n")[:-1]]


@contextmanager
def typed_into(
    command: list[str], folder: Path, environment: dict[str, str]
) -> Iterator[tuple[Callable[[str], None], Callable[..., None]]]:
    """A program on a terminal: what writes to it, and what waits until it has printed texts, in this order."""
    here, there = os.openpty()
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdin=there, stdout=there, stderr=there, start_new_session=True
    )
    os.close(there)
    printed = ""

    def write(text: str) -> None:
        os.write(here, text.encode())

    def read_until(*texts: str) -> None:
        nonlocal printed
        for text in texts:
            while text not in printed:
                assert select.select([here], [], [], 60)[0], f"{text!r} did not come: {printed!r}"
                printed += os.read(here, 65536).decode("utf-8", "replace")
            printed = printed.partition(text)[2]

    try:
        yield write, read_until
    finally:
        process.kill()
        process.wait()
        os.close(here)


def commit(site: Path) -> None:
    with Repo.init(site, default_branch=b"main") as repo:
        tree = repo.get_worktree()
        tree.stage(["environment.conf"])
        tree.commit(message=b"one", author=b"a <a@b>", committer=b"a <a@b>")
        repo.refs[Ref(b"refs/tags/v1.0")] = repo.head()


@pytest.mark.slow
def test_a_shell_completes_what_the_environment_has(site: Path) -> None:
    commit(site)
    own = site / "own.json"
    own.write_text('{"own": true}')
    write_files(site, {"manifests/site.pp": "include profile::base\nif $facts['own'] { notify { 'own': } }\n"})
    assert completed(
        site,
        "puppetlens expl",
        "puppetlens catalog we",
        f"puppetlens diff {NODE} ",
        "puppetlens catalog --class prof",
        "puppetlens catalog --class profile::base::",
        "puppetlens lookup profile::base::z",
        f"puppetlens explain {NODE} File[",
        f"puppetlens explain {NODE} profile",
        f"puppetlens catalog {NODE} --format=t",
        "puppetlens catalog x --facts deb",
        "puppetlens diff --all --from ",
        f"puppetlens graph {NODE} --open prof",
        f"puppetlens explain --facts {own} {NODE} Notify[",
        "puppetlens check --explain unknown_var",
        "puppetlens check --select UNKNOWN_FACT,UNKNOWN_VAR",
        "puppetlens check --select UNKNOWN_FACT,UNKNOWN_FA",
    ) == [
        ["explain"],
        [NODE],
        ["db01.example.com"],
        ["profile::base", "profile::base::more"],
        ["more"],  # a colon begins a word for bash
        ["zone"],
        ["File[/etc/motd]", "File[/etc/my\\ file]"],
        ["profile::base"],
        ["tree", "text"],
        ["debian-12"],
        ["HEAD", "main", "v1.0"],
        ["profile::base"],
        ["Notify[own]"],
        ["UNKNOWN_VARIABLE"],
        ["UNKNOWN_FACT,UNKNOWN_VARIABLE"],
        [""],
    ]


@pytest.mark.slow
def test_fish_completes(site: Path) -> None:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    words = (
        "catalog we",
        "lookup prof",
        "check --select UNKNOWN_FACT,UNKNOWN_VAR",
        "check --select=UNKNOWN_FACT,UNKNOWN_VAR",
        "catalog --facts=facts/w",
        "catalog --environment=mani",
        "che",
    )
    script = "puppetlens completion fish | source\n" + "\n".join(f"complete -C 'puppetlens {each}'" for each in words)
    command = [need("fish"), "--no-config", "-c", script]
    done = subprocess.run(
        command, cwd=site, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=True
    )
    assert [line.split("\t") for line in done.stdout.splitlines()] == [
        [NODE],
        ["profile::base::servers"],
        ["profile::base::zone"],
        ["UNKNOWN_FACT,UNKNOWN_VARIABLE"],
        ["--select=UNKNOWN_FACT,UNKNOWN_VARIABLE"],
        [f"--facts=facts/{NODE}.json"],
        ["--environment=manifests/", "Directory"],
        ["check", "Check manifests, templates and data:..."],
    ]


@pytest.mark.slow
def test_zsh_completes(site: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """As people type it: zsh completes for its line editor alone."""
    home = tmp_path_factory.mktemp("home")
    (home / ".zshrc").write_text(
        'autoload -Uz compinit\ncompinit -u\neval "$(puppetlens completion zsh)"\nPS1="ready> "\n'
    )
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {"PATH": path, "HOME": str(home), "TERM": "dumb", "LC_ALL": "C.UTF-8"}
    with typed_into([need("zsh"), "-i"], site, environment) as (write, read_until):
        read_until("ready> ")
        write("puppetlens catalog we\t")
        read_until(NODE)
        write("\x15puppetlens lookup profile::b\t\t")
        read_until("profile::base::servers", "profile::base::zone")
        write("\x15puppetlens check --select UNKNOWN_FACT,UNKNOWN_VAR\t")
        read_until("UNKNOWN_FACT,UNKNOWN_VARIABLE")
        write("\x15puppetlens check --select=UNKNOWN_FACT,UNKNOWN_VAR\t")
        read_until("--select=UNKNOWN_FACT,UNKNOWN_VARIABLE")
        write("\x15puppetlens catalog --facts=facts/we\t")
        read_until("b01.example.com.json")
        write(f"\x15puppetlens explain {NODE} 'File[/etc/mo\t")
        read_until("td]'")


def test_other_shells_get_a_script_of_theirs() -> None:
    assert run_command("completion", "zsh").stdout.startswith("#compdef puppetlens")
    assert "complete --no-files --command puppetlens" in run_command("completion", "fish").stdout
    assert run_command("completion", "csh").returncode == 2


@pytest.mark.parametrize(
    ("arguments", "sentence", "status"),
    [
        (["chek"], "No such command 'chek'. Did you mean check?", 2),
        (["version"], "No such command 'version'. Did you mean --version?", 2),
        (["catalog", "web02.example.com"], f"Did you mean {NODE} or ", 2),
        (["lookup", "profile::base::zon", "--node", NODE], "Hint: did you mean profile::base::zone?", 1),
        (["diff", NODE, "--from", "mian"], "git knows no revision 'mian' here. Did you mean main?", 2),
        (["explain", NODE, "File[/etc/mtd]"], "Did you mean File[/etc/motd] or ", 2),
    ],
)
def test_did_you_mean(site: Path, arguments: list[str], sentence: str, status: int) -> None:
    commit(site)
    done = run_command(*arguments, folder=site)
    assert sentence in done.stderr
    assert done.returncode == status


def test_the_version_in_both_ways() -> None:
    assert run_command("-V").stdout == run_command("--version").stdout
    assert run_command("-V").stdout.startswith("puppetlens, version ")


def test_colours_for_who_wants_them(site: Path) -> None:
    check = ("check", "modules/broken/manifests/init.pp")
    red = "\x1b[31merror\x1b[0m"
    assert red in run_command(*check, folder=site, environment={"FORCE_COLOR": "1"}).stdout
    assert "\x1b" not in run_command(*check, folder=site).stdout
    shown = on_terminal("check", str(site / "modules"))
    assert red in shown
    assert re.fullmatch(r"checked 4 files in [\d.]+ s: 1 error", shown.splitlines()[-1])
    (told,) = on_terminal("check", str(site / "modules/profile")).splitlines()
    assert re.fullmatch(r"checked 3 files in [\d.]+ s: nothing found", told)


def test_files_are_named_from_the_folder_of_the_environment(site: Path) -> None:
    (site / "manifests" / "site.pp").write_text("include broken\n")
    compared = ("diff", NODE, "--from-node", "db01.example.com")
    explained = ("explain", NODE, "Notify[x]")
    for command in (("catalog", NODE), compared, ("nodes", "--compile"), explained, ("graph", NODE)):
        done = run_command(*command, "--environment", site)
        assert "file: modules/broken/manifests/init.pp, line: 1" in done.stderr + done.stdout
        assert str(site) not in done.stderr + done.stdout
    done = run_command("lookup", "profile::base::zone", "--node", NODE, "--environment", site, "--explain")
    assert "data/common.yaml" in done.stdout
    assert str(site) not in done.stderr + done.stdout


def test_what_parse_says_to_people(site: Path) -> None:
    (site / "a.pp").write_text("$x = [\n")
    (line,) = run_command("parse", "a.pp", "--format", "text", folder=site).stdout.splitlines()
    assert line.startswith("a.pp:")
    assert ": error: " in line
    assert "a.pp:1:" in on_terminal("parse", str(site / "a.pp"))
    assert run_command("parse", "a.pp", folder=site).stdout.startswith("{")


def test_findings_beside_a_change(site: Path) -> None:
    check = ("check", "./modules/broken", "--format")
    (line,) = run_command(*check, "github", folder=site).stdout.splitlines()
    assert line.startswith("::error file=modules/broken/manifests/init.pp,line=1,col=")
    (entry,) = json.loads(run_command(*check, "gitlab", folder=site).stdout)
    assert entry["location"] == {"path": "modules/broken/manifests/init.pp", "lines": {"begin": 1, "end": 1}}
    assert entry["severity"] == "major"
    (site / "modules/broken/manifests/init.pp").write_text("\n\nclass broken { notify { 'x': mesage => 'y' } }\n")
    (moved,) = json.loads(run_command(*check, "gitlab", folder=site).stdout)
    assert (moved["fingerprint"], moved["location"]["lines"]["begin"]) == (entry["fingerprint"], 3)


@pytest.mark.slow
def test_again_after_each_change(site: Path) -> None:
    words = [sys.executable, "-m", "puppetlens.cli.main", "catalog", NODE, "--format", "text", "--watch"]
    with subprocess.Popen(words, cwd=site, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        try:
            assert ", watching " in running.stderr.readline()
            (site / "manifests" / "site.pp").write_text("notify { 'typed': }\n")
            while running.stdout.readline() != "Notify[typed]\n":
                pass
            os.kill(running.pid, signal.SIGINT)
            assert running.wait(20) == 130
        finally:
            running.kill()


@pytest.mark.slow
def test_a_check_again_after_changes_beside_what_was_named(site: Path) -> None:
    """Of a module: the repo's puppetlens.toml (also while that is broken), files that come and go."""
    write_files(site, {"modules/broken/manifests/init.pp": "class broken { include used }\n", "puppetlens.toml": ""})
    words = [sys.executable, "-m", "puppetlens.cli.main", "check", "modules/broken", "--watch"]
    with subprocess.Popen(words, cwd=site, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        try:
            assert running.stdout.readline().endswith("[UNKNOWN_CLASS]\n")
            assert running.stderr.readline().endswith(f", watching {site}\n")
            write_files(site, {"puppetlens.toml": "select = [\n"})
            assert running.stdout.readline().startswith("puppetlens.toml:1:")
            assert running.stdout.readline().endswith("[UNKNOWN_CLASS]\n")
            assert ", watching " in running.stderr.readline()
            write_files(site, {"puppetlens.toml": "checks = {unknown-class = 'error'}\n"})
            while ": error: Could not find class" not in (line := running.stdout.readline()):
                assert line
            (site / "puppetlens.toml").unlink()
            while ": warning: Could not find class ::used" not in (line := running.stdout.readline()):
                assert line
            write_files(site, {"modules/broken/manifests/more.pp": "class broken::more { include gone }\n"})
            while "Could not find class ::gone" not in (line := running.stdout.readline()):
                assert line
            write_files(site, {"modules/gone/manifests/init.pp": "class gone {\n"})
            while "::used" not in (line := running.stdout.readline()):
                assert line
            os.kill(running.pid, signal.SIGINT)
            assert running.wait(20) == 130
            assert "Traceback" not in running.stderr.read()
        finally:
            running.kill()


@pytest.mark.slow
def test_what_a_watched_check_writes_is_no_change(site: Path) -> None:
    write_files(site, {"modules/broken/manifests/init.pp": "class broken { include used }\n"})
    words = [sys.executable, "-m", "puppetlens.cli.main", "check", ".", "--watch"]
    with (
        (site / "found.txt").open("w") as found,
        subprocess.Popen(words, cwd=site, stdout=found, stderr=subprocess.PIPE) as running,
    ):
        assert running.stderr is not None
        try:
            while b", watching " not in running.stderr.readline():
                pass
            write_files(site, {"modules/broken/manifests/init.pp": "class broken { include gone }\n"})
            while b", watching " not in running.stderr.readline():
                pass
            assert select.select([running.stderr], [], [], 3.0)[0] == [], running.stderr.readline()
        finally:
            running.kill()
    assert "::used" in (site / "found.txt").read_text()


def test_a_warning_of_each_turn_of_a_loop_is_told_once(site: Path) -> None:
    write_files(
        site, {"manifests/site.pp": "[1, 2, 3].each |$n| { warning('old') }\nwarning('other')\nwarning('old')\n"}
    )
    done = run_command("catalog", NODE, folder=site)
    assert [line.partition(" (file")[0] for line in done.stderr.splitlines()] == [
        "Warning: old (3 times)",
        "Warning: other",
        "Warning: old",
    ]


@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("review", "--allow-unknown"),
        ("review", "--contained"),
        ("review", "--enc"),
        ("nodes", "--enc"),
        ("diff", "--debug"),
    ],
)
def test_an_option_that_would_do_nothing_is_not_taken(site: Path, command: str, option: str) -> None:
    done = run_command(command, option, folder=site)
    assert done.returncode == 2
    assert option in done.stderr.splitlines()[-1]
