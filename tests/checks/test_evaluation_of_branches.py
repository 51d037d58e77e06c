"""In the branches of a condition that nobody decides a variable is what the condition says; what they set is one of it.

The messages are those of Puppet 7.23 where the condition comes out so.
"""

from __future__ import annotations

import pytest

from tests.support.evaluated import found

#: `n` takes an Integer, `s` a String, `e` one of two texts; undef stands for the default of `m::d`.
TAKES = """\
#- modules/m/manifests/d.pp
define m::d(Integer $n = 1, String $s = '', Enum['a', 'b'] $e = 'a') { notice($n, $s, $e) }
#- modules/m/manifests/n.pp
define m::n(Integer $n) { notice($n) }
"""


def told(parameters: str, code: str) -> list[str]:
    """The line in `code` of each mistake, the parameter, and what it was given; not that a branch is never taken."""
    findings = found(f"{TAKES}#- modules/m/manifests/init.pp\nclass m({parameters}) {{\n{code}\n}}\n")
    findings = [each for each in findings if ": hint: " not in each and " is never " not in each]
    for each in findings:
        assert each.startswith("manifests/init.pp:"), each
    lines = [each.removeprefix("manifests/init.pp:").partition(": error: ") for each in findings]
    return [f"{int(line) - 1}: {said.partition(': parameter ')[2] or said}" for line, _, said in lines]


NO_INTEGER = "'n' expects an Integer value, got"


@pytest.mark.parametrize(
    ("parameters", "code", "said"),
    [
        ("$x", "if $x =~ String { m::d { 'a': n => $x } }", [f"1: {NO_INTEGER} String"]),
        ("$x", "if $x !~ String { m::d { 'a': n => $x } } else {\n m::d { 'b': n => $x } }", [f"2: {NO_INTEGER} String"]),
        ("$x", "if $x =~ /^a/ { m::d { 'a': n => $x } }", [f"1: {NO_INTEGER} String"]),
        ("$x", "if $x == 'c' { m::d { 'a': n => $x } }", [f"1: {NO_INTEGER} String"]),
        ("$x", "if $x == undef { m::n { 'a': n => $x } }", [f"1: {NO_INTEGER} Undef"]),
        ("$x", "if $x == true { m::d { 'a': n => $x } }", [f"1: {NO_INTEGER} Boolean"]),
        ("$x", "if $x in ['c', 'd'] { m::d { 'a': n => $x } }", [f"1: {NO_INTEGER} String"]),
        ("$x", "if $x =~ String and $x != 'c' { m::d { 'a': n => $x } }", [f"1: {NO_INTEGER} String"]),
        ("$x", "if !($x !~ String or $x == 'c') { m::d { 'a': n => $x } }", [f"1: {NO_INTEGER} String"]),
        ("$x", "unless $x =~ String { m::d { 'a': s => $x, n => 'c' } }", [f"1: {NO_INTEGER} String"]),
        ("$x", "case $x { 'c', 'd': { m::d { 'a': n => $x } } default: { } }", [f"1: {NO_INTEGER} String"]),
        ("$x", "case $x { Integer: { } /a/: {\n m::d { 'a': n => $x } } default: { } }", [f"2: {NO_INTEGER} String"]),
        ("$x", "m::d { 'a': n => $x ? { String => $x, default => 1 } }", []),
        ("$x", "$y = $x ? { Integer => with($x) |String $v| { $v }, default => 1 }",
         ["1: Error while evaluating a Function Call, block parameter 'v' expects a String value, got Integer"]),
        ("Optional[Integer] $x", "if $x { m::n { 'a': n => $x } } else {\n m::n { 'b': n => $x } }", [f"2: {NO_INTEGER} Undef"]),
        ("Variant[Integer, String] $x", "case $x { Integer: { m::d { 'a': n => $x } } default: {\n m::d { 'b': n => $x } } }",
         [f"2: {NO_INTEGER} String"]),
        ("Enum['a', 'c'] $x", "if $x == 'a' { m::d { 'a': e => $x } } else {\n m::d { 'b': e => $x } }",
         ["2: 'e' expects a match for Enum['a', 'b'], got 'c'"]),
        ("Enum['a', 'c'] $x", "case $x { 'A': { m::d { 'a': e => $x } } default: {\n m::d { 'b': e => $x } } }",
         ["2: 'e' expects a match for Enum['a', 'b'], got 'c'"]),
        ("Boolean $x", "if $x == true { m::d { 'a': n => 1 } } else {\n m::d { 'b': n => $x } }", [f"2: {NO_INTEGER} Boolean"]),
        ("Hash $x", "if $x['k'] =~ String { m::d { 'a': n => $x['k'] } }", [f"1: {NO_INTEGER} String"]),
        ("", "if $facts['a']['b'] =~ String {\n m::d { 'a': n => $facts['a']['b'] } }", [f"2: {NO_INTEGER} String"]),
        ("", "if $facts['os']['family'] == 'Debian' {\n m::d { 'a': n => $facts['os']['family'] } }", [f"2: {NO_INTEGER} String"]),
        ("", "if $::environment == 'a' { m::d { 'a': n => $::environment } }", [f"1: {NO_INTEGER} String"]),
    ],
)  # fmt: skip
def test_a_branch_knows_what_leads_to_it(parameters: str, code: str, said: list[str]) -> None:
    assert told(parameters, code) == said


