"""The rules of docs/unknown.md, one test each."""

from __future__ import annotations

from typing import Any

import pytest
from puppetlens.catalog.text import catalog_text
from puppetlens.eval.answer import answer

REASON = "generate() runs a program"


def compile_program(program: str, **request: Any) -> dict[str, Any]:
    """The answer to a program in which `$u` is unknown."""
    given = answer({"id": "1", "manifest": f"$u = generate('/bin/true')\n{program}", **request})
    assert given["error"] is None
    return given


def resources(given: dict[str, Any], type_name: str = "Notify") -> dict[str, Any]:
    found = [resource for resource in given["catalog"]["resources"] if resource["type"] == type_name]
    return {resource["title"]: resource.get("parameters", {}) for resource in found}


def notices(given: dict[str, Any]) -> list[str]:
    return [log[1] for log in given["logs"] if log[0] == "notice"]


@pytest.mark.parametrize(
    "expression",
    [
        "$u + 1", "1 - $u", "-$u", "$u == 1", "$u < 2", "1 in $u", "$u =~ /a/", "$u =~ String", "!$u", "true and $u",
        "false or $u", "\"a${u}\"", "$u[0]", "[1, 2][$u]", "{'a' => 1}[$u]", "$u ? { 1 => 2, default => 3 }",
        "if $u { 1 } else { 2 }", "case $u { 1: { 2 } default: { 3 } }", "unless $u { 1 }", "$u.upcase", "$u.member_of_it", "[$u].map |$x| { $x }[0]",
    ],
)  # fmt: skip
def test_what_depends_on_it_is_unknown(expression: str) -> None:
    given = compile_program(f"$v = {expression}\nnotify {{ 'n': message => $v }}")
    assert resources(given)["n"]["message"] == {"__ptype": "Unknown", "reason": REASON}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("false and $u", "false"),
        ("$u and false", "false"),
        ("true or $u", "true"),
        ("$u or true", "true"),
        ("[1, $u, 3][2]", "3"),
        ("{'a' => $u, 'b' => 2}['b']", "2"),
        ("length([$u, $u])", "2"),
        ("1 in [$u, 1]", "true"),
        ("[[$u], 5][1]", "5"),
    ],
)
def test_what_does_not_depend_on_it_is_known(expression: str, value: str) -> None:
    assert notices(compile_program(f"notice({expression})")) == [value]


def test_it_has_every_type() -> None:
    program = """
      class a(Integer[1, 2] $x, Enum['b'] $y) { notice('declared') }
      class { 'a': x => $u, y => $u }
      function f(String $s) >> Integer { $u }
      notify { 'n': message => f($u) }
    """
    given = compile_program(program)
    assert notices(given) == ["declared"]
    assert resources(given)["n"]["message"]["__ptype"] == "Unknown"


@pytest.mark.parametrize(
    "condition",
    [
        "if $u {{ {0} }} else {{ {0} }}",
        "unless $u {{ {0} }}",
        "case $u {{ 1: {{ {0} }} default: {{ {0} }} }}",
        "if true and $u {{ {0} }}",
        "if false {{ 1 }} elsif $u {{ {0} }} else {{ {0} }}",
    ],
)
def test_an_undecided_condition_runs_no_branch(condition: str) -> None:
    program = condition.format("$v = 1 notice('ran') notify { 'inside': }")
    given = compile_program(f"{program}\nnotify {{ 'n': message => $v }}")
    assert notices(given) == []
    assert set(resources(given)) == {"n"}
    assert resources(given)["n"]["message"]["__ptype"] == "Unknown"
    assert {key: value for key, value in given["unknown"][0].items() if key != "affects"} == {
        "reason": REASON,
        "file": "site.pp",
        "line": 1,
        "column": 6,
    }


