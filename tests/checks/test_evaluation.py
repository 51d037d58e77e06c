"""What an evaluation of a file's own code finds, and what it says nothing of."""

from __future__ import annotations

from pathlib import Path

import pytest
from puppetlens.engine.file_checks import all_findings
from puppetlens.model.world import World
from puppetlens.project.files import DiskFiles

from tests.support.evaluated import found


def test_of_a_statement_that_fails_nothing_is_known_and_the_next_is_looked_at() -> None:
    assert found("""\
#- modules/m/manifests/init.pp
class m {
  $a = [1, 2] - 'x'[1, 2, 3]
  $b = 1
  $b = 2
  $c = 'a' - 1
  notify { ['a', undef]: }
}
""") == [
        "manifests/init.pp:2: error: String supports [] with one or two arguments. Got 3",
        "manifests/init.pp:4: error: Cannot reassign variable '$b'",
        "manifests/init.pp:5: error: The value 'a' cannot be converted to Numeric.",
        "manifests/init.pp:6: error: Missing title at index 1. The title expression resulted in an undef title",
    ]


def test_a_pattern_takes_no_value_but_a_text() -> None:
    """Of a parameter the type is known: Puppet refuses each value that it may have."""
    assert found("""\
#- modules/m/manifests/init.pp
class m(Integer $i, Boolean $b, Optional[Array] $l, Variant[Integer, String] $v, $any, Optional[String] $s = undef) {
  if $i =~ /x/ { notice(1) }
  unless $b !~ 'true' { notice(2) }
  if $any { if $l =~ /y/ { notice(3) } }
  $sum = $i + 1
  if $sum =~ /1/ { notice(4) }
  if $v =~ /1/ or $s =~ /z/ or $any =~ /z/ or $i =~ Integer or "${i}" =~ /1/ { notice(5) }
  if $v =~ String and $v =~ /1/ { notice(6) }
  case $i { /1/: { notice(7) } default: { } }
}
""") == [
        "manifests/init.pp:2: error: Left match operand must result in a String value. Got an Integer.",
        "manifests/init.pp:3: error: Left match operand must result in a String value. Got a Boolean.",
        "manifests/init.pp:4: error: Left match operand must result in a String value. Got an Array.",
        "manifests/init.pp:6: error: Left match operand must result in a String value. Got an Integer.",
        "manifests/init.pp:9: warning: $i is never /1/: it is of type Integer",
    ]


def test_what_puppet_does_not_load_for_a_catalog_is_not_evaluated() -> None:
    plan = "#- modules/m/plans/p.pp\nplan m::p(\n  String $nodes,\n) {\n  run_task('x', $nodes)\n}\n"
    smoke = "#- modules/m/{}/init.pp\ninclude m\nclass own {{ }}\n#- modules/m/manifests/init.pp\nclass m {{ }}\n"
    for text in (plan, plan.replace("modules/m/", "m/"), smoke.format("tests"), smoke.format("examples")):
        assert found(text) == []


def test_what_a_file_is_told_by_itself_is_not_said_of_each_node_that_reads_it() -> None:
    """A site's nodes say what goes wrong in a class for them alone."""
    broken = (
        "#- modules/m/manifests/init.pp\nclass m {\n  1\n  notice(2)\n}\n#- manifests/site.pp\nnode %s { include m }\n"
    )
    assert [each.partition(" ")[0] for each in found(broken % "a")] == ["manifests/init.pp:2:"]
    fails = broken.replace("  1\n", "  $x = 1 + 'a'\n").replace("node %s", "node a { include m }\nnode b")
    assert [each.partition(" ")[0] for each in found(fails) if "hint" not in each] == ["manifests/init.pp:2:"]
    others = f"{fails}#- modules/m/metadata.json\n" + '{ "name": "a-m", "version": "1.0.0" }\n'
    told = [each.partition(" ")[0] for each in found(others) if "hint" not in each and "Numeric" in each]
    assert sorted(told) == ["/site/manifests/site.pp:1:", "manifests/init.pp:2:"]  # of all nodes once


