"""Methods are offered by the type of what stands before the dot."""

from __future__ import annotations

import pytest

from tests.support.check import check_completion, completions


@pytest.mark.parametrize(
    ("code", "sooner", "later"),
    [
        ("$x = 'abc'.$^", "upcase", "join"),
        ("$x = $facts['os']['family'].$^", "downcase", "flatten"),
        ("class a(Array[String] $l) {\n  $x = $l.$^\n  $y = 1\n}", "join", "upcase"),
        ("class a(Hash $h) { $x = $h.$^ }", "keys", "join"),
        *(("class a(Integer $p) { $x = $p.$^ }", "floor", later) for later in ("empty", "each", "downcase", "chomp")),
        *(("class a(Float $p) {\n  $p.$^\n}", "max", later) for later in ("empty", "each", "downcase", "chomp")),
        ("class a(Optional[Array] $l) { if $l { $x = $l.$^ } }", "flatten", "keys"),
    ],
)
def test_methods_follow_the_type_of_their_receiver(code: str, sooner: str, later: str) -> None:
    _, found = completions(code)
    assert found is not None
    labels = [item.label for item in found.items]
    assert sooner in labels
    assert later not in labels[: labels.index(sooner)]


@pytest.mark.parametrize(
    ("code", "among", "without"),
    [
        ("'abc'.$^", ["upcase", "split"], ["keys", "values"]),
        ("$x = [1, 2].$^", ["join", "map"], ["keys"]),
        ("class a(Hash[String, Integer] $h) { $x = $h.$^ }", ["keys", "values"], ["upcase", "join", "split"]),
        ("$x = $facts['os']['family'].$^", ["downcase"], ["keys", "values"]),
        ("class a { if { $x = $facts['os']['family'].$^", ["downcase"], ["keys", "values"]),
        ("$x = 'a'.$^\n#- modules/m/functions/f.pp\nfunction m::f(Hash $h) { 1 }", [], ["m::f"]),
        ("$x = {}.$^\n#- modules/m/functions/f.pp\nfunction m::f(Hash $h) { 1 }", ["m::f"], []),
    ],
)
def test_methods_are_those_that_take_the_receiver(code: str, among: list[str], without: list[str]) -> None:
    check_completion(code, among=among, without=without)


def test_methods_tell_their_signature() -> None:
    _, found = completions("'abc'.spl$^")
    assert found is not None
    assert "String" in next(item.detail for item in found.items if item.label == "split")