def test_an_undecided_condition_makes_unknown_what_it_binds_and_nothing_else() -> None:
    branch = "[$a, [$b]] = [1, [2]] [3].each |$c| { $d = 4 }"
    given = compile_program(f"if $u {{ {branch} }}\nnotify {{ 'n': message => [$a, $b, $c, $d] }}")
    kinds = [value and value["__ptype"] for value in resources(given)["n"]["message"]]
    assert kinds == ["Unknown", "Unknown", None, None]


@pytest.mark.parametrize(
    "statement",
    [
        "notify { $u: message => 'x' }",
        "notify { ['a', $u]: }",
        "include $u",
        "$u.each |$x| { notify { $x: } }",
        "Notify <| title == $u |>",
        "create_resources('notify', $u)",
    ],
)
def test_what_is_not_declared_is_told(statement: str) -> None:
    given = compile_program(statement)
    assert any(each["reason"] == REASON for each in given["unknown"])


@pytest.mark.parametrize(
    "statement",
    [
        "notify { 'n': require => Package['p'] }",
        "notify { 'n': } -> Package['p']",
        "notice(defined(Package['p']))",
        "Package['p'] { ensure => absent }",
        "realize(Package['p'])",
        "notice(Package['p'][ensure])",
    ],
)
def test_behind_a_hole_what_is_missing_is_no_error(statement: str) -> None:
    compile_program(f"if $u {{ package {{ 'p': }} }}\n{statement}")


def test_a_relationship_with_what_a_hole_may_declare_is_kept() -> None:
    program = """
      if $u { package { 'p': } }
      notify { 'n': }
      Notify['n'] -> [Package['p'], Notify['m']] -> Package['q']
      notify { 'm': }
      Package['p'] ~> Notify['n']
    """
    found = resources(compile_program(program))
    assert found == {"n": {"before": ["Package[p]", "Notify[m]"]}, "m": {"before": ["Package[q]"]}}


def test_a_relationship_with_what_is_unknown_is_so() -> None:
    given = compile_program("notify { 'n': } notify { 'm': } Notify['n'] ~> Notify['m'] Notify['n'] ~> $u")
    assert resources(given)["n"]["notify"] == ["Notify[m]", {"__ptype": "Unknown", "reason": REASON}]
    assert [each["affects"] for each in given["unknown"]] == [["Notify[n]/notify"]]


def test_settings_of_the_server_are_unknown() -> None:
    given = compile_program('class a(Pattern[/^x/] $p = $settings::confdir) { notify { "${p}/a": } } include a')
    assert given["unknown"][0]["reason"] == "the setting 'confdir' is the server's"
    assert notices(compile_program("notice($settings::environment, $settings::nosuch)")) == ["production "]


def test_functions_that_servers_bring_are_there() -> None:
    given = compile_program(
        "$hosts = puppetdb_query('nodes[certname] {}') notify { 'n': message => $hosts[0]['certname'] }"
    )
    assert [each["reason"] for each in given["unknown"]] == ["puppetdb_query() asks PuppetDB"]
    (logged,) = notices(
        compile_program(
            "notice(puppetdb_query('x'))",
            files={
                "modules/m/functions/x.pp": "",
                "functions/puppetdb_query.pp": "function puppetdb_query($q) { 'mine' }",
            },
        )
    )
    assert logged == "mine"


def test_a_variable_of_a_class_that_a_hole_may_have_set_is_unknown() -> None:
    """By name, too; one of top scope cannot be set there."""
    given = compile_program(
        """if $u { include k } class k { $v = { a => 2 } }
        notify { 'n': message => [getvar('k::v.a', 1), defined('$k::v'), defined('$::k::v')] }
        notify { 'm': message => [$::no, getvar('::no', 1), defined('$::no')] }"""
    )
    found = resources(given)
    assert found["n"]["message"] == [{"__ptype": "Unknown", "reason": REASON}] * 3
    assert found["m"]["message"] == [None, 1, False]


