"""Methods are offered by the type of what stands before the dot."""

from __future__ import annotations

import pytest

from tests.support.check import completions


@pytest.mark.parametrize(
    ("code", "sooner", "later"),
    [
        ("$x = 'abc'.$^", "upcase", "join"),
        ("$x = $facts['os']['family'].$^", "downcase", "flatten"),
        ("class a(Array[String] $l) {\n  $x = $l.$^\n  $y = 1\n}", "join", "upcase"),
        ("class a(Hash $h) { $x = $h.$^ }", "keys", "join"),
        ("class a(Optional[Array] $l) { if $l { $x = $l.$^ } }", "flatten", "keys"),
    ],
)
def test_methods_follow_the_type_of_their_receiver(code: str, sooner: str, later: str) -> None:
    _, found = completions(code)
    assert found is not None
    labels = [item.label for item in found.items]
    assert labels.index(sooner) < labels.index(later)
