"""Which types the model finds, as a person would say them; what Puppet's own `type()` says of values agrees."""

from __future__ import annotations

import pytest
from puppetlens.base.span import Span
from puppetlens.model.entity import Entity
from puppetlens.model.inference import receiver_type, shown, type_of
from puppetlens.model.summary import Facet, Lookup
from puppetlens.model.view import View
from puppetlens.model.world import Outside, World

from tests.support.check import snapshot_of
from tests.support.fixture import ROOT, LiveFiles, read_fixture
from tests.support.typed import check_type


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("1", "Integer"),
        ("-1", "Integer"),
        ("1.5", "Float"),
        ("'a'", "String"),
        ('"a${b}c"', "String"),
        ("true", "Boolean"),
        ("undef", "Undef"),
        ("/x/", "Regexp"),
        ("[1, 2]", "Array[Integer]"),
        ("[1, 'a']", "Tuple[Integer, String]"),
        ("[]", "Array"),
        ("{ a => 1, 'b' => { c => 'x' } }", "Struct[{'a' => Integer, 'b' => Struct[{'c' => String}]}]"),
        ("{ 1 => 'a' }", "Hash[Integer, String]"),
        ("[1, *['a']]", "Array[Variant[Integer, String]]"),
        ("@(X)\n  text\n  | X\n", "String"),
        ("1 + 2", "Integer"),
        ("1 + 2.0", "Float"),
        ("$unknown * 2", None),
        ("'10' * 2", "Numeric"),
        ("$unknown + 2", None),
        ("[1] + ['a']", "Array[Variant[Integer, String]]"),
        ("{ a => 1 } + { b => 'x' }", "Struct[{'a' => Integer, 'b' => String}]"),
        ("[1] << 'a'", "Array[Variant[Integer, String]]"),
        ("1 == 2", "Boolean"),
        ("!$unknown and 'a' in ['b']", "Boolean"),
        ("(1)", "Integer"),
        ("if $c { 1 } else { 'a' }", "Variant[Integer, String]"),
        ("if $c { 1 }", "Optional[Integer]"),
        ("if $c { 1 } else { fail('no') }", "Integer"),
        ("case $c { 1: { 'a' } default: { 2 } }", "Variant[String, Integer]"),
        ("case $c { 1: { 'a' } }", "Optional[String]"),
        ("$c ? { 1 => 'a', default => undef }", "Optional[String]"),
        ("$c ? { 1 => 'a', default => 'b' }", "Enum['a', 'b']"),
        ("Integer[1, 2]", "Type[Integer[1, 2]]"),
        ("File['/x']", "Type[File['/x']]"),
        ("Class['a']", "Type[Class[a]]"),
        ("file { '/x': }", "Array[Type[File]]"),
    ],
)
def test_expressions(value: str, expected: str | None) -> None:
    check_type(f"$^$x = {value}", expected)


PARTS = "$h = { a => 1, b => ['x', 2], 'c' => { d => true } }\n"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("$h['a']", "Integer"),
        ("$h[b][1]", "Integer"),
        ("$h[b][-1]", "Integer"),
        ("$h['c']['d']", "Boolean"),
        ("$h['z']", "Undef"),
        ("$h['b'][0, 1]", "Array[Variant[String, Integer]]"),
        ("$h.dig('c', 'd')", "Boolean"),
        ("$h.get('c.d')", "Boolean"),
        ("$h.get('c.z', 5)", "Integer"),
        ("getvar('h.c.d')", "Boolean"),
        ("$h.keys", "Array[Enum['a', 'b', 'c']]"),
        ("$h['b'].join(',')", "String"),
        ("'abc'[1]", "String"),
    ],
)
def test_parts_of_a_value(value: str, expected: str) -> None:
    check_type(f"{PARTS}$^$x = {value}", expected)


