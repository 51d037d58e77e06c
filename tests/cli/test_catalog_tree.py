"""`puppetlens catalog` as a person sees it at a terminal. Expected is what a person reads in the code."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.forked import on_terminal, run_command
from tests.support.written import write_files

SITE = """\
class web($port, $owner = 'root') {
  file { '/etc/web':
    content => "one\\ntwo\\n",
    owner   => $owner,
    mode    => generate('/bin/mode'),
  }
}
File { group => 'www' }
include web
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    write_files(
        tmp_path,
        {
            "environment.conf": "",
            "facts/n.json": "{}",
            "hiera.yaml": "version: 5\nhierarchy: [{name: all, path: all.yaml}]\n",
            "data/all.yaml": "web::port: 80\n",
            "manifests/site.pp": SITE,
        },
    )
    return tmp_path


def test_what_contains_what_with_values_and_where_they_come_from(site: Path) -> None:
    done = run_command("catalog", "n", "--environment", site, "--format", "tree")
    lines = done.stdout.splitlines()
    assert lines[lines.index("  Class[Web]") : -1] == [
        "  Class[Web]",
        "      port  => 80  # data/all.yaml:1, key web::port",
        "      owner => 'root'  # the parameter's default, manifests/site.pp:1",
        "    File[/etc/web]  # manifests/site.pp:2",
        "        content => 'one",
        "                   two",
        "                   '",
        "        owner   => 'root'",
        "        mode    => (unknown: generate() runs a program)",
        "        group   => 'www'  # a default of the type, manifests/site.pp:8",
    ]
    assert lines[-1] == "n, environment production: 5 resources, 2 classes"
    assert done.returncode == 3


def test_one_is_told_as_one(site: Path) -> None:
    (site / "manifests" / "site.pp").write_text("")
    done = run_command("catalog", "n", "--environment", site, "--format", "tree")
    assert done.stdout.splitlines()[-1] == "n, environment production: 3 resources, 1 class"


@pytest.mark.parametrize(
    "value",
    [
        "Integer[1, 2]",
        "Integer[default, 2]",
        "Float[1.5]",
        "String[1]",
        "Optional[Enum['a', 'b']]",
        "Array[Variant[Integer, Boolean], 1, 3]",
        "Hash[String, Any]",
        "Tuple[Integer, String]",
        "Struct[{'x' => Integer, Optional['y'] => String}]",
        "Pattern[/a.b/, /c/]",
        "Callable[Integer, String]",
        "Callable[[Integer], String]",
        "Type[File]",
        "{'a' => Type, 2 => default, undef => /a.b/}",
        "Deferred('sprintf', ['%s', 'x'])",
        "[Deferred('now'), Binary('aGVsbG8=')]",
        "M::Port",
    ],
)
def test_values_are_written_as_in_code(site: Path, value: str) -> None:
    files = {"modules/m/types/port.pp": "type M::Port = Integer[1]\n"}
    write_files(site, {**files, "manifests/site.pp": f"notify {{ 'a': message => {value} }}\n"})
    lines = run_command("catalog", "n", "--environment", site, "--format", "tree").stdout.splitlines()
    assert lines[lines.index("    Notify[a]  # manifests/site.pp:1") + 1] == f"        message => {value}"


@pytest.mark.parametrize(("count", "told"), [(6, "6'"), (7, "... 1 more line"), (9, "... 3 more lines")])
def test_a_long_text_is_told_by_its_first_lines(site: Path, count: int, told: str) -> None:
    text = "\\n".join(map(str, range(1, count + 1)))
    (site / "manifests" / "site.pp").write_text(f'notify {{ "a": message => "{text}" }}\n')
    lines = run_command("catalog", "n", "--environment", site, "--format", "tree").stdout.splitlines()
    shown = [line.strip() for line in lines[lines.index("    Notify[a]  # manifests/site.pp:1") + 1 : -1]]
    assert shown == ["message => '1", *"2345", *(["6"] if count > 6 else []), told]


@pytest.mark.slow
def test_a_terminal_gets_the_tree_and_a_pipe_the_document(site: Path) -> None:
    assert run_command("catalog", "n", "--environment", site).stdout.startswith("{")
    assert "Class[Web]\x1b[0m" in on_terminal("catalog", "n", "--environment", site)