def test_what_a_hole_can_declare_alone_is_open() -> None:
    program = """
      if $u { file { '/a': } }
      if !defined(Notify['x']) { notify { 'x': } }
      notify { 'n': message => [defined(File['/a']), defined(Service['s'])], require => File['/a'] }"""
    found = resources(compile_program(program))
    assert found.keys() == {"x", "n"}
    assert found["n"]["message"] == [{"__ptype": "Unknown", "reason": REASON}, False]
    given = answer(
        {"id": "1", "manifest": f"$u = generate('/x')\n{program}\nnotify {{ 'm': require => Service['s'] }}"}
    )
    assert given["error"]["message"] == "Could not find resource 'Service[s]' in parameter 'require'"
    define = "define d() { notify { 'x': } } if $u { d { 'a': } } if !defined(Notify['x']) { notify { 'x': } }"
    assert resources(compile_program(define)) == {}


def test_a_class_that_comes_in_any_case_hides_nothing_any_longer() -> None:
    """Whether the branch was taken or not, all that it adds is there by then."""
    program = """
        class base { $v = 1 notify { 'base': } }
        class k inherits base { include j }
        class j { user { 'j': } }
        if $u { include k }
        $before = defined(Notify['x'])
        include %s
        notify { 'n': message => [$before, defined(Notify['x']), defined(Group['g'])] }
    """
    hidden = {"__ptype": "Unknown", "reason": REASON}
    assert resources(compile_program(program % "base"))["n"]["message"] == [hidden, False, False]
    assert resources(compile_program(program % "j"))["n"]["message"] == [hidden, hidden, False]
    assert resources(compile_program(program % "k"))["n"]["message"] == [hidden, False, False]


@pytest.mark.parametrize(
    "branch",
    [
        "if $u { class { 'k': p => 1, stage => 'late' } }",
        "if $u { f() } else { class { ['j', 'k']: p => 2, stage => 'late' } }",
        "case $u { 1: { include a } default: { class { 'k': * => $given } } }",
    ],
)
def test_a_class_has_unknown_parameters_that_a_branch_may_have_given_it(branch: str) -> None:
    program = f"""
        stage {{ 'late': }}
        $given = {{ p => 3 }}
        function f() {{ class {{ 'k': p => 1 }} }}
        class a {{ class {{ 'k': p => 1 }} }}
        class j($p) {{ }}
        class k($p = 0) {{ notify {{ 'k': message => $p }} }}
        {branch}
        include k
    """
    hidden = {"__ptype": "Unknown", "reason": REASON}
    given = compile_program(program)
    assert resources(given)["k"]["message"] == hidden
    assert resources(given, "Class")["K"].get("stage") == (hidden if "stage" in branch else None)
    alone = compile_program(program.replace("include k", "class { 'k': }"))  # so the branch did not declare it
    assert resources(alone)["k"]["message"] == 0


def test_a_class_that_a_branch_may_have_included_may_have_its_tags() -> None:
    """A class has the tags of what includes it first."""
    program = """
        class a { if $u { include k } }
        class k { notify { 'v': message => 1 } }
        include a
        include k
        Notify <| tag == 'a' |> { message => 2 }
    """
    assert resources(compile_program(program.replace("$u", "true")))["v"]["message"] == 2
    assert resources(compile_program(program.replace("$u", "false")))["v"]["message"] == 1
    assert resources(compile_program(program))["v"]["message"] == {"__ptype": "Unknown", "reason": REASON}