@pytest.mark.parametrize(
    ("parameters", "code"),
    [
        # Texts are equal without case, and numbers of either kind.
        ("Enum['a', 'A', 'b'] $x", "if $x == 'a' { } else { m::d { 'a': e => $x } }"),
        ("Numeric $x", "if $x == 1 { m::d { 'a': n => $x } }"),
        ("$x", "if $x == 1 { m::d { 'a': n => $x } }"),
        # A pattern that is not known may be a type; an option may be a list of patterns.
        ("$x, $t", "if $x =~ $t { m::d { 'a': n => $x } }"),
        ("$x", "case $x { [Integer, String]: { $x.each |$i| { notice($i) } } default: { } }"),
        ("$x, Array $l", "case $x { *$l: { m::d { 'a': n => $x } } default: { } }"),
        # The other half of `and`, or neither.
        ("$x, $y", "if $x =~ String and $y { } else { m::d { 'a': n => $x } }"),
        ("$x, $y", "if $x =~ String or $y { m::d { 'a': n => $x } }"),
        # Nothing leads there.
        ("String $x", "if $x =~ Integer { m::d { 'a': n => $x, s => 1 } }"),
        ("Enum['a', 'b'] $x", "case $x { 'a', 'b': { } default: { m::d { 'a': n => $x } } }"),
        ("String $x", "unless $x { m::d { 'a': n => $x } }"),
        # Names that are not the same.
        ("$os", "if $::os =~ String { m::d { 'a': n => $os } }"),
        ("$x", "if $x =~ String { [1].each |$x| { m::d { 'a': n => $x } } }"),
        # A value of an Array type of patterns that is in both.
        ("Variant[Pattern[/^a/], Enum['b']] $x", "if $x =~ Enum['a', 'b'] { m::d { 'a': e => $x } }"),
    ],
)
def test_nothing_is_said_of_what_may_be(parameters: str, code: str) -> None:
    assert told(parameters, code) == []


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("if $x { $y = 'c' } else { $y = 'd' }\n m::d { 'a': n => $y }", ["2: 'n' expects an Integer value"]),
        ("$y = $x ? { 1 => 'c', default => undef }\n m::d { 'a': n => $y }", ["2: 'n' expects an Integer value"]),
        ("case $x { 1: { $y = 'c' } 2: { fail('no') } default: { $y = 2 } }\n m::d { 'a': n => $y }", []),
        ("case $x { 1: { $y = 'c' } 2: { $y = 2 } default: { fail('no') } }\n m::d { 'a': n => $y }", []),
        (
            "case $x { 1: { $y = 2 } default: { fail('no') } }\n m::d { 'a': s => $y }",
            ["2: 's' expects a String value"],
        ),
        ("if $x { $y = 1 } else { $y = 2 }\n $y = 3", ["2: Cannot reassign variable '$y'"]),
        ("if $x { $y = 1 } else { fail('no') }\n $y = 3", ["2: Cannot reassign variable '$y'"]),
        ("if $x { $y = 1 }\n $y = 3", []),
        ("if $x { $y = $::other } else { $y = 'd' }\n m::d { 'a': n => $y }", []),
        ("unless $x =~ String { fail('no') }\n m::d { 'a': n => $x }", ["2: 'n' expects an Integer value, got String"]),
        ("[1].each |$i| { if $x =~ String { next() } m::d { 'a': s => $x } }\n m::d { 'b': n => $x }", []),
    ],
)
def test_behind_branches_it_is_known_what_those_set_that_come_to_an_end(code: str, said: list[str]) -> None:
    found = told("$x", code)
    assert len(found) == len(said)
    assert all(each.startswith(start) for each, start in zip(found, said, strict=True))