def test_a_define_that_fails_by_what_it_is_given_is_not_said_of_its_nodes() -> None:
    """Puppet evaluates it when the class is done, and names the declaration; the attribute is told in the class."""
    assert found("""\
#- modules/m/manifests/init.pp
class m($user = 'm') {
  m::host { 'a':
    user => $user,
    port => 'https',
  }
}
#- modules/m/manifests/host.pp
define m::host($user, Integer $port) { notice($user, $port) }
#- manifests/site.pp
node a { include m }
""") == ["manifests/init.pp:4: error: M::Host[a]: parameter 'port' expects an Integer value, got String"]


def test_of_a_body_that_ends_too_early_the_rest_is_not_told() -> None:
    """One brace that is wrong makes statements of a class stand at top: nothing is said of them but what is wrong."""
    assert found("""\
#- modules/m/manifests/init.pp
class m($user = 'm') {
  ['a', 'b'].each { |$x|
    notice($x)
  }
  $home = "/home/${user}"
  if $home { notice($home) }
  file { $home: }
}
""") == ["manifests/init.pp:2: error: unexpected `|`"]


def test_a_resource_that_is_misspelt_is_one_finding() -> None:
    """Of the check that knows what was meant, with the severity of what Puppet does."""
    uses = (
        "service { 'x': require => Package['ngnix'] }",
        "service { 'x': subscribe => [Package['nginx'], Package['ngnix']] }",
        "service { 'x': } -> Package['ngnix']",
    )
    for use in uses:
        text = f"#- manifests/site.pp\npackage {{ 'nginx': }}\n{use}\n"
        assert found(text) == [
            "/site/manifests/site.pp:2: error: Nothing declares Package[ngnix] (did you mean 'nginx'?)"
        ]


LEVELS = """\
#- hiera.yaml
version: 5
hierarchy: [{ name: a, data_hash: vault_hash, uri: x }]
#- Puppetfile
mod 'a/vault', '1.0.0'
#- manifests/site.pp
$classes = lookup('classes', Array[String])
node default { $classes.include }
node 'b' { $classes.include }
"""


def test_a_file_that_is_not_there_is_told_once() -> None:
    code = "  $a = {}\n"
    calls = ("file('m/x')", "binary_file('m/x')", "'m/x'.binary_file", "epp('m/x.epp')", "Deferred('epp', ['m/x.epp'])")
    for call in calls:
        told = found(f"#- modules/m/manifests/init.pp\nclass m {{\n{code.format(call)}}}\n")
        severity = "warning" if call.startswith("Deferred") else "error"  # the catalog compiles, the agent fails
        assert [each.split(":")[1:3] for each in told] == [["2", f" {severity}"]], call


def test_a_function_of_hiera_may_come_with_a_module_that_is_not_there() -> None:
    assert found(LEVELS) == []
    without = LEVELS.replace("#- Puppetfile\nmod 'a/vault', '1.0.0'\n", "")
    assert [each.partition("hiera.yaml")[2] for each in found(without)] == [
        ":2: error: Unable to find 'data_hash' function named 'vault_hash'"
    ]


def test_a_file_that_does_not_parse_is_told_of_where_it_is() -> None:
    text = "#- manifests/site.pp\nnotice(1)\ninclude m\n#- modules/m/manifests/init.pp\nclass m { notice(1 1) }\n"
    assert found(text) == ["manifests/init.pp:1: error: `,` is missing before `1`"]


ORDER = """\
#- modules/m/manifests/init.pp
class m(String $s, Integer $i, Optional[String] $o, Optional[Integer] $n, $any, Variant[String, Integer] $v, Numeric $f) {
  if $facts['os']['release']['major'] >= 8 { notice(1) }
  if $i < '8' { notice(2) }
  if $o > 8 or $s <= $i { notice(3) }
  $ok = [$any > 1, $v > 1, $v > 'a', $s > 'a', $i > 2.5, $f > 1, $n > 1, $facts['processors']['count'] > 2, $facts['own'] > 3]
  if $s =~ Integer { notice($s > 1) }
  notice($ok)
}
"""


