"""What Ruby files declare, in hovers and as places to go to."""

from __future__ import annotations

import pytest

from tests.support.check import check_definition, check_hover, check_no_definition, hover_text

FUNCTION = """
#- modules/web/lib/puppet/functions/web/made.rb
# @summary Makes something.
#
# Of anything.
#
# @example Twice
#   web::made(1, 2)
Puppet::Functions.create_function(:'web::made') do
  local_types do
    type 'Size = Integer[0]'
  end

  # @param size How large
  #   it is.
  # @return [String] its name
  dispatch :by_size do
    param 'Size', :size
    optional_param 'String', :name
    return_type 'String'
  end

  dispatch :by_block do
    repeated_param 'Any', :rest
    block_param 'Callable[1]', :block
  end

  argument_mismatch :wrong do
    param 'Undef', :x
  end

  def by_size(size, name = 'none'); end

  def by_block(*rest); end

  def wrong(x); end
end
"""

OLD = """
#- modules/web/lib/puppet/parser/functions/old.rb
module Puppet::Parser::Functions
  newfunction(:old, :arity => -2, :doc => <<-EOT
    Adds resources.

        old('a')
  EOT
  ) do |args|
  end
end
"""

TYPE = """
#- modules/web/lib/puppet/type/thing.rb
Puppet::Type.newtype(:thing) do
  @doc = "Manages things.

    @example One
      thing { 'a': }
  "
  ensurable
  newparam(:size, namevar: true) do
    desc "How large."
  end
  newproperty(:colour, required_features: :paints) do
    desc <<-EOT
      Which colour.
    EOT
    newvalues(:red, /^#/)
    defaultto :red
  end
  newproperty(:tag)
end
#- modules/web/lib/puppet/provider/thing/first.rb
Puppet::Type.type(:thing).provide(:first) do
  desc "The first way."
end
#- modules/other/lib/puppet/provider/thing/second.rb
Puppet::Type.type(:thing).provide(:second, parent: :first) {}
"""


def test_a_function_shows_all_signatures_and_docs() -> None:
    check_hover(
        "notice($^web::made(1))" + FUNCTION,
        "web::made(Size $size, String $name = 'none') >> String\n",
        "web::made(Any *$rest, Callable[1] &$block)\n",
        "type Size = Integer[0]",
        "Makes something.\n\nOf anything.",
        "- `size`: How large it is.",
        "Returns `String` its name",
        "Example: Twice\n\n```puppet\nweb::made(1, 2)\n```",
        "Function written in Ruby in module `web`",
    )
    assert "Undef" not in (hover_text("notice($^web::made(1))" + FUNCTION) or "")


def test_a_function_of_the_old_api() -> None:
    check_hover(
        "$^old('a')" + OLD,
        "old(Any $p0, Any *$p1)",
        "Adds resources.\n\nold('a')",
        "(the old API) in module `web`, called for its effects",
    )


def test_ways_to_call_that_a_doc_alone_tells() -> None:
    source = """
#- modules/web/lib/puppet/parser/functions/old.rb
module Puppet::Parser::Functions
  newfunction(:old, :type => :rvalue, :doc => <<-EOT) do |args|
    @summary Takes much.
    @overload old(String $name)
      By name.
      @param name Whose
      @return [Integer] how many
    @overload old(Integer $count)
    @see other
    EOT
  end
end
"""
    check_hover(
        "$x = $^old('a')" + source,
        "```puppet\nold(String $name)\nold(Integer $count)\n```\n\nTakes much.",
        "`old(String $name)`:\n\nBy name.",
        "- `name`: Whose",
        "Returns `Integer` how many",
        "See: other",
    )


def test_a_resource_type() -> None:
    check_hover(
        "$^thing { 'a': }" + TYPE,
        "Resource type in module `web`, known by `size`",
        "Manages things.",
        "Example: One\n\n```puppet\nthing { 'a': }",
        "Properties: `ensure`, `colour`",
        "Parameters: `size`",
        "Providers: `first`, `second`",
    )


def test_attributes_of_a_resource_type() -> None:
    check_hover("thing { 'a': $^size => 1 }" + TYPE, "Parameter of `thing`, which the title sets", "How large.")
    check_hover(
        "thing { 'a': $^colour => 1 }" + TYPE,
        "Property of `thing`",
        "Which colour.",
        "Values: `red`, `/^#/`",
        "Default: `:red`",
        "Needs a provider that can: `paints`",
    )
    check_hover("thing { 'a': $^provider => first }" + TYPE, "- `first`: The first way.", "- `second`")
    check_hover("thing { 'a': $^tag => first }" + TYPE, "Metaparameter")
    assert hover_text("thing { 'a': $^none => first }" + TYPE) is None


def test_a_type_of_the_resource_api() -> None:
    source = """
#- modules/web/lib/puppet/type/made.rb
Puppet::ResourceApi.register_type(
  name: 'made',
  docs: 'Makes.',
  attributes: {
    size: { type: 'Integer[1]', desc: 'How large.' },
    name: { type: 'String', behaviour: :namevar }
  }
)
"""
    check_hover("made { 'a': $^size => 1 }" + source, "size: Integer[1]", "Property of `made`", "How large.")
    file = "modules/web/lib/puppet/type/made.rb"
    line = f"{file}: <size>: {{ type: 'Integer[1]', desc: 'How large.' }},"
    check_definition("made { 'a': $^size => 1 }" + source, line)
    check_definition("$^made { 'a': }" + source, f"{file}: name: <'made'>,")


