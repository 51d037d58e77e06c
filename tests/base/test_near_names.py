"""What an unknown name may mean, also among very many."""

from __future__ import annotations

import difflib

import pytest
from puppetlens.base.near_names import nearest


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