def test_a_text_and_a_number_have_no_order_whatever_they_are() -> None:
    """As Puppet 7.23 says of `$facts['os']['release']['major'] >= 8`."""
    text, number = "'A String is not comparable to a non String'", "'A Numeric is not comparable to non Numeric'"
    assert found(ORDER) == [
        f"manifests/init.pp:2: error: Comparison of: String >= Integer, is not possible. Caused by {text}.",
        f"manifests/init.pp:3: error: Comparison of: Integer < String, is not possible. Caused by {number}.",
        f"manifests/init.pp:4: error: Comparison of: String > Integer, is not possible. Caused by {text}.",
        "manifests/init.pp:6: warning: $s is never Integer: it is of type String",
    ]


BRANCHES = """\
#- modules/m/manifests/init.pp
class m($x, Optional[Integer] $n) {
  if $x {
    $one = 1
    file { '/a': }
  } else {
    $one = 2
    file { '/a': }
  }
  case $x {
    'a': { $two = 1 }
    default: { $two = $one + 1 }
  }
  unless $x == 1 { file { '/a': } }
  if $facts['kernel'] =~ /(.*)/ { notify { Integer($1): } }
  $three = $x ? { 1 => $two, default => "${1}" + 1 }
  $n.each |$i| { $four = $i  notice($four) }
  $four = 1
  $n.then |$i| { $five = 1 }
}
"""


def test_each_branch_is_run_and_undone() -> None:
    assert found(BRANCHES) == []


@pytest.mark.parametrize(
    "code",
    [
        "if $x {\n $a = 1  $a = 2 }",
        "unless $x {\n $a = 1  $a = 2 }",
        "if $x { } elsif $facts['a'] {\n $a = 1  $a = 2 }",
        "case $x { 1: { } default: {\n $a = 1  $a = 2 } }",
        "$x.each |$i| {\n $a = 1  $a = 2 }",
        "$b = $x ? { 1 => with(1) |$i| {\n $a = $i  $a = 2 }, default => 2 }",
        "if $x { return() }\n $a = 1  $a = 2",
        "if $x { fail('no') }\n $a = 1  $a = 2",
    ],
)
def test_what_fails_in_a_branch_wherever_it_is_taken(code: str) -> None:
    told = found(f"#- modules/m/manifests/init.pp\nclass m($x) {{\n{code}\n}}\n")
    assert told == ["manifests/init.pp:3: error: Cannot reassign variable '$a'"]


INTENDED = """\
#- modules/m/manifests/init.pp
class m($x) {
  if $x == 1 {
    fail('not on this')
    $a = 1
    $a = 2
  }
  assert_type(Integer, 'x')
  $b = 1
  $b = 2
}
"""


def test_what_code_says_itself_is_no_mistake_in_it() -> None:
    assert [each for each in found(INTENDED) if ": hint: " not in each] == []


TYPES = """\
#- modules/m/types/port.pp
type M::Port = Integer[1, 65535]
#- modules/m/functions/twice.pp
function m::twice(Integer $n) >> Integer {
  "${n}-"
}
#- modules/m/manifests/vhost.pp
define m::vhost(M::Port $port = 80, Optional[String] $root = undef) { notice($port, $root) }
#- modules/m/manifests/init.pp
class m(Enum['a', 'b'] $mode, Optional[M::Port] $port, String $text, Sensitive[String] $secret, Array $list) {
  m::vhost { 'a': port => $mode }
  m::vhost { 'b': port => $port, root => $text }
  m::vhost { 'c': root => $secret }
  m::vhost { 'd': * => { 'port' => 70000 } }
  if $mode =~ Integer {
    m::vhost { 'e': port => $mode }
  }
  notice(m::twice($text))
  $list.each |$each| { m::vhost { $each: root => $each } }
}
"""


def test_parameters_are_of_their_types() -> None:
    told = [each.partition(" expects")[0] for each in found(TYPES)]
    assert told == [
        "functions/twice.pp:2: error: Error while evaluating a Function Call, value returned from m::twice has wrong type,",
        "manifests/init.pp:2: error: M::Vhost[a]: parameter 'port'",
        "manifests/init.pp:4: error: M::Vhost[c]: parameter 'root'",
        "manifests/init.pp:5: error: M::Vhost[d]: parameter 'port'",
        "manifests/init.pp:6: warning: $mode is never Integer: it is of type Enum['a', 'b']",
        "manifests/init.pp:9: error: Error while evaluating a Function Call, 'm::twice' parameter 'n'",
    ]


