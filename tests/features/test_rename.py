"""Rename in Puppet code. Each test makes the opposite rename, too, which gives back every byte."""

from __future__ import annotations

import pytest
from puppetlens.base.language import Language
from puppetlens.features.rename import Refused, rename
from puppetlens.model.settings import Settings

from tests.support.check import answer, check_rename, check_rename_refused, snapshot_of
from tests.support.fixture import ROOT, read_fixture


def test_a_class_with_its_file_and_every_mention() -> None:
    check_rename(
        "#- modules/web/manifests/init.pp\nclass web { contain web::tls\n  contain '::web::tls' }\n"
        "#- modules/web/manifests/tls.pp\nclass web::tls($port) { notice($port) }\n"
        "#- modules/web/manifests/tls/key.pp\nclass web::tls::key inherits web::tls { notice($web::tls::port, $port) }\n"
        "#- modules/web/templates/t.epp\n<%= $::web::tls::port %>\n"
        "#- manifests/site.pp\nclass { 'web::tls': port => 1 } -> Class['web::$^tls'] -> Class['::Web::Tls']\n",
        "web::ssl",
        "#- modules/web/manifests/init.pp\nclass web { contain web::ssl\n  contain '::web::ssl' }\n"
        "#- modules/web/manifests/ssl.pp\nclass web::ssl($port) { notice($port) }\n"
        "#- modules/web/manifests/tls/key.pp\nclass web::tls::key inherits web::ssl { notice($web::ssl::port, $port) }\n"
        "#- modules/web/templates/t.epp\n<%= $::web::ssl::port %>\n"
        "#- manifests/site.pp\nclass { 'web::ssl': port => 1 } -> Class['web::ssl'] -> Class['::Web::Ssl']\n",
    )


def test_a_class_with_what_is_nested_in_it() -> None:
    check_rename(
        "#- modules/web/manifests/tls.pp\nclass web::$^tls { class key { }\n  define cert() { } }\n"
        "#- manifests/site.pp\ninclude web::tls::key\nweb::tls::cert { 'a': }\n",
        "web::ssl",
        "#- modules/web/manifests/ssl.pp\nclass web::ssl { class key { }\n  define cert() { } }\n"
        "#- manifests/site.pp\ninclude web::ssl::key\nweb::ssl::cert { 'a': }\n",
    )
    check_rename(
        "#- modules/web/manifests/tls.pp\nclass web::tls { class $^key { } include web::tls::key }\n",
        "secret",
        "#- modules/web/manifests/tls.pp\nclass web::tls { class secret { } include web::tls::secret }\n",
    )


def test_a_define_a_function_and_a_type_alias() -> None:
    check_rename(
        "#- modules/web/manifests/vhost.pp\ndefine web::vhost($root) { }\n"
        "#- manifests/site.pp\nweb::$^vhost { 'a': root => 1 } -> Web::Vhost['b']\nWeb::Vhost <| |>\n"
        "create_resources('web::vhost', {})\n",
        "web::site",
        "#- modules/web/manifests/site.pp\ndefine web::site($root) { }\n"
        "#- manifests/site.pp\nweb::site { 'a': root => 1 } -> Web::Site['b']\nWeb::Site <| |>\n"
        "create_resources('web::site', {})\n",
    )
    check_rename(
        "#- modules/web/functions/a/b.pp\nfunction web::a::b() { 1 }\n"
        "#- manifests/site.pp\nnotice(web::a::$^b(), 1.web::a::b)\n",
        "web::c",
        "#- modules/web/functions/c.pp\nfunction web::c() { 1 }\n#- manifests/site.pp\nnotice(web::c(), 1.web::c)\n",
    )
    check_rename(
        "#- modules/web/types/port.pp\ntype Web::Port = Integer\n"
        "#- manifests/site.pp\nclass a($^Web::Port $p) { }\nnotice(1 =~ Array[Web::Port])\n",
        "Web::Number",
        "#- modules/web/types/number.pp\ntype Web::Number = Integer\n"
        "#- manifests/site.pp\nclass a(Web::Number $p) { }\nnotice(1 =~ Array[Web::Number])\n",
    )