@pytest.mark.parametrize(
    ("parameters", "code", "said"),
    [
        ("", "$a = $facts['processors']['count'] + 'a'", ["1: The value 'a' cannot be converted to Numeric."]),
        ("", "m::d { 'a': n => $facts['processors']['isa'] }", ["1: 'n' expects an Integer value"]),
        ("", "m::d { 'a': s => $facts['os'] }", ["1: 's' expects a String value"]),
        ("", "m::d { 'a': n => $facts['processors']['count'], s => $facts['os']['family'] }", []),
        ("", "m::d { 'a': n => $facts['ours'], s => $facts['processorcount'] }", []),
        ("", "m::d { 'a': n => $facts['networking']['interfaces']['eth0']['mtu'] }", []),
        ("Hash[String, Integer] $x", "m::d { 'a': n => $x['a'], s => $x['b'] }", ["1: 's' expects a String value"]),
        ("Struct[{a => Integer}] $x", "$y = $x['a']['b']", ["1: Operator '[]' is not applicable to an Integer."]),
        ("Array[Integer] $x", "$y = $x['a']", ["1: The value 'a' cannot be converted to Numeric."]),
        ("Variant[Hash, Array] $x", "$y = $x['a']", []),
        ("Integer $x, Integer $y", "m::d { 'a': s => $x + $y }", ["1: 's' expects a String value, got Integer"]),
        ("Integer $x", "m::d { 'a': s => [1] + $x }", []),
        ("Integer $x, String $y", "$z = $x + $y", []),
        ("Integer $x", "$z = 9223372036854775807 + $x  $w = $x / $x  $v = $x << 3", []),
        ("Hash $x", "m::d { 'a': n => $x.dig('a') }", []),
        ("String $x", "$y = $x in 'abc'  if $y { $z = 1 } else { $z = 2 }  m::d { 'a': n => $z }", []),
    ],
)
def test_facts_and_what_is_in_a_value_are_of_their_types(parameters: str, code: str, said: list[str]) -> None:
    found = told(parameters, code)
    assert len(found) == len(said), found
    assert all(each.startswith(start) for each, start in zip(found, said, strict=True))


@pytest.mark.parametrize(
    ("parameters", "code", "said"),
    [
        ("", "$y = $facts['a'] and 1 + 'a'", ["1: The value 'a' cannot be converted to Numeric."]),
        ("", "if $facts['a'] or (\n1 + 'a' == 2) { notice(1) }", ["2: The value 'a' cannot be converted to Numeric."]),
        ("$x", "if $x =~ Integer and $x > 'a' { notice(1) }", ["1: Comparison of: Integer > String, is not possible."]),
        ("$x", "if $x !~ Integer or $x > 'a' { notice(1) }", ["1: Comparison of: Integer > String, is not possible."]),
        ("$x", "if $x =~ String and m::d($x) { notice(1) }", ["1: Unknown function: 'm::d'."]),
        ("$x", "if $x and ($x =~ Integer and $x =~ /a/) { notice(1) }",
         ["1: Left match operand must result in a String value. Got an Integer."]),
        # What is behind has the value of both, and of the left one where the right one does not end.
        ("$x", "$y = ($x and false)  m::d { 'a': n => $y }", ["1: 'n' expects an Integer value, got Boolean"]),
        ("$x", "$y = ($x =~ String or fail('no'))  m::d { 'a': n => $x }", ["1: 'n' expects an Integer value, got String"]),
    ],
)  # fmt: skip
def test_the_right_side_of_and_and_or_is_a_branch(parameters: str, code: str, said: list[str]) -> None:
    found = told(parameters, code)
    assert len(found) == len(said), found
    assert all(each.startswith(start) for each, start in zip(found, said, strict=True)), found


@pytest.mark.parametrize(
    ("parameters", "code"),
    [
        ("Optional[Integer] $x", "if $x and $x > 1 { notice(1) }"),
        ("Optional[Integer] $x", "if $x == undef or $x + 1 > 1 { notice(1) }"),
        ("String $x", "if $x =~ Integer and $x =~ 5 { notice(1) }"),
        ("$x", "if $x and ($y = 1) { notice($y) }  $z = $x or ($y = 2)"),
        ("$x", "$y = $x and 'abc' =~ /b(c)/  notice($1)"),
        ("$x", "$y = ($x or true)  if $y { notice(1) } else { m::d { 'a': n => 'c' } }"),
        ("$x, $z", "$y = ($x and $z)  m::d { 'a': s => $x }"),
    ],
)
def test_the_right_side_of_and_and_or_is_run_where_the_left_one_leads_to_it(parameters: str, code: str) -> None:
    assert told(parameters, code) == []


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("$y = $x =~ 5", "Can not convert right match operand to a regular expression."),
        ("$y = $x =~ '('", "Can not convert right match operand to a regular expression."),
        ("$y = 'a' + $x", "The value 'a' cannot be converted to Numeric."),
        ("$y = undef - $x", "The value '' cannot be converted to Numeric."),
        ("$y = $x + 'a'", None),
        ("$y = '5' + $x", None),
        ("$y = [1] + $x", None),
        ("$y = Binary('YQ==') + $x", None),
    ],
)
def test_an_operand_that_no_other_one_would_fit(code: str, said: str | None) -> None:
    found = told("$x", code)
    assert [each.startswith(f"1: {said}") for each in found] == ([] if said is None else [True])