def test_parameters() -> None:
    check_type("class a(Integer $x = 5) { notice($^$x) }", "Integer")
    check_type("class a($x = 5) { notice($^$x) }", None)
    check_type("function a(String *$x) { notice($^$x) }", "Array[String]")
    check_type("class a(Optional[Array[String]] $x) { notice($^$x) }", "Optional[Array[String]]")
    alias = "\n#- modules/m/types/port.pp\ntype M::Port = Variant[Integer[0, 65535], M::Name]\n"
    alias += "#- modules/m/types/name.pp\ntype M::Name = Enum['http', 'https']\n"
    check_type("class a(M::Port $x) { notice($^$x) }" + alias, "M::Port")
    check_type("class a(Optional[M::Port] $x) { if $x { notice($^$x) } }" + alias, "M::Port")
    check_type("class a(M::Port $x) { if $x =~ M::Name { } else { notice($^$x) } }" + alias, "Integer[0, 65535]")
    check_type("class a(Hash[String, M::Name] $x) { $^$y = $x['a'] }" + alias, "M::Name")
    check_type("type R = Variant[String, Array[R]]\nclass a(R $x) { if $x =~ Array { $^$y = $x[0] } }", "R")
    check_type("class a(Broken[1,2] $x, Integer['x'] $y) { $^$z = $x }", None)
    check_type("class a(Broken $x) { $^$z = $x }", "Broken")


def test_variables_of_elsewhere() -> None:
    files = "\n#- modules/web/manifests/init.pp\nclass web(Integer $port) inherits web::base { $root = '/srv' }\n"
    files += "#- modules/web/manifests/base.pp\nclass web::base { $user = if $x { 'a' } else { undef } }\n"
    check_type("$^$x = $web::port" + files, "Integer")
    check_type("$^$x = $web::root" + files, "String")
    check_type("$^$x = $web::user" + files, "Optional[String]")
    check_type("$^$x = $web::nothing" + files, None)
    check_type("class a { $x = $b::y }\nclass b { $^$y = $a::x }", None)


def test_a_variable_that_branches_set_is_of_either_type() -> None:
    both = "class a($c) {\n if $c { $x = 1 } else { $x = 'a' }\n notice($^$x) }"
    check_type(both, "Variant[Integer, String]")
    check_type("class a($c) {\n if $c { $x = 1 }\n notice($^$x) }", "Optional[Integer]")
    check_type("class a($c) {\n if $c { $x = 1 notice($^$x) } else { $x = 'a' } }", "Integer")
    check_type("class a($c) {\n if $c { $x = 1 } else { fail('x') }\n notice($^$x) }", "Integer")
    case = "case $c { 1: { $x = 1 } default: { $x = 'a' } }"
    check_type(f"class a($c) {{ {case} notice($^$x) }}", "Variant[Integer, String]")
    check_type("class a { [$x, [$y]] = [1, ['a']]\n notice($^$y) }", "String")
    check_type("class a { [$x, $y] = { y => 1, x => 'a' }\n notice($^$y) }", "Integer")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("if $x =~ String { notice($^$x) }", "String"),
        ("if $x !~ String { notice($^$x) }", "Optional[Integer]"),
        ("if $x =~ String { } else { notice($^$x) }", "Optional[Integer]"),
        ("if $x =~ String { } elsif $x { notice($^$x) }", "Integer"),
        ("if $x { notice($^$x) }", "Variant[String, Integer]"),
        ("if $x != undef { notice($^$x) }", "Variant[String, Integer]"),
        ("if undef == $x { notice($^$x) }", "Undef"),
        ("unless $x == undef { notice($^$x) }", "Variant[String, Integer]"),
        ("unless $x =~ Integer { fail('x') }\n notice($^$x)", "Integer"),
        ("if !$x { return() }\n notice($^$x)", "Variant[String, Integer]"),
        ("if $x =~ NotUndef and $x !~ String { notice($^$x) }", "Integer"),
        ("if $x =~ Undef or $x =~ String { } else { notice($^$x) }", "Integer"),
        ("if $x =~ Undef or $x =~ String { notice($^$x) }", "Optional[String]"),
        ("$y = $x =~ Integer and $^$x > 1", "Integer"),
        ("case $x { String: { notice($^$x) } default: { } }", "String"),
        ("case $x { String: { } Undef: { } default: { notice($^$x) } }", "Integer"),
        ("case $x { String, Integer: { notice($^$x) } }", "Variant[String, Integer]"),
        ("$y = $x ? { Integer => $^$x, default => 1 }", "Integer"),
        ("$y = $x ? { undef => 1, default => $^$x }", "Variant[String, Integer]"),
        ("assert_type(Integer, $x)\n notice($^$x)", "Integer"),
        ("validate_legacy(Integer, 'validate_integer', $x)\n notice($^$x)", "Integer"),
        ("if $x =~ /a/ { notice($^$x) }", "String"),
        ("if $x == 'a' { notice($^$x) }", "String"),
        ("if $x in ['a', 'b'] { notice($^$x) }", "String"),
        ("if $x =~ String { [1].each |$x| { notice($^$x) } }", "Integer"),
        ("[1].each |$y| { if $x =~ String { notice($^$x) } }", "String"),
    ],
)
def test_conditions_narrow(body: str, expected: str) -> None:
    check_type(f"class a(Optional[Variant[String, Integer]] $x) {{ {body} }}", expected)