@pytest.mark.parametrize(
    ("relation", "told", "attribute"),
    [
        ("Notify['a'] -> Notify['b']", "a", "before"),
        ("[Notify['b'], Notify['c']] <- Notify['a']", "a", "before"),
        ("Notify['c'] -> Notify['a'] ~> Notify['b']", "ca", "notify"),
        ("Notify <| |> -> Class['x::y']", "abc", "before"),
        ("Class['::x::y'] ~> Notify['a']", "", "notify"),
    ],
)
def test_a_relation_that_a_branch_may_have_made_is_open(relation: str, told: str, attribute: str) -> None:
    """Those that come first are told, as in Puppet's catalog."""
    given = compile_program(
        f"notify {{ ['a', 'b', 'c']: }} class x::y {{ }} include x::y if $u {{ {relation} }}",
    )
    hidden = {"__ptype": "Unknown", "reason": REASON}
    found = resources(given)
    assert found[told[-1:] or "a"].get(attribute) == (hidden if told else None)
    assert {name for name, given in found.items() if hidden in given.values()} == set(told)
    assert resources(given, "Class")["X::Y"].get(attribute) == (None if told else hidden)
    given = compile_program("class k { } define d { if $u { require k } } d { 'x': } d { 'y': require => Class['k'] }")
    assert resources(given, "D") == {"x": {"require": hidden}, "y": {"require": hidden}}


def test_what_includes_a_class_that_is_there_declares_nothing() -> None:
    """As Ruby of modules does that asks for their `params`."""
    files = {
        "modules/m/manifests/init.pp": "class m { $v = 1 }",
        "modules/m/functions/value.pp": "function m::value() { include m $m::v }",
        "modules/m/lib/puppet/functions/m/made.rb": (
            "Puppet::Functions.create_function(:'m::made') do\n"
            "  def made(a) a + call_function('m::value').to_s end\nend\n"
        ),
    }
    made = "$v = $u ? { 'no' => 0, default => m::made($u) }"
    shown = "notify { 'n': message => [defined(Notify['x']), defined(Class['m']), $m::v] }"
    assert resources(compile_program(f"include m {made} {shown}", files=files))["n"]["message"] == [False, True, 1]
    unknown = {"__ptype": "Unknown", "reason": REASON}
    assert resources(compile_program(f"{made} {shown}", files=files))["n"]["message"] == [False, unknown, unknown]


def test_a_question_to_puppetdb_that_is_not_known_itself() -> None:
    program = "Notify <<| title == $u |>>\nnotify { 'n': message => puppetdb_query($u) }"
    given = compile_program(program, settings={"storeconfigs": True})
    assert {each["reason"] for each in given["unknown"]} == {REASON}


def test_attributes_of_create_resources_that_are_not_known() -> None:
    made = "{ 'n' => $u, 'm' => { 'message' => 'own' } }, { 'loglevel' => 'err' }"
    found = resources(compile_program(f"create_resources('notify', {made})"))
    assert found["m"] == {"message": "own", "loglevel": "err"}
    assert found["n"] == {"loglevel": {"__ptype": "Unknown", "reason": REASON}}


def test_what_a_function_declares_with_a_lost_reference_has_no_place() -> None:
    """So says Puppet 7.23; of an attribute in code the error has file and line."""
    lost = "{ 'a' => { 'require' => 'Notify[x]' } }"
    error = answer({"id": "1", "manifest": f"create_resources('notify', {lost})"})["error"]
    assert (error["message"], error["line"]) == ("Could not find resource 'Notify[x]' in parameter 'require'", None)


def test_without_a_hole_what_is_missing_is_an_error() -> None:
    given = answer({"id": "1", "manifest": "notify { 'n': require => Package['p'] }"})
    assert "Could not find resource 'Package[p]'" in given["error"]["message"]


def test_affected_parameters_are_named() -> None:
    program = """
      file { '/x': content => "a ${u}", mode => '0644' }
      notify { 's': message => ['a', { 'b' => $u }] }
      @notify { 'virtual': message => $u }
    """
    (told,) = compile_program(program)["unknown"]
    assert told == {
        "reason": REASON,
        "file": "site.pp",
        "line": 1,
        "column": 6,
        "affects": ["File[/x]/content", "Notify[s]/message"],
    }


def test_reasons_add_up() -> None:
    program = "$w = inline_template('x')\nnotify { 'n': message => \"${u}${w}\" }"
    told = compile_program(program)["unknown"]
    assert [each["line"] for each in told] == [1, 2]
    assert [each["affects"] for each in told] == [["Notify[n]/message"]] * 2


