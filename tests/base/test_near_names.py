"""What an unknown name may mean, also among very many."""

from __future__ import annotations

import difflib

import pytest
from puppetlens.base.near_names import is_plain_slip, nearest


def test_the_nearest_name() -> None:
    assert nearest("prot", ["port", "host"]) == "port"
    assert nearest("anything", ["port", "host"]) is None
    assert nearest("anything", []) is None


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
