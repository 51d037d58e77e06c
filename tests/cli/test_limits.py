"""The commands have limits, and no input ends in a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from dulwich.repo import Repo

from tests.support.forked import run_command, started
from tests.support.samples import first_of

ENDLESS = "Integer[0, 9000000000].each |$i| { notice($i) }"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for folder in ("manifests", "facts", "modules/m/manifests"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "environment.conf").write_text("")
    (tmp_path / "facts/n.json").write_text("{}")
    return tmp_path


def run(*arguments: object) -> tuple[int, str, str]:
    done = run_command(*map(str, arguments))
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout, done.stderr


def compiled(root: Path, program: str, *options: object) -> tuple[int, str, str]:
    (root / "manifests/site.pp").write_text(program)
    return run("catalog", "n", "--environment", root, "--format", "text", "--ruby", "off", *options)


@pytest.mark.slow
def test_a_catalog_that_never_ends(root: Path) -> None:
    status, _, errors = compiled(root, ENDLESS, "--timeout", "1")
    assert (status, errors) == (4, "Error: this took longer than 1 seconds (--timeout)\n")


@pytest.mark.slow
def test_the_preparation_of_ruby_does_not_count(root: Path) -> None:
    """It is done once, a quarter of a minute: here it takes as long as the limit, and is done then."""
    (root / "manifests/site.pp").write_text("notify { 'a': message => inline_template('<%= %w[a].first.succ %>') }")
    code = (
        "import sys, time; from puppetlens.sandbox import delivery; from puppetlens.cli.main import main\n"
        "is_prepared, end = delivery._is_prepared, time.monotonic() + 11\n"
        "delivery._is_prepared = lambda: time.monotonic() > end and is_prepared()\n"
        "delivery._prepare_beside, delivery._made = lambda: None, None\n"
        "main([*sys.argv[1:]])"
    )
    options = ("--environment", str(root), "--timeout", "10")
    done = subprocess.run(
        [started(), "-c", code, "catalog", "n", *options], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "preparing Ruby, once for this version of puppetlens ...\n")
    assert '"message": "b"' in done.stdout


def test_a_device_that_is_named_has_an_end(root: Path) -> None:
    status, _, errors = compiled(root, "", "--facts", "/dev/zero")
    assert (status, errors.splitlines()[-1]) == (2, "Error: /dev/zero has more than 64 megabytes")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no named pipes")
@pytest.mark.parametrize(
    "command",
    first_of([("catalog", "n", "--facts"), ("diff", "n", "--from-facts"), ("lookup", "k", "--node", "n", "--enc"),
              ("explain", "n", "Class[m]", "--facts")], ["catalog", "diff", "lookup", "explain"]),
)  # fmt: skip
@pytest.mark.slow
def test_a_pipe_that_nobody_writes_to(root: Path, command: tuple[str, ...]) -> None:
    os.mkfifo(root / "pipe")
    (root / "manifests/site.pp").write_text("")
    status, _, errors = run(*command, root / "pipe", "--environment", root, "--ruby", "off", "--timeout", "1")
    assert (status, errors) == (4, "Error: this took longer than 1 seconds (--timeout)\n")


@pytest.mark.parametrize(
    "command",
    [("diff", "n", "--from", "HEAD" + "^" * 20_000), ("lookup", "k", "--node", "n" * 20_000),
     ("catalog", "n", "--server-setting", "s" * 20_000), ("catalog", "n", "--class", "c" * 20_000)],
    ids=lambda command: command[0],
)  # fmt: skip
def test_a_message_does_not_repeat_what_has_no_end(root: Path, command: tuple[str, ...]) -> None:
    (root / "manifests/site.pp").write_text("")
    Repo.init(str(root))
    status, _, errors = run(*command, "--environment", root, "--ruby", "off")
    assert status in (1, 2)
    assert 3000 < len(errors) < 6000
    assert " characters more) ... " in errors


def test_a_catalog_that_takes_all_memory(root: Path) -> None:
    doubled = "$s0 = 'xxxxxxxxxxxxxxxx'\n" + "".join(f'$s{n + 1} = "${{s{n}}}${{s{n}}}"\n' for n in range(28))
    status, _, errors = compiled(root, doubled, "--memory", "400")
    assert (status, errors) == (4, "Error: this needs more than 400 megabytes of memory (--memory)\n")


@pytest.mark.slow
def test_a_look_up_that_never_ends(root: Path) -> None:
    levels = "".join(f"  - {{name: l{n}, globs: ['{'{a,b,c,d,e,f,g,h,i,j}' * 5}{n}']}}\n" for n in range(99))
    (root / "hiera.yaml").write_text(f"version: 5\nhierarchy:\n{levels}")
    status, _, errors = run("lookup", "k", "--node", "n", "--environment", root, "--ruby", "off", "--timeout", "1")
    assert (status, errors) == (4, "Error: this took longer than 1 seconds (--timeout)\n")


@pytest.mark.slow
def test_a_check_has_limits(root: Path) -> None:
    (root / "manifests/site.pp").write_text("include nosuch\n" * 60_000)
    status, _, errors = run("check", root, "--timeout", "1")
    assert (status, errors) == (4, "Error: this took longer than 1 seconds (--timeout)\n")


def test_output_that_cannot_be_written(root: Path) -> None:
    program = f'"{sys.executable}" -m puppetlens.cli.main'
    many = "".join(f"notify {{ 'n{number}': }}\n" for number in range(5000))
    (root / "manifests/site.pp").write_text(many)

    def run(redirected: str) -> tuple[int, str]:
        command = f"set -o pipefail; {program} catalog n --format tree --environment {root} {redirected}"
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=120)
        return done.returncode, done.stderr.splitlines()[-1] if done.stderr else ""

    assert run(">/dev/full") == (4, "Error: the output cannot be written: No space left on device")
    assert run(">&-") == (4, "Error: the output cannot be written: stdout is closed")
    assert run("| head -1") == (141, "")


def test_texts_that_no_encoding_has(root: Path) -> None:
    (root / "facts/n.json").write_text('{"a": "x\\ud800y"}')
    status, shown, _ = compiled(root, "notify { $facts['a']: }")
    assert status == 0
    assert "Notify[x\\u{d800}y]" in shown


@pytest.mark.parametrize(
    "facts", ['{"a": ' + "[" * 100_000 + "]" * 100_000 + "}", '{"a": ' + "9" * 5000 + "}", "[1", '{"values": 5}', "\0"]
)
def test_facts_that_nobody_can_use(root: Path, facts: str) -> None:
    (root / "facts/n.json").write_text(facts)
    assert compiled(root, "notify { 'x': }")[0] in (0, 1)


@pytest.mark.parametrize(
    "program",
    [
        "$x = " + "9" * 4301,
        "$x = '" + "9" * 5000 + "' + 1",
        "$x = Integer('0x" + "f" * 100_000 + "', 16)",
        "$x = versioncmp('" + "9" * 10_000 + "', '1')",
        "$x = scanf('1', '%" + "9" * 5000 + "d')",
        "$x = sprintf('%" + "9" * 5000 + "d', 1)",
        'notify { "a\\u{d800}b": }',
    ],
)
def test_numbers_that_are_too_long(root: Path, program: str) -> None:
    assert compiled(root, program)[0] in (0, 1)


@pytest.mark.parametrize("data", ["k: " + "9" * 5000, "k: 0x" + "f" * 5000, "k: !!float " + "9" * 5000])
def test_data_that_is_too_long(root: Path, data: str) -> None:
    (root / "data").mkdir()
    (root / "data/common.yaml").write_text(data + "\n")
    (root / "hiera.yaml").write_text("version: 5\n")
    assert run("lookup", "k", "--node", "n", "--environment", root, "--ruby", "off")[0] in (0, 1)


def test_a_large_file_of_a_size_that_is_named(root: Path) -> None:
    (root / "manifests/site.pp").write_text("# a comment\n" * 100 + "include nowhere\n")
    status, found, _ = run("check", root, "--largest-file", "1")
    assert status == 0
    assert "its syntax alone is checked [LARGE_FILE]" in found
    assert "nowhere" in run("check", root, "--largest-file", "2")[1]