DATA_TYPE = """
#- modules/web/lib/puppet/datatypes/web/point.rb
# A place.
Puppet::DataTypes.create_type('Web::Point') do
  interface <<-PUPPET
    attributes => {
      x => Integer
    }
    PUPPET
end
"""


def test_a_data_type() -> None:
    check_hover(
        "class a($^Web::Point $x) { }" + DATA_TYPE,
        "type Web::Point = Object[{\nattributes => {\n  x => Integer\n}\n}]",
        "A place.",
    )
    check_definition("class a($^Web::Point $x) { }" + DATA_TYPE, "Puppet::DataTypes.create_type(<'Web::Point'>) do")
    alias = "\n#- modules/web/types/point.pp\ntype Web::Point = Integer\n"
    check_definition("class a($^Web::Point $x) { }" + DATA_TYPE + alias, "Puppet::DataTypes.create_type(<'Web::Point'>) do")  # fmt: skip


def test_definitions_go_to_the_line() -> None:
    check_definition("notice($^web::made(1))" + FUNCTION, "Puppet::Functions.create_function(<:'web::made'>) do")
    check_definition("$^old(1)" + OLD, "newfunction(<:old>, :arity => -2, :doc => <<-EOT")
    check_definition("$^thing { 'a': }" + TYPE, "Puppet::Type.newtype(<:thing>) do")
    check_definition("$^Thing['a'] -> Notify['b']" + TYPE, "Puppet::Type.newtype(<:thing>) do")
    check_definition("thing { 'a': $^colour => 1 }" + TYPE, "newproperty(<:colour>, required_features: :paints) do")
    check_definition("thing { 'a': $^ensure => present }" + TYPE, "<ensurable>")
    check_no_definition("thing { 'a': $^none => 1 }" + TYPE)


def test_a_file_that_says_nothing_has_a_beginning() -> None:
    source = "\n#- modules/web/lib/puppet/functions/web/empty.rb\n# nothing\n"
    check_definition("$^web::empty()" + source, "modules/web/lib/puppet/functions/web/empty.rb: <>")
    check_hover("$^web::empty()" + source, "web::empty", "Function written in Ruby")


PUPPET_CODE = "\n#- modules/web/functions/made.pp\nfunction web::made() { 1 }\n"
VERSION_3 = """
#- modules/web/lib/puppet/parser/functions/web/made.rb
Puppet::Parser::Functions.newfunction(:'web::made') { |args| }
"""
IN_RUBY = "Puppet::Functions.create_function(<:'web::made'>) do"


@pytest.mark.parametrize(
    ("files", "wanted"),
    [
        (FUNCTION + PUPPET_CODE + VERSION_3, IN_RUBY),
        (FUNCTION + VERSION_3, IN_RUBY),
        (PUPPET_CODE + VERSION_3, "function <web::made>() { 1 }"),
        (VERSION_3, "Puppet::Parser::Functions.newfunction(<:'web::made'>) { |args| }"),
    ],
)
def test_which_of_a_modules_functions_comes_first(files: str, wanted: str) -> None:
    """As Puppet 7.23 chooses: version 4, Puppet code, version 3."""
    check_definition("$^web::made(1)" + files, wanted)


def test_the_main_manifest_comes_before_a_module_and_puppet_before_both() -> None:
    ruby = "\n#- modules/web/lib/puppet/functions/plain.rb\nPuppet::Functions.create_function(:plain) {}\n"
    check_definition("function plain() { 1 }\n$^plain()" + ruby, "function <plain>() { 1 }")
    check_definition("$^plain()" + ruby, "Puppet::Functions.create_function(<:plain>) {}")
    check_no_definition("$^md5('a')" + ruby.replace("plain", "md5"))
    check_hover("$^md5('a')" + ruby.replace("plain", "md5"), "md5(")


def test_the_own_module_comes_before_others() -> None:
    files = (
        "\n#- modules/a/lib/puppet/functions/both.rb\nPuppet::Functions.create_function(:both) { def both; end }\n"
        "#- modules/web/lib/puppet/parser/functions/both.rb\nPuppet::Parser::Functions.newfunction(:both) { |x| }\n"
    )
    ask = "#- modules/web/manifests/init.pp\nclass web { $^both() }"
    check_definition(ask + files, "Puppet::Parser::Functions.newfunction(<:both>) { |x| }")
    check_definition("$^both()" + files, "Puppet::Functions.create_function(<:both>) { def both; end }")


def test_a_type_in_ruby_comes_before_a_define() -> None:
    define = "\n#- modules/thing/manifests/init.pp\ndefine thing($size) { }\n"
    check_definition("$^thing { 'a': }" + TYPE + define, "Puppet::Type.newtype(<:thing>) do")
    check_definition("thing { 'a': $^size => 1 }" + TYPE + define, "newparam(<:size>, namevar: true) do")
