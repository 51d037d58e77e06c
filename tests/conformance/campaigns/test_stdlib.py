"""The functions of the packaged stdlib give here what they give in real Puppet, asked live."""

from __future__ import annotations

import pytest
import stdlib
from packaged_environment import packaged_modules

from tests.support.programs import missing, need_puppet

#: Reasons (parts of them) that are meant: such a function has no answer that another machine would repeat.
MEANT = ("reads the clock", "uses randomness", " reads /", " writes /tmp/", "augeas", "PStringType")
#: Known differences (docs/ruby.md): Puppet sends a text whose encoding is binary as a Binary, here it stays a text; and
#: Ruby 3.2, which Puppet 8 has, leaves out of messages what 3.1 guesses was meant.
KNOWN = ("'__ptype': 'Binary'", "Did you mean?")
#: Of the others, at most this share may be different or unknown.
_OPEN = 0.01


@pytest.mark.slow
def test_values_and_errors_are_those_of_real_puppet() -> None:
    need_puppet()
    modules = packaged_modules()
    if modules is None:
        missing("PUPPETLENS_CORPUS names no folder with the packaged modules")
        raise AssertionError
    calls = stdlib.read_calls(stdlib.CALLS)
    outcomes = stdlib.compare(modules / "puppetlabs-stdlib", calls)
    asked = [
        each
        for each in outcomes
        if not any(reason in each.unknown for reason in MEANT) and not any(known in each.problem for known in KNOWN)
    ]
    wrong = [each for each in asked if each.problem or each.unknown]
    assert len(asked) > 800
    assert len(wrong) <= _OPEN * len(asked), "\n".join(stdlib.report(outcomes))


def test_each_function_is_called_in_several_ways() -> None:
    calls = stdlib.read_calls(stdlib.CALLS)
    counts: dict[str, int] = {}
    for call in calls:
        counts[call.function] = counts.get(call.function, 0) + 1
    assert len(counts) >= 160
    assert sum(count >= 4 for count in counts.values()) >= 0.9 * len(counts)
