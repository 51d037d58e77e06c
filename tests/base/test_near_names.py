"""What an unknown name may mean, also among very many."""

from __future__ import annotations

import difflib

import pytest
from puppetlens.base.near_names import is_plain_slip, nearest


def test_the_nearest_name() -> None:
    assert nearest("prot", ["port", "host"]) == "port"
    assert nearest("anything", ["port", "host"]) is None
    assert nearest("anything", []) is None


def test_a_word_that_ends_as_another_one_does_is_not_it() -> None:
    assert nearest("user", ["seluser", "seltype"]) is None
    assert nearest("version", ["min_version"]) == "min_version"
    assert nearest("nsure", ["ensure"]) == "ensure"


#: What a module of a site may have.
CLASSES = """
profile::base profile::base::ntp profile::webserver profile::database profile::database::mysql profile::jenkins
profile::database::postgresql profile::jenkins::agent profile::ntp profile::dns profile::apache profile::nginx profile::ssh
profile::firewall profile::sudo profile::users profile::packages profile::puppet::server profile::puppet::agent
profile::logging profile::backup profile::monitor_other profile::proxy::install profile::proxy::config
"""
#: What it may be asked for, that is none of them.
OTHERS = """
profile::monitoring profile::haproxy profile::docker profile::db profile::postfix profile::mail profile::kubernetes
profile::node_exporter profile::proxy::service profile::cache::install
"""


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("profile::webserer", "profile::webserver"),
        ("profile::databse", "profile::database"),
        ("profile::data_base", "profile::database"),
        ("profile::database::postgres", "profile::database::postgresql"),
        ("profile::databse::mysql", "profile::database::mysql"),
        ("profile::jenkns", "profile::jenkins"),
        ("profile::jenkns::agent", "profile::jenkins::agent"),
        ("profile::ntpd", "profile::ntp"),
        ("profile::base::npt", "profile::base::ntp"),
        ("profile::user", "profile::users"),
        ("profile::package", "profile::packages"),
        ("profile::backups", "profile::backup"),
        ("profile::puppetserver", "profile::puppet::server"),
        ("profile::pupet::agent", "profile::puppet::agent"),
        ("profile::postgresql", "profile::database::postgresql"),
        ("profile::proxy::instal", "profile::proxy::install"),
        ("proflie::sudo", "profile::sudo"),
    ],
)
def test_what_people_misspell(name: str, meant: str) -> None:
    assert nearest(name, CLASSES.split()) == meant


@pytest.mark.parametrize(
    "name",
    OTHERS.split(),
)
def test_what_shares_a_namespace_alone_is_not_near(name: str) -> None:
    assert nearest(name, CLASSES.split()) is None


def test_among_many() -> None:
    many = frozenset(f"profile::web{number}::config" for number in range(5000)) | {"profile::databse"}
    assert nearest("profile::database", many) == "profile::databse"


def test_names_are_compared_with_few(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[int] = []
    monkeypatch.setattr(difflib, "get_close_matches", lambda name, names, *_: compared.append(len(names)) or [])
    many = frozenset(f"b{number}" for number in range(20_000))
    for number in range(50):
        nearest(f"a{number}", many)
    nearest("x" * 1_000_000, many)
    assert max(compared) <= 100


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("lenght", "length"),
        ("tempalte", "template"),
        ("intger", "integer"),
        ("sotr", "sort"),
        ("inclde", "include"),
        ("warninng", "warning"),
        ("cre_ate_resources", "create_resources"),
        ("shellquotr", "shellquote"),
    ],
)
def test_plain_slips(name: str, meant: str) -> None:
    assert is_plain_slip(name, meant, True) == (name.count("_") == meant.count("_"))


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("rmerge", "merge"),
        ("rstrip", "lstrip"),
        ("chop", "chomp"),
        ("max", "map"),
        ("value", "values"),
        ("required", "require"),
        ("load_json", "loadjson"),
        ("is_ipv6_address", "is_ipv4_address"),
        ("splice", "slice"),
        ("hash", "has"),
        ("length", "length"),
    ],
)
def test_names_of_their_own(name: str, other: str) -> None:
    """Most of them are functions of stdlib, in one version or another."""
    assert not is_plain_slip(name, other, True)
    assert not is_plain_slip(other, name, True)


def test_another_letter_may_be_another_word() -> None:
    assert is_plain_slip("tamplate", "template", True)
    assert not is_plain_slip("team_rules", "team_roles", False)
