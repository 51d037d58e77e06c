"""Which calls fail without a key that no level of Hiera has: each form was asked of Puppet 7.23 and 8.11."""

from __future__ import annotations

import pytest
from puppetlens.checks.diagnostics import diagnostics
from puppetlens.model.settings import Settings

from tests.support.check import snapshot_of
from tests.support.fixture import ROOT, read_fixture

SITE = """\
#- hiera.yaml
version: 5
hierarchy: [{ name: all, path: common.yaml }]
#- data/common.yaml
there: 1
#- manifests/site.pp
"""


def told(code: str) -> list[str]:
    """What stands where a key is told to be missing."""
    settings = Settings(levels=frozenset({("MISSING_DATA_KEY", "on")}))
    found = diagnostics(snapshot_of(read_fixture(SITE + code), settings), f"{ROOT}/manifests/site.pp")
    return [
        code.encode()[each.span.start : each.span.end].decode() for each in found if each.code == "MISSING_DATA_KEY"
    ]


@pytest.mark.parametrize(
    ("code", "keys"),
    [
        ("lookup({'name' => 'nokey'})", ["nokey"]),
        ("lookup({name => 'nokey', 'merge' => 'unique', value_type => Array})", ["nokey"]),
        ("lookup({'name' => ['nokey', 'b']})", ["nokey", "b"]),
        ("lookup(['nokey', 'b'])", ["nokey", "b"]),
        ("lookup(['nokey', 'b'], {value_type => Integer})", ["nokey", "b"]),
        ("lookup(['nokey', 'b'], Optional[String])", ["nokey", "b"]),
        ("lookup('nokey', {merge => unique})", ["nokey"]),
        ("'nokey'.lookup", ["nokey"]),
        ("hiera('nokey')", ["nokey"]),
        ("hiera('nokey.x')", ["nokey"]),
        ("hiera_array('nokey')", ["nokey"]),
        ("hiera_hash('nokey')", ["nokey"]),
        ("hiera_include('nokey')", ["nokey"]),
    ],
)
def test_puppet_refuses(code: str, keys: list[str]) -> None:
    assert told(f"notice({code})") == keys
    assert told(f"notice({code.replace('nokey', 'there')})") == []


@pytest.mark.parametrize(
    "code",
    [
        "lookup({'name' => 'nokey', 'default_value' => 1})",
        "lookup({'name' => 'nokey', 'default_value' => undef})",
        "lookup({'name' => 'nokey', 'default_values_hash' => {'nokey' => 2}})",
        "lookup({'name' => 'nokey', 'override' => {'nokey' => 2}})",
        "lookup({'name' => 'nokey'}) |$k| { 3 }",
        "lookup(['nokey','b'], {default_values_hash => {b => 1}})",
        "lookup('nokey', Any, first, undef)",
        "hiera('nokey', 'd')",
        "hiera('nokey', undef)",
        "hiera('nokey') |$k| { 3 }",
        "hiera('nokey', 'd', 'common')",
        "hiera_include('nokey', [])",
    ],
)
def test_puppet_takes(code: str) -> None:
    assert told(f"notice({code})") == []


@pytest.mark.parametrize(
    "code", ["lookup(['nokey', $b])", "lookup($options)", "lookup('nokey', $options)", 'hiera("a${b}")']
)
def test_what_is_computed_is_not_judged(code: str) -> None:
    assert told(f"$b = 'there' notice({code})") == []
