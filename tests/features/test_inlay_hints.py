"""What inlay hints show in the code."""

from __future__ import annotations

import pytest
from puppetlens.features.inlay_hints import HintKinds, inlay_hints

from tests.support.check import snapshot_of
from tests.support.fixture import read_fixture
from tests.support.typed import check_hints

WEB = """
#- modules/web/manifests/init.pp
class web(Integer $port, String $user = 'www', $a = 1, $b = 2, Array $c = []) { }
#- modules/web/functions/join.pp
function web::join(String $first, String $second, String *$rest) { }
#- modules/web/lib/puppet/parser/functions/web_old.rb
Puppet::Parser::Functions.newfunction(:web_old, :type => :rvalue, :arity => 2) { |given| given }
"""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("$x = 1", "$x = 1"),
        ("$x = 'a'", "$x = 'a'"),
        ("$x = $facts['os']['family']", "$x‹: String› = $facts['os']['family']"),
        ("$x = [1].map |$y| { $y }", "$x‹: Array[Integer]› = [1].map |‹Integer›$y| { $y }"),
        ("$x = [1].map |Integer $y| { $y }", "$x‹: Array[Integer]› = [1].map |Integer $y| { $y }"),
        ("$x = nothing_known()", "$x = nothing_known()"),
        (
            "[$x, $y] = [1, 'a'].map |$z| { $z }.length",
            "[$x, $y] = [1, 'a'].map |‹Variant[Integer, String]›$z| { $z }.length",
        ),
        ("[$x, $y] = 'a b'.split", "[$x‹: String›, $y‹: String›] = 'a b'.split"),
        ("$x = '😀' $y = \"a\".length\r\n", "$x = '😀' $y‹: Integer› = \"a\".length"),
        ("$z = = 1\n$y = 'a'.length\n$z = ) 1", "$z = = 1\n$y‹: Integer› = 'a'.length\n$z = ) 1"),
    ],
)
def test_types_of_variables(code: str, expected: str) -> None:
    check_hints(code + WEB, expected.replace("\r\n", "\n"), HintKinds(parameter_names="off"))


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("web::join('a', $b, 'c')", "web::join(‹first:›'a', $b, 'c')"),
        ("'a'.web::join('b')", "'a'.web::join(‹second:›'b')"),
        ("split('a', ',')", "split(‹str:›'a', ‹pattern:›',')"),
        ("notice('a', 'b')", "notice('a', 'b')"),
        ("downcase('a')", "downcase('a')"),
        ("web::join(*['a', 'b'])", "web::join(*['a', 'b'])"),
        ("unknown_one('a', 'b')", "unknown_one('a', 'b')"),
        ("web_old('a', 'b')", "web_old('a', 'b')"),
    ],
)
def test_names_of_parameters(code: str, expected: str) -> None:
    check_hints(code + WEB, expected)


def test_names_of_all_parameters_but_where_the_variable_says_it() -> None:
    every = HintKinds(parameter_names="all")
    check_hints("web::join($first, $x)" + WEB, "web::join($first, ‹second:›$x)", every)


def test_defaults_that_are_not_given() -> None:
    told = HintKinds(defaults=True)
    check_hints(
        "class { 'web': port => 1, c => [2] }" + WEB,
        "class { 'web': port => 1, c => [2]‹user => 'www', a => 1, b => 2› }",
        told,
    )
    check_hints(
        "class { 'web': port => 1 }" + WEB, "class { 'web': port => 1‹user => 'www', a => 1, b => 2, +1› }", told
    )
    check_hints("class { 'web': * => $x }" + WEB, "class { 'web': * => $x }", told)
    check_hints("class { 'web': port => 1 }" + WEB, "class { 'web': port => 1 }")


def test_only_what_is_in_the_range() -> None:
    fixture = read_fixture("$a = 'x'.length\n$b = 'x'.length\n$c = 'x'.length\n")
    found = inlay_hints(snapshot_of(fixture), "/site/manifests/site.pp", 16, 31)
    assert [hint.offset for hint in found] == [18]


def test_in_a_template() -> None:
    check_hints("#- modules/m/templates/x.epp\n<% $x = 'a'.length %>\n", "<% $x‹: Integer› = 'a'.length %>")