def test_a_parameter() -> None:
    check_rename(
        '#- modules/web/manifests/init.pp\nclass web(Integer $port = 80) { notice("${port} $port ${port[0]}") }\n'
        "#- modules/web/manifests/tls.pp\nclass web::tls inherits web { notice($port, $web::port) }\n"
        "#- modules/web/manifests/own.pp\nclass web::own($port) inherits web { notice($port, $web::tls::port) }\n"
        "#- manifests/site.pp\n$port = 1\nclass { 'web': $^port => $port }\nClass['web'] { port => 2 }\n",
        "number",
        '#- modules/web/manifests/init.pp\nclass web(Integer $number = 80) { notice("${number} $number ${number[0]}") }\n'
        "#- modules/web/manifests/tls.pp\nclass web::tls inherits web { notice($number, $web::number) }\n"
        "#- modules/web/manifests/own.pp\nclass web::own($port) inherits web { notice($port, $web::tls::number) }\n"
        "#- manifests/site.pp\n$port = 1\nclass { 'web': number => $port }\nClass['web'] { number => 2 }\n",
    )
    check_rename(
        "#- modules/web/manifests/vhost.pp\ndefine web::vhost($$^root) { notice($root) }\n"
        "#- manifests/site.pp\nweb::vhost { 'a': root => 1 }\nWeb::Vhost['a'] { root => 2 }\nWeb::Vhost { root => 3 }\n",
        "folder",
        "#- modules/web/manifests/vhost.pp\ndefine web::vhost($folder) { notice($folder) }\n"
        "#- manifests/site.pp\n"
        "web::vhost { 'a': folder => 1 }\nWeb::Vhost['a'] { folder => 2 }\nWeb::Vhost { folder => 3 }\n",
    )


@pytest.mark.parametrize(
    ("source", "name", "expected"),
    [
        ("$x = 1\nnotice($$^x, $::x)\nnode a { notice($x) }\n", "y", "$y = 1\nnotice($y, $::y)\nnode a { notice($y) }\n"),
        ("$x = 0\n[1].each |$$^x| { notice($x) }\nnotice($x)\n", "y", "$x = 0\n[1].each |$y| { notice($y) }\nnotice($x)\n"),
        ("define a() { $x = 1\n  notice(\"${x$^}\") }\n", "y", "define a() { $y = 1\n  notice(\"${y}\") }\n"),
        ("$é = '😀' $$^x = 1 notice('😀', $x)\r\n", "_y1", "$é = '😀' $_y1 = 1 notice('😀', $_y1)\r\n"),
        ("file { 1: a => }\n$$^x = 1\nnotice($x)\nfile { 2", "y", "file { 1: a => }\n$y = 1\nnotice($y)\nfile { 2"),
    ],
)  # fmt: skip
def test_a_variable(source: str, name: str, expected: str) -> None:
    check_rename(source, name, expected)


def test_a_parameter_of_a_template() -> None:
    check_rename(
        "#- modules/a/templates/t.epp\n<%- | $$^x | -%>\n<%= $x %><% [1].each |$x| { %><%= $x %><% } %>\n",
        "y",
        "#- modules/a/templates/t.epp\n<%- | $y | -%>\n<%= $y %><% [1].each |$x| { %><%= $x %><% } %>\n",
    )


def test_with_the_look_up_of_puppet_3() -> None:
    check_rename(
        "#- modules/web/manifests/tls.pp\nclass web::tls { $x = 1 }\n"
        "#- modules/web/manifests/init.pp\nclass web { include $^tls, ::tls\n notice($tls::x) }\n"
        "#- modules/tls/manifests/init.pp\nclass tls { include tls }\n",
        "web::ssl",
        "#- modules/web/manifests/ssl.pp\nclass web::ssl { $x = 1 }\n"
        "#- modules/web/manifests/init.pp\nclass web { include ssl, ::tls\n notice($ssl::x) }\n"
        "#- modules/tls/manifests/init.pp\nclass tls { include tls }\n",
        Settings(language=Language(relative_names=True)),
    )


WEB = (
    "#- modules/web/manifests/init.pp\nclass web($port) { $y = 1 }\n"
    "#- modules/web/manifests/tls.pp\nclass web::tls { }\n#- manifests/site.pp\n"
)