DEFAULTS = """\
#- modules/m/manifests/init.pp
class m(
  Integer $right = 'x',
  String $given = undef,
  Array[String, 1] $some = [],
  String $first = $second,
  String $second = $third,
  String $third,
) { }
"""


def test_defaults_that_nobody_could_use() -> None:
    assert found(DEFAULTS) == [
        "manifests/init.pp:2: warning: Class[M]: parameter 'right' expects an Integer value, got String",
        "manifests/init.pp:5: warning: Class[M]: default expression for $first tries to illegally access not yet "
        "evaluated $second",
    ]


ELSEWHERE = """\
#- manifests/site.pp
M::Rule { action => 'accept' }
include m
#- modules/m/manifests/rule.pp
define m::rule($action) { notice($action) }
#- modules/m/manifests/other.pp
define m::other($action) { notice($action) }
#- modules/m/manifests/init.pp
class m($stage_name) inherits m::params {
  m::rule { 'ssh': }
  m::other { 'ssh': }
  include n
  notice($n::port + 1, $m::params::port)
  File['/elsewhere'] -> Package['elsewhere']
  realize(User['elsewhere'])
  if defined(Package['x']) { $a = 1 } else { $a = 2 }
  class { 'n::sub': stage => 'first' }
  Notify <| title == 'x' |> { message => 'y' }
}
#- modules/m/manifests/params.pp
class m::params { $port = $facts['a'] ? { 'b' => 1, default => 2 } }
#- modules/n/manifests/init.pp
class n($port) { fail('not run') }
#- modules/n/manifests/sub.pp
class n::sub { }
"""


def test_what_other_code_may_do_is_left_open() -> None:
    """Attributes may be defaults of whoever declares the class; so is it for `m::rule`, of which there are."""
    assert found(ELSEWHERE) == ["manifests/init.pp:3: error: M::Other[ssh]: expects a value for parameter 'action'"]


def test_templates_are_evaluated_too() -> None:
    assert found("""\
#- modules/m/templates/a.epp
<%- | Integer $n, Array $list | -%>
<% $list.each |$each| { %><%= $each %> <%= $port + 1 %><% } %>
<% $n = 1 %>
""") == ["templates/a.epp:3: error: Cannot reassign variable '$n'"]


def test_parameters_of_a_template_that_it_does_not_have() -> None:
    """Puppet calls a template `lambda`."""
    assert found("""\
#- modules/m/templates/a.epp
<%- | Integer $port | -%>
<%= $port %>
#- modules/m/manifests/init.pp
class m {
  $text = epp('m/a.epp', { 'port' => 1, 'prot' => 2 })
}
""") == ["manifests/init.pp:2: error: Error while evaluating a Function Call, lambda: has no parameter named 'prot'"]


def test_a_function_that_calls_itself_comes_to_an_end() -> None:
    assert (
        found("""\
#- modules/m/functions/f.pp
function m::f($x) {
  case $x {
    Array: { $x.map |$i| { m::f($i) } }
    /^(.*),(.*)$/: { [m::f($1), m::f($2)] }
    default: { m::f([$x, $x]) }
  }
}
""")
        == []
    )


def test_a_class_that_inherits_from_itself_has_a_place() -> None:
    """Puppet says `stack level too deep`, and of no place."""
    assert found("""\
#- modules/m/manifests/a.pp
class m::a inherits m::b { }
#- modules/m/manifests/b.pp
class m::b inherits m::a { }
""") == [
        "manifests/a.pp:1: error: stack level too deep: class 'm::a' inherits from itself",
        "manifests/b.pp:1: error: stack level too deep: class 'm::b' inherits from itself",
    ]


NAMES = """\
#- modules/m/metadata.json
{"name": "a-m", "version": "1.0.0", "author": "a", "license": "MIT", "source": "", "dependencies": []}
#- modules/m/manifests/init.pp
class m {
  class { 'n': prot => 80 }
  n::of_another_version { 'a': }
  include n::gone
  notice(gone(), file('n/gone'), epp('/etc/gone'))
  Gone <| |>
  $a = 1
  $a = 2
}
#- modules/n/manifests/init.pp
class n($port) { }
"""


