"""What hovers say."""

from __future__ import annotations

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


def test_what_is_written_in_ruby() -> None:
    ruby = """
#- modules/a/lib/puppet/type/thing.rb
Puppet::Type.newtype(:thing) do
  @doc = "Manages things."
  ensurable
  newparam(:size, namevar: true) do
    desc "How large."
  end
  newproperty(:colour) do
    desc <<-EOT
      Which colour.
    EOT
  end
end
"""
    check_hover("$^thing { 'a': }" + ruby, "Manages things.")
    check_hover("thing { 'a': $^size => 1 }" + ruby, "How large.", "Parameter")
    check_hover("thing { 'a': $^colour => 1 }" + ruby, "Which colour.", "Property")


def test_what_puppet_brings_along() -> None:
    check_hover("$^file { '/x': }", "Resource type", "`mode`", "`recurse`")
    check_hover("$^File['/x'] -> Notify['y']", "Resource type")
    check_hover("file { '/x': $^mode => '1' }", "Property of `file`")
    check_hover("file { '/x': $^require => Notify['y'] }", "Metaparameter")
    check_hover("$^notice(1)", "notice(", "level `notice`")
    check_hover("class a($^Integer $x) { }", "Integer", "Data type")


def test_nothing_where_there_is_nothing() -> None:
    assert hover_text("include nothing $^") is None
    assert hover_text("$^") is None