def test_an_enum_is_narrowed_to_texts_that_are_equal_without_case() -> None:
    check_type(
        "class a(Enum['a', 'b', 'c'] $x) { case $x { 'B', 'c': { notice($^$x) } default: { } } }", "Enum['b', 'c']"
    )
    check_type("class a(Enum['a', 'b', 'c'] $x) { if $x != 'B' { notice($^$x) } }", "Enum['a', 'c']")


def test_conditions_narrow_what_keys_lead_to() -> None:
    check_type("class a(Hash $x) { if $x['a'] =~ String { $^$y = $x['a'] } }", "String")
    check_type("class a(Struct[{ a => Optional[Integer] }] $x) { if $x['a'] { $^$y = $x['a'] } }", "Integer")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("$h.each |$k, $v| { notice($^$k) }", "String"),
        ("$h.each |$k, $v| { notice($^$v) }", "Struct[{'port' => Integer}]"),
        ("$h.each |$pair| { notice($^$pair) }", "Tuple[String, Struct[{'port' => Integer}]]"),
        ("each($h) |$k, $v| { $^$y = $v['port'] }", "Integer"),
        ("$l.each |$v| { notice($^$v) }", "Integer"),
        ("$l.each |$i, $v| { notice($^$i) }", "Integer[0]"),
        ("$l.map |$v| { notice($^$v) }", "Integer"),
        ("$l.reduce('') |$memo, $v| { notice($^$memo) }", "String"),
        ("$l.slice(2) |$one, $two| { notice($^$two) }", "Integer"),
        ("$o.then |$v| { notice($^$v) }", "Integer"),
        ("with(1, 'a') |$one, $two| { notice($^$two) }", "String"),
        ("$l.filter |String $v| { notice($^$v) }", "String"),
        ("Integer[1, 3].each |$v| { notice($^$v) }", "Integer[1, 3]"),
        ('$^$y = $l.map |$v| { "${v}" }', "Array[String]"),
        ("$^$y = $h.map |$k, $v| { [$k, $v['port']] }", "Array[Tuple[String, Integer]]"),
        ("$^$y = $l.filter |$v| { $v > 1 }", "Array[Integer]"),
        ("$^$y = $h.filter |$k, $v| { true }", "Hash[String, Struct[{'port' => Integer}]]"),
        ("$^$y = $l.each |$v| { }", "Array[Integer]"),
        ("$^$y = $o.then |$v| { 'a' }", "Optional[String]"),
        ("$^$y = $o.lest || { 'a' }", "Variant[Integer, String]"),
        ("$^$y = with(1) |$v| { $v + 1 }", "Integer"),
        ("$^$y = $h['x']['port']", "Integer"),
        ("$^$y = $h.values", "Array[Struct[{'port' => Integer}]]"),
    ],
)
def test_lambdas(body: str, expected: str) -> None:
    parameters = "Hash[String, Struct[{ port => Integer }]] $h, Array[Integer] $l, Optional[Integer] $o"
    check_type(f"class a({parameters}) {{ {body} }}", expected)


