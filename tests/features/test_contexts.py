"""Names in places where one would not look for them at first."""

from __future__ import annotations

import pytest

from tests.support.check import check_definition, check_references

CODE = """
#- modules/m/manifests/init.pp
class m($port = 1) { $inside = 2 }
#- modules/m/manifests/d.pp
define m::d($port = 2) {}
#- modules/m/functions/f.pp
function m::f($x) { $top }
#- modules/m/templates/t.epp
<%- | $port = 3 | -%><%= $port %>
#- modules/m/files/x
text
"""
OF_CLASS = "modules/m/manifests/init.pp: class m($<port> = 1) { $inside = 2 }"
OF_DEFINE = "modules/m/manifests/d.pp: define m::d($<port> = 2) {}"
DEFINE = "modules/m/manifests/d.pp: define <m::d>($port = 2) {}"
CLASS = "modules/m/manifests/init.pp: class <m>($port = 1) { $inside = 2 }"
VARIABLE = "modules/m/manifests/init.pp: class m($port = 1) { $<inside> = 2 }"
FUNCTION = "modules/m/functions/f.pp: function <m::f>($x) { $top }"
TEMPLATE = "modules/m/templates/t.epp: <%- | $<port> = 3 | -%><%= $port %>"


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("M::D <| $^port == 1 |>", OF_DEFINE),
        ("M::D <| (tag == 'x' or po$^rt != 1) and title == 'a' |> { port => 2 }", OF_DEFINE),
        ("M::D <<| |>> { $^port => 2 }", OF_DEFINE),
        ("notice(M::D['t']['po$^rt'])", OF_DEFINE),
        ("notice(Class['m']['$^port'])", OF_CLASS),
        ("m::d { 'x': * => { '$^port' => 1 } }", OF_DEFINE),
        ("class { 'm': * => { $^port => 1 } }", OF_CLASS),
        ("M::D { $^port => 1 }", OF_DEFINE),
        ("class { ['stdlib', 'm']: $^port => 1 }", OF_CLASS),
        ("Resource['m::d', 'x'] { $^port => 1 }", OF_DEFINE),
        ("Resource[M::D, 'x'] { por$^t => 1 }", OF_DEFINE),
        ("Resource['$^m::d', 'x'] { port => 1 }", DEFINE),
        ("create_resources('m::d', { 'a' => { '$^port' => 1 } })", OF_DEFINE),
        ("create_resources('class', { 'm' => { '$^port' => 1 } })", OF_CLASS),
        ("ensure_resource('m::d', 'a', { $^port => 1 })", OF_DEFINE),
        ("epp('m/t.epp', { '$^port' => 1 })", TEMPLATE),
        ("if defined('$^m') {}", CLASS),
        ("if defined('$^m::d', 'm') {}", DEFINE),
        ("if defined('$m::in$^side') {}", VARIABLE),
        ("getvar('m::in$^side.a')", VARIABLE),
        ("'m::$^inside'.getvar", VARIABLE),
        ("call('m::$^f', 1)", FUNCTION),
        ("$x = Deferred('$^m::f', [1])", FUNCTION),
        ("$x = Deferred.new('$^m::f', [1])", FUNCTION),
        ("$x = Deferred('$^m::f', [1]", FUNCTION),
    ],
)
def test_definitions(use: str, expected: str) -> None:
    check_definition(use + CODE, expected)


@pytest.mark.parametrize(
    "use",
    [
        "Resource['file', '$^/x']",
        "Resource[File, '/$^x']",
        "Resource['file']['/$^x']",
        "File['/$^x']",
        "File['$^other']",
    ],
)
def test_a_resource_by_all_its_names(use: str) -> None:
    line = "file { 'x': path => '/x', alias => 'other' }"
    name = "/x" if "/" in use else "other"
    check_definition(f"{line}\n{use}", f"manifests/site.pp: {line.replace(name, f'<{name}>')}")


def test_a_variable_of_top_scope_from_a_function_and_of_a_node_from_a_class() -> None:
    code = CODE.replace("$top }", "$^$top }")
    check_definition(f"$top = 1\n{code}", "manifests/site.pp: $<top> = 1")
    node = "node 'a' { $of_node = 1 }\nclass c { notice($^$of_node) }"
    check_definition(node, "manifests/site.pp: node 'a' { $<of_node> = 1 }")


def test_parameters_of_a_template_and_of_its_call_are_the_same() -> None:
    code = CODE.replace("<%= $port", "<%= $^$port")
    check_references(
        f"epp('m/t.epp', {{ 'port' => 1 }})\n{code}",
        TEMPLATE,
        "modules/m/templates/t.epp: <%- | $port = 3 | -%><%= $<port> %>",
        "manifests/site.pp: epp('m/t.epp', { '<port>' => 1 })",
    )


def test_a_class_is_referred_to_where_somebody_asks_whether_it_is_there() -> None:
    check_references(f"defined('$^m')\n{CODE}", "manifests/site.pp: defined('<m>')", CLASS)