def test_names_of_other_modules_are_the_business_of_checks_that_know_how_sure_they_may_be() -> None:
    assert found(NAMES) == ["manifests/init.pp:8: error: Cannot reassign variable '$a'"]


def test_what_may_not_be_read_is_no_mistake(tmp_path: Path) -> None:
    (tmp_path / "site/modules").mkdir(parents=True)
    (tmp_path / "site/environment.conf").write_text("modulepath = modules\n")
    (tmp_path / "elsewhere/manifests").mkdir(parents=True)
    (tmp_path / "elsewhere/manifests/init.pp").write_text("class m($x) { }\n")
    (tmp_path / "site/modules/m").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "site/manifests").mkdir()
    site = tmp_path / "site/manifests/site.pp"
    site.write_text("class { 'm': x => file('/etc/passwd') }\n$a = 1\n$a = 2\n")
    snapshot = World(DiskFiles(), [str(tmp_path / "site")]).snapshot()
    assert [each.code for each in all_findings(snapshot, str(site))] == ["ILLEGAL_REASSIGNMENT"]


MAIN = """\
#- hiera.yaml
version: 5
#- data/common.yaml
web::port: 80
#- manifests/site.pp
node 'web.example.com' {
  include web
  Class['web'] -> File['/gone']
}
node 'db.example.com' { include db }
node 'mail.example.com' { include mail }
node 'odd.example.com' {
  if $facts['kernel'] == 'Linux' { file { '/a': } }
  File['/a'] -> Notify['odd']
  notify { 'odd': message => $trusted['certname'] }
  include odd
}
node /other/ { include gone }
#- modules/web/manifests/init.pp
class web(Integer $port) { }
#- modules/db/manifests/init.pp
class db(Integer $port) { }
#- modules/mail/manifests/init.pp
class mail { notify { 'mail': require => User[mail] } }
#- modules/odd/manifests/init.pp
class odd { fail('not here') }
"""


def test_the_nodes_of_the_main_manifest_are_compiled_with_what_is_known() -> None:
    """Data are; facts are not. What fails in a class that a node declares is told at the node."""
    assert [each for each in found(MAIN) if "error" in each and "::gone" not in each] == [
        "/site/manifests/site.pp:3: error: Could not find resource 'File[/gone]' for relationship from 'Class[Web]'",
        "/site/manifests/site.pp:5: error: Error while evaluating a Function Call, Class[Db]: expects a value for "
        "parameter 'port'",
        "/site/manifests/site.pp:6: error: Could not find resource 'User[mail]' in parameter 'require'",
    ]


def test_what_a_module_that_is_not_there_brings_is_no_error_of_a_node() -> None:
    """In the body of a define, too, which Puppet evaluates when the node is done."""
    code = "#- manifests/site.pp\nnode 'a' { include m }\n#- Puppetfile\nmod 'puppetlabs-stdlib', '9.0.0'\n"
    code += "#- modules/m/manifests/init.pp\nclass m { m::d { 'a': } }\n#- modules/m/manifests/d.pp\n"
    assert found(code + "define m::d { ensure_packages(['git']) }\n") == []
    told = found(code.replace("m::d { 'a': }", "m::d { ['a', 'b']: }") + "define m::d { notify { 'c': } }\n")
    assert any("site.pp:1: error: " in each and "Duplicate declaration: Notify[c]" in each for each in told)


def test_a_mistake_in_one_node_hides_none_of_another() -> None:
    """One outside of nodes is one of each, and told once."""
    rest = "#- hiera.yaml\nversion: 5\n#- modules/db/manifests/init.pp\nclass db(Integer $port) { }\n"
    nodes = "node a { notice(1 + 'a') }\nnode b { include db }\n"
    assert [each.partition(": error: ")[0] for each in found(f"{rest}#- manifests/site.pp\n{nodes}")] == [
        "/site/manifests/site.pp:1",
        "/site/manifests/site.pp:2",
    ]
    assert [
        each.partition(": error: ")[0] for each in found(f"{rest}#- manifests/site.pp\nnotice(2 + 'b')\n{nodes}")
    ] == [
        "/site/manifests/site.pp:1",
        "/site/manifests/site.pp:2",
    ]


