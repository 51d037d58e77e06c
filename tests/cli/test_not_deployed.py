"""A Puppetfile whose modules are not there, as in a fresh checkout: what a node that needs them is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.forked import run_command
from tests.support.written import write_files

FETCH = "(`r10k puppetfile install` fetches it)"
ITSELF = f"the Puppetfile names the module ntp, but it is not on the module path {FETCH}"
ONE_OF = (
    "it may be of a module that is not on the module path: of those that the Puppetfile names ntp, stdlib are not there "
    "(`r10k puppetfile install` fetches them)"
)


def hints(
    folder: Path, code: str, puppetfile: str = "mod 'puppetlabs-ntp', '9.1.0'\nmod 'puppetlabs/stdlib'\n"
) -> list[str]:
    write_files(
        folder,
        {"environment.conf": "", "manifests/site.pp": code, "modules/here/manifests/init.pp": "class here { }\n"},
    )
    if puppetfile:
        write_files(folder, {"Puppetfile": puppetfile + "mod 'me-here'\n"})
    done = run_command("catalog", "a", "--environment", folder, "--no-facts", "--format", "text")
    assert done.returncode == 1
    return [line.removeprefix("Hint: ") for line in done.stderr.splitlines() if line.startswith("Hint: ")]


@pytest.mark.parametrize(
    "code",
    [
        *("include ntp", "class { '::ntp': }", "include ntp::server", "ntp::peer { 'a': }", "ntp::f(1)"),
        *("notice(1 =~ Ntp::Port)", "class a(Ntp::Port $x = 1) { }\ninclude a", "function f() >> Ntp::Port { 1 }\nf()"),
    ],
)
def test_a_name_of_such_a_module(tmp_path: Path, code: str) -> None:
    assert hints(tmp_path, code) == [ITSELF]


@pytest.mark.parametrize("code", ["ini_setting { 'a': }", "has_nothing(1)"])
def test_a_name_that_does_not_tell_its_module(tmp_path: Path, code: str) -> None:
    assert hints(tmp_path, code) == [ONE_OF]


@pytest.mark.parametrize(
    "code", ["include other", "include here::other", "here::f(1)", "here::peer { 'a': }", "notice(1 =~ Here::Port)"]
)
def test_a_name_of_another_module_is_another_fault(tmp_path: Path, code: str) -> None:
    assert hints(tmp_path, code) == []


def test_without_a_puppetfile_nothing_is_known(tmp_path: Path) -> None:
    assert hints(tmp_path, "include ntp", "") == []
