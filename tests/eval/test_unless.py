"""A level of Hiera that cannot be asked leaves what is below it as the likely value."""

from __future__ import annotations

from typing import Any

import pytest
from puppetlens.eval.answer import answer

LEVELS = """\
version: 5
hierarchy:
  - { name: Above, path: above.yaml }
  - { name: Per node, path: "nodes/%{unknown}.yaml" }
  - { name: Below, path: below.yaml }
"""
FILES = {
    "hiera.yaml": LEVELS,
    "data/above.yaml": "first: above\nmerged: { a: 1 }\nlist: [x]\nonly: { a: 1 }\n",
    "data/below.yaml": (
        "first: below\nsecond: below\nmerged: { a: 2, b: 2 }\nlist: [x, y]\ndeep: { inner: { k: 3 } }\n"
        "k::given: from below\nk::number: 5\nsecret: s3cret\nempty: ~\n"
        "lookup_options:\n  merged: { merge: hash }\n  list: { merge: unique }\n  secret: { convert_to: Sensitive }\n"
    ),
}
WHY = "generate() runs a program"
UNLESS = f", unless the level 'Per node' has it: {WHY}"


def message(expression: str, **files: str) -> Any:
    manifest = f"$unknown = generate('/bin/true')\nnotify {{ 'n': message => {expression} }}"
    given = answer({"id": "1", "manifest": manifest, "files": {**FILES, **files}})
    assert given["error"] is None, given["error"]
    (found,) = [each for each in given["catalog"]["resources"] if each["title"] == "n"]
    return found.get("parameters", {}).get("message")


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("lookup('second')", f"'below'{UNLESS}"),
        ("lookup('merged')", f"{{'a' => 1, 'b' => 2}}{UNLESS}"),
        ("lookup('list')", f"['x', 'y']{UNLESS}"),
        ("lookup('deep.inner.k')", f"3{UNLESS}"),
        ("lookup('secret')", f"<sensitive>{UNLESS}"),
        ("lookup('nowhere', undef, undef, 'the default')", f"'the default'{UNLESS}"),
        ("lookup('nowhere', { 'default_value' => 1 })", f"1{UNLESS}"),
        ("lookup(['nowhere', 'second'])", f"'below'{UNLESS}"),
        ("lookup('nowhere')", WHY),
        ("lookup('nowhere') |$name| { 'made' }", WHY),
        ("hiera('second')", f"'below'{UNLESS}"),
        ("\"text ${lookup('second')}\"", WHY),
        ("lookup('only', { 'merge' => 'hash' })", f"{{'a' => 1}}{UNLESS}"),
    ],
)
def test_the_likely_value(expression: str, value: str) -> None:
    assert message(expression) == {"__ptype": "Unknown", "reason": value}


def test_what_is_above_is_certain() -> None:
    assert message("lookup('first')") == "above"


def test_a_block_that_may_not_be_called_declares_nothing() -> None:
    assert message("lookup('nowhere') |$name| { notify { 'inside': } }")["__ptype"] == "Unknown"


def test_parameters_of_classes() -> None:
    program = """
      $unknown = generate('/bin/true')
      class k($given, Integer $number, $default = 'by default', $computed = upcase('x'), $sum = 1 + 1, $none = undef) {
        notify { 'n': message => [$given, $number, $default, $computed, $sum, $none] }
      }
      include k
    """
    given = answer({"id": "1", "manifest": program, "files": FILES})
    (found,) = [each for each in given["catalog"]["resources"] if each["title"] == "n"]
    assert [each["reason"] for each in found["parameters"]["message"]] == [
        f"'from below'{UNLESS}", f"5{UNLESS}", f"'by default'{UNLESS}", WHY, f"2{UNLESS}", f"undef{UNLESS}",
    ]  # fmt: skip


def test_reasons_are_told_once_whatever_is_likely() -> None:
    manifest = "$unknown = generate('/bin/true') notify { 'a': message => lookup('second') } notify { 'b': message => lookup('list') }"
    (told,) = answer({"id": "1", "manifest": manifest, "files": FILES})["unknown"]
    assert told["reason"] == WHY
    assert told["affects"] == ["Notify[a]/message", "Notify[b]/message"]