@pytest.mark.parametrize(
    ("second", "said"),
    [
        ("class a { }", "Class 'a' is already defined (file: /site/manifests/site.pp, line: 1); cannot redefine"),
        (
            "define a() { }",
            "'a' is already defined (file: /site/manifests/site.pp, line: 1) as a class; cannot redefine as a definition",
        ),
        (
            "type A = Integer\ntype A = String",
            "Attempt to redefine entity 'http://puppet.com/2016.1/runtime/type/a'. "
            "Originally set at file:///site/manifests/site.pp?line=2&pos=6.",
        ),
    ],
)
def test_a_second_definition_of_a_name(second: str, said: str) -> None:
    told = found(f"#- manifests/site.pp\nclass a {{ }}\n{second}\n")
    assert told == [f"/site/manifests/site.pp:{second.count(chr(10)) + 2}: error: {said}"]


@pytest.mark.parametrize("arguments", ["'a', Integer, 'frst', 3", "'a', { 'merge' => { 'strategy' => 'frst' } }"])
def test_a_strategy_of_merging_that_there_is_not_whatever_the_data_is(arguments: str) -> None:
    source = f"#- manifests/site.pp\n$a = lookup({arguments})\n"
    said = ":1: error: Error while evaluating a Function Call, Unknown merge strategy: 'frst'"
    assert [each.partition("site.pp")[2] for each in found(source)] == [said]
    assert found(source.replace("'frst'", "'deep'")) == []


def test_functions_that_no_call_could_use() -> None:
    """Puppet says it of each call, or where the function is loaded; here it is told where it is written."""
    source = """\
#- modules/m/functions/f.pp
function m::f($a = 1, $b) {
  [$a, $b]
}
#- modules/m/functions/g.pp
function m::g(Integer $a) >> String {
  notice($a)
  $a + 1
}
#- modules/m/functions/h.pp
function m::h(Integer $a) >> String { if $a > 1 { return(5) } "${a}" }
#- modules/m/functions/i.pp
function m::i(Integer $a, $b = 1) >> Optional[String] { if $a > 1 { $b } }
"""
    assert found(source) == [
        "functions/f.pp:1: error: Parameter $b is required but appears after optional parameters",
        "functions/g.pp:3: error: Error while evaluating a Function Call, value returned from m::g has wrong type, "
        "expects a String value, got Integer",
    ]


def test_what_may_be_right_is_not_blamed_for_what_is_wrong() -> None:
    """A fact may be a text: it is the number that no version is compared with, as Puppet says once it is one."""
    source = "#- manifests/site.pp\n$a = versioncmp($facts['os']['release']['major'], 8)\n"
    said = "Error while evaluating a Function Call, 'versioncmp' parameter 'b' expects a String value, got Integer"
    assert [each.partition("site.pp")[2] for each in found(source)] == [f":1: error: {said}"]


UNNAMED = """\
#- modules/m/manifests/init.pp
class m(String $s, $any, Array[String] $list, Hash $more) {
  m::d { "${s}-a": port => '80' }
  m::d { $s:
    port => 80,
    mode => [1],
  }
  m::d { ['a', "${any}b"]: port => $s, tag => 'x' }
  m::d { $any: port => '80' }
  m::d { $list: port => '80' }
  @m::d { "${s}-v": port => '80' }
  m::d { "${s}-m": mode => 'a', * => $more }
  m::d { "${s}-d": mode => 'a' }
  m::d { "${s}-u": port => 80, mode => undef }
  m::d { "${s}-n": port => undef }
}
#- modules/m/manifests/d.pp
define m::d(Integer $port, String $mode = 'b') { notice($port, $mode) }
"""


