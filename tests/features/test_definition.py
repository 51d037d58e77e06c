"""Where each kind of name leads."""

from __future__ import annotations

import pytest

from tests.support.check import check_definition, check_no_definition

WEB = "\n#- modules/web/manifests/init.pp\nclass web(Integer $port = 80) {}\n"
TLS = "#- modules/web/manifests/tls.pp\nclass web::tls inherits web {}\n"


@pytest.mark.parametrize(
    "use",
    [
        "include $^web",
        "include we$^b",
        "include web$^",
        "include ::$^web",
        "include '$^web'",
        "include(other, $^web)",
        "contain $^web",
        "require $^web",
        "include [other, $^web]",
        "class { '$^web': }",
        "class { '::$^web': port => 1 }",
        "class { ['x', '$^web']: }",
        "Class['$^web'] -> Class['x']",
        "Class[$^web] -> Class['x']",
        "Notify['x'] -> Class['x', '::$^web']",
        "class a inherits $^web { }",
        "class a inherits ::$^web { }",
        "'$^web'.include",
        "if $x { case $y { 1: { include $^web } } }",
        "node 'a' { include $^web }",
        "$x.each |$y| { include $^web }",
        "include $^web\nfile { '/x': mode => }\n",
        "file { '/x' mode => }\ninclude $^web\n",
        "class broken {\ninclude $^web\n",
    ],
)
def test_a_class_however_it_is_named(use: str) -> None:
    check_definition(use + WEB, "class <web>(Integer $port = 80) {}")


def test_classes_in_their_places() -> None:
    check_definition("include $^web::tls" + WEB + TLS, "class <web::tls> inherits web {}")
    check_definition("include $^a::b::c\n#- modules/a/manifests/b/c.pp\nclass a::b::c {}", "class <a::b::c> {}")
    check_definition(
        "include $^a::b\n#- modules/a/manifests/init.pp\nclass a { class b {} }", "class a { class <b> {} }"
    )
    check_definition("include $^here\nclass here {}", "class <here> {}")
    check_definition("class { 'A::$^B': }\n#- modules/a/manifests/b.pp\nclass a::b {}", "class <a::b> {}")
    check_no_definition("include $^nothing" + WEB)
    check_no_definition("include web $^" + WEB)


def test_the_first_module_on_the_path_wins() -> None:
    check_definition(
        """\
include $^m
#- environment.conf
modulepath = second:first:$basemodulepath
#- first/m/manifests/init.pp
class m { $first = 1 }
#- second/m/manifests/init.pp
class m { $second = 1 }
""",
        "second/m/manifests/init.pp: class <m> { $second = 1 }",
    )


def test_the_main_manifest_wins_over_modules() -> None:
    check_definition("include $^web\nclass web { $own = 1 }" + WEB, "class <web> { $own = 1 }")


VHOST = "\n#- modules/web/manifests/vhost.pp\ndefine web::vhost($root, Integer $port = 80) {}\n"


@pytest.mark.parametrize(
    "use",
    [
        "$^web::vhost { 'a': }",
        "::$^web::vhost { 'a': }",
        "@$^web::vhost { 'a': }",
        "$^Web::Vhost['a'] -> File['/x']",
        "$^Web::Vhost { root => '/' }",
        "$^Web::Vhost <| title == 'a' |>",
        "create_resources('$^web::vhost', {})",
        "create_resources($^web::vhost, {})",
    ],
)
def test_a_define(use: str) -> None:
    check_definition(use + VHOST, "define <web::vhost>($root, Integer $port = 80) {}")


@pytest.mark.parametrize(
    "use",
    [
        "web::vhost { 'a': $^port => 1 }",
        "web::vhost { default: $^port => 1; 'a': }",
        "Web::Vhost { $^port => 1 }",
        "Web::Vhost['a'] { $^port +> 1 }",
        "Web::Vhost <| |> { $^port => 1 }",
    ],
)
def test_an_attribute_leads_to_the_parameter(use: str) -> None:
    check_definition(use + VHOST, "define web::vhost($root, Integer $<port> = 80) {}")


def test_attributes_of_classes_and_of_nothing() -> None:
    check_definition("class { 'web': $^port => 1 }" + WEB, "class web(Integer $<port> = 80) {}")
    check_no_definition("class { 'web': $^none => 1 }" + WEB)
    check_no_definition("file { '/x': $^mode => '1' }")


