"""Where each kind of variable is bound: static scope, as Puppet looks it up."""

from __future__ import annotations

import pytest

from tests.support.check import check_definition, check_no_definition


def test_local_variables() -> None:
    check_definition("$x = 1\nnotice($^$x)", "$<x> = 1")
    check_definition("class a { $x = 1\n notice($^$x) }", "class a { $<x> = 1")
    check_definition("[$x, $y] = [1, 2]\nnotice($^$y)", "[$x, $<y>] = [1, 2]")
    check_definition("if true { $x = 1 } else {\n$x = 2\n}\nnotice($^$x)", "if true { $<x> = 1 } else {", "$<x> = 2")
    check_no_definition("notice($^$nothing)")
    check_no_definition("define a::b() { $x = 1 }\nnotice($^$x)")


def test_a_variable_that_is_read_before_it_is_set_is_one_from_outside() -> None:
    site = "\n#- manifests/site.pp\n$x = 'top'\n"
    own = '#- modules/a/manifests/init.pp\nclass a { $x = "own of $^$x"\n notice($x) }'
    check_definition(own + site, "$<x> = 'top'")
    check_definition(own, 'class a { $<x> = "own of $x"')
    check_definition("#- modules/a/manifests/init.pp\nclass a { $x = 1\n notice($^$x) }" + site, "class a { $<x> = 1")


def test_parameters() -> None:
    check_definition("class a($x, $y = $^$x) { }", "class a($<x>, $y = $x) { }")
    check_definition("define a($x) { file { $^$x: } }", "define a($<x>) { file { $x: } }")
    check_definition("function a($x) { $^$x }", "function a($<x>) { $x }")
    check_no_definition("$x = 1\nfunction a() { $^$y }")


@pytest.mark.parametrize(
    "text",
    [
        'notice("a $^$x b")',
        'notice("a ${$^x} b")',
        'notice("a ${$^$x[1]} b")',
        'notice("a ${$^x[1]} b")',
        'notice("a ${$^x.upcase} b")',
        'notice("a ${[1].map |$i| { $^$x }} b")',
        '$y = @("END")\n  text $^$x\n  | END\n',
        '$y = @("END")\n  text ${$^x}\n  | END\n',
        'notice(@("A"), @("B"))\n  text\n  | A\n  more ${$^x}\n  | B\n',
        "file { '/f': content => @(\"END\") }\n  text $^$x\n  | END\n",
        "$h = { 'a' => $^$x }",
        "case $^$x { 1: { } }",
        "$z = $^$x ? { 1 => 2, default => 3 }",
        "$^$x = 1".replace("$^$x = 1", "notice($x.size + $^$x)"),
    ],
)
def test_wherever_it_stands(text: str) -> None:
    check_definition(f"$x = 1\n{text}", "$<x> = 1")


@pytest.mark.parametrize(
    "broken",
    [
        "file { '/x': mode => '1' owner => $^$x }",
        "file { '/x' mode => '1', owner => $^$x }",
        "notice($^$x",
        "$y = [1, $^$x",
        "$y = \nnotice($^$x)",
        "if $^$x { notice(1)",
        "$y = $^$x ? { 1 => }",
    ],
)
def test_in_the_very_statement_that_does_not_parse(broken: str) -> None:
    check_definition(f"$x = 1\n{broken}", "$<x> = 1")


def test_in_templates() -> None:
    epp = "#- modules/a/templates/x.epp\n<%%- | String $x, $y = 1 | -%%>\n%s"
    check_definition(epp % "Hello <%= $^$x %>", "<%- | String $<x>, $y = 1 | -%>")
    check_definition(epp % "<% if $^$y { %> b <% } %>", "<%- | String $x, $<y> = 1 | -%>")
    check_definition(epp % "<% $z = 1 %>\n<% [1].each |$i| { %><%= $^$z %><% } %>", "<% $<z> = 1 %>")
    check_definition(epp % "<%= $^$base::root %>" + BASE, "class base($port) { $<root> = '/srv' }")