FUNCTIONS = """
#- modules/m/functions/f.pp
function m::f(Integer $x) >> Hash[String, Integer] { }
#- modules/m/functions/g.pp
function m::g($x) { if $x { return(1) } 'a' }
#- modules/m/functions/own.pp
function m::own($x) { m::own($x) }
#- modules/m/lib/puppet/functions/m/r.rb
Puppet::Functions.create_function(:'m::r') do
  dispatch :one do
    param 'Integer', :x
    return_type 'Array[String]'
  end
  dispatch :two do
    param 'String', :x
    return_type 'Boolean'
  end
  def one(x); end
  def two(x); end
end
#- modules/m/lib/puppet/functions/m/doc.rb
# @return [Hash] what it makes
Puppet::Functions.create_function(:'m::doc') do
  def doc(x); end
end
"""


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("m::f(1)", "Hash[String, Integer]"),
        ("m::f(1)['a']", "Integer"),
        ("m::g(1)", "Variant[String, Integer]"),
        ("m::own(1)", None),
        ("m::r(1)", "Array[String]"),
        ("m::r('a')", "Boolean"),
        ("m::doc(1)", "Hash"),
        ("split('a,b', ',')", "Array[String]"),
        ("['a'].join", "String"),
        ("lookup('a', Array[Integer])", "Array[Integer]"),
        ("lookup('a')", None),
        ("lookup('a', { value_type => Integer })", "Integer"),
        ("Integer('1')", "Integer"),
        ("Sensitive('a')", "Sensitive"),
        ("Timestamp.new", "Timestamp"),
        ("pick($undefined_here, 'a')", None),
        ("pick(undef, 'a')", "String"),
        ("nothing_known(1)", None),
        ("assert_type(Integer[1], $y)", "Integer[1]"),
        ("defined('a')", "Boolean"),
    ],
)
def test_calls(call: str, expected: str | None) -> None:
    check_type(f"$^$x = {call}" + FUNCTIONS, expected)


FACTS = """
#- facts/a.json
{"os": {"family": "Debian", "name": "Debian"}, "role": "web", "sizes": {"a": 1}, "list": ["x"]}
#- facts/b.yaml
name: b
values: { role: db, sizes: { b: 2 }, weight: 5 }
"""


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("$facts['os']['family']", "String"),
        ("$facts['role']", "String"),
        ("$facts['weight']", "Integer"),
        ("$facts['list'][0]", "String"),
        ("$facts['sizes']", "Struct[{'a' => Integer, 'b' => Integer}]"),
        ("$facts['nothing']", "Undef"),
        ("$role", "String"),
        ("$::osfamily", "String"),
        ("$facts['processors']['count']", "Integer"),
        ("$facts['networking']['interfaces']['eth0']['mtu']", "Integer"),
        ("$facts.get('os.family')", "String"),
        ("getvar('facts.os.family')", "String"),
        ("$trusted['certname']", "String"),
        ("$trusted['extensions']['pp_role']", "String"),
        ("$server_facts['environment']", "String"),
        ("$settings::confdir", "String"),
        ("$environment", "String"),
    ],
)
def test_facts_by_their_shape(value: str, expected: str) -> None:
    check_type(f"$^$x = {value}" + FACTS, expected)


def test_what_puppet_gives_a_scope() -> None:
    check_type("define a() { notice($^$title) }", "String")
    check_type("if 'ab' =~ /(a)b/ { notice($^$1) }", "String")
    check_type("if 'ab' =~ /(a)?b/ { notice($^$1) }", "Optional[String]")


def test_inside_broken_code_and_templates() -> None:
    check_type("class a(Integer $x) { notice($^$x\n}", "Integer")
    check_type("$y = = 1\nclass a(Integer $x) { notice($^$x) }\n$z = ) 2\n", "Integer")
    check_type("#- modules/m/templates/x.epp\n<%- | Integer $x | -%>\r\n😀 <%= $^$x %>", "Integer")


@pytest.mark.parametrize("call", ["$x.$^len", "$x.map |$y| { $y }.$^filter |$z| { true }", "$x.le$^n()", "$x.len$^"])
def test_a_receiver(call: str) -> None:
    fixture = read_fixture(f"class a(Array[Integer] $x) {{ {call} }}")
    found = receiver_type(View(snapshot_of(fixture), fixture.cursor_path), fixture.cursor_offset)
    assert found is not None
    assert shown(found) == "Array[Integer]"


def test_facts_that_change_on_disk_change_their_types() -> None:
    contents = {f"{ROOT}/manifests/site.pp": b"$x = $facts['role']", f"{ROOT}/facts/a.json": b'{"role": "web"}'}
    world = World(LiveFiles(contents), [ROOT])

    def found() -> tuple[str, set[Lookup]]:
        view = View(world.snapshot(), f"{ROOT}/manifests/site.pp")
        type_ = type_of(view, Span(5, 19))
        assert type_ is not None
        return shown(type_), view.lookups

    assert found()[0] == "String"
    assert (Entity("folder", f"{ROOT}/facts"), Facet.EXISTS) in found()[1]
    contents[f"{ROOT}/facts/a.json"] = b'{"role": 5}'
    world.apply(Outside((f"{ROOT}/facts/a.json",)))
    assert found()[0] == "Integer"