@pytest.mark.parametrize(
    "use",
    [
        "notice($^web::port(1))",
        "notice(::$^web::port(1))",
        "$x = 1.$^web::port",
        "1.$^web::port |$y| { }",
        'notice("a ${$^web::port(1)} b")',
        "class a($x = $^web::port(1)) { }",
    ],
)
def test_a_function(use: str) -> None:
    source = "\n#- modules/web/functions/port.pp\nfunction web::port($x) >> Integer { $x }\n"
    check_definition(use + source, "function <web::port>($x) >> Integer { $x }")


def test_functions_of_the_environment() -> None:
    own = "\n#- functions/environment/own.pp\nfunction environment::own() { 1 }\n"
    check_definition("notice($^environment::own())" + own, "function <environment::own>() { 1 }")
    check_definition("notice $^short()\n#- functions/short.pp\nfunction short() { 1 }", "function <short>() { 1 }")
    check_no_definition("$^notice(1)")
    check_no_definition("[1].$^each |$x| { }")


@pytest.mark.parametrize(
    "use",
    [
        "class a($^Web::Port $p) { }",
        "class a(Optional[$^Web::Port] $p) { }",
        "if $x =~ $^Web::Port { }",
        "type Other = Variant[$^Web::Port, String]",
        "function f($^Web::Port $p) >> $^Web::Port { 1 }".replace(">> $^Web::Port", ">> Web::Port"),
        "$x.each |$^Web::Port $p| { }",
    ],
)
def test_a_type_alias(use: str) -> None:
    source = "\n#- modules/web/types/port.pp\ntype Web::Port = Integer[0, 65535]\n"
    check_definition(use + source, "type <Web::Port> = Integer[0, 65535]")


@pytest.mark.parametrize("use", ["File['$^/x'] -> Notify['y']", "notify { 'y': require => File['$^/x'] }"])
def test_a_resource(use: str) -> None:
    check_definition(f"{use}\nfile {{ '/x': mode => '1' }}", "file { '</x>': mode => '1' }")


def test_resources_elsewhere() -> None:
    check_definition(
        "File['$^/x'] -> File['/y']\n#- modules/a/manifests/b.pp\nclass a::b {\n  file { ['/x', '/z']: }\n}",
        "file { ['</x>', '/z']: }",
    )
    check_definition(
        "if $a { file { '/x': mode => '1' } } else {\n  file { '/x': }\n}\nFile['$^/x'] -> Notify['y']",
        "if $a { file { '</x>': mode => '1' } } else {",
        "file { '</x>': }",
    )
    check_definition("web::vhost { 'a': }\nWeb::Vhost[$^a] -> X['b']" + VHOST, "web::vhost { '<a>': }")


@pytest.mark.parametrize(
    ("code", "path"),
    [
        ("epp('web/$^t.epp', {})", "modules/web/templates/t.epp"),
        ("template('web/t.epp', 'web/sub/$^t.erb')", "modules/web/templates/sub/t.erb"),
        ("file('web/$^a.conf')", "modules/web/files/a.conf"),
        ("'puppet:///modules/web/$^a.conf'", "modules/web/files/a.conf"),
    ],
)
def test_files_of_modules(code: str, path: str) -> None:
    files = "#- modules/web/templates/t.epp\n#- modules/web/templates/sub/t.erb\n#- modules/web/files/a.conf\n"
    check_definition(f"$x = {code}\n{files}", f"{path}: <>")
    check_no_definition(f"$x = {code}\n#- modules/web/manifests/init.pp\n")


def test_of_several_definitions_the_one_that_puppet_reads_first() -> None:
    own = "#- modules/web/manifests/own.pp\nclass web::a { }\nclass web::own { include $^web::a }\n"
    autoloaded = "#- modules/web/manifests/a.pp\nclass web::a { }\n"
    main = "#- manifests/site.pp\nclass web::a { }\n"
    elsewhere = "#- modules/web/manifests/z.pp\nclass web::a { }\n"
    check_definition(own + elsewhere + autoloaded + main, "manifests/site.pp: class <web::a> { }")
    check_definition(own + elsewhere + autoloaded, "modules/web/manifests/a.pp: class <web::a> { }")
    check_definition(own + elsewhere, "modules/web/manifests/own.pp: class <web::a> { }")


def test_a_definition_leads_to_itself() -> None:
    check_definition("class $^a($b) {}", "class <a>($b) {}")
    check_definition("class a($^$b) {}", "class a($<b>) {}")
    check_definition("node '$^a', 'b' { }", "node <'a', 'b'> { }")
