"""Numbers longer than Python reads and writes by itself. Expected values are those of real Puppet 7.23."""

from __future__ import annotations

import pytest
from puppetlens.eval.answer import answer

LONG = "7" * 5000
HEX = hex(int("7" * 5000))
DATA = {"hiera.yaml": "version: 5\nhierarchy: [{name: a, path: a.json, data_hash: json_data}]\n"}


def asked(program: str) -> tuple[list[str], str | None]:
    """What it logs, and its error. `LONG` is a number; the look-up of `k`, and the fact `k`, give it too."""
    files = {**DATA, "data/a.json": f'{{"k": {LONG}}}'}
    manifest = program.replace("LONG", LONG)
    given = answer({"id": "1", "manifest": manifest, "files": files, "facts": {"k": int(LONG)}})
    return [log[1] for log in given["logs"]], given["error"] and given["error"]["message"]


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("Integer('LONG')", LONG),
        ("Integer('LONG', 10)", LONG),
        ("Numeric('LONG')", LONG),
        ("'LONG'.convert_to(Integer)", LONG),
        ("sprintf('%d', 'LONG')", LONG),
        ("lookup('k')", LONG),
        ("\"${lookup('k')}\"", LONG),
        ("$facts['k']", LONG),
        ("String(lookup('k'), '%x')", HEX[2:]),
        ("lookup('k') =~ Integer", "true"),
        ("lookup('k') * 0", "0"),
        ("'LONG' == 1", "false"),
        ("versioncmp('LONG', '1')", "1"),
        ("SemVer('LONG.0.0')", f"{LONG}.0.0"),
        ("SemVer('1.0.0-LONG') > SemVer('1.0.0-1')", "true"),
        ("Timespan('LONG-00:00:00')", f"{LONG}-00:00:00.0"),
        ("lookup('a.LONG', default_value => 1)", "1"),
        ("$LONG", ""),
        ("Timestamp('2020-01-01').strftime('%LONGd')", f"%{LONG}d"),
    ],
)
def test_they_are_numbers_as_others(expression: str, value: str) -> None:
    logs, error = asked(f"notice({expression})")
    assert error is None
    assert logs[-1] == value


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (
            "notice(LONG)",
            "Could not parse for environment production: A Literal Integer resulted in a value outside of Puppet "
            f"Integer max range, got '+{HEX}'",
        ),
        (
            "notice(LONG.5)",
            "Could not parse for environment production: Internal Error, NUMBER token does not contain a valid number, "
            f"{LONG}.5",
        ),
        (
            "notice('LONG' + 0)",
            f"Evaluation Error: A '+' expression resulted in a value outside of Puppet Integer max range, got '+{HEX}'",
        ),
        (
            "notify { 'a': message => lookup('k') }",
            "Evaluation Error: Error while evaluating a '=>' expression, Use of a Ruby Integer outside of Puppet "
            f"Integer max range, got '{HEX}'",
        ),
        (
            "notice([1]['LONG'])",
            "Evaluation Error: Error while evaluating a '[]' expression, bignum too big to convert into `long'",
        ),
        (
            "notice(String(1, '%LONGd'))",
            "Evaluation Error: Error while evaluating a Function Call, width too big",
        ),
        (
            "notice('a' =~ /a{LONG}/)",
            f"Could not parse for environment production: too big number for repeat range: /a{{{LONG}}}/",
        ),
    ],
)
def test_where_puppet_refuses_them(program: str, message: str) -> None:
    assert asked(program)[1] == message


def test_a_literal_of_a_million_digits_is_read_in_no_time() -> None:
    error = answer({"id": "1", "manifest": f"notice({'7' * 1_000_000})"})["error"]
    assert "value outside of Puppet Integer max range" in error["message"]
