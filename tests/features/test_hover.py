"""What hovers say."""

from __future__ import annotations

from puppetlens.features.data_types import about_data_type
from puppetlens.library.resources import METAPARAMETERS
from puppetlens.model.builtin import data_type_names

from tests.support.check import check_hover, hover_text

WEB = """
#- modules/web/manifests/init.pp
# Serves pages.
#
# Many of them.
class web(Integer $port = 80, Optional[String] $name_of_it = undef) inherits web::params { $root = '/srv' }
"""


def test_a_class() -> None:
    check_hover("include $^web" + WEB, "class web(", "Integer $port = 80", "inherits web::params", "Many of them.")


def test_a_parameter() -> None:
    check_hover("class { 'web': $^port => 1 }" + WEB, "Integer $port = 80", "class `web`")
    check_hover("class a(Integer $^$x = 5) { }", "Integer $x = 5")


def test_a_function() -> None:
    source = "\n#- modules/a/functions/b.pp\n# Adds.\nfunction a::b(Integer *$x) >> Integer { 1 }\n"
    check_hover("notice($^a::b(1))" + source, "function a::b(", "Integer *$x", ">> Integer", "Adds.")


def test_a_type_alias() -> None:
    check_hover(
        "$x =~ $^A::B\n#- modules/a/types/b.pp\n# A port.\ntype A::B = Integer[1]",
        "type A::B = Integer[1]",
        "A port.",
    )


def test_a_variable() -> None:
    check_hover("$x = 1 + 2\nnotice($^$x)", "$x = 1 + 2")
    check_hover("class a(Integer $x) { notice($^$x) }", "Integer $x", "Parameter")
    check_hover("notice($^$web::root)" + WEB, "$root = '/srv'", "web")
    assert hover_text("notice($^$facts)") is None


def test_a_resource() -> None:
    check_hover("file { '/x': mode => '0644' }\nFile['$^/x'] -> Notify['y']", "'/x': mode => '0644'")


def test_what_puppet_brings_along() -> None:
    check_hover("$^file { '/x': }", "Resource type", "`mode`", "`recurse`")
    check_hover("$^File['/x'] -> Notify['y']", "Resource type")
    check_hover("file { '/x': $^mode => '1' }", "Property of `file`")
    check_hover("file { '/x': $^require => Notify['y'] }", "Metaparameter")
    check_hover("$^notice(1)", "notice(", "level `notice`")
    check_hover("class a($^Integer $x) { }", "Integer", "Data type")


def test_data_types_say_what_their_values_are() -> None:
    check_hover(
        "class a($^Integer[1, 10] $x) { }", "```puppet\nInteger[1, 10]\n```", "whole numbers", "`Integer[from, to]`"
    )
    check_hover("class a($^Optional[String] $x) { }", "Optional[String]", "values of a type, or undef")
    check_hover("class a(Optional[$^Enum['a', 'b']] $x) { }", "\nEnum['a', 'b']\n", "one of the strings")
    check_hover("class a($^Data $x) { }", "what JSON can hold")
    check_hover("type A = $^Struct[{ 'a' => Integer }]", "Struct[{ 'a' => Integer }]", "hashes with the keys")
    check_hover("if $x =~ $^Sensitive { }", "never shown")


def test_every_data_type_has_its_line() -> None:
    for name in set(data_type_names()) - {"Pcore"}:
        assert about_data_type(name.lower()) != "Data type", name


def test_an_alias_of_another_module() -> None:
    alias = "\n#- modules/stdlib/types/port.pp\n# A port.\ntype Stdlib::Port = Integer[0, 65535]\n"
    check_hover("class a($^Stdlib::Port $x) { }" + alias, "type Stdlib::Port = Integer[0, 65535]", "A port.")
    check_hover("class a(Optional[$^Stdlib::Port] $x) { }" + alias, "type Stdlib::Port = Integer[0, 65535]")


def test_built_in_functions_in_each_form_of_call() -> None:
    for call in ("[1].$^map |$x| { $x }", "$^map([1]) |$x| { $x }"):
        check_hover(call, "map(Iterable $enumerable, Callable[1, 1] &$block)", "of every element")
    check_hover("$^include a", "include(", "class")
    check_hover("$x = $^lookup('a', Integer)", "lookup(", "Hiera")


def test_metaparameters_and_namevars_say_what_they_are_for() -> None:
    for name in METAPARAMETERS:
        check_hover(f"notify {{ 'x': $^{name} => 1 }}", "Metaparameter: ")
    check_hover("file { '/x': $^path => '/y' }", "which the title sets where it is left out")
    check_hover("$^file { '/x': }", "known by `path`")
    check_hover("package { 'x': $^ensure => 'present' }", "Property of `package`: a state")


def test_nothing_where_there_is_nothing() -> None:
    assert hover_text("include nothing $^") is None
    assert hover_text("$^") is None