def test_lambda_parameters() -> None:
    check_definition("$a.each |$x, $y| { notice($^$y) }", "$a.each |$x, $<y>| { notice($y) }")
    check_definition(
        "$x = 0\n$a.each |$x| { $b.each |$y| { notice($^$x) } }",
        "$a.each |$<x>| { $b.each |$y| { notice($x) } }",
    )
    check_definition("$x = 0\n$a.each |$y| { notice($^$x) }", "$<x> = 0")
    check_definition("$x = 0\n$a.each |$y| { $x = 1\nnotice($^$x) }", "$a.each |$y| { $<x> = 1")
    check_definition("$x = 0\n$a.each |$x| { }\nnotice($^$x)", "$<x> = 0")


BASE = """
#- modules/base/manifests/init.pp
class base($port) { $root = '/srv' }
#- modules/base/manifests/more.pp
class base::more inherits base { $extra = 1 }
"""


def test_qualified_names() -> None:
    check_definition("notice($^$base::root)" + BASE, "class base($port) { $<root> = '/srv' }")
    check_definition("notice($^$::base::root)" + BASE, "class base($port) { $<root> = '/srv' }")
    check_definition("notice($^$base::port)" + BASE, "class base($<port>) { $root = '/srv' }")
    check_definition('notice("x ${$^base::root}")' + BASE, "class base($port) { $<root> = '/srv' }")
    check_definition("notice($^$base::more::root)" + BASE, "class base($port) { $<root> = '/srv' }")
    check_definition("notice($^$base::more::extra)" + BASE, "class base::more inherits base { $<extra> = 1 }")
    check_no_definition("notice($^$base::none)" + BASE)
    check_no_definition("notice($^$none::none)" + BASE)


def test_inherited_variables() -> None:
    use = "#- modules/use/manifests/init.pp\nclass use(%s) inherits base::more { %s }\n"
    check_definition(use % ("", "notice($^$root)") + BASE, "class base($port) { $<root> = '/srv' }")
    check_definition(use % ("$x = $^$port", "") + BASE, "class base($<port>) { $root = '/srv' }")
    check_definition(use % ("", "$a.each |$b| { $^$extra }") + BASE, "class base::more inherits base { $<extra> = 1 }")
    check_no_definition("include base\nclass other { notice($^$root) }" + BASE)


def test_top_and_node_scope() -> None:
    site = "\n#- manifests/site.pp\n$top = 1\nnode 'a' { $mine = 2 }\n"
    check_definition("#- modules/a/manifests/init.pp\nclass a { notice($^$top) }" + site, "$<top> = 1")
    check_definition("#- modules/a/manifests/init.pp\nclass a { notice($^$::top) }" + site, "$<top> = 1")
    check_definition("#- modules/a/manifests/init.pp\nclass a($top) { notice($^$::top) }" + site, "$<top> = 1")
    check_definition("node 'a' { $mine = 2\nnotice($^$mine) }", "node 'a' { $<mine> = 2")
    check_definition("$top = 1\nnode 'a' { notice($^$top) }", "$<top> = 1")
    check_definition("#- modules/a/manifests/init.pp\nclass a { notice($^$mine) }" + site, "node 'a' { $<mine> = 2 }")
    check_no_definition("#- modules/a/manifests/init.pp\nclass a { notice($^$::mine) }" + site)
    check_no_definition("node 'b' { notice($^$mine) }\nnode 'a' { $mine = 2 }")
    check_definition("#- modules/a/functions/f.pp\nfunction a::f() { $^$top }" + site, "$<top> = 1")
    check_no_definition("#- modules/a/functions/f.pp\nfunction a::f() { $^$facts }" + site)


def test_match_variables() -> None:
    check_definition("if $a =~ /x(.)/ { notice($^$1) }", "if $a =~ </x(.)/> { notice($1) }")
    check_definition(
        "if $a =~ /x(.)/ { [1].each |$i| { notice($^$1) } }", "if $a =~ </x(.)/> { [1].each |$i| { notice($1) } }"
    )
    check_definition("case $a { /x(.)/: { notice($^$1) } /y/: { } }", "case $a { </x(.)/>: { notice($1) } /y/: { } }")
    check_definition('$b = $a ? { /x(.)/ => "a $^$1", default => 1 }', '$b = $a ? { </x(.)/> => "a $1", default => 1 }')
    check_definition(
        "if $a =~ /x(.)/ { if $a =~ /y/ { } notice($^$1) }", "if $a =~ </x(.)/> { if $a =~ /y/ { } notice($1) }"
    )
    check_no_definition("if $a =~ /x(.)/ { }\nnotice($^$1)")
    check_no_definition("notice($^$1)")
