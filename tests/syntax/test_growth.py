"""Texts that no person wrote: the work grows as the text does, not with its square, or it is refused."""

from __future__ import annotations

from contextlib import suppress
from time import process_time
from typing import Literal

import pytest
from puppetlens.base.position import Text
from puppetlens.syntax import parse as parsing
from puppetlens.syntax.parse import parse
from puppetlens.syntax.regex_fault import regex_fault
from puppetlens.syntax.regex_translation import Translation
from puppetlens.syntax.regex_tree import TooLarge
from puppetlens.workers.deep_stack import READING_LIMIT, run_deep

from tests.support.growth import LINEAR, TRIES, growth

PROGRAMS = {
    "heredocs without end": lambda n: "@(E)\n" * n,
    "heredocs without end, of many tags": lambda n: "".join(f"@(E{at})\n" for at in range(n)),
    "heredocs in each other": lambda n: "".join(f'$x = @("E{at}")\n${{' for at in range(n // 10)),
    "brackets": lambda n: "[" * n,
    "braces": lambda n: "{\n" * n,
    "brackets that close nothing": lambda n: "]" * n,
    "dollars": lambda n: "$" * n,
    "zeros": lambda n: "\0" * n,
    "a list without end": lambda n: "$x = [" + "1, " * n,
    "quotes": lambda n: "'\n\"\n" * n,
    "slashes": lambda n: "$x = / " * n,
    "cases in one line": lambda n: "case 1 { " * (n // 4),
    "ends of conditions in one line": lambda n: "if 1 {} else { " * (n // 4),
    "types": lambda n: "Array[" * (n // 4),
    "interpolations": lambda n: '"${' * (n // 10),
}
TEMPLATES = {
    "tags": lambda n: "<% if true { %>" * n,
    "tags without end": lambda n: "<% " * n,
    "comments without end": lambda n: "<%# " * n,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(name: str) -> None:
    assert run_deep(lambda: growth(lambda n: parse(Text(PROGRAMS[name](n))), 4000), READING_LIMIT) < LINEAR


@pytest.mark.slow
@pytest.mark.parametrize("name", TEMPLATES)
def test_templates(name: str) -> None:
    assert run_deep(lambda: growth(lambda n: parse(Text(TEMPLATES[name](n)), "epp"), 1000), READING_LIMIT) < LINEAR


EXPRESSIONS = {
    "look-behinds in each other": lambda n: "(?<=" * (n // 20) + "x" + ")" * (n // 20),
    "look-behinds": lambda n: "(?<=x)" * (n // 6),
    "hyphens": lambda n: "[" + "a-b" * (n // 3) + "]",
    "classes": lambda n: "[]]" * (n // 3),
    "groups and repeats": lambda n: "(" * 400 + "a?" * (n // 3),
    "one name": lambda n: "(?<a>x)" * (n // 12) + r"\k<a>" * (n // 12),
    "calls": lambda n: "".join(rf"(?<a{at}>\g<a{at + 1}>\g<a{at + 1}>)" for at in range(n // 30)),
    "absent": lambda n: "(?~" * (n // 4) + ")" * (n // 4),
    "stars": lambda n: "a" + "**" * (n // 2),
}


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_regular_expressions(name: str) -> None:
    def translated(length: int) -> None:
        with suppress(TooLarge, ValueError):
            Translation(EXPRESSIONS[name](length)).run()

    assert growth(translated, 4900) < LINEAR


def test_what_is_too_large_is_no_fault() -> None:
    assert regex_fault("a" * 100_000) is None
    assert regex_fault("(?<=" * 10 + "(a|bc)" + ")" * 10) == "invalid pattern in look-behind"


def _times_as_long(broken: str, whole: str) -> float:
    def seconds(text: Text) -> float:
        begun = process_time()
        parse(text)
        return process_time() - begun

    return min(seconds(Text(broken)) / seconds(Text(whole)) for _ in range(TRIES))


@pytest.mark.slow
def test_a_quote_that_is_typed_into_a_large_file() -> None:
    """It turns the strings behind it inside out, and each of them may be the one that is meant."""
    line = '  if $a {{\n    file {{ "${{name}}-{at}{typed}":\n      path => "${{name}}.conf",\n    }}\n  }}\n'

    def code(typed: str) -> str:
        lines = (line.format(at=at, typed=typed if at == 150 else "") for at in range(300))
        return "class a {\n" + "".join(lines) + "}\n"

    assert parse(Text(code('"'))).program.faults
    assert _times_as_long(code('"'), code("")) < 30


@pytest.mark.slow
def test_many_definitions_with_a_string_without_end() -> None:
    def code(end: str) -> str:
        return "".join(f"class a{at} {{\n  $x = 'a{end}\n  $y = 1\n}}\n" for at in range(800))

    assert _times_as_long(code(""), code("'")) < 30


@pytest.mark.slow
@pytest.mark.parametrize(("unit", "dialect"), [("/*\n", "puppet"), ("<%- /*", "epp")])
def test_what_no_rule_limits_is_given_up(unit: str, dialect: Literal["puppet", "epp"]) -> None:
    """Each of these looks for the end of a comment as far as the text goes."""
    begun = process_time()
    file = run_deep(lambda: parse(Text(unit * 100_000), dialect), READING_LIMIT)
    assert process_time() - begun < 6 * parsing.PATIENCE
    assert file.program.faults
