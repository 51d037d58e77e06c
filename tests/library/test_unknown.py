"""What functions make of values that cannot be known."""

from __future__ import annotations

from typing import Any

import pytest

from .test_functions import compile_program

#: A program is not run, so what it prints is not known.
UNKNOWN = "$u = generate('/bin/true')\n"


def notices(program: str) -> list[str]:
    given = compile_program(UNKNOWN + program)
    assert given["error"] is None
    return [message for level, message in (log[:2] for log in given["logs"]) if level == "notice"]


def unknowns(program: str) -> list[dict[str, Any]]:
    given = compile_program(UNKNOWN + program)
    assert given["error"] is None
    found: list[dict[str, Any]] = given["unknown"]
    return found


@pytest.mark.parametrize(
    "expression",
    [
        "length([$u, 1])",
        "keys({'a' => $u, 'b' => 1}).length",
        "[[$u], 1].length",
        "[1, $u].map |$x| { 2 }.length",
        "dig({'a' => [2, $u]}, 'a', 0)",
        "[$u, 2].any |$x| { $x == 2 } ? { true => 2, default => 0 }",
        "[$u, 2].all |$x| { $x == 3 } ? { false => 2, default => 0 }",
        "lest(2) || { $u }",
        "with($u) |$x| { 2 }",
    ],
)
def test_a_result_that_does_not_depend_on_the_unknown_is_known(expression: str) -> None:
    assert notices(f"notice({expression})") == ["2"]


@pytest.mark.parametrize(
    "expression",
    [
        "upcase($u)",
        "join(['a', $u])",
        "sprintf('%d', $u)",
        "[1, 2].filter |$x| { $u }",
        "[3, 1].sort |$a, $b| { $u }",
        "[$u, 2].all |$x| { $x == 2 }",
        "[1, 2].group_by |$x| { $u }",
        "max(1, $u)",
        "template('no_such_module/t.erb', $u)",
        "Integer($u)",
        "lookup($u)",
    ],
)
def test_what_depends_on_it_is_unknown_and_no_error(expression: str) -> None:
    assert notices(f"$v = {expression}\nif $v {{ notice('yes') }} else {{ notice('no') }}\nnotice('on')") == ["on"]


@pytest.mark.parametrize(
    "statement",
    [
        "include($u)",
        "$u.each |$x| { notify { $x: } }",
        "create_resources('notify', $u)",
        "create_resources('notify', {'a' => $u})",
        "realize($u)",
        "tag($u)",
    ],
)
def test_what_would_have_changed_the_catalog_is_told(statement: str) -> None:
    assert any("generate()" in each["reason"] for each in unknowns(statement))


def test_known_classes_are_declared_beside_an_unknown_one() -> None:
    assert notices("class a { notice('in a') }\ninclude('a', $u)") == ["in a"]