@pytest.mark.parametrize(
    ("source", "name", "reason"),
    [
        (WEB + "include web::$^tls", "web::Ssl", "'web::Ssl' cannot name a class"),
        (WEB + "include web::$^tls", "web", "There is a class 'web' already, in /site/modules/web/manifests/init.pp:1"),
        (WEB + "include web::$^tls", "db::tls", "Puppet would not find 'db::tls': there is no module 'db'"),
        (WEB + "include $^web", "www", "there is no module 'www'; the module 'web' gets another name with its folder"),
        (WEB + "include web::$^tls, web::ssl", "web::ssl", "/site/manifests/site.pp:1 names 'web::ssl' already"),
        (WEB + "include $^web", "class", "'class' is a word of the language"),
        (WEB + "include $^nothing", "x", "Nothing here defines the class 'nothing'"),
        (WEB + "class { 'web': $^port => 1 }", "noop", "'noop' is a metaparameter"),
        (WEB + "class { 'web': $^port => 1 }", "y", "There is a '$y' already, in /site/modules/web/manifests/init.pp:1"),
        (WEB + "class { 'web': $^port => 1 }", "title", "Puppet itself sets '$title'"),
        (WEB + "class { 'web': $^nothing => 1 }", "x", "does not set '$nothing'"),
        (WEB + "file { 'web': $^ensure => 1 }", "x", "'ensure' is declared in Ruby, by 'file'"),
        (WEB + "$^file { 'web': }", "x", "'file' comes with Puppet"),
        (WEB + "file { '$^web': }", "x", "The title of a resource"),
        ("notice($$^osfamily)", "x", "No code here sets '$osfamily'"),
        ("notice($facts['$^os'])".replace("$facts", "$$^facts").replace("$^os", "os"), "x", "Puppet itself sets '$facts'"),
        ("if 'a' =~ /(a)/ { notice($$^1) }", "x", "is what the regular expression before it matched"),
        ("$x = 1\n[1].each |$y| { notice($$^x, $y) }", "y", "'$x' in /site/manifests/site.pp:2 would not mean this one any more"),
        ("$x = 1\n[1].each |$$^y| { notice($x, $y) }", "x", "'$x' in /site/manifests/site.pp:2 would come to mean something else"),
        ("$$^x = 1\nnotice($os)", "os", "There is a '$os' already, in /site/manifests/site.pp:2"),
        ("class a { $$^x = 1\n  notice($os) }", "os", "'$os' in /site/manifests/site.pp:2 would come to mean something else"),
        ("class a { $$^x = 1 }\nclass b inherits a { notice($os) }", "os", "'$os' in /site/manifests/site.pp:2 would come to"),
        ("class a { $$^x = 1 }\nclass b inherits a { $y = 1 notice($x) }", "y", "'$x' in /site/manifests/site.pp:2 would not mean"),
        ("notice(1)$^ # nothing", "x", "There is no name here"),
        ("$$^x = 1", "1y", "'1y' cannot name a variable"),
        ("function $^f() { }\nf()", "notice", "Puppet brings along a function 'notice'"),
        ("type $^F = Integer", "String", "Puppet brings along a data type 'String'"),
        ("type $^F = Integer", "f", "'f' cannot name a type alias"),
        ("define $^d() { }", "file", "Puppet brings along a resource type 'file'"),
        (WEB + "#- modules/web/manifests/a.pp\nclass web::a { }\nclass web::a::b { }\n#- manifests/x.pp\ninclude web::$^a",
         "web::c", "a.pp:2 defines the class 'web::a::b', too, which Puppet would not find in"),
    ],
)  # fmt: skip
def test_refused(source: str, name: str, reason: str) -> None:
    check_rename_refused(source, name, reason)


def test_nothing_changes_outside_of_the_opened_folders() -> None:
    fixture = read_fixture(WEB + "include web::$^tls")
    snapshot = snapshot_of(fixture)
    with pytest.raises(Refused, match="outside of the opened folders"):
        answer(rename(snapshot, fixture.cursor_path, fixture.cursor_offset, "web::ssl", [f"{ROOT}/manifests"]))


def test_a_variable_of_a_file_that_is_no_main_manifest() -> None:
    check_rename(
        "#- modules/web/examples/init.pp\n$$^x = 1\nnotice($x)\n#- manifests/site.pp\nnotice($x)\n",
        "y",
        "#- modules/web/examples/init.pp\n$y = 1\nnotice($y)\n#- manifests/site.pp\nnotice($x)\n",
    )


def test_the_class_of_a_module_gets_a_file_of_its_own_where_it_can() -> None:
    check_rename(
        "#- modules/web/manifests/init.pp\nclass $^web { }\n",
        "web::main",
        "#- modules/web/manifests/main.pp\nclass web::main { }\n",
    )
    check_rename(
        "#- modules/web/manifests/init.pp\nclass $^web { }\nclass web::tls { }\n",
        "web::main",
        "#- modules/web/manifests/init.pp\nclass web::main { }\nclass web::tls { }\n",
    )


@pytest.mark.parametrize(
    "around",
    [
        "file { 'a' ensure => 1 }\n@@\nfile { 'b': mode =>",
        "# 😀 é\r\n@@\r\n",
        "\ufeff@@",
        "notice('😀') @@ notice('😀')",
        "class {\n}\n@@",
    ],
)
def test_whatever_stands_around(around: str) -> None:
    before = "define d($$^x) { notice($x, \"${x}\") } d { 'a': x => 1 }"
    after = "define d($y) { notice($y, \"${y}\") } d { 'a': y => 1 }"
    check_rename(around.replace("@@", before), "y", around.replace("@@", after))
