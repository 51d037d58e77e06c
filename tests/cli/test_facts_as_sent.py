"""What an agent sends besides what `puppet facts show` prints: `Puppet::Node::Facts#add_local_facts`, and legacy facts of Puppet 7."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.forked import run_command
from tests.support.written import write_files

NODE = "web01.example.com"
SHOWN = {"os": {"family": "Debian"}, "networking": {"interfaces": {"eth0": {"ip": "192.0.2.7"}}}}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return tmp_path


def notified(site: Path, text: str, facts: dict[str, object], *more: str) -> str:
    """The text as a node with these facts has it, or the error."""
    manifest = f'notify {{ "{text}": }}'
    write_files(site, {"environment.conf": "", "manifests/site.pp": manifest, f"facts/{NODE}.json": json.dumps(facts)})
    done = run_command("catalog", NODE, "--environment", site, "--format", "text", *more)
    return done.stdout.splitlines()[-1] if done.returncode == 0 else done.stderr


WHO = "${clientcert} ${facts['clientversion']} ${::clientnoop}"


def test_an_agent_says_who_it_is(site: Path) -> None:
    assert notified(site, WHO, SHOWN) == f"Notify[{NODE} 8.11.0 false]"
    assert notified(site, WHO, {**SHOWN, "puppetversion": "8.6.0"}) == f"Notify[{NODE} 8.6.0 false]"
    sent = {"clientcert": "other", "clientversion": "7.1.0", "clientnoop": True}
    assert notified(site, WHO, {**SHOWN, **sent}) == "Notify[other 7.1.0 true]"


LEGACY = "${osfamily} ${facts['ipaddress_eth0']}"


def test_one_of_puppet_7_sends_legacy_facts(site: Path) -> None:
    assert notified(site, LEGACY, SHOWN, "--puppet-version", "7.23.0") == "Notify[Debian 192.0.2.7]"
    assert "Unknown variable: 'osfamily'" in notified(site, LEGACY, SHOWN)


def test_facts_that_have_some_have_all(site: Path) -> None:
    facts = {**SHOWN, "osfamily": "RedHat"}
    assert notified(site, LEGACY, facts, "--puppet-version", "7.23.0") == "Notify[RedHat ]"


def test_those_that_come_with_puppetlens_do_for_puppet_7(site: Path) -> None:
    write_files(
        site, {"environment.conf": "", "manifests/site.pp": 'notify { "${osfamily} ${interfaces} ${clientcert}": }'}
    )
    bundled = ("--facts", "debian-12", "--puppet-version", "7.23.0", "--format", "text")
    done = run_command("catalog", NODE, "--environment", site, *bundled)
    assert done.stdout.splitlines()[-1] == f"Notify[Debian eth0,lo {NODE}]"