def test_what_is_given_is_of_its_type_whatever_the_title_is() -> None:
    """As Puppet 7.23 says of each; a list may be empty."""
    assert found(UNNAMED) == [
        "manifests/init.pp:2: error: M::D[\"${s}-a\"]: parameter 'port' expects an Integer value, got String",
        "manifests/init.pp:5: error: M::D[$s]: parameter 'mode' expects a String value, got Tuple",
        "manifests/init.pp:7: error: M::D[['a', \"${any}b\"]]: parameter 'port' expects an Integer value, got String",
        "manifests/init.pp:10: error: M::D[\"${s}-v\"]: parameter 'port' expects an Integer value, got String",
        "manifests/init.pp:14: error: M::D[\"${s}-n\"]: parameter 'port' expects an Integer value, got Undef",
    ]


PRIVATE = """\
#- modules/m/manifests/own.pp
class m::own {
  if $caller_module_name != $module_name {
    fail("Use of private class ${name} by ${caller_module_name}")
  }
  $x = 'a' - 1
}
#- modules/m/manifests/d.pp
define m::d() {
  if $caller_module_name != $module_name {
    fail("Use of private define ${name}")
  }
  $x = 'b' - 1
}
"""


def test_private_code_is_looked_at_as_its_module_calls_it() -> None:
    assert found(PRIVATE) == [
        "manifests/own.pp:5: error: The value 'a' cannot be converted to Numeric.",
        "manifests/d.pp:5: error: The value 'b' cannot be converted to Numeric.",
    ]


_RUBY = "Puppet::Functions.create_function(:'m::f') { def f(n) = call_function('create_resources', 'user', {n => {}}) }"


@pytest.mark.parametrize(
    ("call", "file", "text"),
    [
        ("template('m/a.erb')", "templates/a.erb", "<% scope.call_function('create_resources', ['user', {}]) -%>"),
        ("template('m/a.erb')", "templates/a.erb", "<% scope.catalog.add_resource(@made) -%>"),
        ("inline_template(\"<% scope.function_create_resources(['user', {}]) %>\")", "templates/a.erb", ""),
        ("m::f('bob')", "lib/puppet/functions/m/f.rb", _RUBY),
    ],
)
def test_what_ruby_declares_while_it_makes_a_value_may_be_there(call: str, file: str, text: str) -> None:
    code = "class m {{\n  $x = {}\n  notify {{ 'a': require => User['bob'], message => $x }}\n}}\n"
    site = "#- manifests/site.pp\nnode 'web' {{ include m }}\n#- modules/m/manifests/init.pp\n{}#- modules/m/{}\n{}\n"
    assert found(site.format(code.format(call), file, text)) == []
    value = found(site.format(code.format("template('m/a.erb')"), "templates/a.erb", "<%= scope['facts'] %>"))
    assert [each.partition(": ")[2] for each in value] == [
        "error: Could not find resource 'User[bob]' in parameter 'require'"
    ]


def test_what_a_function_gives_is_told_there_and_not_where_it_is_called() -> None:
    code = """\
#- modules/m/functions/f.pp
function m::f($x = undef) >> Integer {{
  {}
}}
#- modules/m/manifests/init.pp
class m {{ notice(m::f()) }}
#- manifests/site.pp
function here() >> Integer {{ 'text' }}
node 'a' {{ include m }}
node 'b' {{ notice(m::f()) }}
node 'c' {{ notice(here()) }}
"""
    wrong = "error: Error while evaluating a Function Call, value returned from {} has wrong type, expects an Integer value, got {}"
    of_here = f"/site/manifests/site.pp:1: {wrong.format('here', 'String')}"
    assert found(code.format("'text'")) == [f"functions/f.pp:2: {wrong.format('m::f', 'String')}", of_here]
    called = wrong.format("m::f", "Undef")
    assert found(code.format("$x")) == [
        f"manifests/init.pp:1: {called}",
        of_here,
        f"/site/manifests/site.pp:3: {called}",
    ]


def test_what_a_node_fails_by_is_told_at_the_statement_that_brings_it() -> None:
    assert found("""\
#- manifests/site.pp
node 'a' {
  include m::one
  include m::two
}
#- modules/m/manifests/one.pp
class m::one { notify { 'x': } }
#- modules/m/manifests/two.pp
class m::two { $x = 'x' notify { $x: } }
""")[0].startswith(
        "/site/manifests/site.pp:3: error: Error while evaluating a Resource Statement, Duplicate declaration: Notify[x]"
    )