def test_a_missing_fact_is_undef() -> None:
    given = answer({"id": "1", "manifest": "notice($facts['nope'] =~ Undef)", "facts": {"os": {}}})
    assert notices(given) == ["true"]
    assert given["unknown"] == []


@pytest.mark.parametrize(
    "template",
    [
        "a<% if $u { %>b<% } %>",
        "a<% case $u { 1: { %>b<% } default: { %>c<% } } %>",
        "a<% $u.each |$x| { %>b<% } %>",
        "a<% unless $u { -%>b<% } %>",
    ],
)
def test_a_template_that_may_render_more_is_unknown(template: str) -> None:
    given = compile_program(f"notify {{ 'n': message => inline_epp('{template}', {{ 'u' => $u }}) }}")
    assert resources(given)["n"]["message"] == {"__ptype": "Unknown", "reason": REASON}


@pytest.mark.parametrize(
    "skipped",
    [
        '$v = $u.map |$x| { "a ${x}" }',
        "if $u { $v = 1 notice('x') }",
        "$u.each |$x| { notice($x) }",
        "case $u { 1: { $v = upcase('a') } default: { warning('b') } }",
        "$v = $u ? { 1 => split('a', 'b'), default => mine('x') }",
        "$v = $u and mine('x')",
        "$u.then |$x| { mine($x) }",
    ],
)
def test_code_that_cannot_declare_hides_nothing(skipped: str) -> None:
    functions = "function mine($x) { with($x) |$y| { length($y) } }"
    missing = answer(
        {
            "id": "1",
            "manifest": f"{functions} $u = generate('/bin/true') {skipped} notify {{ 'n': require => Notify['m'] }}",
        }
    )
    assert "Could not find resource 'Notify[m]'" in missing["error"]["message"]
    given = compile_program(f"{functions} {skipped} class k {{ }} include k notify {{ 'n': message => $k::nothing }}")
    assert resources(given)["n"] == {}


@pytest.mark.parametrize(
    "skipped",
    [
        "if $u { notify { 'm': } }",
        "$u.each |$x| { declares($x) }",
        "if $u { [1].each |$x| { declares($x) } }",
        "class j { notify { 'm': } } $v = $u and include(j)",
        "$u.then |$x| { realize($x) }",
        "if $u { Notify <| |> }",
        "unless $u { create_resources('notify', {}) }",
        "call($u, 1)",
        "include(*$u)",
        "if $u { $v = $u.call_of_ruby }",
    ],
)
def test_code_that_may_declare_hides_what_it_may(skipped: str) -> None:
    files = {
        "functions/declares.pp": "function declares($x) { more($x) }",
        "functions/more.pp": "function more($x) { notify { $x: } }",
        "modules/r/lib/puppet/parser/functions/call_of_ruby.rb": (
            "module Puppet::Parser::Functions\n"
            "  newfunction(:call_of_ruby) { |args| function_create_resources(['notify', { 'm' => {} }]) }\nend\n"
        ),
    }
    compile_program(f"{skipped} notify {{ 'n': require => Notify['m'] }} class k {{ }}", files=files)


def test_the_reason_of_what_is_hidden_is_that_of_the_last_hole() -> None:
    program = "if $u { notify { 'a': } } if inline_template('x') { notify { 'b': } } notify { 'n': message => defined(Notify['m']) }"
    reason = resources(compile_program(program))["n"]["message"]["reason"]
    assert reason == "inline_template() runs Ruby (ERB)"


def test_text_shows_the_nearest_of_several_reasons() -> None:
    given = compile_program("$w = inline_template('x') notify { 'n': message => \"${u}${w}\" }")
    (message,) = [line for line in catalog_text(given["catalog"], "") if "message" in line]
    assert message == "  message => (unknown: generate() runs a program, and 1 more)"
